// The delays of failed jobs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayAfter } from './delay.ts';

test('they grow from five seconds to an hour, and stay there', () => {
  const seconds = [0, 1, 2, 3, 4, 5, 6, 100].map((before) => delayAfter(before, 0.5) / 1_000);
  assert.deepEqual(seconds, [5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600]);
});

test('with 20 percent of jitter both ways, in whole milliseconds', () => {
  assert.deepEqual([delayAfter(0, 0), delayAfter(0, 1)], [4_000, 6_000]);
  assert.equal(delayAfter(0, 0.00033), 4_001);
});
