// What is kept of a payment: listed fields and nothing else; no card and no buyer in any row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keep } from '../../../src/payment/markets/redact.ts';
import { EITHER } from '../../support/databases.ts';
import { openOrderShop, orderSuite } from '../orders/order-shop.ts';

test('only listed fields are kept, at every depth', () => {
  const payment = {
    id: 'pi_1',
    amount: 990,
    email: 'buyer@example.com',
    card: { last4: '4242' },
    metadata: { orderId: 'H1', name: 'Somebody' },
    refunds: [{ id: 're_1', reason: 'my daughter bought it' }, 'text', null],
    gone: null,
  };
  assert.deepEqual(
    keep(payment, {
      id: true,
      amount: true,
      missing: true,
      metadata: { orderId: true },
      refunds: { id: true },
      gone: { id: true },
    }),
    { id: 'pi_1', amount: 990, metadata: { orderId: 'H1' }, refunds: [{ id: 're_1' }], gone: null },
  );
});

test('a listed field that holds an object all of a sudden is not kept', () => {
  assert.deepEqual(keep({ id: { email: 'buyer@example.com' } }, { id: true }), { id: null });
});

/** Without ids of 17 digits and more, and sealed texts and hashes of 40 characters and more, which spell anything. */
const withoutChance = (text: string): string =>
  text.replaceAll(/\d{17,}/g, '').replaceAll(/[\w-]{40,}/g, '');

orderSuite(
  'records of payments',
  (gate, markets) => {
    /** As the payment page does. */
    async function openWindow(paymentId: string, customer: object): Promise<void> {
      const { portone } = await markets.control('/credentials');
      const data = {
        storeId: portone.storeId,
        channelKey: 'channel-key-inicis-live',
        payMethod: 'CARD',
        paymentId,
        orderName: '100 gems',
        totalAmount: 990,
        currency: 'USD',
        customer,
      };
      const body = JSON.stringify({ data });
      const answer = await fetch(`${markets.url}/pay/portone/prepare`, { method: 'POST', body });
      assert.equal(answer.status, 200);
    }

    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      test(`${gateway}: no row holds anything of the card or the buyer`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const customer = {
          fullName: 'Kim Buyer',
          phoneNumber: '010-1234-5678',
          email: 'buyer@example.com',
        };
        const { orderId } = (await shop.payPage({ customer })).body.data;
        if (gateway === 'PORTONE') await openWindow(orderId, customer);
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        const [{ serviceReceipt }] = (await shop.restore()).body.data;
        const answer = await shop.verify(serviceReceipt, { providerId: 'PG' });
        const { db } = gate.service.context.storage;
        const rows = [
          await db.selectFrom('purchase').selectAll().execute(),
          await db.selectFrom('purchase_order').selectAll().execute(),
          await db.selectFrom('job').selectAll().execute(),
        ];
        for (const text of [JSON.stringify(rows), JSON.stringify(answer.body)]) {
          assert.ok(text.includes(orderId));
          assert.doesNotMatch(
            withoutChance(text),
            /4242|visa|card|buyer|1234|example|email|customer/i,
          );
        }
      });
    }
  },
  { kinds: EITHER },
);
