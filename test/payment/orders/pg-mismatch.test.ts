// A payment that differs from its order buys nothing, is shown on the order, and opens an alert until it is refunded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { openListeningShop } from './listening-shop.ts';
import { openOrderShop, orderSuite } from './order-shop.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TEST_MONEY =
  'The order was paid with test money, which buys nothing in production. Use a live key or a live channel of the gateway.';
const ADVICE = 'Refund the payment at the gateway, and let the buyer order again.';

orderSuite(
  'payments that differ from their orders',
  (gate, markets) => {
    const shown = async (appid: string, orderId: string) => {
      const { body } = await admin(gate, 'GET', `/apps/${appid}/players/1/orders`);
      return body.items.find((each: { order_id: string }) => each.order_id === orderId)?.mismatch;
    };
    let lookedAt = 0;
    const alerts = async (gameIndex: number) => {
      // Webhooks are dated by the wall clock, so the time of the test returns to it.
      const { now } = gate;
      lookedAt = Math.max(lookedAt, now) + MINUTE;
      gate.now = lookedAt;
      await gate.service.alerts.turn();
      gate.now = now;
      const { body } = await admin(gate, 'GET', `/projects/${gameIndex}/alerts?state=open`);
      return body.items.filter(({ kind }: { kind: string }) => kind === 'payment_mismatch');
    };

    for (const [reason, terms, ordered] of [
      ['amount', { amount: '9.91' }, '9.91 USD'],
      ['currency', { currency: 'EUR' }, '9.90 EUR'],
    ] as const) {
      test(`another ${reason}, told by webhook`, async () => {
        const { shop, release } = await openListeningShop(gate, markets, 'STRIPE');
        const { appid, gameIndex } = shop.app;
        const { orderId } = (await shop.payPage()).body.data;
        await gate.service.context.storage.db
          .updateTable('purchase_order')
          .set(terms)
          .where('order_id', '=', orderId)
          .execute();
        assert.equal(await shown(appid, orderId), null);
        assert.deepEqual(await alerts(gameIndex), []);
        const { paymentId } = await markets.control(`/pg/orders/${orderId}/pay`, {});
        await release();
        const foundAt = new Date(gate.now).toISOString();
        const text = `The order is ${ordered}, but 9.90 USD was paid. ${ADVICE}`;
        const mismatch = {
          reason,
          text,
          amount: '9.90',
          currency: 'USD',
          test: false,
          market_transaction_id: paymentId,
          found_at: foundAt,
          refunded_at: null,
        };
        assert.deepEqual(await shown(appid, orderId), mismatch);
        const [alert, ...others] = await alerts(gameIndex);
        assert.deepEqual(others, []);
        assert.equal(alert.text, `Order ${orderId} of player 1: ${text}`);
        assert.equal(alert.page, `/a/${appid}/players`);
        await markets.control(`/pg/orders/${orderId}/refund`, {});
        await release();
        const refunded = await shown(appid, orderId);
        assert.deepEqual(refunded, { ...mismatch, refunded_at: new Date(gate.now).toISOString() });
        assert.deepEqual(await alerts(gameIndex), []);
      });
    }

    test('another mode, found when the player asks for restorable orders', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      const { appid, gameIndex } = shop.app;
      const orders = [];
      for (const channel of ['TEST', 'TEST']) {
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, { channel });
        orders.push(orderId);
        gate.now += 1;
      }
      assert.deepEqual((await shop.restore()).body.data, []);
      const { reason, text, test: isTest } = await shown(appid, orders[0]);
      assert.deepEqual([reason, text, isTest], ['mode', TEST_MONEY, true]);
      const [alert, ...others] = await alerts(gameIndex);
      assert.deepEqual(others, []);
      assert.match(alert.text, /2 payments are concerned\.$/);
      // However old: money was paid for it.
      gate.now += 40 * DAY;
      assert.equal((await shown(appid, orders[1])).reason, 'mode');
    });

    test('a purchase whose order first had a wrong payment shows it', async () => {
      const shop = await openOrderShop(gate, markets);
      const { db } = gate.service.context.storage;
      const { orderId } = await shop.paid();
      const setAmount = (amount: string) =>
        db.updateTable('purchase_order').set({ amount }).where('order_id', '=', orderId).execute();
      await setAmount('9.91');
      const verify = async () => {
        const { book } = gate.service.payment.orders;
        const order = await book.find(shop.app, orderId);
        assert.ok(order);
        return shop.verify(book.receiptOf(order), { providerId: 'PG' });
      };
      assert.equal((await verify()).body.outcome.message, 'PRICE_VERIFY_FAIL');
      await setAmount('9.90');
      const { serviceTransactionId } = (await verify()).body.data;
      const path = `/apps/${shop.app.appid}/purchases/${serviceTransactionId}`;
      const { body } = await admin(gate, 'GET', path);
      assert.equal(body.order.mismatch.reason, 'amount');
      const timeline = (await admin(gate, 'GET', `${path}/timeline`)).body.items;
      const kinds = timeline.map(({ kind }: { kind: string }) => kind);
      assert.ok(kinds.includes('order.mismatched'), kinds.join());
    });
  },
  { kinds: EITHER, environment: 'production', adminToken: ADMIN_TOKEN },
);
