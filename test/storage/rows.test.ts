// Constant statements on both databases: many rows in one, exact 64-bit ids, lists in one parameter.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { among, insertRows, query } from '../../src/storage/rows.ts';
import type { RestrictedPlayerTable } from '../../src/storage/schema.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';

const LARGEST = 9_223_372_036_854_775_807n;

const player = (player_id: number | bigint, more = {}): RestrictedPlayerTable => ({
  game_index: 1,
  appid: 'app',
  player_id,
  scope: 'login',
  status: 'P',
  block_type: 1,
  start_date: 'it\'s "quoted" \\ 한국어 🚫',
  end_date: 'x',
  starts_at: 1,
  ends_at: null,
  changed_at: 1,
  actor_kind: null,
  actor: null,
  since_seq: 0,
  appealed: 0,
  with_devices: 0,
  ...more,
});

for (const kind of KINDS) {
  describe(`rows (${kind})`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await createDatabase(kind);
      storage = openStorage(database.storage('production'));
      await storage.migrate();
    });
    after(async () => {
      await storage.close();
      await database.drop();
    });

    const stored = (appid = 'app') =>
      query<RestrictedPlayerTable>(
        storage.db,
        'select * from restricted_player where appid = ? order by player_id',
        [appid],
      );

    test('rows come back as they were put in, ids to the last digit', async () => {
      const rows = [
        player(1),
        player(9_007_199_254_740_991, { status: 'B', ends_at: 5 }),
        player(9_007_199_254_740_993n),
        player(LARGEST),
      ];
      await insertRows(storage.db, 'restricted_player', rows);
      assert.deepEqual([...(await stored())], rows);
    });

    test('none are no statement at all', async () => {
      await insertRows(storage.db, 'restricted_player', []);
      assert.equal((await stored('nobody')).length, 0);
    });

    test('one row that is refused refuses all of them', async () => {
      const rows = [player(1, { appid: 'atomic' }), player(0, { appid: 'atomic' })];
      await assert.rejects(
        storage.db.transaction().execute((tx) => insertRows(tx, 'restricted_player', rows)),
      );
      assert.deepEqual(await stored('atomic'), []);
    });

    test('a conflict replaces where the statement says so', async () => {
      const first = player(5, { appid: 'conflict' });
      const second = { ...first, block_type: 9 };
      await insertRows(storage.db, 'restricted_player', [first]);
      await assert.rejects(insertRows(storage.db, 'restricted_player', [second]));
      await insertRows(
        storage.db,
        'restricted_player',
        [second],
        'on conflict (game_index, appid, player_id, scope) do update set block_type = excluded.block_type',
      );
      assert.deepEqual([...(await stored('conflict'))], [second]);
    });

    test('a list of ids or texts is one parameter, also an empty one and a long one', async () => {
      const find = async (column: string, values: readonly (string | bigint)[]) => {
        const rows = await storage.db
          .selectFrom('restricted_player')
          .select('player_id')
          .where('appid', '=', 'app')
          .where(among(storage.db, column, values))
          .orderBy('player_id')
          .execute();
        return rows.map((row) => row.player_id);
      };
      assert.deepEqual(await find('player_id', [LARGEST, 9_007_199_254_740_992n, 1n]), [
        1,
        LARGEST,
      ]);
      assert.deepEqual(await find('player_id', []), []);
      const many = Array.from({ length: 70_000 }, (_, index) => BigInt(index + 1));
      assert.deepEqual(await find('player_id', many), [1]);
      assert.equal((await find('appid', ['app', "o'hara"])).length, 4);
    });
  });
}
