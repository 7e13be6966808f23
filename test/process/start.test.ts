// The process itself: a demo start, two at once on one database, databases that are away, ports in use.
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { DemoFile } from '../../src/demo/project.ts';
import { tollgate } from '../cli/tollgate.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';
import { freePort, startPostgres } from '../support/postgres.ts';
import { isReady, type RunningProcess, startProcess, until } from '../support/process.ts';

const cleanUps: (() => unknown)[] = [];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function start(
  variables: Record<string, string>,
  args: readonly string[] = [],
): Promise<RunningProcess> {
  const running = await startProcess(variables, args);
  cleanUps.push(() => running.kill());
  return running;
}

async function database(kind: TestDatabase['kind']): Promise<TestDatabase> {
  const made = await createDatabase(kind);
  cleanUps.push(() => made.drop());
  return made;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tollgate-process-'));
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const readDemo = ({ TOLLGATE_DATA }: Record<string, string>): Required<DemoFile> =>
  JSON.parse(readFileSync(join(TOLLGATE_DATA ?? '', 'demo.json'), 'utf8'));

/** Where the emulated Stripe sends its webhooks, live mode and test mode. */
async function webhookAddresses(emulatorUrl: string): Promise<string[]> {
  const read = async (path: string, headers = {}) =>
    (await (await fetch(emulatorUrl + path, { headers })).json()) as Record<string, unknown>;
  const { liveSecretKey, secretKey } = (await read('/control/credentials')).stripe as {
    liveSecretKey: string;
    secretKey: string;
  };
  const lists = [liveSecretKey, secretKey].map((key) =>
    read('/v1/webhook_endpoints', { authorization: `Bearer ${key}` }),
  );
  return (await Promise.all(lists)).flatMap(({ data }) =>
    (data as { url: string }[]).map(({ url }) => url),
  );
}

/** Whether anybody listens there. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

for (const kind of KINDS) {
  describe(`npm start (${kind})`, () => {
    test('is ready, writes demo.json, and the printed curl works', async () => {
      const { variables } = await database(kind);
      const emulatorPort = String(await freePort());
      const running = await start({ ...variables, EMULATOR_PORT: emulatorPort }, ['--demo']);
      await running.prints('curl -s');
      const path = join(variables.TOLLGATE_DATA as string, 'demo.json');
      const demo = JSON.parse(readFileSync(path, 'utf8'));
      assert.equal(statSync(path).mode & 0o777, 0o600);
      const world = [
        'url',
        'appid',
        'game_index',
        'service_certification_key',
        'client_id',
        'client_secret',
      ];
      assert.deepEqual(Object.keys(demo.production).sort(), world.sort());
      assert.deepEqual(Object.keys(demo.sandbox).sort(), world.sort());
      assert.deepEqual(Object.keys(demo.console).sort(), ['email', 'password', 'url']);
      assert.equal(new URL(demo.emulator.url).port, emulatorPort);
      assert.match(demo.admin_token, /^\S{32,}$/);

      const body = /-d '(\{.*\})'/.exec(running.output())?.[1] as string;
      const url = /curl -s (\S+)/.exec(running.output())?.[1] as string;
      const answer = await fetch(url, { method: 'POST', headers: { ISCRYPT: '0' }, body });
      assert.deepEqual(await answer.json(), {
        result_code: 0,
        result_msg: 'SUCCESS',
        data: { block_type_list: [], temp_type_list: [] },
      });
      assert.equal(await running.stop(), 0);

      const again = await start(
        {
          ...variables,
          EMULATOR_PORT: emulatorPort,
          PORT: new URL(demo.production.url).port,
          SANDBOX_PORT: new URL(demo.sandbox.url).port,
        },
        ['--demo'],
      );
      await again.prints('curl -s');
      assert.deepEqual(
        JSON.parse(readFileSync(path, 'utf8')),
        demo,
        'a second start changes nothing',
      );
      assert.equal(await again.stop(), 0);
    });

    test('on other ports: once ready, demo.json and the emulator have the new addresses, and every key is the old one', async () => {
      const { variables } = await database(kind);
      const first = await start({ ...variables, EMULATOR_PORT: String(await freePort()) }, [
        '--demo',
      ]);
      await first.prints('curl -s');
      const before = readDemo(variables);
      assert.equal(await first.stop(), 0);

      const emulatorPort = String(await freePort());
      const moved = await start({ ...variables, EMULATOR_PORT: emulatorPort }, ['--demo']);
      await moved.ready();
      const here = (url: string) => url.replace('127.0.0.1', 'localhost');
      const [production, sandbox] = [here(moved.url), here(moved.sandboxUrl)];
      assert.deepEqual(readDemo(variables), {
        production: { ...before.production, url: production },
        sandbox: { ...before.sandbox, url: sandbox },
        emulator: { url: `http://localhost:${emulatorPort}` },
        console: { ...before.console, url: `${production}/console` },
        admin_token: before.admin_token,
      });
      assert.deepEqual(await webhookAddresses(`http://127.0.0.1:${emulatorPort}`), [
        `${production}/market/v1/pg/stripe/com.tollgate.demo`,
        `${sandbox}/market/v1/pg/stripe/com.tollgate.demo`,
      ]);
      assert.equal(await moved.stop(), 0);
    });
  });
}

const listeners = (host: string, ports: readonly (string | number)[]): Promise<boolean[]> =>
  Promise.all(ports.map((port) => answers(`http://${host}:${port}`)));

test('npm start answers this machine alone; HOST opens it, and a line says so', async () => {
  const demo = async (HOST: string) => {
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const [PORT, SANDBOX_PORT, EMULATOR_PORT] = ports.map(String) as [string, string, string];
    const variables = { TOLLGATE_DATA: folder(), HOST, PORT, SANDBOX_PORT, EMULATOR_PORT };
    const running = await start(variables, ['--demo']);
    await running.prints('curl -s');
    return { running, ports };
  };
  const alone = await demo('');
  assert.deepEqual(await listeners('127.0.0.1', alone.ports), [true, true, true]);
  // Another address of this machine, as far as listeners are concerned.
  assert.deepEqual(await listeners('127.0.0.2', alone.ports), [false, false, false]);
  assert.doesNotMatch(alone.running.output(), /Warning/);
  assert.equal(await alone.running.stop(), 0);

  const open = await demo('0.0.0.0');
  assert.match(open.running.output(), /^ {2}Warning: HOST is 0\.0\.0\.0, /m);
  assert.equal(await open.running.stop(), 0);
});

test('a HOST that is not of this machine stops the start with one line', async () => {
  const variables = { TOLLGATE_DATA: folder(), HOST: '203.0.113.1', LOG_LEVEL: 'silent' };
  const running = await start(variables);
  const { port } = new URL(running.url);
  assert.equal(await running.ended(), 1);
  assert.equal(
    running.output(),
    `listen EADDRNOTAVAIL: address not available 203.0.113.1:${port}: set HOST to an address of this machine.\n`,
  );
});

for (const kind of KINDS) {
  test(`the service and the command line take their secrets from files (${kind})`, async () => {
    const { variables } = await database(kind);
    const secrets = folder();
    const file = (name: string, content: string): string => {
      writeFileSync(join(secrets, name), `${content}\n`);
      return join(secrets, name);
    };
    const { DATABASE_URL, ...rest } = variables;
    const fromFiles = {
      ...rest,
      TOLLGATE_MASTER_KEY_FILE: file('key', Buffer.alloc(32, 9).toString('base64')),
      TOLLGATE_ADMIN_TOKEN_FILE: file('token', 'an-admin-token-of-32-characters-'),
      ...(DATABASE_URL && { DATABASE_URL_FILE: file('database', DATABASE_URL) }),
    };
    const running = await start({ ...fromFiles, TOLLGATE_MASTER_KEY: '' });
    await running.ready();
    const headers = { authorization: 'Bearer an-admin-token-of-32-characters-' };
    assert.equal((await fetch(`${running.url}/admin/v1/projects`, { headers })).status, 200);
    const { stdout } = await tollgate(fromFiles, ['doctor']);
    assert.match(stdout, /^ok {4}production: The master key matches the data\.$/m);
    assert.equal(await running.stop(), 0);
  });
}

test('a data folder and its files that the start creates are for their owner alone', async () => {
  const data = join(folder(), 'data');
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  const first = await start({ TOLLGATE_DATA: data, EMULATOR_PORT: String(await freePort()) }, [
    '--demo',
  ]);
  await first.prints('curl -s');
  assert.equal(mode(data), '700');
  const files = readdirSync(data);
  assert.deepEqual(
    files.filter((name) => mode(join(data, name)) !== '600'),
    [],
  );
  assert.ok(files.includes('production.sqlite') && files.includes('sandbox.sqlite-wal'));
  assert.equal(await first.stop(), 0);

  chmodSync(data, 0o750);
  chmodSync(join(data, 'production.sqlite'), 0o640);
  const again = await start({ TOLLGATE_DATA: data });
  await again.ready();
  const kept = [mode(data), mode(join(data, 'production.sqlite'))];
  assert.deepEqual(kept, ['750', '640'], 'what somebody has chosen stays');
  assert.equal(await again.stop(), 0);
});

test('a variable that looks like a setting and is none is named in the log', async () => {
  const running = await start({ TOLLGATE_DATA: folder(), TOLLGATE_MASTERKEY: 'x' });
  await running.prints('TOLLGATE_MASTERKEY is not a setting of Tollgate; check the spelling.');
  assert.equal(await running.stop(), 0);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`npm that gets ${signal} ends the service and its emulator`, async () => {
    const data = folder();
    const emulatorPort = String(await freePort());
    const variables = { TOLLGATE_DATA: data, HOME: data, EMULATOR_PORT: emulatorPort };
    const npm = await startProcess(variables, [], ['npm', 'start']);
    cleanUps.push(() => npm.kill());
    await npm.prints('curl -s');
    const urls = [npm.url, npm.sandboxUrl, `http://127.0.0.1:${emulatorPort}`];
    assert.deepEqual(await Promise.all(urls.map(answers)), [true, true, true]);
    await npm.stop(signal);
    await until(async () => !(await Promise.all(urls.map(answers))).includes(true));
  });
}

test('two processes that start at the same moment on an empty PostgreSQL are both ready', async () => {
  const server = await startPostgres();
  cleanUps.push(() => server.stop());
  const both = await Promise.all([
    start({ TOLLGATE_DATA: folder(), DATABASE_URL: server.url }),
    start({ TOLLGATE_DATA: folder(), DATABASE_URL: server.url }),
  ]);
  await Promise.all(both.map((each) => each.ready()));
  assert.deepEqual(await Promise.all(both.map((each) => each.stop())), [0, 0]);
});

test('a PostgreSQL that is down at the start or goes away: not ready, one clear line, then ready again', async () => {
  const server = await startPostgres();
  cleanUps.push(() => server.stop());
  await server.halt();
  const running = await start({ TOLLGATE_DATA: folder(), DATABASE_URL: server.url });
  await running.prints('cannot use the database');
  assert.equal(await isReady(running.url), false);
  assert.equal((await fetch(`${running.url}/health/live`)).status, 200);

  await server.resume();
  await running.ready();

  await server.halt();
  await until(async () => !(await isReady(running.url)));
  const call = () =>
    fetch(`${running.url}/game/block/type/get`, {
      method: 'POST',
      body: JSON.stringify({ appid: 'some-app', service_certification_key: 'x' }),
    });
  const during = await call();
  assert.equal(during.status, 500);
  assert.deepEqual(await during.json(), { result_code: 5000, result_msg: 'INTERNAL_ERROR' });

  await server.resume();
  await running.ready();
  assert.deepEqual(await (await call()).json(), { result_code: 6000, result_msg: 'INVALID_APPID' });
  assert.equal(await running.stop(), 0);
});

test('a damaged SQLite file: not ready and one clear line; ready by itself once it is replaced', async () => {
  const data = folder();
  const file = join(data, 'production.sqlite');
  writeFileSync(file, 'this is no database, whatever its name says'.repeat(100));
  const running = await start({ TOLLGATE_DATA: data });
  await running.prints('cannot use the database');
  assert.equal(await isReady(running.url), false);
  assert.equal(running.output().match(/cannot use the database/g)?.length, 1);
  rmSync(file);
  await running.ready();
  assert.equal(await running.stop(), 0);
});

test('a port in use stops the start with one line, be it the service or the emulator that wants it', async () => {
  const data = folder();
  const one = await start({ TOLLGATE_DATA: data });
  await one.ready();
  const { port } = new URL(one.url);
  const variables = { TOLLGATE_DATA: folder(), LOG_LEVEL: 'silent' };
  const other = await start({ ...variables, PORT: port });
  const isTold = (about: string) =>
    `${about}listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program uses this port. Choose another one with PORT, SANDBOX_PORT, ADMIN_PORT, SANDBOX_ADMIN_PORT or EMULATOR_PORT.\n`;
  assert.equal(await other.ended(), 1);
  assert.equal(other.output(), isTold(''));
  const demo = await start({ ...variables, EMULATOR_PORT: port }, ['--demo']);
  assert.equal(await demo.ended(), 1);
  assert.equal(demo.output(), isTold('The market emulator did not start: '));
  assert.equal(await one.stop(), 0);
});

test('another master key than that of the first start is refused', async () => {
  const data = folder();
  const one = await start({ TOLLGATE_DATA: data });
  await one.ready();
  await one.stop();
  const other = await start({
    TOLLGATE_DATA: data,
    TOLLGATE_MASTER_KEY: Buffer.alloc(32, 8).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  assert.equal(await other.ended(), 1);
  assert.equal(
    other.output(),
    'TOLLGATE_MASTER_KEY is not the key that encrypted the stored credentials. Use that key, or add it to TOLLGATE_MASTER_KEY_PREVIOUS.\n',
  );
});
