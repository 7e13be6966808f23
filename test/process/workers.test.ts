// `serve --workers`: several processes behind one listener, on PostgreSQL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { isReady, type RunningProcess, startProcess, until } from '../support/process.ts';
import { expectGentleStop } from './gentle-stop.ts';

const TOKEN = 'an-admin-token-of-32-characters-';

let database: TestDatabase;
let running: RunningProcess;
before(async () => {
  database = await createDatabase('postgres');
  running = await startProcess(
    { ...database.variables, TOLLGATE_ADMIN_TOKEN: TOKEN, SANDBOX_PORT: 'off' },
    ['--workers', '2'],
  );
});
after(async () => {
  await running.kill();
  await database.drop();
});

const metrics = async (): Promise<string> => (await fetch(`${running.url}/metrics`)).text();

/** The workers that the metrics tell of. */
const workers = async (): Promise<string[]> => [
  ...new Set([...(await metrics()).matchAll(/worker="(\d+)"/g)].map(([, id]) => id as string)),
];

/** Requests of this operation over all workers. */
const requests = async (operation: string): Promise<number> =>
  [...(await metrics()).matchAll(/^tollgate_requests_total\{(.*)\} (\d+)$/gm)]
    .filter(([, labels]) => labels?.includes(`operation="${operation}"`))
    .reduce((sum, [, , count]) => sum + Number(count), 0);

const pids = (): number[] =>
  running
    .output()
    .split('\n')
    .filter((line) => line.includes('"ready"'))
    .map((line) => (JSON.parse(line) as { pid: number }).pid);

test('two workers serve, and the metrics of either tell of both', async () => {
  await until(async () => pids().length === 2);
  assert.deepEqual((await workers()).sort(), ['1', '2']);
  const before = await requests('admin');
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      fetch(`${running.url}/admin/v1/projects`, { headers: { authorization: `Bearer ${TOKEN}` } }),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal((await requests('admin')) - before, 40);
});

test('a worker that is killed is replaced, and the other one serves meanwhile', async () => {
  process.kill(pids()[0] as number, 'SIGKILL');
  await running.prints('a worker has ended; another one takes its place');
  await until(() => isReady(running.url));
  await until(async () => pids().length === 3);
  assert.deepEqual((await workers()).sort(), ['2', '3']);
});

test('SIGTERM: 64 callers lose no answer, open connections are not ready, a request that has begun is answered, and all workers end', async () => {
  const [, second, third] = pids();
  await expectGentleStop(running, 2);
  for (const pid of [second, third]) {
    assert.throws(() => process.kill(pid as number, 0), { code: 'ESRCH' });
  }
});

test('what is wrong at the start is said once, and ends it', async () => {
  const { port } = new URL(running.url);
  const first = createServer().listen(Number(port), '127.0.0.1');
  await once(first, 'listening');
  const second = await startProcess(
    { ...database.variables, PORT: port, SANDBOX_PORT: 'off', LOG_LEVEL: 'silent' },
    ['--workers', '2'],
  );
  assert.equal(await second.ended(), 1);
  assert.equal(second.output().match(/another program uses this port/g)?.length, 1);
  first.close();
});

test('several workers need PostgreSQL', async () => {
  const { DATABASE_URL: _, ...sqlite } = database.variables;
  const refused = await startProcess({ ...sqlite, TOLLGATE_WORKERS: '2' });
  assert.equal(await refused.ended(), 1);
  assert.equal(
    refused.output(),
    'TOLLGATE_WORKERS is above 1 and DATABASE_URL is not set; several processes need PostgreSQL\n',
  );
});
