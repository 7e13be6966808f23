// Disputes, inquiries, fraud warnings and partial refunds of PG orders, told by webhook or found by verification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, type Gate } from '../../support/harness.ts';
import { giveEvidence } from './evidence.ts';
import { openListeningShop } from './listening-shop.ts';
import { ACCOUNT, GEMS, type OrderShop, openOrderShop, orderSuite } from './order-shop.ts';

const PG = { providerId: 'PG' };
const GATEWAYS = ['STRIPE', 'PORTONE'] as const;

const listen = async ({ service: { context } }: Gate, { app }: OrderShop): Promise<void> => {
  expectDone(
    await registerReceiver(context, SYSTEM, {
      game_index: app.gameIndex,
      channel: 'purchase',
      url: 'https://game.test/events',
    }),
  );
};

/** What the app server is told, in order; the verification itself left out. */
async function eventsOf({ service: { context } }: Gate, { app }: OrderShop) {
  const rows = await context.storage.db
    .selectFrom('outbox')
    .select('payload')
    .where('game_index', '=', app.gameIndex)
    .orderBy('seq')
    .execute();
  return rows
    .map(({ payload }) => JSON.parse(payload))
    .filter(({ type }) => type !== 'purchase.verified');
}

const typesOf = async (gate: Gate, shop: OrderShop) =>
  (await eventsOf(gate, shop)).map(({ type }) => type);

async function cancelState(gate: Gate, orderId: string): Promise<number | undefined> {
  const row = await gate.service.context.storage.db
    .selectFrom('purchase')
    .select('cancel_state')
    .where('unique_key', '=', orderId)
    .executeTakeFirst();
  return row?.cancel_state;
}

