// The long form of test/payment/ledger/basket-year.test.ts: three years of mixed baskets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { marketSuite } from '../support/markets.ts';
import { liveABasketYear } from './basket-year.ts';

marketSuite(
  'a year of mixed baskets',
  (gate, markets) => {
    for (const seed of [1, 2, 3]) {
      test(`goods, money, events and the books of the markets agree to the cent (seed ${seed})`, async (t) => {
        const proof = await liveABasketYear(gate, markets, {
          days: 365,
          perDay: 3,
          players: 40,
          seed,
          subscribedPerDay: 0.2,
        });
        t.diagnostic(JSON.stringify(proof));
        assert.ok(proof.goods > 1_000 && proof.gatewayChanges > 50, JSON.stringify(proof));
        assert.ok(proof.subscribed > 40 && proof.cycles > 200, JSON.stringify(proof));
        assert.ok(proof.restored > 50 && proof.shared > 20, JSON.stringify(proof));
        assert.ok(proof.outages > 50 && proof.pollersKilled > 20, JSON.stringify(proof));
      });
    }
  },
  { adminToken: ADMIN_TOKEN },
);
