// A database that cannot be written: changes fail as a whole, reads work, readiness says why, and all of it ends by itself.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { isConnectionLost, whyUnavailable } from '../../src/storage/failure.ts';
import { SqliteFile } from '../../src/storage/sqlite/file.ts';
import { type DatabaseNews, openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';
import { startPostgres } from '../support/postgres.ts';
import { until } from '../support/process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const NOBODY = 65_534;

const set = ({ db }: Storage, name: string, value: string) =>
  db.insertInto('setting').values({ name, value }).execute();

const names = async ({ db }: Storage) =>
  (await db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name);

/** What readiness says. */
const state = (storage: Storage): Promise<string> =>
  storage.check().then(
    () => 'ready',
    (error: unknown) => whyUnavailable(error),
  );

const FULL = 'The disk of the database is full.';
const READ_ONLY = 'The database is read-only.';

test('a SQLite file on a full disk loses nothing, is not ready, and ends it by itself', async (t) => {
  const disk = mountSmallDisk(16);
  if (!disk) return t.skip('only root can mount a small disk');
  const news: DatabaseNews[] = [];
  const path = join(disk.folder, 'production.sqlite');
  const storage = openStorage({ kind: 'sqlite', path }, (each) => news.push(each));
  try {
    await storage.migrate();
    const value = 'x'.repeat(1_000_000);
    await set(storage, 'before', value);
    await disk.fill();
    assert.equal(await state(storage), 'ready', 'nothing has failed yet');
    await assert.rejects(set(storage, 'during', value), (error) => isConnectionLost(error));
    assert.deepEqual([await state(storage), storage.isWritable()], [FULL, false]);
    assert.deepEqual(await names(storage), ['before']);
    disk.free();
    // Nobody writes: the service finds out by itself.
    await until(async () => (await state(storage)) === 'ready');
    assert.equal(storage.isWritable(), true);
    await set(storage, 'after', value);
    assert.deepEqual(await names(storage), ['after', 'before']);
    assert.deepEqual(news, [
      { kind: 'unwritable', reason: 'database or disk is full' },
      { kind: 'writable' },
    ]);
  } finally {
    await storage.close();
    disk.unmount();
  }
});

test('a SQLite file that becomes writable is written again', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-read-only-'));
  const path = join(folder, 'production.sqlite');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const statement = (text: string) => ({ sql: text, parameters: [] });
  const owner = new SqliteFile(path, 1);
  owner.ask(statement('create table one (two integer)'));
  owner.close();
  chmodSync(folder, 0o777);
  chmodSync(path, 0o444);
  const isRoot = process.getuid?.() === 0;
  // Root may write everything; without a wait in between, nothing else of this process runs as somebody else.
  if (isRoot) process.seteuid?.(NOBODY);
  const results: unknown[] = [];
  try {
    const file = new SqliteFile(path, 1);
    const ask = (text: string): void => {
      const result = file.ask(statement(text));
      results.push('failure' in result ? whyUnavailable(result.failure) : 'done');
    };
    const transaction = ['begin immediate', 'insert into one values (1)', 'commit', 'rollback'];
    ask('select * from one');
    ask('insert into one values (1)');
    for (const each of transaction) ask(each);
    if (isRoot) process.seteuid?.(0);
    // Companion files have the mode of the file.
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
    if (isRoot) process.seteuid?.(NOBODY);
    ask('insert into one values (1)');
    for (const each of transaction.slice(0, 3)) ask(each);
    file.close();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  assert.deepEqual(results, [
    ...['done', READ_ONLY],
    ...['done', READ_ONLY, READ_ONLY, 'done'],
    ...['done', 'done', 'done', 'done'],
  ]);
});

const hasPostgres = KINDS.includes('postgres');

test('a PostgreSQL server on a full disk is not ready, and is ready again by itself', async (t) => {
  const disk = hasPostgres ? mountSmallDisk(400) : undefined;
  if (!disk) return t.skip('only root can mount a small disk');
  const server = await startPostgres({ place: disk.folder });
  const { url } = server;
  const storage = openStorage({ kind: 'postgres', url, schema: 'production', poolSize: 2 });
  try {
    await storage.migrate();
    await disk.fill();
    const value = 'x'.repeat(100);
    const grow = sql`insert into setting (name, value)
      select md5(random()::text), ${value} from generate_series(1, 20000)`;
    await assert.rejects(grow.execute(storage.db), (error) => isConnectionLost(error));
    assert.equal(await state(storage), FULL);
    disk.free();
    await until(async () => (await state(storage)) === 'ready');
  } finally {
    await storage.close();
    await server.stop();
    disk.unmount();
  }
});

describe('a PostgreSQL database that is read-only', { skip: !hasPostgres }, () => {
  let database: TestDatabase;
  let storage: Storage;
  before(async () => {
    database = await createDatabase('postgres');
    storage = openStorage(database.storage('production'));
  });
  after(async () => {
    await storage.close();
    await database.drop();
  });

  test('is not ready, and is ready again by itself', async () => {
    const client = new pg.Client({ connectionString: database.variables.DATABASE_URL as string });
    await client.connect();
    const { rows } = await client.query('select current_database() as name');
    const alter = `alter database ${rows[0].name}`;
    assert.equal(await state(storage), 'ready');
    await client.query(`${alter} set default_transaction_read_only = on`);
    // Only new sessions begin with the setting.
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await until(async () => (await state(storage)) === READ_ONLY);
    await client.query(`${alter} reset default_transaction_read_only`);
    // Its sessions began read-only, and are replaced.
    await until(async () => (await state(storage)) === 'ready');
    await set(storage, 'after', '');
    await client.end();
  });
});
