// The process itself: a first start and `npm start`, two at once on one database, databases that are away, ports in use.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Config } from '../../src/config.ts';
import type { DemoFile } from '../../src/demo/project.ts';
import { CannotStart } from '../../src/start/cannot-start.ts';
import { ensureDataFolder } from '../../src/start/environments.ts';
import { tollgate } from '../cli/tollgate.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';
import { dataFolder } from '../support/memory.ts';
import { freePort, type PostgresServer, startPostgres } from '../support/postgres.ts';
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
  const path = dataFolder();
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

/** The first start of a demo with an empty data folder; Ctrl-C has ended it. Later starts take its data. */
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
  assert.equal(await running.stop('SIGINT'), 0);
  assert.deepEqual(await listeners('127.0.0.1', ports), [false, false, false]);
  return first;
}

const firsts = new Map<TestDatabase['kind'], Promise<FirstDemo>>();

function firstDemo(kind: TestDatabase['kind']): Promise<FirstDemo> {
  const first = firsts.get(kind) ?? database(kind).then((made) => startFirst(made.variables));
  firsts.set(kind, first);
  return first;
}

/** What a first start writes does not depend on the database: test/demo proves it on both. */
const firstKinds = process.env.TEST_DATABASES === 'both' ? KINDS : (['sqlite'] as const);

for (const kind of firstKinds) {
  test(`a first start is ready, writes demo.json, and the printed curl works (${kind})`, async () => {
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
  });
}

function listeners(host: string, ports: readonly (string | number)[]): Promise<boolean[]> {
  return Promise.all(ports.map((port) => answers(`http://${host}:${port}`)));
}

test('a first start answers this machine alone, and its files are for their owner alone', async () => {
  const { answers, output, modes } = await firstDemo('sqlite');
  assert.deepEqual(answers, { own: [true, true, true], other: [false, false, false] });
  assert.doesNotMatch(output, /Warning/);
  const { '.': own, ...files } = modes;
  assert.equal(own, '700');
  assert.deepEqual(
    Object.entries(files).filter(([, each]) => each !== '600'),
    [],
  );
  assert.ok('production.sqlite' in files && 'sandbox.sqlite-wal' in files);
});

