// A year of sad paths, in small; the long form is test/prove/sad-year.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveASadYear } from '../../prove/sad-year.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';

marketSuite(
  'a year of sad paths',
  (gate, markets) => {
    test('records, events and the books of the markets agree to the cent', async (t) => {
      const proof = await liveASadYear(gate, markets, { purchases: 24, days: 10, seed: 5 });
      t.diagnostic(JSON.stringify(proof));
      assert.ok(
        proof.cancelled > 3 && proof.disputed > 1 && proof.pollersKilled > 0,
        JSON.stringify(proof),
      );
    });
  },
  { kinds: EITHER },
);
