// SIGTERM of one process; test/process/workers.test.ts has that of several.
import { after, test } from 'node:test';
import { createMigrated, type TestDatabase } from '../support/databases.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import { expectGentleStop } from './gentle-stop.ts';

let database: TestDatabase;
let running: RunningProcess | undefined;
after(async () => {
  await running?.kill();
  await database?.drop();
});

test('SIGTERM: 64 callers lose no answer, open connections are not ready, a request that has begun is answered', async () => {
  database = await createMigrated('sqlite');
  running = await startProcess({ ...database.variables, SANDBOX_PORT: 'off' });
  await running.ready();
  await expectGentleStop(running, 1);
});
