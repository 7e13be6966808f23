// A generated year of few players: every figure equals the truth, to the cent. The long form is test/prove/figures-year.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { liveAYear } from '../../prove/figures-life.ts';
import { oneFor } from '../../support/databases.ts';
import { suite } from '../../support/harness.ts';

/** The second one has half hours, and changes its clock by half an hour. */
const ZONES = ['America/New_York', 'Australia/Lord_Howe'] as const;

suite(
  'figures of a generated year',
  (gate) => {
    test('every figure equals the truth on the clock of the app', async (t) => {
      for (const timeZone of oneFor(gate.kind, ZONES)) {
        const seed = ZONES.indexOf(timeZone) + 1;
        const proof = await liveAYear(gate, { players: 25, timeZone, seed, turns: 6 });
        t.diagnostic(JSON.stringify(proof));
        assert.ok(proof.purchases > 50 && proof.subscribers > 2, JSON.stringify(proof));
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
