// Refunds of PG orders that take time, fail or are cancelled: money that the buyer never got was never refunded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { openListeningShop } from './listening-shop.ts';
import { orderSuite } from './order-shop.ts';

const PG = { providerId: 'PG' };
const WAITING = { STRIPE: 'pending', PORTONE: 'REQUESTED' } as const;
const [REFUNDED, PART, REVERSED] = [
  'purchase.refunded',
  'purchase.partially_refunded',
  'purchase.refund_reversed',
];

orderSuite(
  'refunds that take time',
  (gate, markets) => {
    async function open(gateway: 'STRIPE' | 'PORTONE') {
      const { shop, release } = await openListeningShop(gate, markets, gateway);
      const { context, payment } = gate.service;
      const { db } = context.storage;
      const { appid, gameIndex: game_index } = shop.app;
      const url = 'https://game.test/events';
      expectDone(await registerReceiver(context, SYSTEM, { game_index, channel: 'purchase', url }));
      const { orderId, serviceReceipt } = await shop.paid();
      const restorable = async () =>
        (await shop.restore()).body.data.map((each: { orderId: string }) => each.orderId);
      return {
        orderId,
        verify: async () => (await shop.verify(serviceReceipt, PG)).body.data,
        isRestorable: async () => (await restorable()).includes(orderId),
        deliver: (serviceTransactionId: string) =>
          shop.post('/payment/v1/item/result', { serviceTransactionId, result: 1 }),
        /** Something happens at the gateway, which sends its webhooks. */
        async act(action: string, body = {}) {
          await markets.control(`/pg/orders/${orderId}/${action}`, body);
          assert.ok((await release()).every((status) => status === 200));
        },
        /** What is on record about the refund, in order. */
        async reports() {
          const rows = await db
            .selectFrom('purchase_cancellation')
            .select('state')
            .where('appid', '=', appid)
            .orderBy('reported_at')
            .execute();
          return rows.map(({ state }) => state);
        },
        /** State of the purchase, refunds in the figures, and the events since the verification. */
        async told() {
          const { cancel_state } = await db
            .selectFrom('purchase')
            .select('cancel_state')
            .where('appid', '=', appid)
            .executeTakeFirstOrThrow();
          await payment.figures.turn();
          const money = await db
            .selectFrom('figure_money')
            .select(['refunds', 'refunded'])
            .where('appid', '=', appid)
            .where('dimension', '=', 'total')
            .where('grain', '=', 'month')
            .execute();
          const sum = (of: 'refunds' | 'refunded') =>
            money.reduce((total, row) => total + Number(row[of]), 0);
          const rows = await db
            .selectFrom('outbox')
            .select('payload')
            .where('game_index', '=', game_index)
            .orderBy('seq')
            .execute();
          const events = rows
            .map(({ payload }) => JSON.parse(payload))
            .filter(({ type }) => type !== 'purchase.verified')
            .map(({ type, data }) =>
              [type, data.servicePurchaseCancelState, data.refund.amount ?? 'none'].join(' '),
            );
          return [cancel_state, sum('refunds'), sum('refunded'), ...events];
        },
      };
    }

    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      const waiting = { status: WAITING[gateway] };

      test(`${gateway}: a refund under way cancels nothing until it succeeds`, async () => {
        const order = await open(gateway);
        await order.verify();
        await order.act('refund', waiting);
        assert.deepEqual(await order.told(), [0, 0, 0]);
        assert.equal((await order.verify()).servicePurchaseCancelState, 0);
        await order.act('refund/succeed');
        assert.deepEqual(await order.reports(), ['pending', 'given']);
        assert.deepEqual(await order.told(), [1, 1, 990, `${REFUNDED} 1 9.90`]);
      });

      test(`${gateway}: a refund that fails before it was paid out is told to nobody`, async () => {
        const order = await open(gateway);
        await order.verify();
        await order.act('refund', waiting);
        await order.act('refund/fail');
        assert.equal((await order.verify()).servicePurchaseCancelState, 0);
        assert.deepEqual(await order.told(), [0, 0, 0]);
        assert.deepEqual(await order.reports(), ['pending', 'restored']);
        assert.equal(await order.isRestorable(), true);
      });

      test(`${gateway}: only what was paid out counts`, async () => {
        const order = await open(gateway);
        await order.verify();
        await order.act('refund', { amount: 190 });
        await order.act('refund', { ...waiting, amount: 500 });
        await order.verify();
        assert.deepEqual(await order.told(), [0, 1, 190, `${PART} 0 1.90`]);
        await order.act('refund/fail');
        await order.verify();
        assert.deepEqual(await order.told(), [0, 1, 190, `${PART} 0 1.90`]);
      });
    }

    test('STRIPE: a refund that the bank sends back never happened', async () => {
      const order = await open('STRIPE');
      const { serviceTransactionId } = await order.verify();
      await order.deliver(serviceTransactionId);
      await order.act('refund');
      assert.deepEqual(await order.told(), [1, 1, 990, `${REFUNDED} 1 9.90`]);
      await order.act('refund/fail');
      const events = [`${REFUNDED} 1 9.90`, `${REVERSED} 0 none`];
      assert.deepEqual(await order.told(), [0, 0, 0, ...events]);
      // It was delivered, so the client need not get it again.
      assert.equal(await order.isRestorable(), false);
      await order.act('refund');
      assert.deepEqual(await order.told(), [1, 1, 990, ...events, `${REFUNDED} 1 9.90`]);
    });

    test('STRIPE: the last of several refunds fails, and the others stay', async () => {
      const order = await open('STRIPE');
      await order.verify();
      await order.act('refund', { amount: 400 });
      await order.act('refund');
      const events = [`${PART} 0 4.00`, `${REFUNDED} 1 9.90`];
      assert.deepEqual(await order.told(), [1, 1, 990, ...events]);
      await order.act('refund/fail');
      assert.deepEqual(await order.told(), [0, 1, 400, ...events, `${REVERSED} 0 4.00`]);
    });

    test('STRIPE: a cancelled refund leaves the purchase alone', async () => {
      const order = await open('STRIPE');
      await order.verify();
      await order.act('refund', { status: 'requires_action' });
      await order.act('refund/cancel');
      assert.deepEqual(await order.told(), [0, 0, 0]);
    });

    test('STRIPE: an order that a failed refund closed is offered again, until it is delivered', async () => {
      const order = await open('STRIPE');
      await order.act('refund');
      assert.equal(await order.isRestorable(), false);
      gate.now += 1_000;
      await order.act('refund/fail');
      assert.equal(await order.isRestorable(), true);
      const { serviceTransactionId, servicePurchaseCancelState } = await order.verify();
      assert.equal(servicePurchaseCancelState, 0);
      gate.now += 1_000;
      await order.deliver(serviceTransactionId);
      await order.verify();
      assert.equal(await order.isRestorable(), false);
    });
  },
  { kinds: EITHER },
);
