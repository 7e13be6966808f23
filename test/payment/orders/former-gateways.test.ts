// An order belongs to the gateway where it was opened: an app that changes its gateway keeps the credentials of the
// former one, until somebody removes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { replayNotice } from '../../../src/payment/notices/operations.ts';
import { ADMIN_TOKEN, admin, newestAudit } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { setUpMarket } from '../../support/markets.ts';
import { openListeningShop } from './listening-shop.ts';
import { type OrderShop, openOrderShop, orderSuite, PAY_PAGE, UNAVAILABLE } from './order-shop.ts';

const PG = { providerId: 'PG' };
const MINUTE_MS = 60_000;
const GATEWAYS = [
  ['STRIPE', 'PORTONE'],
  ['PORTONE', 'STRIPE'],
] as const;

orderSuite(
  'former gateways',
  (gate, markets) => {
    const act = (orderId: string, action: string) =>
      markets.control(`/pg/orders/${orderId}/${action}`, {});
    const recordOf = async ({ app }: OrderShop) =>
      (await admin(gate, 'GET', `/apps/${app.appid}/markets/PG`)).body;
    const remove = ({ app }: OrderShop, gateway: string) =>
      admin(gate, 'DELETE', `/apps/${app.appid}/markets/PG/former/${gateway}`);
    const open = async (shop: OrderShop): Promise<string> =>
      (await shop.payPage()).body.data.orderId;

    async function change({ app }: OrderShop, gateway: 'STRIPE' | 'PORTONE'): Promise<void> {
      const { stripe, portone } = await markets.control('/credentials');
      const isStripe = gateway === 'STRIPE';
      const settings = isStripe ? { gateway } : { gateway, store_id: portone.storeId };
      const { webhookSecret: webhook_secret } = isStripe ? stripe : portone;
      const api_secret = isStripe ? stripe.liveSecretKey : portone.secret;
      await setUpMarket(gate, app, 'PG', settings, { api_secret, webhook_secret });
    }

    for (const [former, present] of GATEWAYS) {
      test(`${former}, then ${present}: orders of both are restored, verified and refunded`, async () => {
        const { shop, path, release } = await openListeningShop(gate, markets, former);
        await gate.service.payment.pollers.turn();
        const [first, second] = [await open(shop), await open(shop)];
        await change(shop, present);
        const later = await open(shop);
        for (const orderId of [first, second, later]) await act(orderId, 'pay');

        const restored = await shop.restore();
        assert.equal(restored.body.meta, null);
        const receipts = new Map<string, string>(
          restored.body.data.map((each: { orderId: string; serviceReceipt: string }) => [
            each.orderId,
            each.serviceReceipt,
          ]),
        );
        assert.deepEqual([...receipts.keys()].sort(), [first, second, later].sort());
        for (const [orderId, receipt] of receipts) {
          const { status, body } = await shop.verify(receipt, PG);
          assert.deepEqual([status, body.data?.serviceProviderTransactionId], [200, orderId]);
        }

        // Told by a webhook of the former gateway.
        await release();
        await act(first, 'refund');
        assert.deepEqual([...new Set(await release())], [200], path);
        // Found in its list.
        await act(second, 'refund');
        gate.now += 11 * MINUTE_MS;
        await gate.service.payment.pollers.turn();
        for (const orderId of [first, second, later]) {
          const { data } = (await shop.verify(receipts.get(orderId) ?? '', PG)).body;
          const isRefunded = orderId !== later;
          assert.equal(data.servicePurchaseCancelState, isRefunded ? 1 : 0, orderId);
        }
      });

      test(`${former}, then ${present}: once the credentials are removed, a restore is incomplete`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway: former });
        const paid = await shop.paid();
        const unread = await open(shop);
        await act(unread, 'pay');
        await change(shop, present);
        const { former: kept } = await recordOf(shop);
        assert.deepEqual(
          kept.map((each: { gateway: string; secrets_set: string[] }) => [
            each.gateway,
            each.secrets_set,
          ]),
          [[former, ['api_secret', 'webhook_secret']]],
        );
        assert.equal((await remove(shop, former)).status, 204);
        assert.equal((await recordOf(shop)).former, undefined);
        const [{ action, target }] = await newestAudit(gate, 1);
        assert.deepEqual(
          [action, target],
          ['market.remove_former', `apps/${shop.app.appid}/markets/PG/former/${former}`],
        );

        const { status, body } = await shop.restore();
        assert.equal(status, 200);
        assert.deepEqual(body.meta, { incomplete: true, markets: ['PG'] });
        assert.deepEqual(
          body.data.map((each: { orderId: string }) => each.orderId),
          [paid.orderId],
        );
        assert.deepEqual((await shop.verify(paid.serviceReceipt, PG)).body, UNAVAILABLE);
        assert.equal((await remove(shop, former)).status, 404);
      });
    }

    test('an app that comes back gets its secrets back, and those of one gateway are never for another', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'STRIPE' });
      const path = `/apps/${shop.app.appid}/markets/PG`;
      const left = await admin(gate, 'PUT', path, { settings: { gateway: 'PORTONE' } });
      assert.deepEqual(left.body.secrets_set, []);
      const back = await admin(gate, 'PUT', path, { settings: { gateway: 'STRIPE' } });
      assert.deepEqual(back.body.secrets_set, ['api_secret', 'webhook_secret']);
      assert.deepEqual(
        back.body.former.map((each: { gateway: string }) => each.gateway),
        ['PORTONE'],
      );
      assert.equal(
        (await shop.post(PAY_PAGE, { productId: 'gems.100', currency: 'USD' })).status,
        200,
      );
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      const again = await admin(gate, 'PUT', path, { settings: { gateway: 'PORTONE' } });
      assert.equal(again.body.former, undefined);
    });

    test('a gateway that the app has left does not stop the present one', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'STRIPE' });
      await open(shop);
      const closed = { api_secret: 'sk_live_of_a_closed_account' };
      await setUpMarket(gate, shop.app, 'PG', { gateway: 'STRIPE' }, closed);
      await change(shop, 'PORTONE');
      assert.deepEqual((await shop.restore()).body.meta, { incomplete: true, markets: ['PG'] });
      await gate.service.payment.marketStates.flush();
      assert.equal((await recordOf(shop)).refused, undefined);
      await markets.fault('stripe', '500', { rate: 1 });
      for (let count = 0; count < 5; count++) await shop.restore();
      assert.ok(await open(shop));
    });

    test('a webhook is replayed at the gateway that sent it', async () => {
      const { shop, release } = await openListeningShop(gate, markets, 'STRIPE');
      const { orderId } = await shop.paid();
      await change(shop, 'PORTONE');
      await act(orderId, 'refund');
      await release();
      const { context, payment } = gate.service;
      const { appid } = shop.app;
      const noticeOf = () =>
        context.storage.db
          .selectFrom('market_notice')
          .selectAll()
          .where('appid', '=', appid)
          .where('kind', '=', 'charge.refunded')
          .executeTakeFirstOrThrow();
      const { notice_id, state } = await noticeOf();
      assert.equal(state, 'applied');
      expectDone(await replayNotice(context, SYSTEM, { appid, provider: 'PG', notice_id }));
      assert.equal((await noticeOf()).state, 'waiting');
      await payment.jobs.turn();
      assert.equal((await noticeOf()).state, 'applied');
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
