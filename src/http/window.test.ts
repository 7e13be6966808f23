// Requests per second: how many pass, and how long the others wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWindow } from './window.ts';

function open(limit: number) {
  const time = { now: 0 };
  return { time, waitOf: createWindow(limit, () => time.now) };
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
