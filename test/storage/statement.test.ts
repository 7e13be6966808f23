// Typed statements on both databases: built once, filled by each call, on a database, a transaction or a pipe.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertRows, pipe, query } from '../../src/storage/rows.ts';
import type { RestrictedPlayerTable } from '../../src/storage/schema.ts';
import { type Params, statement } from '../../src/storage/statement.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';

const LARGEST = 9_223_372_036_854_775_807n;

const player = (player_id: number | bigint, more = {}): RestrictedPlayerTable => ({
  game_index: 1,
  appid: 'app',
  player_id,
  scope: 'login',
  status: 'B',
  block_type: 1,
  start_date: "it's",
  end_date: 'x',
  starts_at: 1,
  ends_at: 5,
  changed_at: 1,
  actor_kind: null,
  actor: null,
  since_seq: 0,
  appealed: 0,
  with_devices: 0,
  ...more,
});

const PLAYERS = [player(1), player(2), player(LARGEST, { status: 'P', ends_at: null })];

let built = 0;

const findPlayers = statement((db, $: Params<{ appid: string; players: readonly bigint[] }>) => {
  built++;
  return db
    .selectFrom('restricted_player')
    .selectAll()
    .where('appid', '=', $.appid)
    .where('player_id', 'in', $.players)
    .orderBy('player_id');
});

const findEach = statement(
  (db, $: Params<{ appid: string; players: readonly bigint[]; types: readonly number[] }>) =>
    db
      .selectFrom('restricted_player')
      .select('player_id')
      .where('game_index', '=', 1)
      .where('player_id', 'in', $.players)
      .where('block_type', 'in', $.types)
      .where('appid', '=', $.appid),
  { constant: true, each: 'players' },
);

const findStarted = statement((db, $: Params<{ dates: readonly string[] }>) =>
  db
    .selectFrom('restricted_player')
    .select('player_id')
    .where('start_date', 'in', $.dates)
    .where('end_date', 'in', ['x', 'y'])
    .where('start_date', '=', "it's"),
);

const countOfTypes = statement((db, $: Params<{ types: readonly number[] }>) =>
  db
    .selectFrom('restricted_player')
    .select(({ fn }) => fn.countAll<number>().as('players'))
    .where('block_type', 'in', $.types),
);

const setEnd = statement(
  (db, $: Params<{ player: bigint; status: 'P' | 'B'; ends_at: number | null }>) =>
    db
      .updateTable('restricted_player')
      .set({
        status: $.status,
        ends_at: $.ends_at,
        changed_at: ({ eb }) => eb('changed_at', '+', 1),
      })
      .where('appid', '=', 'app')
      .where('player_id', '=', $.player),
);

const setEndReturning = statement((db, $: Params<{ ends_at: number }>) =>
  db
    .updateTable('restricted_player')
    .set({ ends_at: $.ends_at })
    .where('status', '=', 'B')
    .returning(['player_id', 'ends_at']),
);

const statuses = statement(
  (db, $: Params<{ appid: string; limit: number }>) =>
    db
      .selectFrom('restricted_player')
      .select(['player_id', 'status'])
      .where('appid', '=', $.appid)
      .orderBy('player_id')
      .limit($.limit),
  { constant: true },
);

