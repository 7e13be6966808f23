// A year of external sales, in small; the long form is test/prove/external-year.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveAnExternalYear } from '../../prove/external-year.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';

marketSuite(
  'a year of external sales',
  (gate, markets) => {
    test('each token is reported once and in time, and the books of the stores are ours', async (t) => {
      const year = { orders: 60, days: 10, seed: 1, kills: 1 };
      const proof = await liveAnExternalYear(gate, markets, year);
      t.diagnostic(JSON.stringify(proof));
      assert.ok(
        proof.kills > 0 && proof.refunded > 2 && proof.unsold > 0 && proof.corrected > 0,
        JSON.stringify(proof),
      );
    });
  },
  { kinds: EITHER },
);
