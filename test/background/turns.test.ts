// Turns of projects: each is taken by one process at a time, and whoever lost it changes nothing any more.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTurns, NO_PROJECT } from '../../src/background/turns.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { type Gate, suite } from '../support/harness.ts';

const LEASE = 60_000;

for (const table of ['retention', 'alert_turn'] as const) {
  suite(`turns of ${table}`, (gate) => {
    const turns = createTurns(table);
    const { take, extend, putBack, dueProjects } = turns;
    const db = () => gate.service.context.storage.db;
    const now = 1_000_000;
    let one: number;
    let other: number;

    const rows = (of: Gate) =>
      of.service.context.storage.db
        .selectFrom(table as 'retention')
        .selectAll()
        .orderBy('game_index')
        .execute();

    before(async () => {
      one = (await gate.createApp()).gameIndex;
      other = (await gate.createApp()).gameIndex;
    });

    test('all that were never served are due; a turn that is taken is not, until its lease ends', async () => {
      assert.deepEqual(await dueProjects(db(), now), [NO_PROJECT, one, other]);
      const taking = { gameIndex: one, lease: 'first', now, leasedUntil: now + LEASE };
      assert.equal(await take(db(), taking), true);
      assert.equal(await take(db(), { ...taking, lease: 'second' }), false);
      assert.deepEqual(await dueProjects(db(), now), [NO_PROJECT, other]);
      const later = now + LEASE;
      assert.deepEqual(await dueProjects(db(), later - 1), [NO_PROJECT, other]);
      assert.deepEqual(await dueProjects(db(), later), [NO_PROJECT, other, one]);
      const takeOver = { ...taking, lease: 'second', leasedUntil: later + LEASE };
      assert.equal(await take(db(), { ...takeOver, now: later - 1 }), false);
      assert.equal(await take(db(), { ...takeOver, now: later }), true);
    });

    test('whoever lost the lease neither extends it nor puts it back', async () => {
      const dueAt = now + 5 * LEASE;
      await take(db(), { gameIndex: other, lease: 'another', now, leasedUntil: now + LEASE });
      const held = await rows(gate);
      assert.equal(await extend(db(), { gameIndex: one, lease: 'first', dueAt }), false);
      await putBack(db(), { gameIndex: one, lease: 'first', dueAt });
      assert.deepEqual(await rows(gate), held);
      assert.equal(await extend(db(), { gameIndex: one, lease: 'second', dueAt }), true);
      const [mine, theirs] = held;
      assert.deepEqual(await rows(gate), [{ ...mine, due_at: dueAt }, theirs]);
      await putBack(db(), { gameIndex: one, lease: 'second', dueAt: now });
      assert.deepEqual(await rows(gate), [{ ...mine, due_at: now, lease: null }, theirs]);
      assert.deepEqual(await dueProjects(db(), now), [NO_PROJECT, one]);
    });

    test('a deleted project leaves no turn, and the others keep theirs', async () => {
      const kept = await rows(gate);
      const gone = { game_index: 999_999, due_at: 0, lease: null };
      await insertRows(db(), table as 'retention', [gone]);
      await dueProjects(db(), now);
      assert.deepEqual(await rows(gate), kept);
    });
  });
}
