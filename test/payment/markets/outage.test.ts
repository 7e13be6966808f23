// A market that is down, slow or over quota: never a refusal, never a pass, nothing recorded, nobody else harmed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import type { Gate } from '../../support/harness.ts';
import { type Markets, marketSuite } from '../../support/markets.ts';
import { until } from '../../support/process.ts';
import { countPurchases, openAppleShop, refusal } from '../shop.ts';

const UNAVAILABLE = refusal(
  { code: 5_001, message: 'MARKET_UNAVAILABLE' },
  'The market could not be asked',
  'The market did not answer correctly, so nothing was verified or recorded. Send the same request again.',
);

const EVERY_CALL = { rate: 1, delayMs: 10_000 };

async function isUnavailable(gate: Gate, markets: Markets, kind: string) {
  const shop = await openAppleShop(gate, markets, { asks: true });
  const { signedTransaction } = await shop.buy();
  const before = await countPurchases(gate);
  await markets.fault('apple', kind, EVERY_CALL);
  const answer = await shop.verify(signedTransaction);
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.body, UNAVAILABLE);
  assert.equal(await countPurchases(gate), before);
  await markets.clearFaults();
  return { again: () => shop.verify(signedTransaction) };
}

marketSuite(
  'a market that fails',
  (gate, markets) => {
    for (const kind of ['reset', '500', '429', 'garbage']) {
      test(`${kind} is MARKET_UNAVAILABLE, and the same request passes afterwards`, async () => {
        const { again } = await isUnavailable(gate, markets, kind);
        const next = await again();
        assert.equal(next.status, 200);
        assert.equal(next.body.data.serviceDuplicated, false);
      });
    }

    test('a read is tried again by itself when its answer is lost', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      for (const kind of ['reset', '500', 'lost']) {
        const { signedTransaction } = await shop.buy();
        await markets.fault('apple', kind, { count: 2 });
        assert.equal((await shop.verify(signedTransaction)).status, 200, kind);
      }
    });

    test('after failures in a row the market is left alone for five seconds', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      const { signedTransaction } = await shop.buy();
      await markets.fault('apple', '500', EVERY_CALL);
      for (let call = 0; call < 4; call += 1) {
        assert.deepEqual((await shop.verify(signedTransaction)).body, UNAVAILABLE);
      }
      await markets.clearFaults();
      assert.deepEqual((await shop.verify(signedTransaction)).body, UNAVAILABLE);
      const neighbour = await openAppleShop(gate, markets, { asks: true });
      const other = await neighbour.buy();
      assert.equal((await neighbour.verify(other.signedTransaction)).status, 200);
      gate.now += 5_000;
      assert.equal((await shop.verify(signedTransaction)).status, 200);
    });

    describe('a market that hangs', () => {
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
    });
  },
  { kinds: EITHER },
);

marketSuite(
  'a market that keeps silent',
  (gate, markets) => {
    for (const kind of ['timeout', 'slow']) {
      test(`${kind} is MARKET_UNAVAILABLE, and the same request passes afterwards`, async () => {
        const { again } = await isUnavailable(gate, markets, kind);
        // On a busy machine even a market that is well may take longer than this little patience.
        let next = await again();
        await until(async () => {
          if (next.status === 200) return true;
          assert.deepEqual(next.body, UNAVAILABLE);
          gate.now += 5_000;
          next = await again();
          return false;
        });
        assert.equal(next.body.data.serviceDuplicated, false);
      });
    }
  },
  { kinds: EITHER, marketTimeouts: { attemptMs: 400, totalMs: 800 } },
);
