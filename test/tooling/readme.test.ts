// The first five minutes of README.md, beside `npm start` of this checkout.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import { firstFiveMinutes } from '../support/readme.ts';

let database: TestDatabase;
let running: RunningProcess;
let folder: string;

before(async () => {
  database = await createDatabase('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'tollgate-readme-'));
  symlinkSync(database.variables.TOLLGATE_DATA ?? '', join(folder, 'data'));
  const variables = { ...database.variables, EMULATOR_PORT: String(await freePort()) };
  running = await startProcess(variables, ['--demo']);
  await running.prints('Tollgate is running.');
});
after(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

test('the first five minutes: a type, a ban, and a purchase that is verified once', () =>
  firstFiveMinutes(folder));
