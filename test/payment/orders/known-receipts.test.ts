// A sealed receipt that is on record: answered from the record while the market is away, and news of a refund when it is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { anotherOrder, type OrderShop, openOrderShop, orderSuite } from './order-shop.ts';

const MARKETS = [
  {
    market: 'steam',
    request: { providerId: 'STEAM' },
    sell: (shop: OrderShop) => shop.approved(),
    refundPath: (orderId: string) => `/steam/orders/${orderId}/refund`,
  },
  {
    market: 'stripe',
    request: { providerId: 'PG' },
    sell: (shop: OrderShop) => shop.paid(),
    refundPath: (orderId: string) => `/pg/orders/${orderId}/refund`,
  },
] as const;

orderSuite(
  'a sealed receipt on record',
  (gate, markets) => {
    for (const { market, request, sell, refundPath } of MARKETS) {
      test(`${request.providerId}: while the market is away, the first result, as a duplicate`, async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId, serviceReceipt } = await sell(shop);
        const first = await shop.verify(serviceReceipt, request);
        assert.equal(first.body.data.serviceDuplicated, false);
        const expected = { data: { ...first.body.data, serviceDuplicated: true }, meta: null };
        await markets.fault(market, '500', { rate: 1 });
        const storeTransactionId = first.body.data.serviceStoreTransactionId;
        for (const names of [{}, { orderId }, { storeTransactionId }]) {
          const again = await shop.verify(serviceReceipt, { ...request, ...names });
          assert.deepEqual([again.status, again.body], [200, expected]);
        }
      });

      test(`${request.providerId}: a refund is learned when the market is back, and stays known`, async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId, serviceReceipt } = await sell(shop);
        await shop.verify(serviceReceipt, request);
        await markets.control(refundPath(orderId), {});
        const cancelState = async () =>
          (await shop.verify(serviceReceipt, request)).body.data.servicePurchaseCancelState;
        await markets.fault(market, '500', { rate: 1 });
        assert.equal(await cancelState(), 0);
        await markets.clearFaults();
        assert.equal(await cancelState(), 1);
        await markets.fault(market, '500', { rate: 1 });
        assert.equal(await cancelState(), 1);
      });

      test(`${request.providerId}: beside the number of another order it is no receipt`, async () => {
        const shop = await openOrderShop(gate, markets);
        const [one, other] = [await sell(shop), await sell(shop)];
        await shop.verify(one.serviceReceipt, request);
        const names = { ...request, orderId: other.orderId };
        const { body } = await shop.verify(one.serviceReceipt, names);
        assert.deepEqual(body, anotherOrder(one.orderId, other.orderId));
      });
    }
  },
  { kinds: EITHER },
);
