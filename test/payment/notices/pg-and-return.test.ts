// Notices of the gateways and the buyer's way back: reasons to ask the gateway, and nothing more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { openListeningShop } from '../orders/listening-shop.ts';
import {
  LEFT_URL,
  type OrderShop,
  openOrderShop,
  orderSuite,
  SHOP_URL,
} from '../orders/order-shop.ts';

const GATEWAYS = ['STRIPE', 'PORTONE'] as const;

const stateOf = async (shop: OrderShop, orderId: string) => (await shop.order(orderId))?.state;

orderSuite(
  'notices of payment gateways',
  (gate, markets) => {
    for (const gateway of GATEWAYS) {
      test(`${gateway}: a paid order is known to be paid once its notice is answered`, async () => {
        const { shop, release } = await openListeningShop(gate, markets, gateway);
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        assert.equal(await stateOf(shop, orderId), 'open');
        const statuses = await release();
        assert.ok(statuses.length > 0 && statuses.every((status) => status === 200), `${statuses}`);
        const { state, paid_at, store_transaction_id } = (await shop.order(orderId)) ?? {};
        assert.equal(state, 'paid');
        assert.ok(paid_at && Math.abs(paid_at - gate.now) < 1_000);
        const { paymentId } = await markets.control(`/pg/orders/${orderId}`);
        assert.equal(store_transaction_id, paymentId);
      });

      test(`${gateway}: a refund cancels the recorded purchase without anybody asking`, async () => {
        const { shop, release } = await openListeningShop(gate, markets, gateway);
        const { orderId, serviceReceipt } = await shop.paid();
        await shop.verify(serviceReceipt, { providerId: 'PG' });
        await markets.control(`/pg/orders/${orderId}/refund`, {});
        await release();
        const row = await gate.service.context.storage.db
          .selectFrom('purchase')
          .select('cancel_state')
          .where('unique_key', '=', orderId)
          .executeTakeFirst();
        assert.deepEqual(row, { cancel_state: 1 });
      });

      test(`${gateway}: while the gateway cannot be asked, the notice is wanted again`, async () => {
        const { shop, release } = await openListeningShop(gate, markets, gateway);
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        await markets.fault(gateway.toLowerCase(), '429', { rate: 1 });
        const statuses = await release();
        assert.deepEqual([...new Set(statuses)], [503]);
        assert.equal(await stateOf(shop, orderId), 'open');
      });

      test(`${gateway}: a notice that is not signed, or for another app, changes nothing`, async () => {
        const { shop, path } = await openListeningShop(gate, markets, gateway);
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        const body = JSON.stringify({
          type: 'payment_intent.succeeded',
          data: { object: { metadata: { orderId } }, paymentId: orderId },
        });
        const forgeries: Record<string, string>[] = [
          {},
          { 'stripe-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` },
          {
            'webhook-id': 'wh_1',
            'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
            'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
          },
        ];
        for (const headers of forgeries) {
          const answer = await gate.post(path, body, headers);
          assert.equal(answer.status, 400);
          assert.deepEqual(answer.body, {
            error: 'forged',
            message: 'The webhook signature is not valid.',
          });
        }
        assert.equal((await gate.post(path)).status, 400);
        const elsewhere = [
          `/market/v1/pg/${gateway.toLowerCase()}/nobody`,
          `/market/v1/pg/toss/${shop.app.appid}`,
        ];
        for (const other of elsewhere) assert.equal((await gate.post(other, body)).status, 404);
        assert.equal(await stateOf(shop, orderId), 'open');
      });

      test(`${gateway}: the way back asks the gateway, and leads to the shop`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const { orderId } = (await shop.payPage()).body.data;
        const path = `/payment/v1/order/return/${shop.app.appid}/${orderId}`;
        const early = await gate.send('GET', `${path}?paid=yes`);
        assert.equal(early.status, 303);
        assert.equal(early.headers.location, `${LEFT_URL}?orderId=${orderId}`);
        assert.equal(await stateOf(shop, orderId), 'open');

        await markets.control(`/pg/orders/${orderId}/pay`, {});
        // What the gateway said is remembered for three seconds.
        assert.equal((await gate.send('GET', path)).headers.location, early.headers.location);
        gate.now += 3_000;
        const back = await gate.send('GET', path);
        assert.equal(back.headers.location, `${SHOP_URL}?orderId=${orderId}`);
        assert.equal(await stateOf(shop, orderId), 'paid');
      });
    }

    test('a notice delivered twice, and one about a stranger, are heeded', async () => {
      const { shop, path, release } = await openListeningShop(gate, markets, 'STRIPE');
      const { orderId } = await shop.paid();
      await release();
      const { notifications } = await markets.control('/stripe/webhooks');
      const own = notifications.find((each: { url: string }) => each.url.endsWith(path));
      const again = await markets.control('/stripe/webhooks/redeliver', { id: own.id });
      assert.equal(again.attempts.at(-1).status, 200);
      assert.equal(await stateOf(shop, orderId), 'paid');
      const other = await openOrderShop(gate, markets);
      const stranger = await other.paid();
      assert.ok((await release()).every((status) => status === 200));
      assert.equal(await stateOf(shop, stranger.orderId), undefined);
    });

    test('nothing to pay, no such order: plain words', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      const { orderId } = await shop.paid();
      const pay = await gate.send('GET', `/payment/v1/order/pay/${shop.app.appid}/${orderId}`);
      assert.deepEqual([pay.status, pay.body], [404, 'No payment is open at this address.']);
      const back = await gate.send('GET', `/payment/v1/order/return/${shop.app.appid}/H1`);
      assert.deepEqual([back.status, back.body], [404, 'This order does not exist.']);
    });
  },
  { kinds: EITHER },
);
