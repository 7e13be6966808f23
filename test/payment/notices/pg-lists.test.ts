// What lost webhooks would have told is found in the gateways' own lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { giveEvidence } from '../orders/evidence.ts';
import { openListeningShop } from '../orders/listening-shop.ts';
import { openOrderShop, orderSuite } from '../orders/order-shop.ts';

const PG = { providerId: 'PG' };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

orderSuite(
  'lists of the payment gateways',
  (gate, markets) => {
    const control: typeof markets.control = (path, body) => markets.control(path, body);
    const act = (orderId: string, action: string, body = {}) =>
      markets.control(`/pg/orders/${orderId}/${action}`, body);
    const poll = async (later: number) => {
      gate.now += later;
      await gate.service.payment.pollers.turn();
    };
    const reportsOf = async (orderId: string) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('purchase_cancellation')
        .select('state')
        .where('unique_key', '=', orderId)
        .orderBy('reported_at')
        .execute();
      return rows.map(({ state }) => state);
    };
    const noticesOf = (appid: string) =>
      gate.service.context.storage.db
        .selectFrom('market_notice')
        .select(['kind', 'state', 'subject'])
        .where('appid', '=', appid)
        .orderBy('received_at')
        .execute();

    test('PORTONE: pages of more than 1 MiB are read', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      await poll(0);
      await control('/portone/settings', { pgResponseBytes: 250_000 });
      const orders: string[] = [];
      for (let count = 0; count < 5; count++) {
        const { orderId } = (await shop.payPage()).body.data;
        await act(orderId, 'pay');
        orders.push(orderId);
      }
      await poll(11 * MINUTE_MS);
      await control('/portone/settings', { pgResponseBytes: null });
      for (const each of orders) assert.equal((await shop.order(each))?.state, 'paid');
    });

    test('PORTONE: more payments than one page has', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      await poll(0);
      const pay = async (): Promise<string> => {
        const { orderId } = (await shop.payPage()).body.data;
        await act(orderId, 'pay');
        return orderId;
      };
      const orders = await Promise.all(Array.from({ length: 101 }, pay));
      await poll(11 * MINUTE_MS);
      const states = await Promise.all(orders.map(async (each) => (await shop.order(each))?.state));
      assert.deepEqual(new Set(states), new Set(['paid']));
    });

    test('STRIPE: pages of more than 1 MiB are read', async () => {
      const shop = await openOrderShop(gate, markets);
      await poll(0);
      const { orderId } = await shop.paid();
      await act(orderId, 'dispute');
      for (let count = 0; count < 3; count++) {
        await giveEvidence(markets, orderId, { draft: String(count) });
      }
      const sold = (await shop.payPage()).body.data.orderId;
      await act(sold, 'pay');
      await poll(11 * MINUTE_MS);
      assert.deepEqual(await reportsOf(orderId), ['open']);
      assert.equal((await shop.order(sold))?.state, 'paid');
    });

    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      test(`${gateway}: a payment and its refund are found without a webhook`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        await poll(0);
        const { orderId } = (await shop.payPage()).body.data;
        await act(orderId, 'pay');
        await poll(11 * MINUTE_MS);
        assert.equal((await shop.order(orderId))?.state, 'paid');
        assert.deepEqual(await reportsOf(orderId), []);
        await act(orderId, 'refund', { amount: 100 });
        await poll(11 * MINUTE_MS);
        await act(orderId, 'refund');
        await poll(11 * MINUTE_MS);
        await poll(11 * MINUTE_MS);
        assert.deepEqual(await reportsOf(orderId), ['partial', 'given']);
        assert.deepEqual((await shop.restore()).body.data, []);
      });

      test(`${gateway}: a dispute and its end are found within a day`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        await poll(0);
        const { orderId } = await shop.paid();
        await act(orderId, 'dispute');
        await poll(DAY_MS);
        assert.deepEqual(await reportsOf(orderId), ['open']);
        await act(orderId, 'dispute/win');
        await poll(DAY_MS);
        assert.deepEqual(await reportsOf(orderId), ['open', 'won']);
      });

      test(`${gateway}: after an outage of two weeks nothing is missing`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        await poll(0);
        const { orderId } = (await shop.payPage()).body.data;
        await act(orderId, 'pay');
        await poll(14 * DAY_MS);
        assert.equal((await shop.order(orderId))?.state, 'paid');
      });

      test(`${gateway}: while the list cannot be read, the position stays`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        await poll(0);
        const { orderId } = (await shop.payPage()).body.data;
        await act(orderId, 'pay');
        await markets.fault(gateway.toLowerCase(), '500', { rate: 1 });
        await poll(3 * DAY_MS);
        assert.equal((await shop.order(orderId))?.state, 'open');
        await markets.clearFaults();
        await poll(DAY_MS);
        assert.equal((await shop.order(orderId))?.state, 'paid');
      });
    }

    test('STRIPE: an event of the list is kept as its webhook would be, once; strangers are not kept', async () => {
      const { shop, release } = await openListeningShop(gate, markets, 'STRIPE');
      await poll(0);
      const { orderId, serviceReceipt } = await shop.paid();
      await shop.verify(serviceReceipt, PG);
      await release();
      const webhooks = (await noticesOf(shop.app.appid)).length;
      await act(orderId, 'fraud-warning');
      await control('/pg/stray-webhooks', { gateway: 'stripe', kind: 'foreign-shop' });
      const other = await openOrderShop(gate, markets);
      await other.paid();
      await poll(11 * MINUTE_MS);
      await poll(11 * MINUTE_MS);
      const warning = {
        kind: 'radar.early_fraud_warning.created',
        state: 'applied',
        subject: orderId,
      };
      assert.deepEqual((await noticesOf(shop.app.appid)).slice(webhooks), [warning]);
      // The late webhooks change nothing any more: of the stranger's only those are kept that came as webhooks.
      await release();
      const warnings = (await noticesOf(shop.app.appid)).filter(
        ({ kind }) => kind === warning.kind,
      );
      assert.deepEqual(warnings, [warning]);
    });
  },
  { kinds: EITHER },
);
