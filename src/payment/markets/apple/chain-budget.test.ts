// How many unknown chains may be checked: four at once, fifty in a second.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChainBudget } from './chain-budget.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

function openBudget() {
  const state = { now: NOON };
  const { take } = createChainBudget(() => state.now);
  /** How many of so many checks, one after the other, are allowed. */
  const allowed = (count: number): number =>
    Array.from({ length: count }, () => {
      const done = take();
      done?.();
      return done !== undefined;
    }).filter(Boolean).length;
  return { state, take, allowed };
}

test('four at once; the next one when one of them has ended', () => {
  const { take } = openBudget();
  const taken = Array.from({ length: 4 }, take);
  assert.ok(taken.every((done) => done !== undefined));
  assert.equal(take(), undefined);
  taken[0]?.();
  assert.ok(take());
  assert.equal(take(), undefined);
});

test('fifty in a second, and fifty more in the next one', () => {
  const { state, allowed } = openBudget();
  assert.equal(allowed(51), 50);
  state.now += 999;
  assert.equal(allowed(1), 0);
  state.now += 1;
  assert.equal(allowed(51), 50);
});

test('the seconds of a day are all alike, the first one too', () => {
  const { state, allowed } = openBudget();
  state.now = 0;
  assert.equal(allowed(51), 50);
  state.now = 500;
  assert.equal(allowed(1), 0);
  state.now = 86_400_000;
  assert.equal(allowed(20), 20);
  assert.equal(allowed(31), 30);
});

test('what was refused does not count', () => {
  const { take, allowed } = openBudget();
  const taken = Array.from({ length: 4 }, take);
  assert.equal(allowed(100), 0);
  for (const done of taken) done?.();
  assert.equal(allowed(100), 46);
});
