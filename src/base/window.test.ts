// Counts within a span of time: how many pass, and how long the others wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWindow } from './window.ts';

function open(limit: number) {
  const time = { now: 0 };
  return { time, waitOf: createWindow({ limit, ms: 1_000, now: () => time.now }).take };
}

test('up to the limit pass, and each key has a limit of its own', () => {
  const { waitOf } = open(2);
  assert.deepEqual([waitOf('a'), waitOf('a'), waitOf('a'), waitOf('b')], [0, 0, 1, 0]);
});

test('the count begins again after a second, not before', () => {
  const { time, waitOf } = open(1);
  assert.equal(waitOf('a'), 0);
  time.now = 999.5;
  assert.equal(waitOf('a'), 1);
  time.now = 1_000;
  assert.equal(waitOf('a'), 0);
  time.now = 1_999;
  assert.equal(waitOf('a'), 1);
});

test('the second begins with its first request', () => {
  const { time, waitOf } = open(1);
  time.now = 700;
  assert.equal(waitOf('a'), 0);
  time.now = 1_500;
  assert.equal(waitOf('a'), 1);
  time.now = 1_700;
  assert.equal(waitOf('a'), 0);
});

test('a flood of keys begins a new count, so that memory is bounded', () => {
  const { waitOf } = open(1);
  assert.equal(waitOf('a'), 0);
  for (let key = 1; key < 100_000; key++) waitOf(String(key));
  assert.equal(waitOf('a'), 1, 'at the bound all are still counted');
  waitOf('one more');
  assert.equal(waitOf('a'), 0);
});

test('a longer span says how many seconds are left, in whole ones', () => {
  const time = { now: 5_000 };
  const { take } = createWindow({ limit: 1, ms: 60_000, now: () => time.now });
  assert.equal(take('a'), 0);
  assert.equal(take('a'), 60);
  time.now += 58_500;
  assert.equal(take('a'), 2);
  time.now += 1_500;
  assert.equal(take('a'), 0);
});

test('what is only asked does not count', () => {
  const { waitOf, count } = createWindow({ limit: 1, ms: 1_000, now: () => 0 });
  assert.deepEqual([waitOf('a'), waitOf('a')], [0, 0]);
  count('a');
  assert.deepEqual([waitOf('a'), waitOf('b')], [1, 0]);
});

test('a clock that is set back begins a new count', () => {
  const time = { now: 10_000 };
  const { take } = createWindow({ limit: 1, ms: 1_000, now: () => time.now });
  assert.deepEqual([take('a'), take('a')], [0, 1]);
  time.now = 2_000;
  assert.equal(take('a'), 0);
});
