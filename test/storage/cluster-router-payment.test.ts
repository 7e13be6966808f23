// On a cluster (TEST_CITUS_URL), by the engine's own counts: a purchase stays on the node of its project.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { FINALIZE, ITEM_RESULT, openOrderShop, orderSuite } from '../payment/orders/order-shop.ts';
import { TRANSACTIONS } from '../payment/queries/records.ts';
import { openAppleShop } from '../payment/shop.ts';
import { openSubscriptionShop } from '../payment/subscription-shop.ts';
import type { Gate, TestApp } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { counts, staysOnOneNode } from './router.ts';

if (process.env.TEST_CITUS_URL === undefined) {
  describe('payment of one project on a cluster', () => {
    test('stays on one node', { skip: 'TEST_CITUS_URL names no cluster' }, () => {});
  });
} else {
  const read = async (gate: Gate, { appid }: TestApp, path: string) => {
    const { status, body } = await admin(gate, 'GET', `/apps/${appid}/${path}`);
    assert.equal(status, 200, path);
    return body;
  };
  const options = { kinds: ['postgres'], adminToken: ADMIN_TOKEN } as const;

  marketSuite(
    'payment of one project on a cluster',
    (gate, markets) => {
      test('a purchase is verified, verified again, listed, and looked at', async () => {
        const shop = await openAppleShop(gate, markets);
        await staysOnOneNode(gate, async () => {
          const { signedTransaction } = await shop.buy();
          for (const serviceDuplicated of [false, true]) {
            const { status, body } = await shop.verify(signedTransaction);
            assert.deepEqual([status, body.data.serviceDuplicated], [200, serviceDuplicated]);
          }
          const startDate = new Date(gate.now - 86_400_000).toISOString();
          const page = { providerId: 'APPLE', startDate, size: 10 };
          const { status, body } = await gate.post(TRANSACTIONS, page, shop.headers);
          assert.equal(status, 200, JSON.stringify(body));
          assert.ok(body.data.length > 0);
        });
        await staysOnOneNode(gate, async () => {
          const { items } = await read(gate, shop.app, 'purchases?state=valid');
          const { service_transaction_id: id, store_transaction_id: store } = items[0];
          await read(gate, shop.app, `purchases?store_transaction_id=${store}`);
          await read(gate, shop.app, `purchases/${id}`);
          await read(gate, shop.app, `purchases/${id}/timeline`);
          await read(gate, shop.app, 'refunds');
          await read(gate, shop.app, 'notices');
        });
      });

      test('purchases of several projects at one moment', async () => {
        const shops = await Promise.all(
          [1, 2, 3, 4].map(() => openSubscriptionShop(gate, markets, { asksApple: false })),
        );
        const buy = async () => {
          const bought = await Promise.all(
            [...shops, ...shops].map(async (shop) => ({ shop, ...(await shop.subscribeApple()) })),
          );
          const answers = await Promise.all(
            bought.map(({ shop, signedTransaction }) => shop.verify('APPLE', signedTransaction)),
          );
          assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
        };
        await staysOnOneNode(gate, buy);
        await staysOnOneNode(gate, async () => {
          await buy();
          await gate.service.payment.usage.flush();
        });
      });

      test('a subscription is verified, its status asked for, and it is listed', async () => {
        const shop = await openSubscriptionShop(gate, markets);
        await staysOnOneNode(gate, async () => {
          const { signedTransaction } = await shop.subscribeApple();
          for (let time = 0; time < 2; time += 1) {
            assert.equal((await shop.verify('APPLE', signedTransaction)).status, 200);
          }
          assert.ok((await shop.status()).length > 0);
          const { items } = await read(gate, shop.app, 'subscriptions');
          const { provider, subscription_id: id } = items[0];
          await read(gate, shop.app, `subscriptions/${provider}/${id}/timeline`);
        });
      });

      test('only the search for due jobs looks at every shard when notifications come', async () => {
        const shop = await openSubscriptionShop(gate, markets);
        await shop.registerNotices();
        const renewed = async () => {
          const bought = await shop.subscribeApple();
          await shop.apple(bought, 'refund');
          await shop.subscribeGoogle();
          assert.deepEqual([...new Set(await shop.release())], [200]);
        };
        await renewed();
        const earlier = await counts(gate);
        await renewed();
        const later = await counts(gate);
        assert.equal(later.severalNodes - earlier.severalNodes, 0);
        // Before and after the jobs of the project.
        assert.ok(later.severalShards - earlier.severalShards <= 3, 'searches');
      });
    },
    options,
  );

  orderSuite(
    'orders of one project on a cluster',
    (gate, markets) => {
      test('an order is opened, paid, verified, delivered, restored and closed', async () => {
        const shop = await openOrderShop(gate, markets);
        await staysOnOneNode(gate, async () => {
          const steam = await shop.approved();
          const { status, body } = await shop.verify(steam.serviceReceipt);
          assert.equal(status, 200, JSON.stringify(body));
          const { serviceTransactionId } = body.data;
          const delivered = { serviceTransactionId, result: 1 };
          assert.equal((await shop.post(ITEM_RESULT, delivered)).status, 200);
          const paid = await shop.paid();
          const verified = await shop.verify(paid.serviceReceipt, { providerId: 'PG' });
          assert.equal(verified.status, 200, JSON.stringify(verified.body));
          assert.equal((await shop.restore()).status, 200);
          assert.equal((await shop.post(FINALIZE, { orderId: paid.orderId })).status, 200);
        });
      });
    },
    options,
  );
}
