// The process with ADMIN_PORT: the admin API, the console and the metrics answer there, and not on the public port.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { createMigrated } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';

const TOKEN = 'an-admin-token-of-32-characters-';
const PRIVATE = ['/admin/v1/projects', '/admin/v1/environment', '/console', '/metrics'];

const cleanUps: (() => unknown)[] = [];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function start(variables: Record<string, string>): Promise<RunningProcess> {
  const database = await createMigrated('sqlite');
  cleanUps.push(() => database.drop());
  const running = await startProcess({
    ...database.variables,
    TOLLGATE_ADMIN_TOKEN: TOKEN,
    LOG_LEVEL: 'silent',
    ...variables,
  });
  cleanUps.push(() => running.kill());
  return running;
}

const ask = (url: string) =>
  fetch(url, { headers: { authorization: `Bearer ${TOKEN}` }, redirect: 'manual' });

const statuses = (url: string, paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await ask(url + path)).status));

/** Where `/` takes a browser, and where it says that the console is. */
async function leadsTo(url: string): Promise<unknown[]> {
  const browser = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const program = (await (await ask(url)).json()) as { console?: string };
  return [browser.headers.get('location'), program.console];
}

test('what is for operators answers on the admin ports, and on the public ports there is nothing of it', async () => {
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  const running = await start({ ADMIN_PORT: port, SANDBOX_ADMIN_PORT: sandboxPort });
  await running.ready();
  const [inside, sandboxInside] = [port, sandboxPort].map((each) => `http://127.0.0.1:${each}`) as [
    string,
    string,
  ];
  for (const url of [running.url, running.sandboxUrl]) {
    assert.deepEqual(await statuses(url, PRIVATE), [404, 404, 404, 404]);
    assert.deepEqual(await (await ask(`${url}/admin/v1/projects`)).json(), {
      error: 'not_found',
      message: 'There is no GET /admin/v1/projects.',
    });
    assert.deepEqual(await statuses(url, ['/health/ready', '/.well-known/jwks.json']), [200, 200]);
    assert.deepEqual(await leadsTo(url), ['/docs/', undefined]);
  }
  for (const url of [inside, sandboxInside]) {
    assert.deepEqual(await statuses(url, [...PRIVATE, '/health/ready']), [200, 200, 200, 200, 200]);
    assert.match(await (await ask(`${url}/console`)).text(), /<div id="root">/);
    assert.deepEqual(await leadsTo(url), ['/console', '/console']);
    const environment = url === inside ? 'production' : 'sandbox';
    assert.deepEqual(await (await ask(url)).json(), {
      name: 'Tollgate',
      environment,
      console: '/console',
      health: '/health/ready',
    });
  }
  const environments = [inside, sandboxInside].map(async (url) =>
    (await ask(`${url}/admin/v1/environment`)).json(),
  );
  const consoleAt = (environment: string, at: string) => ({
    environment,
    url: `http://localhost:${at}/console`,
  });
  assert.deepEqual(await Promise.all(environments), [
    {
      environment: 'production',
      other: consoleAt('sandbox', sandboxPort),
      api_url: `http://localhost:${new URL(running.url).port}`,
    },
    {
      environment: 'sandbox',
      other: consoleAt('production', port),
      api_url: `http://localhost:${new URL(running.sandboxUrl).port}`,
    },
  ]);
  assert.equal(await running.stop(), 0);
});

test('an admin port in use stops the start with one line', async () => {
  const port = String(await freePort());
  const one = createServer().listen(Number(port), '127.0.0.1');
  cleanUps.push(() => one.close());
  await once(one, 'listening');
  const other = await start({ ADMIN_PORT: port });
  assert.equal(await other.ended(), 1);
  assert.equal(
    other.output(),
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program uses this port. Choose another one with PORT, SANDBOX_PORT, ADMIN_PORT, SANDBOX_ADMIN_PORT or EMULATOR_PORT.\n`,
  );
});
