// STEAM at purchase/verify: the field mapping, the states of an order, what is compared and what is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import {
  ACCOUNT,
  anotherOrder,
  FORGED,
  GEMS,
  openOrderShop,
  orderSuite,
  problem,
  STEAM_ID,
  VERIFY,
  verified,
} from './order-shop.ts';

orderSuite(
  'STEAM',
  (gate, markets) => {
    const ordersOf = (orderId: string) => markets.control(`/steam/orders/${orderId}`);

    test('an approved order is charged and verified', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, storeTransactionId, serviceReceipt } = await shop.approved();
      const answer = await shop.verify(serviceReceipt, { iapPayload: 'bag' });
      assert.equal(answer.status, 200);
      assert.deepEqual(
        answer.body,
        verified({
          servicePayload: 'bag',
          serviceProviderTransactionId: orderId,
          serviceReceipt,
          serviceStoreTransactionId: storeTransactionId,
          serviceTransactionId: 'ST_1',
        }),
      );
      const { status, charges } = await ordersOf(orderId);
      assert.deepEqual({ status, charges }, { status: 'Succeeded', charges: 1 });
      const { state, paid_at } = (await shop.order(orderId)) ?? {};
      assert.deepEqual({ state, paid_at }, { state: 'paid', paid_at: gate.now });
    });

    test('the purchase date is that of the order', async () => {
      const shop = await openOrderShop(gate, markets);
      const opened = gate.now;
      const { orderId, serviceReceipt } = await shop.approved();
      gate.now += 60_000;
      await shop.verify(serviceReceipt);
      const row = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['purchased_at', 'purchase_date_source', 'verified_at', 'account_uuid'])
        .where('unique_key', '=', orderId)
        .executeTakeFirst();
      assert.deepEqual(row, {
        purchased_at: opened,
        purchase_date_source: 'ORDER_CREATED',
        verified_at: gate.now,
        account_uuid: ACCOUNT,
      });
    });

    test('the amount includes the tax', async () => {
      const shop = await openOrderShop(gate, markets);
      const steamid = '76561197960287940';
      await markets.control('/steam/users', { steamid, vatRate: 0.1 });
      const { orderId, serviceReceipt } = await shop.approved({ steamId: steamid, quantity: 2 });
      const { items } = await ordersOf(orderId);
      assert.deepEqual([items[0].amount, items[0].vat], [1800, 180]);
      const { data } = (await shop.verify(serviceReceipt)).body;
      assert.deepEqual([data.servicePrice, data.serviceQuantity], [19.8, 2]);
    });

    test('an order nobody has approved: PAYMENT_PENDING, and nothing is charged', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = (await shop.init()).body.data;
      const answer = await shop.verify(serviceReceipt);
      assert.deepEqual(
        answer.body,
        problem(
          VERIFY,
          'PAYMENT_PENDING',
          'The player has not approved the order at Steam yet. Try again afterwards.',
        ),
      );
      await markets.control(`/steam/orders/${orderId}/approve`, {});
      assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, false);
    });

    for (const end of ['deny', 'expire']) {
      test(`${end}: INVALID_RECEIPT, now and later`, async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId, serviceReceipt } = await shop.approved();
        await markets.control(`/steam/orders/${orderId}/${end}`, {});
        const lost = problem(
          VERIFY,
          'INVALID_RECEIPT',
          'The order failed or the player declined it. Nothing was charged.',
        );
        assert.deepEqual((await shop.verify(serviceReceipt)).body, lost);
        assert.deepEqual((await shop.verify(serviceReceipt)).body, lost);
        assert.equal((await shop.order(orderId))?.state, 'failed');
      });
    }

    const reportsOf = async (unique_key: string) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('purchase_cancellation')
        .select(['cause', 'state', 'amount', 'reason'])
        .where('unique_key', '=', unique_key)
        .execute();
      return rows.map((row) => [row.cause.split(' ')[0], row.state, row.amount, row.reason]);
    };
    const kinds = [
      ['Refunded', 'refund', 'given', null],
      ['Chargedback', 'dispute', 'lost', null],
      ['RefundedSuspectedFraud', 'refund', 'given', 'RefundedSuspectedFraud'],
      ['RefundedFriendlyFraud', 'refund', 'given', 'RefundedFriendlyFraud'],
    ] as const;
    for (const [kind, cause, state, reason] of kinds) {
      test(`${kind}: a purchase on record is canceled`, async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId, serviceReceipt } = await shop.approved();
        await shop.verify(serviceReceipt);
        await markets.control(`/steam/orders/${orderId}/refund`, { kind });
        const { data } = (await shop.verify(serviceReceipt)).body;
        assert.deepEqual([data.servicePurchaseCancelState, data.serviceDuplicated], [1, true]);
        assert.deepEqual(await reportsOf(orderId), [[cause, state, null, reason]]);
      });
    }

    test('a partial refund leaves the purchase as it is', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await shop.verify(serviceReceipt);
      await markets.control(`/steam/orders/${orderId}/refund`, { kind: 'PartialRefund' });
      const { data } = (await shop.verify(serviceReceipt)).body;
      assert.equal(data.servicePurchaseCancelState, 0);
      assert.deepEqual(await reportsOf(orderId), [['refund', 'partial', '9.90', null]]);
    });

    test('neither price, currency nor product of the request are held against it', async () => {
      const shop = await openOrderShop(gate, markets);
      const { serviceReceipt } = await shop.approved();
      const other = { price: 1, currency: 'KRW', productId: 'other' };
      const { data } = (await shop.verify(serviceReceipt, other)).body;
      assert.deepEqual(
        [data.servicePrice, data.serviceCurrency, data.serviceProductId],
        [9.9, 'USD', GEMS],
      );
    });

    test('the order is looked up by storeTransactionId, then orderId, then the receipt', async () => {
      const shop = await openOrderShop(gate, markets);
      const [one, other] = [await shop.approved(), await shop.approved()];
      const outcome = async (fields: object) => {
        const { body } = await shop.verify(one.serviceReceipt, fields);
        return body.data?.serviceProviderTransactionId ?? body.outcome.message;
      };
      const mine = one.orderId;
      const otherFirst = { storeTransactionId: other.orderId, orderId: mine };
      assert.equal(await outcome(otherFirst), 'RECEIPT_VERIFY_FAIL');
      assert.equal(await outcome({ orderId: other.orderId }), 'RECEIPT_VERIFY_FAIL');
      assert.equal(await outcome({ storeTransactionId: mine, orderId: other.orderId }), mine);
      assert.equal(await outcome({ orderId: mine }), mine);
      assert.equal(await outcome({ storeTransactionId: one.storeTransactionId }), mine);
      assert.equal(await outcome({}), mine);
    });

    test('the right receipt with the number of another order says which is wrong', async () => {
      const shop = await openOrderShop(gate, markets);
      const [one, other] = [await shop.approved(), await shop.approved()];
      const refused = async (fields: object, body: object) =>
        assert.deepEqual((await shop.verify(one.serviceReceipt, fields)).body, body);
      for (const sent of [other.orderId, '404']) {
        await refused({ orderId: sent }, anotherOrder(one.orderId, sent));
        const both = { storeTransactionId: sent, orderId: one.orderId };
        await refused(both, anotherOrder(one.orderId, sent, 'storeTransactionId'));
      }
      await refused({ providerId: 'PG', orderId: other.orderId }, FORGED);
      const stranger = await openOrderShop(gate, markets);
      for (const { orderId } of [one, other]) {
        assert.deepEqual((await stranger.verify(one.serviceReceipt, { orderId })).body, FORGED);
      }
      assert.equal((await shop.verify(one.serviceReceipt)).status, 200);
      // The same after it was verified.
      await refused({ orderId: other.orderId }, anotherOrder(one.orderId, other.orderId));
    });

    test('an order that Steam has for another account: INVALID_RECEIPT, and nothing is charged', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await gate.service.context.storage.db
        .updateTable('purchase_order')
        .set({ steam_id: '76561197960287950' })
        .where('order_id', '=', orderId)
        .execute();
      assert.deepEqual(
        (await shop.verify(serviceReceipt)).body,
        problem(VERIFY, 'INVALID_RECEIPT', 'At Steam, this order belongs to another account.'),
      );
      const { steamid, charges } = await ordersOf(orderId);
      assert.deepEqual({ steamid, charges }, { steamid: STEAM_ID, charges: 0 });
    });
  },
  { kinds: EITHER },
);
