// A market that hangs harms nobody else. What else can fail is in the conformance kit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { countPurchases, openAppleShop, refusal } from '../shop.ts';

const UNAVAILABLE = refusal(
  { code: 5_001, message: 'MARKET_UNAVAILABLE' },
  'The market could not be asked',
  'The market did not answer correctly, so nothing was verified or recorded. Send the same request again.',
);

marketSuite(
  'a market that hangs',
  (gate, markets) => {
    test('80 requests wait for it, more than are asked at once; all others go on, and the 80 pass when it is back', async () => {
      const before = await countPurchases(gate);
      const hanging = await openAppleShop(gate, markets, { asks: true });
      const other = await openAppleShop(gate, markets);
      const bought = await Promise.all(Array.from({ length: 80 }, () => hanging.buy()));
      const others = await Promise.all(Array.from({ length: 10 }, () => other.buy()));
      await markets.fault('apple', 'timeout', { rate: 1 });

      let given = 0;
      const waiting = bought.map(async ({ signedTransaction }) => {
        const answer = await hanging.verify(signedTransaction);
        given += 1;
        return answer;
      });
      for (const { signedTransaction } of others) {
        assert.equal((await other.verify(signedTransaction)).status, 200);
      }
      assert.equal(given, 0, 'those of the market that hangs still wait');

      await markets.clearFaults();
      markets.dropConnections();
      // The first few are asked again at once; the others are sent away, since so many failed in a row.
      for (const answer of await Promise.all(waiting)) {
        if (answer.status !== 200) assert.deepEqual(answer.body, UNAVAILABLE);
      }
      gate.now += 5_000;
      for (const { signedTransaction } of bought) {
        assert.equal((await hanging.verify(signedTransaction)).status, 200);
      }
      assert.equal(await countPurchases(gate), before + bought.length + others.length);
    });
  },
  { kinds: EITHER },
);