for (const kind of KINDS) {
  describe(`statement (${kind})`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await createDatabase(kind);
      storage = openStorage(database.storage('production'));
      await storage.migrate();
      await insertRows(storage.db, 'restricted_player', PLAYERS);
    });
    after(async () => {
      await storage.close();
      await database.drop();
    });

    test('a call fills the parameters in; the builder runs once', async () => {
      const before = built;
      const { db } = storage;
      assert.deepEqual(
        [...(await findPlayers(db, { appid: 'app', players: [1n, LARGEST] }))],
        [PLAYERS[0], PLAYERS[2]],
      );
      assert.deepEqual([...(await findPlayers(db, { appid: 'app', players: [2n] }))], [PLAYERS[1]]);
      assert.deepEqual([...(await findPlayers(db, { appid: 'other', players: [2n] }))], []);
      assert.equal(built, before + 1);
    });

    test('the first row, or none', async () => {
      const { db } = storage;
      const found = await findPlayers.first(db, { appid: 'app', players: [2n, LARGEST] });
      assert.deepEqual(found, PLAYERS[1]);
      assert.equal(await findPlayers.first(db, { appid: 'app', players: [] }), undefined);
    });

    test('a list may be empty, or long', async () => {
      const many = Array.from({ length: 40_000 }, (_, index) => BigInt(index));
      const found = await findPlayers(storage.db, { appid: 'app', players: many });
      assert.deepEqual([...found], [PLAYERS[0], PLAYERS[1]]);
      assert.deepEqual([...(await findPlayers(storage.db, { appid: 'app', players: [] }))], []);
    });

    test('the items of a list may be looked up one by one, each once', async () => {
      const { db } = storage;
      const find = async (players: readonly bigint[], appid = 'app'): Promise<bigint[]> => {
        const rows = await findEach(db, { appid, players, types: [1, 2] });
        return rows.map((row) => BigInt(row.player_id)).sort();
      };
      assert.deepEqual(await find([]), []);
      assert.deepEqual(await find([2n, LARGEST, 7n, 2n]), [2n, LARGEST]);
      assert.deepEqual(await find([2n], 'other'), []);
    });

    if (kind === 'postgres') {
      test('looking up the items of a list is planned once, however short the list is', async () => {
        const plans = await storage.db.transaction().execute(async (tx) => {
          for (let call = 0; call < 20; call++) {
            await findEach(tx, { appid: 'app', players: [BigInt(call)], types: [1, 2] });
          }
          return query<{ generic: string; custom: string }>(
            tx,
            `select generic_plans as generic, custom_plans as custom
             from pg_prepared_statements where statement like '%as wanted%'`,
            [],
          );
        });
        // The server plans the first five calls in any case.
        assert.equal(plans.length, 1);
        assert.ok(Number(plans[0]?.custom) <= 5, `${plans[0]?.custom} calls were planned`);
      });
    }

    test('a list may hold numbers that the column cannot', async () => {
      const { db } = storage;
      const found = await countOfTypes.first(db, { types: [] });
      assert.deepEqual(found, { players: 0 });
      for (const types of [[1], [1, 2 ** 40]]) {
        assert.deepEqual(await countOfTypes.first(db, { types }), { players: 3 });
      }
    });

    test('a list of texts; the values of the statement itself are part of its text', async () => {
      const dates = ['"; drop', "it's", '{a,b}', '\\'];
      assert.equal((await findStarted(storage.db, { dates })).length, 3);
      const { sql, parameters } = findStarted.filled(storage.db, { dates });
      assert.match(sql, /"end_date" in \('x', 'y'\) and "start_date" = 'it''s'$/);
      assert.equal(parameters.length, 1);
    });

    test('a change answers how many rows it changed, or the rows it returns', async () => {
      const undone = storage.db.transaction().execute(async (tx) => {
        assert.equal(await setEnd(tx, { player: 1n, status: 'B', ends_at: 7 }), 1);
        assert.equal(await setEnd(tx, { player: 99n, status: 'B', ends_at: 7 }), 0);
        const changed = await setEndReturning(tx, { ends_at: 9 });
        assert.deepEqual(changed.map(({ player_id, ends_at }) => [player_id, ends_at]).sort(), [
          [1, 9],
          [2, 9],
        ]);
        assert.equal(await setEnd(tx, { player: 1n, status: 'P', ends_at: null }), 1);
        const [one] = await findPlayers(tx, { appid: 'app', players: [1n] });
        assert.deepEqual([one?.ends_at, one?.changed_at], [null, 3]);
        throw new Error('undone');
      });
      await assert.rejects(undone, /^Error: undone$/);
    });

    test('in a pipe, statements travel together', async () => {
      const found = await storage.db
        .transaction()
        .execute((tx) =>
          pipe(tx, (line) =>
            Promise.all([
              setEnd(line, { player: 1n, status: 'B', ends_at: 8 }),
              findPlayers(line, { appid: 'app', players: [1n] }),
              setEnd(line, { player: 1n, status: 'B', ends_at: 5 }),
            ]),
          ),
        );
      assert.deepEqual([found[0], found[1][0]?.ends_at, found[2]], [1, 8, 1]);
    });

    test('a constant one is kept by the server, and names its columns', async () => {
      const rows = [
        { player_id: 1, status: 'B' },
        { player_id: 2, status: 'B' },
      ];
      for (let time = 0; time < 3; time++) {
        assert.deepEqual([...(await statuses(storage.db, { appid: 'app', limit: 2 }))], rows);
      }
      assert.equal(statuses.filled(storage.db, { appid: 'app', limit: 2 }).constant, true);
      const all = statement((db) => db.selectFrom('app').selectAll(), { constant: true });
      assert.throws(() => all.filled(storage.db, {}), /a constant statement with \*/);
    });
  });
}
