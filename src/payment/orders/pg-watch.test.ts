// When an open order is read although nobody asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRead } from './pg-watch.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

for (const [age, isUnderWay, expected] of [
  [0, false, 10 * MINUTE],
  [HOUR - 1, false, 10 * MINUTE],
  [HOUR, false, HOUR],
  [6 * HOUR - 1, true, HOUR],
  [6 * HOUR, false, undefined],
  [6 * HOUR, true, DAY],
  [30 * DAY - 1, true, DAY],
  [30 * DAY, true, undefined],
] as const) {
  test(`after ${age} ms, ${isUnderWay ? 'under way' : 'not begun'}`, () => {
    assert.equal(nextRead(age, isUnderWay), expected);
  });
}
