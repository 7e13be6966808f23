// The process itself: a demo start, two at once on one database, databases that are away, ports in use.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
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

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

interface FirstDemo {
  readonly variables: Record<string, string>;
  readonly demo: Required<DemoFile>;
  readonly output: string;
  readonly answer: unknown;
  /** Of the folder, and of what is in it. */
  readonly modes: Record<string, string>;
  /** Whether the service, its sandbox and the emulator answer at an address of this machine. */
  readonly answers: { readonly own: boolean[]; readonly other: boolean[] };
}

/** The first start of a demo with an empty data folder; it has ended. Later starts take its data. */
async function startFirst(given: Record<string, string>): Promise<FirstDemo> {
  const data = join(folder(), 'data');
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const [PORT, SANDBOX_PORT, EMULATOR_PORT] = ports.map(String) as [string, string, string];
  const variables = { ...given, TOLLGATE_DATA: data, PORT, SANDBOX_PORT, EMULATOR_PORT };
  const running = await start({ ...variables, HOST: '' }, ['--demo']);
  await running.prints('curl -s');
  const output = running.output();
  const body = /-d '(\{.*\})'/.exec(output)?.[1] as string;
  const url = /curl -s (\S+)/.exec(output)?.[1] as string;
  const answer = await fetch(url, { method: 'POST', headers: { ISCRYPT: '0' }, body });
  const files = ['.', ...readdirSync(data)].map((name) => [name, mode(join(data, name))]);
  const first = {
    variables,
    demo: readDemo(variables),
    output,
    answer: await answer.json(),
    modes: Object.fromEntries(files),
    answers: {
      own: await listeners('127.0.0.1', ports),
      // Another address of this machine, as far as listeners are concerned.
      other: await listeners('127.0.0.2', ports),
    },
  };
  assert.equal(await running.stop(), 0);
  return first;
}

const firsts = new Map<TestDatabase['kind'], Promise<FirstDemo>>();

function firstDemo(kind: TestDatabase['kind']): Promise<FirstDemo> {
  const first = firsts.get(kind) ?? database(kind).then((made) => startFirst(made.variables));
  firsts.set(kind, first);
  return first;
}

for (const kind of KINDS) {
  describe(`npm start (${kind})`, () => {
    test('is ready, writes demo.json, and the printed curl works', async () => {
      const { variables, demo, answer, modes } = await firstDemo(kind);
      assert.equal(modes['demo.json'], '600');
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
      assert.equal(new URL(demo.emulator.url).port, variables.EMULATOR_PORT);
      assert.match(demo.admin_token, /^\S{32,}$/);
      assert.deepEqual(answer, {
        result_code: 0,
        result_msg: 'SUCCESS',
        data: { block_type_list: [], temp_type_list: [] },
      });

      const again = await start(variables, ['--demo']);
      await again.prints('curl -s');
      assert.deepEqual(readDemo(variables), demo, 'a second start changes nothing');
      assert.equal(await again.stop(), 0);
    });

    test('on other ports: once ready, demo.json and the emulator have the new addresses, and every key is the old one', async () => {
      const { variables, demo } = await firstDemo(kind);
      const { PORT, SANDBOX_PORT, ...same } = variables;
      const emulatorPort = String(await freePort());
      const moved = await start({ ...same, EMULATOR_PORT: emulatorPort }, ['--demo']);
      await moved.ready();
      const here = (url: string) => url.replace('127.0.0.1', 'localhost');
      const [production, sandbox] = [here(moved.url), here(moved.sandboxUrl)];
      assert.deepEqual(readDemo(variables), {
        production: { ...demo.production, url: production },
        sandbox: { ...demo.sandbox, url: sandbox },
        emulator: { url: `http://localhost:${emulatorPort}` },
        console: { ...demo.console, url: `${production}/console` },
        admin_token: demo.admin_token,
      });
      assert.deepEqual(await webhookAddresses(`http://127.0.0.1:${emulatorPort}`), [
        `${production}/market/v1/pg/stripe/com.tollgate.demo`,
        `${sandbox}/market/v1/pg/stripe/com.tollgate.demo`,
      ]);
      assert.equal(await moved.stop(), 0);
    });
  });
}

function listeners(host: string, ports: readonly (string | number)[]): Promise<boolean[]> {
  return Promise.all(ports.map((port) => answers(`http://${host}:${port}`)));
}

test('npm start answers this machine alone; HOST opens it, and a line says so', async () => {
  const alone = await firstDemo('sqlite');
  assert.deepEqual(alone.answers, { own: [true, true, true], other: [false, false, false] });
  assert.doesNotMatch(alone.output, /Warning/);

  const open = await start({ ...alone.variables, HOST: '0.0.0.0' }, ['--demo']);
  await open.prints('curl -s');
  assert.match(open.output(), /^ {2}Warning: HOST is 0\.0\.0\.0, /m);
  assert.equal(await open.stop(), 0);
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
  const { variables, modes } = await firstDemo('sqlite');
  const { '.': own, ...files } = modes;
  assert.equal(own, '700');
  assert.deepEqual(
    Object.entries(files).filter(([, each]) => each !== '600'),
    [],
  );
  assert.ok('production.sqlite' in files && 'sandbox.sqlite-wal' in files);

  const data = variables.TOLLGATE_DATA ?? '';
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
    const { variables } = await firstDemo('sqlite');
    const emulatorPort = variables.EMULATOR_PORT;
    const npm = await startProcess({ ...variables, HOME: folder() }, [], ['npm', 'start']);
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
  const port = String(await freePort());
  const one = createServer().listen(Number(port), '127.0.0.1');
  cleanUps.push(() => one.close());
  await once(one, 'listening');
  const variables = { TOLLGATE_DATA: folder(), LOG_LEVEL: 'silent' };
  const other = await start({ ...variables, PORT: port });
  const isTold = (about: string) =>
    `${about}listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program uses this port. Choose another one with PORT, SANDBOX_PORT, ADMIN_PORT, SANDBOX_ADMIN_PORT or EMULATOR_PORT.\n`;
  assert.equal(await other.ended(), 1);
  assert.equal(other.output(), isTold(''));
  const demo = await start({ ...variables, EMULATOR_PORT: port }, ['--demo']);
  assert.equal(await demo.ended(), 1);
  assert.equal(demo.output(), isTold('The market emulator did not start: '));
});

test('another master key than that of the first start is refused', async () => {
  const { TOLLGATE_DATA = '' } = (await firstDemo('sqlite')).variables;
  const other = await start({
    TOLLGATE_DATA,
    TOLLGATE_MASTER_KEY: Buffer.alloc(32, 8).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  assert.equal(await other.ended(), 1);
  assert.equal(
    other.output(),
    'TOLLGATE_MASTER_KEY is not the key that encrypted the stored credentials. Use that key, or add it to TOLLGATE_MASTER_KEY_PREVIOUS.\n',
  );
});
