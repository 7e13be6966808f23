// What a subscription is worth in a month.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthlyAmount } from './monthly.ts';

const DAY = 86_400_000;
const CASES: readonly [string, number, number | undefined, number][] = [
  ['a month', 999, 30, 999],
  ['a short month', 999, 28, 999],
  ['three months', 2_999, 92, 1_000],
  ['half a year', 5_999, 181, 1_000],
  ['a year', 9_999, 365, 833],
  ['a leap year', 9_999, 366, 833],
  ['a week', 199, 7, 862],
  ['two weeks', 199, 14, 431],
  ['three days', 100, 3, 1_014],
  ['an unknown length', 999, undefined, 999],
];

for (const [name, price, days, monthly] of CASES) {
  test(`${price} for ${name} is ${monthly} in a month`, () => {
    assert.equal(monthlyAmount(price, days === undefined ? undefined : days * DAY), monthly);
  });
}
