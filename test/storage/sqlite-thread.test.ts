// The thread that holds the SQLite file ends by itself: who was using it is told, the next get a new one.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { timeOrderedId } from '../../src/base/ids.ts';
import { isConnectionLost } from '../../src/storage/failure.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { holdSpareThreads } from '../support/threads.ts';
import { ending, identifying, lasting } from './ending.ts';
import { laneOf, lanes } from './lane.ts';

/** Whether it had committed is unknown, so nothing is tried again for the caller. */
function isLost(error: unknown): boolean {
  assert.equal(String(error), 'Error: the database thread has ended');
  return isConnectionLost(error);
}

describe('the end of the SQLite thread', () => {
  let database: TestDatabase;
  let storage: Storage;
  let release: () => Promise<void>;
  let thread: Worker | undefined;
  const started = (worker: Worker): void => {
    thread = worker;
  };
  before(async () => {
    database = await createDatabase('sqlite');
    release = await holdSpareThreads();
    process.on('worker', started);
    storage = openStorage(database.storage('production'));
    await storage.migrate();
    await insertRows(storage.db, 'outbox_lane', [laneOf(1)]);
  });
  after(async () => {
    process.off('worker', started);
    await storage.close();
    await release();
    await database.drop();
  });

  test('in a transaction: the rest of it is refused, whoever waits for its end gets a new thread', async () => {
    let waiting: Promise<unknown>[] = [];
    const transaction = storage.db.transaction().execute(async (tx) => {
      await insertRows(tx, 'outbox_lane', [laneOf(2)]);
      assert.deepEqual(await lanes(tx), [1, 2]);
      waiting = [
        insertRows(storage.db, 'outbox_lane', [laneOf(3)]),
        storage.transact(lasting, 4, () => {}),
      ];
      const ended = thread?.terminate();
      await assert.rejects(lanes(tx), isLost);
      await ended;
      await assert.rejects(lanes(tx), isLost);
      await insertRows(tx, 'outbox_lane', [laneOf(5)]);
    });
    await assert.rejects(transaction, isLost);
    await Promise.all(waiting);
    assert.deepEqual(await lanes(storage.db), [1, 3, 4]);
  });

  test('at the commit: nobody is told that it was done', async () => {
    const transaction = storage.db.transaction().execute(async (tx) => {
      await insertRows(tx, 'outbox_lane', [laneOf(6)]);
      assert.deepEqual(await lanes(tx), [1, 3, 4, 6]);
      void thread?.terminate();
    });
    await assert.rejects(transaction, isLost);
    assert.deepEqual(await lanes(storage.db), [1, 3, 4]);
  });

  test('in a transaction that it does whole: this and what was sent behind it are refused', async () => {
    const handedOver: string[] = [];
    const sent = [
      storage.transact(ending, 7, () => handedOver.push('ending')),
      storage.transact(lasting, 8, () => handedOver.push('lasting')),
      lanes(storage.db),
    ];
    await Promise.all(sent.map((each) => assert.rejects(each, isLost)));
    assert.deepEqual(handedOver, ['ending', 'lasting']);
    assert.equal(await storage.transact(lasting, 9, () => {}), 9);
    assert.deepEqual(await lanes(storage.db), [1, 3, 4, 9]);
  });

  test('its ids follow those that were made before, and those made later follow them', async () => {
    const now = 4_000_000_000_000;
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      ids.push(timeOrderedId(now), timeOrderedId(now));
      ids.push(await storage.transact(identifying, now, () => {}));
    }
    assert.deepEqual(ids, ids.toSorted());
  });

  test('at the closing: it is closed, and what was committed is there when it is opened again', async () => {
    void thread?.terminate();
    await storage.close();
    storage = openStorage(database.storage('production'));
    assert.deepEqual(await lanes(storage.db), [1, 3, 4, 9]);
  });

  test('a thread whose file is closed takes the next one, and who still asks for the first is refused', async () => {
    await lanes(storage.db);
    thread = undefined;
    const first = storage;
    await first.close();
    const next = database.storage('sandbox');
    storage = openStorage(next);
    await storage.migrate();
    await insertRows(storage.db, 'outbox_lane', [laneOf(2)]);
    assert.equal(await storage.transact(lasting, 3, () => {}), 3);
    assert.deepEqual(await lanes(storage.db), [2, 3]);
    assert.equal(thread, undefined, 'another was started');
    await assert.rejects(lanes(first.db));
    await first.close();
    assert.deepEqual(await lanes(storage.db), [2, 3]);
  });
});
