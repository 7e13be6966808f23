// The long form of test/measures/model.test.ts: many random lives against the plain reference.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { live } from '../measures/life.ts';
import { suite } from '../support/harness.ts';

const LIVES = 30;

suite(
  'measures in many lives',
  (gate) => {
    test(`${LIVES} lives of 60 turns each`, async (t) => {
      const other = await gate.secondService();
      let [acts, returned] = [0, 0];
      for (let seed = 100; seed < 100 + LIVES; seed += 1) {
        const lived = await live(gate, { seed, turns: 60, other });
        acts += lived.acts;
        returned += lived.returned;
      }
      t.diagnostic(`${acts} acts, ${returned} restrictions came back`);
      assert.ok(acts > LIVES * 60);
      assert.ok(returned > LIVES / 2);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
