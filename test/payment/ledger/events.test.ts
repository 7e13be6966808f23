// Events to the app server: signed, in order, once somebody has registered for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver, removeReceiver } from '../../../src/outbox/receivers.ts';
import type { Cancellation } from '../../../src/payment/markets/cancellation.ts';
import { answer, type GameServer, startGameServer } from '../../outbox/game-server.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, type Gate, type TestApp } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { openLedger } from '../queries/records.ts';
import { ACCOUNT } from '../shop.ts';
import { DAY, MONTH, openSubscriptionShop, PLAN } from '../subscription-shop.ts';

const KEY = 'an-event-key-of-the-tests';

async function listen(gate: Gate, { gameIndex }: TestApp): Promise<GameServer & AsyncDisposable> {
  const server = await startGameServer();
  server.behave(answer(204, ''));
  const lane = { game_index: gameIndex, channel: 'purchase' } as const;
  const input = { ...lane, url: server.url, key: KEY };
  expectDone(await registerReceiver(gate.service.context, SYSTEM, input));
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}

/** Everything that was told, in order: type and data. */
async function told(gate: Gate, server: GameServer) {
  await gate.service.relay.turn();
  return server.received.flatMap(({ body }) => JSON.parse(body).events);
}
const typesOf = async (gate: Gate, server: GameServer) =>
  (await told(gate, server)).map(({ type }: { type: string }) => type);

