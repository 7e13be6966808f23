// Transactions whose statements travel before the ones before them are answered: still all or nothing.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { Db } from '../../src/storage/db.ts';
import { isUniqueViolation } from '../../src/storage/failure.ts';
import { insertRows, query } from '../../src/storage/rows.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, KINDS, type TestDatabase } from '../support/databases.ts';
import { crowd } from './crowd.ts';
import { laneOf, lanes } from './lane.ts';

for (const kind of KINDS) {
  describe(`transactions (${kind})`, () => {
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

    const transact = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
      storage.db.transaction().execute(work);
    const add = (db: Db, game_index: number) => insertRows(db, 'outbox_lane', [laneOf(game_index)]);
    const forget = () => storage.db.deleteFrom('outbox_lane').execute();

    test('what is written is read in the transaction, and afterwards by everybody', async () => {
      const within = await transact(async (tx) => {
        await add(tx, 1);
        return lanes(tx);
      });
      assert.deepEqual(within, [1]);
      assert.deepEqual(await lanes(storage.db), [1]);
      await forget();
    });

    test('a write that fails, fails the commit, and takes along what came before and after', async () => {
      await add(storage.db, 1);
      await assert.rejects(
        transact(async (tx) => {
          await add(tx, 2);
          await add(tx, 1);
          await add(tx, 3);
        }),
        /unique/i,
      );
      assert.deepEqual(await lanes(storage.db), [1]);
      await transact((tx) => add(tx, 4));
      assert.deepEqual(await lanes(storage.db), [1, 4]);
      await forget();
    });

    test('what follows a failed write is refused for its failure, and the next transaction is not', async () => {
      await add(storage.db, 1);
      const next = await Promise.allSettled([
        transact(async (tx) => {
          await add(tx, 1);
          await tx.updateTable('outbox_lane').set({ due_at: 9 }).execute();
        }),
        transact((tx) => add(tx, 2)),
      ]);
      assert.deepEqual(
        next.map((each) => each.status),
        ['rejected', 'fulfilled'],
      );
      assert.ok(next[0].status === 'rejected' && isUniqueViolation(next[0].reason));
      assert.deepEqual(await lanes(storage.db), [1, 2]);
      assert.deepEqual(
        await query(storage.db, 'select game_index from outbox_lane where due_at = 9', []),
        [],
      );
      await forget();
    });

    test('work that throws undoes what was not waited for', async () => {
      await assert.rejects(
        transact(async (tx) => {
          await add(tx, 1);
          throw new Error('changed my mind');
        }),
        /changed my mind/,
      );
      assert.deepEqual(await lanes(storage.db), []);
    });

    test('a hundred on few connections follow one another', async () => {
      await storage.db.insertInto('outbox_lane').values(laneOf(1)).execute();
      await crowd(100, () =>
        transact(async (tx) => {
          const [row] = await query<{ due_at: number }>(
            tx,
            `update outbox_lane set due_at = due_at + 1 where game_index = 1 returning due_at`,
            [],
          );
          await insertRows(tx, 'outbox_lane', [laneOf(1_000 + (row?.due_at ?? 0))]);
        }),
      );
      assert.deepEqual(await lanes(storage.db), [
        1,
        ...Array.from({ length: 100 }, (_, n) => 1_001 + n),
      ]);
      await forget();
    });

    if (kind === 'sqlite') {
      test('nothing is done on its own when the transaction could not begin', async () => {
        const options = database.storage('production');
        const other = new DatabaseSync('path' in options ? options.path : '');
        other.exec('begin immediate');
        try {
          await assert.rejects(
            transact(async (tx) => {
              await add(tx, 1);
            }),
            /locked/,
          );
        } finally {
          other.exec('rollback');
          other.close();
        }
        assert.deepEqual(await lanes(storage.db), []);
        await transact((tx) => add(tx, 2));
        assert.deepEqual(await lanes(storage.db), [2]);
        await forget();
      });
    }
  });
}
