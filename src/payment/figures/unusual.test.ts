// Which refund rates are unusual, and the interval that decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnusual, wilsonLower } from './unusual.ts';

test('the lower end of the Wilson interval, as in the tables', () => {
  const ends = [
    [0, 0],
    [0, 10],
    [1, 10],
    [5, 10],
    [10, 10],
    [50, 100],
  ] as const;
  assert.deepEqual(
    ends.map(([part, whole]) => wilsonLower(part, whole).toFixed(4)),
    ['0.0000', '0.0000', '0.0179', '0.2366', '0.7225', '0.4038'],
  );
});

const APP = { purchases: 1_000, cancelled: 20 };
const CASES: readonly [string, number, number, boolean][] = [
  ['as the app', 500, 10, false],
  ['clearly more often', 100, 15, true],
  ['more often, but so few that it may be chance', 20, 2, false],
  ['all of too few', 19, 19, false],
  ['all of just enough', 20, 20, true],
];
for (const [title, purchases, cancelled, expected] of CASES) {
  test(`refunded ${title}: ${expected ? 'unusual' : 'usual'}`, () => {
    assert.equal(isUnusual({ purchases, cancelled }, APP), expected);
  });
}

test('where nothing is refunded, nothing is unusual', () => {
  assert.equal(isUnusual({ purchases: 50, cancelled: 0 }, { purchases: 50, cancelled: 0 }), false);
});
