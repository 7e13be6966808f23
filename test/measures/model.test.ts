// Measures against a plain reference: random lives, on both databases. `prove` runs many more.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Service } from '../../src/service.ts';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { oneFor } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { live } from './life.ts';

/** In the life of each, restrictions come back; the last rule takes two causes. */
const SEEDS = [2, 29] as const;

suite(
  'measures and their reference',
  (gate) => {
    let other: Service;
    before(async () => {
      other = await gate.secondService();
    });
    test('a life of 25 turns', async (t) => {
      for (const seed of oneFor(gate.kind, SEEDS)) {
        const { acts, returned } = await live(gate, { seed, turns: 25, other });
        t.diagnostic(`seed ${seed}: ${acts} acts, ${returned} restrictions came back`);
        assert.ok(acts > 25);
        assert.ok(returned > 0);
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
