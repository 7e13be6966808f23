// A year of emulated life, in small; the long form is test/prove/subscription-year.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveAYear } from '../../prove/subscription-year.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';

marketSuite(
  'a year of subscriptions',
  (gate, markets) => {
    test('6 subscribers, notices late, twice, out of order and lost for a while', async (t) => {
      const proof = await liveAYear(gate, markets, {
        subscribers: 6,
        days: 75,
        actionsPerYear: 16,
      });
      t.diagnostic(JSON.stringify(proof));
      assert.ok(proof.cycles > 8, JSON.stringify(proof));
      assert.ok(proof.refunded > 0, JSON.stringify(proof));
    });
  },
  { kinds: EITHER },
);
