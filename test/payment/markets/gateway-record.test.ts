// What is kept of a payment: listed fields and nothing else; no card and no buyer in any row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keep } from '../../../src/payment/markets/redact.ts';
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

orderSuite('records of payments', (gate, markets) => {
  for (const gateway of ['STRIPE', 'PORTONE'] as const) {
    test(`${gateway}: no row holds anything of the card or the buyer`, async () => {
      const shop = await openOrderShop(gate, markets, { gateway });
      const { orderId, payUrl } = (await shop.payPage()).body.data;
      if (gateway === 'PORTONE') {
        const { headers } = await gate.send('GET', new URL(payUrl).pathname);
        await fetch(`${headers.location}&customerEmail=buyer%40example.com`);
      }
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
        assert.doesNotMatch(text, /4242|visa|card|buyer|example|email|customer/i);
      }
    });
  }
});
