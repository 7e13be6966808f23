// The process itself: a demo start, two at once on one database, databases that are away, ports in use.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
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
  });
}

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
  await running.prints('the database cannot be used');
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
  await running.prints('the database cannot be used');
  assert.equal(await isReady(running.url), false);
  assert.equal(running.output().match(/cannot be used/g)?.length, 1);
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
    `${about}listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program uses that port; choose one with PORT, SANDBOX_PORT or EMULATOR_PORT.\n`;
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
    'TOLLGATE_MASTER_KEY is not the key that the stored credentials were encrypted with. Start with the key of the first start.\n',
  );
});
