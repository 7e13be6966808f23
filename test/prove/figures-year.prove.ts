// The long form of test/payment/figures/year.test.ts: a year of 5,000 players.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { suite } from '../support/harness.ts';
import { liveAYear } from './figures-life.ts';

suite(
  'figures of a year of 5,000 players',
  (gate) => {
    test('every figure equals the truth, to the cent', async (t) => {
      const life = { players: 5_000, timeZone: 'America/New_York', seed: 7, turns: 50 };
      const proof = await liveAYear(gate, life);
      t.diagnostic(JSON.stringify(proof));
      assert.ok(proof.purchases > 10_000 && proof.subscribers > 1_000, JSON.stringify(proof));
    });
  },
  { adminToken: ADMIN_TOKEN },
);
