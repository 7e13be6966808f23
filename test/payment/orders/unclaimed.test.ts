// Orders that were paid and that nobody verifies: sales like any other, told once, verified as first ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { beginCharge, markPaid } from '../../../src/payment/orders/store.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { openListeningShop } from './listening-shop.ts';
import {
  ACCOUNT,
  FINALIZE,
  GEMS,
  type OrderShop,
  openOrderShop,
  orderSuite,
  STEAM_APP_ID,
} from './order-shop.ts';

const MINUTE = 60_000;

orderSuite(
  'paid orders that nobody verifies',
  (gate, markets) => {
    const turn = () => gate.service.payment.jobs.turn();

    async function listen({ app: { appid, gameIndex: game_index } }: OrderShop) {
      const { context } = gate.service;
      const url = 'http://127.0.0.1:9/';
      const receiver = { game_index, channel: 'purchase', url, key: 'a-key-of-the-tests' } as const;
      expectDone(await registerReceiver(context, SYSTEM, receiver));
      const { db } = context.storage;
      return {
        async events() {
          const rows = await db
            .selectFrom('outbox')
            .select('payload')
            .where('game_index', '=', game_index)
            .where('channel', '=', 'purchase')
            .orderBy('seq')
            .execute();
          return rows.map(({ payload }) => JSON.parse(payload));
        },
        sales: async () =>
          (
            await db
              .selectFrom('purchase')
              .select(['unique_key', 'claimed', 'price', 'account_uuid', 'cancel_state'])
              .where('appid', '=', appid)
              .execute()
          ).map((row) => Object.values(row)),
      };
    }

    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      test(`${gateway}: a webhook records the sale; the app server is told, and verifies it`, async () => {
        const { shop, release } = await openListeningShop(gate, markets, gateway);
        const { events, sales } = await listen(shop);
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        await release();
        assert.deepEqual(await sales(), [[orderId, 0, '9.90', ACCOUNT, 0]]);
        // It is neither verified nor closed.
        const closing = await shop.post(FINALIZE, { orderId });
        assert.match(closing.body.detail, /is not verified yet/);
        assert.equal((await shop.restore()).body.data.length, 1);
        await gate.service.payment.pollers.turn();
        gate.now += 5 * MINUTE;
        await turn();
        const [event, ...more] = await events();
        assert.deepEqual(more, []);
        const { type, data } = event;
        assert.deepEqual(
          [type, data.providerId, data.productId, data.accountUuid, data.amount, data.currency],
          ['purchase.unclaimed', 'PG', GEMS, ACCOUNT, '9.90', 'USD'],
        );
        const first = (await shop.verify(data.receipt, { providerId: 'PG' })).body.data;
        assert.deepEqual(
          [first.serviceDuplicated, first.serviceTransactionId],
          [false, data.serviceTransactionId],
        );
        const again = (await shop.verify(data.receipt, { providerId: 'PG' })).body.data;
        assert.deepEqual(again, { ...first, serviceDuplicated: true });
        assert.equal((await shop.post(FINALIZE, { orderId })).status, 200);
        await turn();
        const types = (await events()).map((each) => each.type);
        assert.deepEqual(types, ['purchase.unclaimed', 'purchase.verified']);
        assert.deepEqual(await sales(), [[orderId, 1, '9.90', ACCOUNT, 0]]);
      });

      test(`${gateway}: refunded before anybody verified it, it is not told`, async () => {
        const { shop, release } = await openListeningShop(gate, markets, gateway);
        const { events, sales } = await listen(shop);
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        await release();
        await markets.control(`/pg/orders/${orderId}/refund`, {});
        await release();
        gate.now += 5 * MINUTE;
        await turn();
        assert.deepEqual(await sales(), [[orderId, 0, '9.90', ACCOUNT, 1]]);
        assert.deepEqual(
          (await events()).map((each) => each.type),
          ['purchase.refunded'],
        );
      });
    }

    test('STEAM: charged by a process that died before it recorded the purchase', async () => {
      const shop = await openOrderShop(gate, markets);
      const { events, sales } = await listen(shop);
      const { db } = gate.service.context.storage;
      const { steam } = await markets.control('/credentials');
      const charge = async (orderid: string) => {
        const body = new URLSearchParams({ key: steam.key, orderid, appid: String(STEAM_APP_ID) });
        const url = `${markets.url}/steam/ISteamMicroTxn/FinalizeTxn/v2/`;
        assert.equal((await fetch(url, { method: 'POST', body })).status, 200);
      };
      const receipts = new Map<string, string>();
      for (const isMarked of [false, true]) {
        const { orderId, serviceReceipt, storeTransactionId } = await shop.approved();
        receipts.set(orderId, serviceReceipt);
        const name = { game_index: shop.app.gameIndex, appid: shop.app.appid, order_id: orderId };
        await beginCharge(db, name, gate.now, 0, (attempt) => ({
          job: {
            kind: 'steam.settle',
            id: `steam.settle ${orderId} ${attempt}`,
            payload: { orderId, attempt },
          },
          dueAt: gate.now + 30_000,
        }));
        await charge(orderId);
        const paid = { paidAt: gate.now, storeTransactionId, tax: null, taxCountry: null };
        if (isMarked) await markPaid(db, { ...name, ...paid });
      }
      gate.now += 30_000;
      await turn();
      const expected = [...receipts.keys()].map((id) => [id, 0, '9.90', ACCOUNT, 0]);
      assert.deepEqual((await sales()).toSorted(), expected.toSorted());
      gate.now += 5 * MINUTE;
      await turn();
      const told = await events();
      assert.deepEqual(
        told.map(({ type, data }) => [type, data.receipt]).toSorted(),
        [...receipts.values()].map((receipt) => ['purchase.unclaimed', receipt]).toSorted(),
      );
      for (const receipt of receipts.values()) {
        assert.equal((await shop.verify(receipt)).body.data.serviceDuplicated, false);
        assert.equal((await shop.verify(receipt)).body.data.serviceDuplicated, true);
      }
    });

    test('STEAM: verified as usual, nothing is told', async () => {
      const shop = await openOrderShop(gate, markets);
      const { events } = await listen(shop);
      const { serviceReceipt } = await shop.approved();
      await shop.verify(serviceReceipt);
      gate.now += 10 * MINUTE;
      await turn();
      assert.deepEqual(
        (await events()).map((each) => each.type),
        ['purchase.verified'],
      );
    });
  },
  { kinds: EITHER },
);
