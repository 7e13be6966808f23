// Test money never buys in production, and real money never in sandbox: the payment itself decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeIn } from '../../../src/storage/sealed.ts';
import { EITHER } from '../../support/databases.ts';
import { type Gate, inject } from '../../support/harness.ts';
import type { Markets } from '../../support/markets.ts';
import { openListeningShop } from './listening-shop.ts';
import {
  LEFT_URL,
  type OrderShop,
  openOrderShop,
  orderSuite,
  problem,
  VERIFY,
} from './order-shop.ts';

const PG = { providerId: 'PG' };
const TEST_MONEY =
  'The order was paid with test money, which buys nothing in production. Use a live key or a live channel of the gateway.';
const REAL_MONEY =
  'The order was paid with real money, but this is the sandbox environment. Refund the payment at the gateway, and use a test key or a test channel here.';

const receiptOf = async (gate: Gate, shop: OrderShop, orderId: string): Promise<string> => {
  const { book } = gate.service.payment.orders;
  const order = await book.find(shop.app, orderId);
  assert.ok(order);
  return book.receiptOf(order);
};

/** Nothing is left of the wrong payment: no purchase, no paid order, nothing to restore, no thanks. */
async function expectNothing(gate: Gate, shop: OrderShop, orderId: string, detail: string) {
  const answer = await shop.verify(await receiptOf(gate, shop, orderId), PG);
  assert.deepEqual(answer.body, problem(VERIFY, 'INVALID_RECEIPT', detail));
  assert.deepEqual((await shop.restore()).body.data, []);
  const back = await inject(
    gate.service,
    'GET',
    `/payment/v1/order/return/${shop.app.appid}/${orderId}`,
  );
  assert.equal(back.headers.location, `${LEFT_URL}?orderId=${orderId}`);
  assert.equal((await shop.order(orderId))?.state, 'open');
  const { db } = gate.service.context.storage;
  const rows = await db
    .selectFrom('purchase')
    .select('unique_key')
    .where('unique_key', '=', orderId)
    .execute();
  assert.deepEqual(rows, []);
}

/** As if the key were of the other mode: settings of earlier releases may hold one. */
async function useOtherMode(gate: Gate, markets: Markets, shop: OrderShop): Promise<void> {
  const { context } = gate.service;
  const { stripe } = await markets.control('/credentials');
  const isLive = context.environment === 'production';
  const secrets = {
    api_secret: isLive ? stripe.secretKey : stripe.liveSecretKey,
    webhook_secret: stripe.webhookSecret,
  };
  const key = { appid: shop.app.appid, market: 'PG' };
  const place = placeIn('market_setting', 'sealed_secrets', key);
  await context.storage.db
    .updateTable('market_setting')
    .set({ sealed_secrets: context.vault.seal(JSON.stringify(secrets), place) })
    .where('appid', '=', shop.app.appid)
    .where('market', '=', 'PG')
    .execute();
  // The settings are read anew.
  gate.now += 60_000;
}

for (const environment of ['production', 'sandbox'] as const) {
  const isLive = environment === 'production';
  const detail = isLive ? TEST_MONEY : REAL_MONEY;
  orderSuite(
    `money in ${environment}`,
    (gate, markets) => {
      for (const gateway of ['STRIPE', 'PORTONE'] as const) {
        test(`${gateway}: the right money buys, and says whether it is a test`, async () => {
          const shop = await openOrderShop(gate, markets, { gateway });
          const { serviceReceipt } = await shop.paid();
          const { data } = (await shop.verify(serviceReceipt, PG)).body;
          assert.equal(data.servicePurchaseTest, isLive ? 'N' : 'Y');
        });
      }

      test('PORTONE: a payment at a channel of the other kind buys nothing', async () => {
        const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
        const { orderId } = (await shop.payPage()).body.data;
        const channel = isLive ? 'TEST' : 'LIVE';
        await markets.control(`/pg/orders/${orderId}/pay`, { channel });
        await expectNothing(gate, shop, orderId, detail);
      });

      test('STRIPE: a payment of the other mode buys nothing, if ever its key is in use', async () => {
        const shop = await openOrderShop(gate, markets);
        await useOtherMode(gate, markets, shop);
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        await expectNothing(gate, shop, orderId, detail);
      });

      test('PORTONE: its webhook is answered, kept and counted, and changes nothing', async () => {
        const { shop, release } = await openListeningShop(gate, markets, 'PORTONE');
        const { orderId } = (await shop.payPage()).body.data;
        const channel = isLive ? 'TEST' : 'LIVE';
        await markets.control(`/pg/orders/${orderId}/pay`, { channel });
        assert.deepEqual([...new Set(await release())], [200]);
        const { db } = gate.service.context.storage;
        const notices = await db
          .selectFrom('market_notice')
          .select(['kind', 'state', 'subject'])
          .where('appid', '=', shop.app.appid)
          .where('kind', '=', 'Transaction.Paid')
          .execute();
        assert.deepEqual(notices, [{ kind: 'Transaction.Paid', state: 'kept', subject: orderId }]);
        const metrics = await inject(gate.service, 'GET', '/metrics');
        assert.match(
          metrics.body,
          /tollgate_notices_total\{[^}]*kind="Transaction\.Paid",outcome="kept"[^}]*\} 1/,
        );
        await expectNothing(gate, shop, orderId, detail);
      });
    },
    { kinds: EITHER, environment },
  );
}
