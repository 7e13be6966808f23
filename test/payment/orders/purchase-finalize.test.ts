// POST /payment/v1/purchase/finalize: an order is closed after its delivery, and not before its verification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { FINALIZE, openOrderShop, orderSuite, problem } from './order-shop.ts';

const unknown = (orderId: string) =>
  problem(FINALIZE, 'INVALID_REQUEST', `The player has no order ${orderId}.`);

orderSuite(
  'purchase/finalize',
  (gate, markets) => {
    test('closes a verified order of STEAM and of PG, once and for all', async () => {
      const shop = await openOrderShop(gate, markets);
      const [steam, pg] = [await shop.approved(), await shop.paid()];
      await shop.verify(steam.serviceReceipt);
      await shop.verify(pg.serviceReceipt, { providerId: 'PG' });
      for (const { orderId } of [steam, pg, steam, pg]) {
        const answer = await shop.post(FINALIZE, { orderId });
        assert.equal(answer.status, 200);
        assert.deepEqual(answer.body, { data: { orderId }, meta: null });
      }
      assert.deepEqual((await shop.restore()).body.data, []);
      const closed = await shop.order(steam.orderId);
      assert.equal(closed?.closed_at, gate.now);
    });

    test('a closed order can still be verified: it is a duplicate', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await shop.verify(serviceReceipt);
      await shop.post(FINALIZE, { orderId });
      assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, true);
    });

    test('an order that was not verified is not closed: INVALID_REQUEST', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId } = await shop.paid();
      const answer = await shop.post(FINALIZE, { orderId });
      assert.deepEqual(
        answer.body,
        problem(
          FINALIZE,
          'INVALID_REQUEST',
          `Order ${orderId} is not verified yet. Verify its receipt before you close it.`,
        ),
      );
      assert.equal((await shop.restore()).body.data.length, 1);
    });

    test('an unknown order, and that of another player: INVALID_REQUEST', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await shop.verify(serviceReceipt);
      assert.deepEqual((await shop.post(FINALIZE, { orderId: '1' })).body, unknown('1'));
      const stranger = await shop.login(2);
      assert.deepEqual((await shop.post(FINALIZE, { orderId }, stranger)).body, unknown(orderId));
      const elsewhere = await openOrderShop(gate, markets);
      assert.deepEqual((await elsewhere.post(FINALIZE, { orderId })).body, unknown(orderId));
    });

    test('without a number: INVALID_REQUEST', async () => {
      const shop = await openOrderShop(gate, markets);
      assert.deepEqual(
        (await shop.post(FINALIZE, {})).body,
        problem(FINALIZE, 'INVALID_REQUEST', 'Some fields are missing or not valid. See errors.', [
          { field: 'orderId', message: 'is required' },
        ]),
      );
    });
  },
  { kinds: EITHER },
);
