// Statistics of tables that have just got their first rows, so that PostgreSQL looks them up by the right index.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { insertRows } from '../../src/storage/rows.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { until } from '../support/process.ts';

let database: TestDatabase;
let storage: Storage;
before(async () => {
  database = await createDatabase('postgres');
  storage = openStorage(database.storage('production'));
  await storage.migrate();
});
after(async () => {
  await storage.close();
  await database.drop();
});

async function analyzed(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_stat_user_tables
    where schemaname = 'production' and last_analyze is not null`.execute(storage.db);
  return rows.map((row) => row.table);
}

test('a table with its first rows is analysed before the server looks by itself', async (t) => {
  if (storage.isDistributed()) return t.skip('a cluster keeps its statistics on its nodes');
  assert.deepEqual(await analyzed(), []);
  // Where the server comes first, there is nothing left to do.
  await sql`alter table restricted_player set (autovacuum_enabled = false)`.execute(storage.db);
  const players = Array.from({ length: 2_000 }, (_, index) => ({
    game_index: 1,
    appid: 'app',
    player_id: index + 1,
    scope: 'login',
    status: 'B' as const,
    block_type: 1,
    start_date: '',
    end_date: '',
    starts_at: 1,
    ends_at: 5,
    changed_at: 1,
    actor_kind: null,
    actor: null,
    since_seq: 0,
    appealed: 0 as const,
    with_devices: 0 as const,
  }));
  await storage.db.transaction().execute((tx) => insertRows(tx, 'restricted_player', players));
  await until(async () => (await analyzed()).length > 0);
  assert.deepEqual(await analyzed(), ['restricted_player']);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select status from restricted_player
    where game_index = 1 and appid = 'app' and player_id = 7`.execute(storage.db);
  assert.match(
    rows[0]?.['QUERY PLAN'] ?? '',
    /^Index Scan using restricted_player(_\d+)?_pkey on /,
  );
});
