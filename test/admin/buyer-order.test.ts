// The order number in Apple's e-mail to the buyer: the search asks Apple, and finds the purchase by its transaction.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAppleShop } from '../payment/shop.ts';
import { EITHER } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';
import { ADMIN_TOKEN, admin } from './caller.ts';

marketSuite(
  'search by the order number of the buyer',
  (gate, markets) => {
    const search = async (q: string, more: Record<string, string> = {}) => {
      const { status, body } = await admin(
        gate,
        'GET',
        `/search?${new URLSearchParams({ q, ...more })}`,
      );
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    test('leads to the purchase, in any case of its letters', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      const { transactionId, signedTransaction, orderId } = await shop.buy();
      assert.match(orderId, /^M[0-9A-Z]+$/);
      const verified = await shop.verify(signedTransaction);
      const { serviceTransactionId } = verified.body.data;
      for (const text of [orderId, orderId.toLowerCase(), ` ${orderId} `]) {
        const { purchases, ...rest } = await search(text);
        assert.deepEqual(
          purchases.map((each: { service_transaction_id: string }) => each.service_transaction_id),
          [serviceTransactionId],
        );
        assert.equal(purchases[0].store_transaction_id, transactionId);
        assert.equal(purchases[0].appid, shop.app.appid);
        assert.deepEqual(rest, { players: [], orders: [], subscriptions: [], members: [] });
      }
    });

    test('a number that Apple does not know, or whose purchase nobody verified, finds nothing', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      const { orderId } = await shop.buy();
      assert.deepEqual((await search(orderId)).purchases, []);
      assert.deepEqual((await search('MLY1K2PQ5T')).purchases, []);
      assert.deepEqual((await search('MLY1K2PQ5T', { appid: shop.app.appid })).purchases, []);
    });

    test('an app without an API key cannot ask', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction, orderId } = await shop.buy();
      assert.equal((await shop.verify(signedTransaction)).status, 200);
      const { appid } = shop.app;
      assert.deepEqual((await search(orderId, { appid })).purchases, []);
    });

    test('while Apple cannot be asked, the search answers all the same', async () => {
      await openAppleShop(gate, markets, { asks: true });
      await markets.control('/faults', { market: 'apple', kind: '500', count: 20 });
      assert.deepEqual((await search('MLY9K9PQ9T')).purchases, []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
