// A subscription with add-ons at Google Play: each item is a subscription of its own, with its price and its end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { type GoogleShop, openGoogleShop } from '../google-shop.ts';
import { ACCOUNT } from '../shop.ts';
import { DAY, type GoogleBought, MONTH, PLAN } from '../subscription-shop.ts';

const EXTRA = 'vip.extra';
const MINUTE = 60_000;
const extra = { productId: EXTRA, basePlanId: 'extra', priceMicros: 6_990_000 };

marketSuite(
  'add-ons of a GOOGLE subscription',
  (gate, markets) => {
    const owned = async (shop: GoogleShop): Promise<[string, number][]> => {
      const answer = await gate.post('/payment/v1/owned', { accountUuid: ACCOUNT }, shop.headers);
      return answer.body.data
        .map(({ productId, until }: { productId: string; until: string }) => [
          productId,
          Date.parse(until),
        ])
        .sort();
    };
    /** Product, price, cancel state, whether verified. */
    const cycles = async ({ app: { appid } }: GoogleShop) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['unique_key', 'product_id', 'price', 'cancel_state', 'claimed'])
        .where('appid', '=', appid)
        .orderBy('purchased_at')
        .orderBy('product_id')
        .execute();
      return rows.map((row) => [row.product_id, row.price, row.cancel_state, row.claimed]);
    };
    const net = async ({ app: { appid } }: GoogleShop) => {
      await gate.service.payment.figures.turn();
      const rows = await gate.service.context.storage.db
        .selectFrom('figure_money')
        .select(['gross', 'refunded', 'disputed'])
        .where('appid', '=', appid)
        .where('dimension', '=', 'total')
        .where('grain', '=', 'day')
        .execute();
      return rows.reduce(
        (sum, row) => sum + Number(row.gross) - Number(row.refunded) - Number(row.disputed),
        0,
      );
    };
    const statuses = async (shop: GoogleShop) =>
      (await shop.status())
        .map(({ productId, status, active }) => [productId, status, active])
        .sort();

    async function subscribed(addOns: object[] = [extra], fields: object = {}) {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought: GoogleBought = await shop.subscribeGoogle({ taxMicros: 0, addOns, ...fields });
      const { data } = (await shop.verify('GOOGLE', bought.purchaseToken)).body;
      await shop.settle();
      return { shop, bought, data };
    }

    test('each has its own price, and the sum is what was paid', async () => {
      const start = gate.now;
      const { shop, bought, data } = await subscribed();
      assert.deepEqual(
        [data.serviceProductId, data.servicePrice, data.serviceStoreTransactionId],
        [PLAN, 9.99, bought.orderId],
      );
      assert.deepEqual(await cycles(shop), [
        [EXTRA, '6.99', 0, 1],
        [PLAN, '9.99', 0, 1],
      ]);
      assert.equal(await net(shop), 1_698);
      assert.deepEqual(await owned(shop), [
        [EXTRA, start + MONTH],
        [PLAN, start + MONTH],
      ]);
      const startDate = new Date(start - DAY).toISOString();
      const listed = await gate.post(
        '/payment/v1/transactions',
        { providerId: 'GOOGLE', startDate },
        shop.headers,
      );
      assert.equal(listed.status, 200, JSON.stringify(listed.body));
      const amounts = listed.body.data.map(
        ({ purchaseAmount: amount }: { purchaseAmount: string }) => amount,
      );
      assert.deepEqual(amounts.sort(), ['6.99', '9.99']);
      const again = (await shop.verify('GOOGLE', bought.purchaseToken)).body.data;
      assert.equal(again.serviceDuplicated, true);
      assert.equal(again.serviceTransactionId, data.serviceTransactionId);
      const events = (await shop.events()).map(({ type, data: { productId } }) => [
        type,
        productId,
      ]);
      assert.deepEqual(events.sort(), [
        ['purchase.verified', EXTRA],
        ['purchase.verified', PLAN],
      ]);
    });

    test('a longer add-on does not hide the plan, and both renew on their own', async () => {
      const { shop } = await subscribed([{ ...extra, periodMs: 70 * DAY }]);
      const start = gate.now;
      await shop.events();
      assert.deepEqual(await owned(shop), [
        [EXTRA, start + 70 * DAY],
        [PLAN, start + MONTH],
      ]);
      await shop.pass(75 * DAY);
      await shop.settle();
      assert.deepEqual(await owned(shop), [
        [EXTRA, start + 140 * DAY],
        [PLAN, start + 90 * DAY],
      ]);
      assert.deepEqual(await cycles(shop), [
        [EXTRA, '6.99', 0, 1],
        [PLAN, '9.99', 0, 1],
        [PLAN, '9.99', 0, 0],
        [PLAN, '9.99', 0, 0],
        [EXTRA, '6.99', 0, 0],
      ]);
      assert.equal(await net(shop), 3 * 999 + 2 * 699);
      const types = (await shop.events()).map(({ type, data }) => [type, data.productId]);
      assert.ok(
        types.every(([type]) => type === 'subscription.renewed'),
        JSON.stringify(types),
      );
    });

    test('payments that were missed are found for each', async () => {
      const { shop, bought } = await subscribed([{ ...extra, periodMs: 2 * MONTH }]);
      await markets.control('/google/notifications/hold', {});
      await shop.pass(4 * MONTH + DAY);
      await shop.verify('GOOGLE', bought.purchaseToken);
      assert.deepEqual((await cycles(shop)).map(([product]) => product).sort(), [
        ...Array(3).fill(EXTRA),
        ...Array(5).fill(PLAN),
      ]);
      assert.equal(await net(shop), 5 * 999 + 3 * 699);
    });

    test('one that is removed ends alone', async () => {
      const { shop, bought } = await subscribed();
      await shop.google(bought, 'remove-item', { productId: EXTRA });
      await shop.settle();
      assert.equal(
        (await shop.status()).find(({ productId }) => productId === EXTRA).autoRenewProductId,
        null,
      );
      await shop.events();
      await shop.pass(MONTH + 11 * MINUTE);
      await shop.settle();
      await gate.service.payment.sweep.turn();
      assert.deepEqual(await statuses(shop), [
        [EXTRA, 'expired', false],
        [PLAN, 'active', true],
      ]);
      const events = (await shop.events()).map(({ type, data }) => [type, data.productId]);
      assert.deepEqual(events.sort(), [
        ['subscription.expired', EXTRA],
        ['subscription.renewed', PLAN],
      ]);
      assert.equal(await net(shop), 2 * 999 + 699);
    });

    test('a refund of one is of that one only', async () => {
      const { shop, bought } = await subscribed();
      await shop.pass(DAY);
      await shop.google(bought, 'revoke', { productId: EXTRA });
      await shop.settle();
      assert.deepEqual(await cycles(shop), [
        [EXTRA, '6.99', 1, 1],
        [PLAN, '9.99', 0, 1],
      ]);
      assert.deepEqual(await statuses(shop), [
        [EXTRA, 'expired', false],
        [PLAN, 'active', true],
      ]);
      assert.equal(await net(shop), 999);
      const types = (await shop.events()).map(({ type, data }) => [type, data.productId]);
      assert.deepEqual(
        types.filter(([type]) => type?.startsWith('subscription.')),
        [['subscription.refunded', EXTRA]],
      );
    });

    test('all of it voided takes all back; in part, what was paid out is shared', async () => {
      const whole = await subscribed();
      await whole.shop.google(whole.bought, 'revoke');
      await whole.shop.settle();
      assert.deepEqual(await cycles(whole.shop), [
        [EXTRA, '6.99', 1, 1],
        [PLAN, '9.99', 1, 1],
      ]);
      assert.equal(await net(whole.shop), 0);

      const part = await subscribed();
      await part.shop.pass(MONTH / 2);
      await part.shop.google(part.bought, 'revoke', { prorated: true });
      await part.shop.settle();
      assert.deepEqual(await cycles(part.shop), [
        [EXTRA, '6.99', 1, 1],
        [PLAN, '9.99', 1, 1],
      ]);
      // The list shows the void again, without an amount.
      for (const ms of [MINUTE, 20 * MINUTE]) {
        await part.shop.pass(ms);
        await part.shop.poll();
      }
      const left = await net(part.shop);
      assert.ok(Math.abs(left - 849) <= 1, String(left));

      const kept = await subscribed();
      await kept.shop.google(kept.bought, 'refund', { amountMicros: 1_000_000 });
      await kept.shop.poll();
      assert.equal(await net(kept.shop), 1_598);
      assert.deepEqual(await statuses(kept.shop), [
        [EXTRA, 'active', true],
        [PLAN, 'active', true],
      ]);
    });

    test('what an earlier release recorded for the order stays, and the other is added', async () => {
      const { shop, bought } = await subscribed();
      const { db } = gate.service.context.storage;
      // It knew one product per order: the one that ends last.
      await db
        .deleteFrom('purchase')
        .where('unique_key', '=', `${bought.orderId} ${EXTRA}`)
        .execute();
      await db
        .updateTable('purchase')
        .set({ product_id: EXTRA, price: '6.99' })
        .where('unique_key', '=', bought.orderId)
        .execute();
      await shop.verify('GOOGLE', bought.purchaseToken);
      assert.deepEqual(await cycles(shop), [
        [EXTRA, '6.99', 0, 1],
        [PLAN, '9.99', 0, 1],
      ]);
      assert.deepEqual(
        (await owned(shop)).map(([product]) => product),
        [EXTRA, PLAN],
      );
    });
  },
  // Several purchases of one order are looked up on both in google-several.test.ts.
  { kinds: EITHER },
);
