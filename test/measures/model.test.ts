// Measures against a plain reference: random lives, on both databases. `prove` runs many more.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Service } from '../../src/service.ts';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { suite } from '../support/harness.ts';
import { live } from './life.ts';

suite(
  'measures and their reference',
  (gate) => {
    let other: Service;
    before(async () => {
      other = await gate.secondService();
    });
    // In each of these, restrictions come back; the last rule takes two causes.
    for (const seed of [2, 29]) {
      test(`a life of 25 turns, seed ${seed}`, async (t) => {
        const { acts, returned } = await live(gate, { seed, turns: 25, other });
        t.diagnostic(`${acts} acts, ${returned} restrictions came back`);
        assert.ok(acts > 25);
        assert.ok(returned > 0);
      });
    }
  },
  { adminToken: ADMIN_TOKEN },
);
