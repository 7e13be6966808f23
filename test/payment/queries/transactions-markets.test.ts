// Purchases verified at each market, as purchase history shows them (interface 2.6).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openOrderShop } from '../orders/order-shop.ts';
import { ACCOUNT, openAppleShop } from '../shop.ts';
import { iso, LAST_PAGE, TRANSACTIONS } from './records.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

marketSuite(
  'transactions at the markets',
  (gate, markets) => {
    test('APPLE: storeTransactionId is the transaction id, purchaseDate the payment; a repeat is no new item', async () => {
      const shop = await openAppleShop(gate, markets);
      const bought = await shop.buy({ appAccountToken: ACCOUNT });
      const paid = gate.now;
      gate.now += 90_000;
      for (let times = 0; times < 2; times += 1) await shop.verify(bought.signedTransaction);
      const request = { providerId: 'APPLE', startDate: iso(gate.now - 1) };
      const { body } = await gate.post(TRANSACTIONS, request, shop.headers);
      const [{ transactionId, ...item }] = body.data;
      assert.match(transactionId, UUID);
      assert.deepEqual(
        { ...body, data: [item] },
        {
          data: [
            {
              providerId: 'APPLE',
              purchaseAmount: '9.99',
              purchaseCurrency: 'USD',
              purchaseDate: iso(paid),
              purchaseDateSource: 'STORE_PAYMENT',
              storeTransactionId: bought.transactionId,
              verifiedDate: iso(gate.now),
            },
          ],
          meta: LAST_PAGE,
        },
      );
    });

    test('STEAM: the order id, and when the order was created', async () => {
      const shop = await openOrderShop(gate, markets);
      const created = gate.now;
      const { orderId, serviceReceipt } = await shop.approved();
      gate.now += 90_000;
      await shop.verify(serviceReceipt);
      const request = { providerId: 'STEAM', startDate: iso(created - 1) };
      const [item] = (await gate.post(TRANSACTIONS, request, shop.server)).body.data;
      const { transactionId, ...shown } = item;
      assert.match(transactionId, UUID);
      assert.deepEqual(shown, {
        providerId: 'STEAM',
        purchaseAmount: '9.90',
        purchaseCurrency: 'USD',
        purchaseDate: iso(created),
        purchaseDateSource: 'ORDER_CREATED',
        storeTransactionId: orderId,
        verifiedDate: iso(gate.now),
      });
      const own = await gate.post(TRANSACTIONS, request, shop.player);
      assert.deepEqual(own.body.data, [item]);
      const stranger = await gate.post(TRANSACTIONS, request, await shop.login(2));
      assert.deepEqual(stranger.body, { data: [], meta: LAST_PAGE });
    });

    test('PG: the order number, and when the payment was confirmed', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.paid();
      const confirmed = gate.now;
      gate.now += 90_000;
      await shop.verify(serviceReceipt, { providerId: 'PG' });
      const request = { providerId: 'PG', startDate: iso(confirmed - 1), transactionId: orderId };
      const [item] = (await gate.post(TRANSACTIONS, request, shop.server)).body.data;
      assert.deepEqual(
        [item.storeTransactionId, item.purchaseDate, item.purchaseDateSource],
        [orderId, iso(confirmed), 'PAYMENT_CONFIRMED'],
      );
      assert.deepEqual([item.purchaseAmount, item.verifiedDate], ['9.90', iso(gate.now)]);
    });
  },
  { kinds: EITHER },
);