describe('npm start with the data of before, on other ports and an open HOST', () => {
  let first: FirstDemo;
  let npm: RunningProcess;
  let emulatorUrl: string;
  before(async () => {
    first = await firstDemo('sqlite');
    const { PORT, SANDBOX_PORT, ...same } = first.variables;
    const { TOLLGATE_DATA = '' } = same;
    chmodSync(TOLLGATE_DATA, 0o750);
    chmodSync(join(TOLLGATE_DATA, 'production.sqlite'), 0o640);
    const emulatorPort = String(await freePort());
    emulatorUrl = `http://127.0.0.1:${emulatorPort}`;
    const variables = { ...same, EMULATOR_PORT: emulatorPort, HOST: '0.0.0.0', HOME: folder() };
    npm = await startProcess(variables, [], ['npm', 'start']);
    cleanUps.push(() => npm.kill());
    await npm.ready();
  });

  test('once ready, demo.json and the emulator have the new addresses, and every key is the old one', async () => {
    const { variables, demo } = first;
    const here = (url: string) => url.replace('127.0.0.1', 'localhost');
    const [production, sandbox] = [here(npm.url), here(npm.sandboxUrl)];
    assert.deepEqual(readDemo(variables), {
      production: { ...demo.production, url: production },
      sandbox: { ...demo.sandbox, url: sandbox },
      emulator: { url: here(emulatorUrl) },
      console: { ...demo.console, url: `${production}/console` },
      admin_token: demo.admin_token,
    });
    assert.deepEqual(await webhookAddresses(emulatorUrl), [
      `${production}/market/v1/pg/stripe/com.tollgate.demo`,
      `${sandbox}/market/v1/pg/stripe/com.tollgate.demo`,
    ]);
  });

  test('a line says that HOST opens it', async () => {
    await npm.prints('curl -s');
    assert.match(npm.output(), /^ {2}Warning: HOST is 0\.0\.0\.0, /m);
  });

  test('permissions that somebody has chosen stay', () => {
    const { TOLLGATE_DATA = '' } = first.variables;
    const kept = [TOLLGATE_DATA, join(TOLLGATE_DATA, 'production.sqlite')].map(mode);
    assert.deepEqual(kept, ['750', '640']);
  });

  test('npm that gets SIGTERM ends the service and its emulator', async () => {
    const urls = [npm.url, npm.sandboxUrl, emulatorUrl];
    assert.deepEqual(await Promise.all(urls.map(answers)), [true, true, true]);
    await npm.stop();
    await until(async () => !(await Promise.all(urls.map(answers))).includes(true));
  });
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

describe('a data folder that cannot be', () => {
  const sentence = (path: string, reason: string) =>
    `TOLLGATE_DATA is ${path}, but ${reason}. Set it to a folder that Tollgate can write.`;
  for (const [what, path, reason] of [
    ['a file', '/etc/passwd', /^it is a file$/],
    ['below a file', '/etc/passwd/data', /^\/etc\/passwd is a file$/],
    ['below /proc', '/proc/tollgate/data', /^\/proc\/tollgate cannot be created/],
  ] as const) {
    test(`${what}: a sentence says why`, () => {
      const config = { TOLLGATE_DATA: path } as Config;
      assert.throws(
        () => ensureDataFolder(config),
        (error) => {
          assert.ok(error instanceof CannotStart);
          const [, found = ''] = / but (.*)\. Set it/.exec(error.message) ?? [];
          assert.match(found, reason);
          assert.equal(error.message, sentence(path, found));
          return true;
        },
      );
    });
  }

  test('one that cannot be written: one line, and the process ends', async () => {
    const variables = { TOLLGATE_DATA: '/proc', TOLLGATE_MASTER_KEY: '' };
    const running = await start(variables, ['--demo']);
    assert.equal(await running.ended(), 1);
    const [line = '', ...rest] = running.output().split('\n');
    const reason = 'but /proc/master.key cannot be written';
    assert.ok(line.startsWith(`TOLLGATE_DATA is /proc, ${reason}`), running.output());
    assert.match(line, /Set it to a folder that Tollgate can write\.$/);
    assert.deepEqual(rest, ['']);
  });

  test('the command line says the same', async () => {
    const { code, stderr } = await tollgate({ TOLLGATE_DATA: '/etc/passwd' }, ['migrate']);
    assert.deepEqual(
      [code, stderr],
      [
        1,
        'error: TOLLGATE_DATA is /etc/passwd, but it is a file. Set it to a folder that Tollgate can write. Nothing was changed.\n',
      ],
    );
  });
});

describe('a PostgreSQL of its own', () => {
  let server: PostgresServer;
  /** Started while it is down. The first one takes its secrets from files. */
  let both: readonly [RunningProcess, RunningProcess];
  let fromFiles: Record<string, string>;
  before(async () => {
    server = await startPostgres();
    cleanUps.push(() => server.stop());
    const secrets = folder();
    const file = (name: string, content: string): string => {
      writeFileSync(join(secrets, name), `${content}\n`);
      return join(secrets, name);
    };
    fromFiles = {
      TOLLGATE_DATA: folder(),
      TOLLGATE_MASTER_KEY_FILE: file('key', Buffer.alloc(32, 7).toString('base64')),
      TOLLGATE_ADMIN_TOKEN_FILE: file('token', 'an-admin-token-of-32-characters-'),
      DATABASE_URL_FILE: file('database', server.url),
    };
    await server.halt();
    const misspelled = { TOLLGATE_MASTER_KEY: '', TOLLGATE_MASTERKEY: 'x' };
    both = await Promise.all([
      start({ ...fromFiles, ...misspelled, SANDBOX_PORT: 'off' }),
      start({ DATABASE_URL: server.url, TOLLGATE_DATA: folder(), SANDBOX_PORT: 'off' }),
    ]);
  });
  after(async () => {
    assert.deepEqual(await Promise.all(both.map((each) => each.stop())), [0, 0]);
  });

  test('two processes start while their PostgreSQL, which is empty, is down: not ready, one clear line, then both ready; and again when it goes away', async () => {
    const areReady = () => Promise.all(both.map(({ url }) => isReady(url)));
    await Promise.all(both.map((each) => each.prints('cannot use the database')));
    assert.deepEqual(await areReady(), [false, false]);
    for (const { url } of both) assert.equal((await fetch(`${url}/health/live`)).status, 200);

    // Both migrate now.
    await server.resume();
    await Promise.all(both.map((each) => each.ready()));

    await server.halt();
    await until(async () => !(await areReady()).includes(true));
    const call = () =>
      fetch(`${both[0].url}/game/block/type/get`, {
        method: 'POST',
        body: JSON.stringify({ appid: 'some-app', service_certification_key: 'x' }),
      });
    const during = await call();
    assert.equal(during.status, 500);
    assert.deepEqual(await during.json(), { result_code: 5000, result_msg: 'INTERNAL_ERROR' });

    await server.resume();
    await Promise.all(both.map((each) => each.ready()));
    assert.deepEqual(await (await call()).json(), {
      result_code: 6000,
      result_msg: 'INVALID_APPID',
    });
  });

  test('the service and the command line take their secrets from files; a variable that is no setting is named', async () => {
    const [running] = both;
    await server.resume();
    await running.ready();
    await running.prints('TOLLGATE_MASTERKEY is not a setting of Tollgate.');
    const headers = { authorization: 'Bearer an-admin-token-of-32-characters-' };
    assert.equal((await fetch(`${running.url}/admin/v1/projects`, { headers })).status, 200);
    const { stdout } = await tollgate(fromFiles, ['doctor']);
    assert.match(stdout, /^ok {4}production: The master key matches the data\.$/m);
  });
});

test('a damaged SQLite file: not ready and one clear line; ready by itself once it is replaced', async () => {
  const data = folder();
  const file = join(data, 'production.sqlite');
  writeFileSync(file, 'this is no database, whatever its name says'.repeat(100));
  const running = await start({ TOLLGATE_DATA: data, SANDBOX_PORT: 'off' });
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
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'silent',
  });
  assert.equal(await other.ended(), 1);
  assert.equal(
    other.output(),
    'TOLLGATE_MASTER_KEY is not the key that encrypted the stored credentials. Use that key, or add it to TOLLGATE_MASTER_KEY_PREVIOUS.\n',
  );
});