orderSuite(
  'disputes of payments',
  (gate, markets) => {
    const control = (orderId: string, action: string, body = {}) =>
      markets.control(`/pg/orders/${orderId}/${action}`, body);

    for (const gateway of GATEWAYS) {
      const open = async () => {
        const listening = await openListeningShop(gate, markets, gateway);
        await listen(gate, listening.shop);
        const { orderId, serviceReceipt } = await listening.shop.paid();
        await listening.release();
        await listening.shop.verify(serviceReceipt, PG);
        return { ...listening, orderId, serviceReceipt };
      };

      test(`${gateway}: a dispute cancels the purchase, and one that is won undoes it`, async () => {
        const { shop, release, orderId } = await open();
        await control(orderId, 'dispute');
        assert.ok((await release()).every((status) => status === 200));
        assert.equal(await cancelState(gate, orderId), 1);
        await control(orderId, 'dispute/win');
        await release();
        assert.equal(await cancelState(gate, orderId), 0);
        assert.deepEqual(await typesOf(gate, shop), ['purchase.disputed', 'purchase.dispute_won']);
      });

      test(`${gateway}: a lost dispute stays a cancellation`, async () => {
        const { shop, release, orderId } = await open();
        await control(orderId, 'dispute');
        await release();
        await control(orderId, 'dispute/lose');
        await release();
        assert.equal(await cancelState(gate, orderId), 1);
        // PortOne also cancels the payment.
        const refunded = gateway === 'PORTONE' ? ['purchase.refunded'] : [];
        const types = ['purchase.disputed', ...refunded, 'purchase.dispute_lost'];
        assert.deepEqual(await typesOf(gate, shop), types);
      });

      test(`${gateway}: without its webhook, the next verification finds the dispute`, async () => {
        const { shop, orderId, serviceReceipt } = await open();
        await control(orderId, 'refund', { amount: 100 });
        if (gateway === 'STRIPE') await control(orderId, 'dispute');
        const { data } = (await shop.verify(serviceReceipt, PG)).body;
        const isDisputed = gateway === 'STRIPE';
        assert.deepEqual(
          [data.serviceDuplicated, data.servicePurchaseCancelState],
          [true, isDisputed ? 1 : 0],
        );
        assert.deepEqual(await typesOf(gate, shop), [
          'purchase.partially_refunded',
          ...(isDisputed ? ['purchase.disputed'] : []),
        ]);
      });

      test(`${gateway}: a partial refund says how much so far, and cancels nothing`, async () => {
        const { shop, release, orderId } = await open();
        await control(orderId, 'refund', { amount: 100 });
        await release();
        await control(orderId, 'refund', { amount: 200 });
        await release();
        const events = await eventsOf(gate, shop);
        assert.deepEqual(
          events.map(({ type, data }) => [
            type,
            data.refund.amount,
            data.refund.currency,
            data.servicePurchaseCancelState,
          ]),
          [
            ['purchase.partially_refunded', '1.00', 'USD', 0],
            ['purchase.partially_refunded', '3.00', 'USD', 0],
          ],
        );
        await control(orderId, 'refund');
        await release();
        assert.equal(await cancelState(gate, orderId), 1);
      });

      test(`${gateway}: a disputed order is not offered for restore until the dispute is won`, async () => {
        const { shop, release } = await openListeningShop(gate, markets, gateway);
        const { orderId } = await shop.paid();
        await release();
        const offered = async () =>
          (await shop.restore()).body.data.map((order: { orderId: string }) => order.orderId);
        assert.deepEqual(await offered(), [orderId]);
        await control(orderId, 'dispute');
        await release();
        assert.deepEqual(await offered(), []);
        await control(orderId, 'dispute/win');
        await release();
        assert.deepEqual(await offered(), [orderId]);
      });

      test(`${gateway}: a payment disputed before its first verification is recorded as cancelled`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const { orderId, serviceReceipt } = await shop.paid();
        await control(orderId, 'dispute');
        const { data } = (await shop.verify(serviceReceipt, PG)).body;
        assert.deepEqual([data.servicePurchaseCancelState, data.serviceDuplicated], [1, false]);
        assert.deepEqual((await shop.restore()).body.data, []);
      });

      for (const kind of ['unknown-order', 'foreign-shop', 'unknown-payment-dispute']) {
        test(`${gateway}: a genuine webhook about a stranger (${kind}) is answered and changes nothing`, async () => {
          const { shop, release, orderId } = await open();
          await markets.control('/pg/stray-webhooks', { gateway: gateway.toLowerCase(), kind });
          assert.deepEqual(await release(), [200]);
          assert.equal(await cancelState(gate, orderId), 0);
          assert.deepEqual(await typesOf(gate, shop), []);
        });
      }

      test(`${gateway}: a webhook signed by somebody else is refused`, async () => {
        const { release } = await open();
        const kind = 'wrong-secret';
        await markets.control('/pg/stray-webhooks', { gateway: gateway.toLowerCase(), kind });
        assert.deepEqual(await release(), [400]);
      });
    }

    test('PORTONE: a dispute is won also when the payment does not show it any more', async () => {
      const { shop, release } = await openListeningShop(gate, markets, 'PORTONE');
      await listen(gate, shop);
      const { orderId, serviceReceipt } = await shop.paid();
      await shop.verify(serviceReceipt, PG);
      await release();
      await control(orderId, 'dispute');
      await release();
      await control(orderId, 'dispute/win');
      await control(orderId, 'refund', { amount: 100 });
      await release();
      assert.equal(await cancelState(gate, orderId), 0);
      const won = ['purchase.partially_refunded', 'purchase.dispute_won'];
      assert.deepEqual(await typesOf(gate, shop), ['purchase.disputed', ...won]);
    });

    const openStripe = async () => {
      const listening = await openListeningShop(gate, markets, 'STRIPE');
      await listen(gate, listening.shop);
      const { orderId, serviceReceipt } = await listening.shop.paid();
      await listening.release();
      await listening.shop.verify(serviceReceipt, PG);
      return { ...listening, orderId };
    };

    test('STRIPE: the event names the dispute, its amount and its reason', async () => {
      const { shop, release, orderId } = await openStripe();
      await control(orderId, 'dispute', { reason: 'product_not_received' });
      const { disputes } = await markets.control(`/pg/orders/${orderId}`);
      await release();
      const [event] = await eventsOf(gate, shop);
      const { date, ...dispute } = event.data.dispute;
      assert.deepEqual(dispute, {
        id: disputes[0].id,
        state: 'open',
        amount: '9.90',
        currency: 'USD',
        reason: 'product_not_received',
      });
      assert.ok(Math.abs(date - gate.now) < 60_000);
    });

    test('STRIPE: a webhook with the evidence is accepted, one of more than 2 MiB is not', async () => {
      const { path, release, orderId } = await openStripe();
      await control(orderId, 'dispute');
      await release();
      await giveEvidence(markets, orderId);
      assert.deepEqual([...new Set(await release())], [200]);
      const { notifications } = await markets.control('/stripe/webhooks');
      const sizes = notifications
        .filter(({ url }: { url: string }) => url.endsWith(path))
        .map(({ content }: { content: object }) => Buffer.byteLength(JSON.stringify(content)));
      assert.ok(Math.max(...sizes) > 256 * 1024, sizes.join());
      await control(orderId, 'dispute/win');
      await release();
      assert.equal(await cancelState(gate, orderId), 0);
      const body = { id: 'evt_1', data: 'x'.repeat(2 * 1024 * 1024) };
      assert.equal((await gate.post(path, body)).status, 413);
    });

    test('STRIPE: a delayed payment that fails is told once, with its order', async () => {
      const { shop, release } = await openListeningShop(gate, markets, 'STRIPE');
      await listen(gate, shop);
      const { orderId } = (await shop.payPage({ quantity: 2 })).body.data;
      await control(orderId, 'pay', { delayed: true });
      await release();
      assert.deepEqual(await eventsOf(gate, shop), []);
      await control(orderId, 'payment/fail');
      assert.deepEqual([...new Set(await release())], [200]);
      const events = await eventsOf(gate, shop);
      assert.deepEqual(
        events.map(({ type, data }) => ({ type, data })),
        [
          {
            type: 'purchase.payment_failed',
            data: {
              appid: shop.app.appid,
              providerId: 'PG',
              orderId,
              accountUuid: ACCOUNT,
              productId: GEMS,
              quantity: 2,
              amount: '19.80',
              currency: 'USD',
            },
          },
        ],
      );
      assert.equal((await shop.order(orderId))?.state, 'open');
    });

    test('STRIPE: an inquiry is told as a request and cancels nothing, until it becomes a dispute', async () => {
      const { shop, release, orderId } = await openStripe();
      await control(orderId, 'dispute', { inquiry: true });
      await release();
      assert.equal(await cancelState(gate, orderId), 0);
      assert.deepEqual(await typesOf(gate, shop), ['purchase.refund_requested']);
      await control(orderId, 'dispute/escalate');
      await release();
      assert.equal(await cancelState(gate, orderId), 1);
      assert.deepEqual(await typesOf(gate, shop), [
        'purchase.refund_requested',
        'purchase.disputed',
      ]);
    });

    test('STRIPE: an inquiry that is closed leaves the purchase alone', async () => {
      const { shop, release, orderId } = await openStripe();
      await control(orderId, 'dispute', { inquiry: true });
      await control(orderId, 'dispute/win');
      await release();
      assert.equal(await cancelState(gate, orderId), 0);
      assert.deepEqual(await typesOf(gate, shop), ['purchase.refund_requested']);
    });

    test('STRIPE: a prevented dispute counts only if the money was given back', async () => {
      for (const [prevented, expected] of [
        ['block', 0],
        ['resolution', 1],
      ] as const) {
        const { release, orderId } = await openStripe();
        await control(orderId, 'dispute', { prevented });
        await release();
        assert.equal(await cancelState(gate, orderId), expected);
      }
    });

    test('STRIPE: a refund and a dispute are separate causes', async () => {
      const { release, orderId } = await openStripe();
      await control(orderId, 'dispute', { amount: 500 });
      await control(orderId, 'refund');
      await release();
      await control(orderId, 'dispute/win');
      await release();
      assert.equal(await cancelState(gate, orderId), 1);
    });

    test('STRIPE: a fraud warning is told once, however often its webhook comes', async () => {
      const { shop, path, release, orderId } = await openStripe();
      await control(orderId, 'fraud-warning', { fraudType: 'made_with_stolen_card' });
      await release();
      const { notifications } = await markets.control('/stripe/webhooks');
      for (const { id, url, content } of notifications) {
        const isWarning = content.event.type === 'radar.early_fraud_warning.created';
        if (isWarning && url.endsWith(path))
          await markets.control('/stripe/webhooks/redeliver', { id });
      }
      const events = await eventsOf(gate, shop);
      assert.deepEqual(
        events.map(({ type, data }) => [type, data.warning.reason]),
        [['purchase.fraud_warning', 'made_with_stolen_card']],
      );
      assert.equal(await cancelState(gate, orderId), 0);
    });
  },
  { kinds: EITHER },
);
