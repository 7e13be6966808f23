// Percentiles of histograms, worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundOf, percentileOf } from './percentile.ts';

const BOUNDS = [10, 20, 50];
const CASES: readonly [string, readonly [number, number][], number, number | null][] = [
  ['of nothing there is none', [], 0.5, null],
  ['one value lies in the middle of its bucket', [[20, 1]], 0.5, 15],
  [
    'half of two buckets is the end of the first',
    [
      [10, 4],
      [20, 4],
    ],
    0.5,
    10,
  ],
  [
    'also where an empty one follows',
    [
      [10, 4],
      [50, 4],
    ],
    0.5,
    10,
  ],
  ['the least is where the first value may lie', [[20, 1]], 0, 10],
  [
    'empty buckets are passed over',
    [
      [10, 1],
      [50, 1],
    ],
    0.75,
    35,
  ],
  [
    'nearly all',
    [
      [10, 90],
      [20, 10],
    ],
    0.95,
    15,
  ],
  [
    'all',
    [
      [10, 1],
      [50, 3],
    ],
    1,
    50,
  ],
];

for (const [title, counts, share, expected] of CASES) {
  test(title, () => {
    assert.equal(percentileOf(new Map(counts), BOUNDS, share), expected);
  });
}

test('a value belongs to the first bound that is not below it, or to the last', () => {
  assert.deepEqual(
    [0, 10, 11, 50, 51].map((value) => boundOf(value, BOUNDS)),
    [10, 10, 20, 50, 50],
  );
});
