// Snapshots in the history: the form that is written, and the one that earlier releases wrote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printSnapshot, readSnapshot, snapshotOf } from './snapshot.ts';

const RESTRICTION = {
  status: 'B',
  blockType: 3,
  startDate: '2026-01-01 00:00:00',
  endDate: '2026-02-01 00:00:00',
  startsAt: 1,
  endsAt: 2,
} as const;
const SNAPSHOT = {
  status: 'B',
  block_type: 3,
  start_date: '2026-01-01 00:00:00',
  end_date: '2026-02-01 00:00:00',
};

test('a snapshot is a short list, and comes back with its names', () => {
  const text = printSnapshot(RESTRICTION);
  assert.equal(text, '["B",3,"2026-01-01 00:00:00","2026-02-01 00:00:00"]');
  assert.deepEqual(readSnapshot(text), SNAPSHOT);
  assert.deepEqual(snapshotOf(RESTRICTION), SNAPSHOT);
});

test('the object of earlier releases is read as well', () => {
  assert.deepEqual(readSnapshot(JSON.stringify(SNAPSHOT)), SNAPSHOT);
});

test('no restriction is null', () => {
  assert.equal(printSnapshot(undefined), null);
  assert.equal(readSnapshot(null), null);
});
