// Measures against a plain reference: random lives, on both databases. `prove` runs many more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { suite } from '../support/harness.ts';
import { live } from './life.ts';

suite(
  'measures and their reference',
  (gate) => {
    for (const seed of [1, 2, 3]) {
      test(`a life of 25 turns, seed ${seed}`, async () => {
        const other = await gate.secondService();
        assert.ok((await live(gate, { seed, turns: 25, other })) > 25);
      });
    }
  },
  { adminToken: ADMIN_TOKEN },
);
