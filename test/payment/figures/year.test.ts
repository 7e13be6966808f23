// A generated year of few players: every figure equals the truth, to the cent. The long form is test/prove/figures-year.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { liveAYear } from '../../prove/figures-life.ts';
import { suite } from '../../support/harness.ts';

/** The second one has half hours, and changes its clock by half an hour. */
const ZONES = ['America/New_York', 'Australia/Lord_Howe'] as const;

suite(
  'figures of a generated year',
  (gate) => {
    for (const [index, timeZone] of ZONES.entries()) {
      test(`every figure equals the truth on the clock of ${timeZone}`, async (t) => {
        const proof = await liveAYear(gate, { players: 25, timeZone, seed: index + 1, turns: 6 });
        t.diagnostic(JSON.stringify(proof));
        assert.ok(proof.purchases > 50 && proof.subscribers > 2, JSON.stringify(proof));
      });
    }
  },
  { adminToken: ADMIN_TOKEN },
);
