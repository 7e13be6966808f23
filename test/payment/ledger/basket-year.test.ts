// A year of mixed baskets, in small; the long form is test/prove/basket-year.prove.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { liveABasketYear } from '../../prove/basket-year.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';

marketSuite(
  'a year of mixed baskets',
  (gate, markets) => {
    test('goods, money, events and the books of the markets agree to the cent', async (t) => {
      const proof = await liveABasketYear(gate, markets, {
        days: 4,
        perDay: 4,
        players: 10,
        seed: 8,
        subscribedPerDay: 1,
      });
      t.diagnostic(JSON.stringify(proof));
      assert.ok(proof.subscribed > 2 && proof.cycles > 10, JSON.stringify(proof));
      assert.ok(proof.goods > 20 && proof.shared > 0 && proof.restored > 0, JSON.stringify(proof));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
