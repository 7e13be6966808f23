// A cache with an end: what it holds, for how long, and what it must not take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCache } from './cache.ts';

function open(lifeMs = 100, maxEntries = 2) {
  const time = { now: 1_000 };
  return { time, cache: createCache<string, number>(() => time.now, lifeMs, maxEntries) };
}

test('an entry lasts until its life ends, and is gone from then on', () => {
  const { time, cache } = open();
  cache.set('a', 1);
  time.now += 99;
  assert.equal(cache.get('a'), 1);
  time.now += 1;
  assert.equal(cache.get('a'), undefined);
  time.now -= 50;
  assert.equal(cache.get('a'), undefined, 'it was dropped, not hidden');
});

test('an entry may have a life of its own', () => {
  const { time, cache } = open();
  cache.set('short', 1, 10);
  cache.set('long', 2, 1_000);
  time.now += 10;
  assert.equal(cache.get('short'), undefined);
  time.now += 500;
  assert.equal(cache.get('long'), 2);
});

test('when it is full, the oldest entry leaves', () => {
  const { cache } = open();
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key)),
    [undefined, 1, 2, undefined],
  );
});

test('cleared, it is empty', () => {
  const { cache } = open();
  cache.set('a', 1);
  cache.clear();
  assert.equal(cache.get('a'), undefined);
});

test('a value that was begun is taken with its life', () => {
  const { time, cache } = open();
  const remember = cache.begin();
  remember('a', 1, 10);
  assert.equal(cache.get('a'), 1);
  time.now += 10;
  assert.equal(cache.get('a'), undefined);
});

test('a value that was begun before the cache was cleared is not taken; one begun after it is', () => {
  const { cache } = open();
  const early = cache.begin();
  cache.clear();
  const late = cache.begin();
  early('a', 1);
  late('b', 2);
  assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 2]);
  cache.clear();
  late('b', 2);
  assert.equal(cache.get('b'), undefined);
});