marketSuite(
  'events to the app server',
  (gate, markets) => {
    test('a verified purchase and its refund are told with what identifies it', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      await shop.registerNotices();
      await using server = await listen(gate, shop.app);
      const gems = await shop.subscribeApple({
        type: 'Consumable',
        periodMs: undefined,
        productId: 'gems',
      });
      const request = {
        accountUuid: ACCOUNT,
        serviceReceipt: gems.signedTransaction,
        productId: 'gems',
        providerId: 'APPLE',
        requestType: 1,
      };
      const path = '/payment/v1/purchase/verify';
      const verified = (await gate.post(path, request, shop.headers)).body.data;
      await gate.post(path, request, shop.headers);
      gate.now += 1_000;
      await shop.apple(gems, 'refund');
      await shop.release();
      const [first, second, ...rest] = await told(gate, server);
      assert.deepEqual(rest, []);
      const { transactionId, ...data } = first.data;
      assert.match(transactionId, /^[0-9a-f-]{36}$/);
      assert.deepEqual(
        { ...first, data },
        {
          type: 'purchase.verified',
          timestamp: new Date(gate.now - 1_000).toISOString(),
          data: {
            appid: shop.app.appid,
            providerId: 'APPLE',
            serviceTransactionId: verified.serviceTransactionId,
            storeTransactionId: gems.transactionId,
            accountUuid: ACCOUNT,
            productId: 'gems',
          },
        },
      );
      const { refund, ...about } = second.data;
      assert.equal(second.type, 'purchase.refunded');
      assert.deepEqual(about, { ...first.data, servicePurchaseCancelState: 1 });
      assert.equal(refund.currency, 'USD');
    });

    test('refunds, disputes and warnings of a purchase are told once each', async () => {
      const ledger = await openLedger(gate);
      await using server = await listen(gate, ledger.app);
      const purchase = await ledger.record({ provider: 'PG' });
      const { appid } = purchase;
      const report = (report: Cancellation) =>
        gate.service.payment.ledger.apply({ appid, cancellations: [{ purchase, report }] });
      const dispute = {
        kind: 'dispute',
        id: 'dp_1',
        amount: '9.99',
        reason: 'fraudulent',
      } as const;
      const date = gate.now;
      const warning = { id: 'w_1', reason: 'made_with_stolen_card', date };
      await gate.service.payment.ledger.apply({
        appid,
        alerts: [{ purchase, type: 'purchase.fraud_warning', details: { warning } }],
      });
      for (const state of ['open', 'open', 'won', 'won'] as const) {
        await report({ ...dispute, state, reportedAt: date + (state === 'won' ? 5 : 0) });
      }
      await report({ ...dispute, id: 'dp_2', state: 'lost', reportedAt: date + 6 });
      const part = { kind: 'refund', state: 'partial', amount: '4.00', quantity: 2 } as const;
      await report({ ...part, reportedAt: date + 7 });
      await report({ kind: 'refund', state: 'pending', reportedAt: date + 8 });
      await report({ kind: 'refund', state: 'given', reportedAt: date + 9 });
      await report({ kind: 'refund', state: 'restored', reportedAt: date + 10 });

      const data = {
        appid,
        providerId: 'PG',
        transactionId: purchase.transaction_id,
        serviceTransactionId: 'PG_1',
        storeTransactionId: purchase.store_transaction_id,
        accountUuid: ACCOUNT,
        productId: purchase.product_id,
      };
      const { kind: _, ...disputed } = { ...dispute, currency: 'USD' };
      const money = { amount: null, currency: 'USD', quantity: null, reason: null };
      const event = (type: string, cancelState: 0 | 1, more: object) => ({
        type: `purchase.${type}`,
        timestamp: new Date(date).toISOString(),
        data: { ...data, servicePurchaseCancelState: cancelState, ...more },
      });
      const [, warned, ...rest] = await told(gate, server);
      assert.deepEqual(warned.data, { ...data, warning });
      const lost = { ...disputed, id: 'dp_2', state: 'lost', date: date + 6 };
      assert.deepEqual(rest, [
        event('disputed', 1, { dispute: { ...disputed, state: 'open', date } }),
        event('dispute_won', 0, { dispute: { ...disputed, state: 'won', date: date + 5 } }),
        event('dispute_lost', 1, { dispute: lost }),
        event('partially_refunded', 1, {
          refund: { ...money, revoked: false, amount: '4.00', quantity: 2, date: date + 7 },
        }),
        event('refunded', 1, {
          refund: { ...money, revoked: true, amount: purchase.price, date: date + 9 },
        }),
        event('refund_reversed', 1, { refund: { ...money, revoked: false, date: date + 10 } }),
      ]);
    });

    test('the life of a subscription', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      await using server = await listen(gate, shop.app);
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      await shop.pass(MONTH);
      await shop.release();
      await shop.pass(DAY);
      await shop.apple(bought, 'cancel');
      await shop.release();
      await shop.pass(MONTH);
      await shop.release();
      const resubscribed = await shop.apple(bought, 'renew');
      await shop.release();
      await shop.pass(DAY);
      await shop.apple(resubscribed, 'refund');
      await shop.release();
      assert.deepEqual(await typesOf(gate, server), [
        'purchase.verified',
        'subscription.renewed',
        'subscription.changed',
        'subscription.expired',
        'subscription.renewed',
        'subscription.refunded',
      ]);
      const events = await told(gate, server);
      const { refundDate, ...data } = events.at(-1).data;
      assert.equal(refundDate, gate.now);
      assert.deepEqual(data, {
        appid: shop.app.appid,
        providerId: 'APPLE',
        accountUuid: ACCOUNT,
        originalStoreTransactionId: bought.originalTransactionId,
        productId: PLAN,
        autoRenewProductId: null,
        status: 'revoked',
        expiresDate: gate.now - DAY + MONTH,
        gracePeriodExpiresDate: null,
        test: 'N',
        refund: {
          amount: '9.99',
          currency: 'USD',
          quantity: null,
          revoked: true,
          reason: 'REFUNDED_FOR_OTHER_REASON',
          date: refundDate,
        },
      });
    });

    test('requests are signed as Standard Webhooks and sent again until accepted', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await using server = await listen(gate, shop.app);
      server.behave(answer(500, ''));
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.relay.turn();
      server.behave(answer(200, 'whatever'));
      gate.now += 60_000;
      await gate.service.relay.turn();
      gate.now += DAY;
      await gate.service.relay.turn();
      const [failed, delivered, ...rest] = server.received;
      assert.ok(failed && delivered);
      assert.deepEqual(rest, []);
      assert.equal(delivered.body, failed.body);
      assert.equal(delivered.headers['webhook-id'], failed.headers['webhook-id']);
      assert.equal(JSON.parse(delivered.body).game_index, shop.app.gameIndex);
      const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
        String(delivered.headers[`webhook-${name}`]),
      );
      const signer = new Webhook(Buffer.from(KEY), { format: 'raw' });
      assert.equal(
        signature,
        signer.sign(id ?? '', new Date(Number(timestamp) * 1_000), delivered.body),
      );
    });

    test('nobody registered: nothing is told, then or later', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await using server = await listen(gate, shop.app);
      assert.deepEqual(await told(gate, server), []);
      const next = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', next.purchaseToken);
      assert.deepEqual(await typesOf(gate, server), ['purchase.verified']);
      const lane = { game_index: shop.app.gameIndex, channel: 'purchase' } as const;
      expectDone(await removeReceiver(gate.service.context, SYSTEM, lane));
      const last = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', last.purchaseToken);
      assert.equal((await told(gate, server)).length, 1);
    });
  },
  { kinds: EITHER },
);
