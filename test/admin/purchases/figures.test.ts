// Figures of purchases, refunds, subscriptions and markets: each event once, by market and currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAppleShop, PATH } from '../../payment/shop.ts';
import { DAY, MONTH, openSubscriptionShop } from '../../payment/subscription-shop.ts';
import { EITHER } from '../../support/databases.ts';
import type { TestApp } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { ADMIN_TOKEN, admin } from '../caller.ts';

const HOUR = 3_600_000;
const iso = (at: number): string => new Date(at).toISOString();
const hourOf = (at: number): string => iso(at - (at % HOUR));

interface Series {
  readonly metric: string;
  readonly dimension: string;
  readonly points: readonly { readonly at: string; readonly value: number }[];
}

marketSuite(
  'admin figures',
  (gate, markets) => {
    async function overview({ appid }: TestApp, from: number, more = ''): Promise<Series[]> {
      await gate.service.payment.usage.flush();
      await gate.service.payment.figures.turn();
      const window = `from=${hourOf(from)}&to=${iso(gate.now + HOUR)}`;
      const { status, body } = await admin(gate, 'GET', `/apps/${appid}/overview?${window}${more}`);
      assert.equal(status, 200);
      assert.deepEqual(body.now, []);
      return body.series;
    }
    /** The sum of each figure; how long a market took is another time. */
    async function sums(app: TestApp, from: number): Promise<Record<string, number>> {
      const series = await overview(app, from, '&step=hour');
      const steady = series.filter(({ metric }) => !/latency|milliseconds/.test(metric));
      return Object.fromEntries(
        steady.map(({ metric, dimension, points }) => [
          `${metric} ${dimension}`,
          points.reduce((sum, { value }) => sum + value, 0),
        ]),
      );
    }

    test('verified, repeated, refused and refunded purchases, by hour', async () => {
      const start = gate.now;
      const shop = await openAppleShop(gate, markets);
      assert.deepEqual(await overview(shop.app, start), []);
      const first = await shop.buy();
      const won = await shop.buy({ price: 1_200_000, currency: 'KRW' });
      const tried = await shop.buy({ environment: 'Sandbox' });
      const refunded = await shop.refund(await shop.buy({ price: 490 }));
      const receipts = [first, won, tried, refunded].map((each) => each.signedTransaction);
      await Promise.all(receipts.map((receipt) => shop.verify(receipt)));
      gate.now += HOUR;
      shop.headers.authorization = `Bearer ${await gate.token(shop.app)}`;
      for (let time = 0; time < 3; time += 1) await shop.verify(first.signedTransaction);
      await shop.verify(first.signedTransaction, { price: 1 });
      await shop.verify('not a receipt');
      const point = (at: number, metric: string, dimension: string, value: number) => ({
        metric,
        dimension,
        points: [{ at: hourOf(at), value }],
      });
      assert.deepEqual(await overview(shop.app, start), [
        point(start, 'purchase.amount', 'APPLE KRW', 1_200_000_000),
        point(start, 'purchase.amount', 'APPLE USD', 10_480_000),
        point(start, 'purchase.amount', 'APPLE USD test', 9_990_000),
        point(start, 'purchase.refunded', 'APPLE', 1),
        point(start, 'purchase.refunded.amount', 'APPLE USD', 490_000),
        point(gate.now, 'purchase.refused', 'APPLE INVALID_RECEIPT', 1),
        point(gate.now, 'purchase.refused', 'APPLE PRICE_VERIFY_FAIL', 1),
        point(gate.now, 'purchase.repeated', 'APPLE', 3),
        point(start, 'purchase.verified', 'APPLE', 3),
        point(start, 'purchase.verified', 'APPLE test', 1),
      ]);
    });

    test('a refund that a repeat reveals counts once', async () => {
      const start = gate.now;
      const shop = await openAppleShop(gate, markets, { asks: true });
      const bought = await shop.buy();
      await shop.verify(bought.signedTransaction);
      await shop.refund(bought);
      for (let time = 0; time < 2; time += 1) await shop.verify(bought.signedTransaction);
      assert.deepEqual(await sums(shop.app, start), {
        'market.calls APPLE ok': 2,
        'purchase.amount APPLE USD': 9_990_000,
        'purchase.refunded APPLE': 1,
        'purchase.refunded.amount APPLE USD': 9_990_000,
        'purchase.repeated APPLE': 2,
        'purchase.verified APPLE': 1,
      });
    });

    test('subscriptions: started, renewed and ended; a refund that was reversed is none', async () => {
      const start = gate.now;
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      await shop.release();
      await shop.pass(MONTH);
      await shop.release();
      gate.now += 1_000;
      await shop.apple(bought, 'refund');
      await shop.release();
      gate.now += 1_000;
      await shop.apple(bought, 'reverse-refund');
      await shop.release();
      await shop.apple(bought, 'cancel');
      await shop.pass(MONTH + DAY);
      await shop.release();
      assert.deepEqual(await sums(shop.app, start), {
        'purchase.amount APPLE USD': 2 * 9_990_000,
        'purchase.verified APPLE': 2,
        'subscription.ended APPLE': 1,
        'subscription.renewed APPLE': 1,
        'subscription.started APPLE': 1,
      });
    });

    test('markets: what was answered, how fast, and what was not', async () => {
      const start = gate.now;
      const shop = await openAppleShop(gate, markets, { asks: true });
      const [one, other] = [await shop.buy(), await shop.buy()];
      await shop.verify(one.signedTransaction);
      await markets.fault('apple', '500');
      await shop.verify(other.signedTransaction);
      await markets.clearFaults();
      const series = await overview(shop.app, start);
      const of = (name: string) => series.filter(({ metric }) => metric === name);
      assert.deepEqual(
        of('market.calls').map(({ dimension, points }) => [dimension, points[0]?.value]),
        [
          ['APPLE failed', 1],
          ['APPLE ok', 2],
        ],
      );
      const answered = of('market.latency').map(({ points }) => points[0]?.value ?? 0);
      assert.equal(
        answered.reduce((sum, value) => sum + value, 0),
        3,
      );
      for (const { dimension } of of('market.latency')) {
        assert.match(dimension, /^APPLE (25|50|100|250|500|1000|2500|5000|10000)$/);
      }
    });

    test('a market that nobody answers at is unavailable, and its purchases are refused so', async () => {
      const start = gate.now;
      const shop = await openAppleShop(gate, markets, { asks: true });
      const { signedTransaction } = await shop.buy();
      await markets.fault('apple', 'reset', { count: 3 });
      assert.equal((await shop.verify(signedTransaction)).status, 500);
      await markets.clearFaults();
      assert.deepEqual(await sums(shop.app, start), {
        'market.calls APPLE unavailable': 3,
        'purchase.refused APPLE MARKET_UNAVAILABLE': 1,
      });
    });

    test('figures that could not be written are written later, none lost and none twice', async () => {
      const start = gate.now;
      const shop = await openAppleShop(gate, markets);
      const { usage } = gate.service.payment;
      const bad = () => gate.post(PATH, { ...BAD, serviceReceipt: 'x' }, shop.headers);
      await bad();
      const { db } = gate.service.context.storage;
      await db.schema.alterTable('activity_count').renameTo('counts_away').execute();
      await assert.rejects(usage.flush());
      await bad();
      await db.schema.alterTable('counts_away').renameTo('activity_count').execute();
      const counted = { 'purchase.refused APPLE INVALID_RECEIPT': 2 };
      assert.deepEqual(await sums(shop.app, start), counted);
      assert.deepEqual(await sums(shop.app, start), counted);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

const BAD = {
  accountUuid: 'a3b1c5d7-0000-4000-8000-00000000e001',
  productId: 'gems.100',
  providerId: 'APPLE',
  requestType: 1,
};
