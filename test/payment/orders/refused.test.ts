// Refused verifications of STEAM and PG are kept for support with what Steam and the gateway answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { ACCOUNT, openOrderShop, orderSuite } from './order-shop.ts';

orderSuite(
  'refused verifications of orders',
  (gate, markets) => {
    const records = async ({ appid }: { readonly appid: string }) => {
      await gate.service.payment.refusedVerifications.flush();
      const path = `/apps/${appid}/refused-verifications`;
      const { body } = await admin(gate, 'GET', path);
      const whole = body.items.map(({ refused_id }: { refused_id: string }) =>
        admin(gate, 'GET', `${path}/${refused_id}`),
      );
      return (await Promise.all(whole)).map(({ body: row }) => [
        row.provider,
        row.player_id,
        row.transaction_id,
        row.outcome,
        JSON.parse(row.market_answer),
      ]);
    };

    test('STEAM: not approved yet, then declined; the player is named', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = (await shop.init()).body.data;
      await shop.verify(serviceReceipt, { orderId });
      gate.now += 1_000;
      await markets.control(`/steam/orders/${orderId}/deny`, {});
      await shop.verify(serviceReceipt, { orderId });
      gate.now += 1_000;
      await shop.verify('forged', { orderId });
      const [forged, declined, pending] = await records(shop.app);
      assert.deepEqual(forged, ['STEAM', 1, orderId, 'RECEIPT_VERIFY_FAIL', null]);
      assert.deepEqual(declined?.slice(0, 4), ['STEAM', 1, orderId, 'INVALID_RECEIPT']);
      assert.deepEqual(declined?.[4].orderId, orderId);
      assert.deepEqual(pending?.slice(0, 4), ['STEAM', 1, orderId, 'PAYMENT_PENDING']);
      assert.equal(pending?.[4].status, 'Init');
    });

    test('PG: a price that differs from what was paid, without data about the buyer', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.paid();
      await shop.verify(serviceReceipt, { providerId: 'PG', price: 1, accountUuid: ACCOUNT });
      const [row] = await records(shop.app);
      assert.deepEqual(row?.slice(0, 4), ['PG', 1, null, 'PRICE_VERIFY_FAIL']);
      const said = JSON.stringify(row?.[4]);
      assert.ok(said.includes(orderId));
      for (const secret of ['email', 'card', 'customer_details']) assert.ok(!said.includes(secret));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
