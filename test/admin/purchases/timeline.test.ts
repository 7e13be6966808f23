// One purchase whole, and its life: order, request, record, acknowledgement, delivery, refund, events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { answer, startGameServer } from '../../outbox/game-server.ts';
import {
  GEMS,
  ITEM_RESULT,
  ACCOUNT as ORDER_ACCOUNT,
  openOrderShop,
  STEAM_ID,
} from '../../payment/orders/order-shop.ts';
import { ACCOUNT, PATH, PRODUCT } from '../../payment/shop.ts';
import { openSubscriptionShop } from '../../payment/subscription-shop.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, type TestApp } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { ADMIN_TOKEN, admin } from '../caller.ts';

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly details: Record<string, unknown>;
}

const iso = (at: number): string => new Date(at).toISOString();

marketSuite(
  'admin purchase timeline',
  (gate, markets) => {
    const read = async ({ appid }: TestApp, id: string) => {
      const { status, body } = await admin(gate, 'GET', `/apps/${appid}/purchases/${id}`);
      assert.equal(status, 200);
      return body;
    };
    const timeline = async ({ appid }: TestApp, id: string): Promise<Entry[]> => {
      const { status, body } = await admin(gate, 'GET', `/apps/${appid}/purchases/${id}/timeline`);
      assert.equal(status, 200);
      return body.items;
    };
    const kinds = async (app: TestApp, id: string) =>
      (await timeline(app, id)).map(({ kind }) => kind);

    const consumable = (providerId: string, serviceReceipt: string) => ({
      accountUuid: ACCOUNT,
      serviceReceipt,
      productId: PRODUCT,
      providerId,
      requestType: 1,
    });

    test('APPLE: asked, recorded, refunded by a notice, told to the app server', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      await shop.registerNotices();
      const { app } = shop;
      const receiver = await startGameServer();
      receiver.behave(answer(204, ''));
      const lane = { game_index: app.gameIndex, channel: 'purchase' } as const;
      const registration = { ...lane, url: receiver.url, key: 'a-key-of-the-tests' };
      expectDone(await registerReceiver(gate.service.context, SYSTEM, registration));
      const bought = await shop.subscribeApple({
        type: 'Consumable',
        periodMs: undefined,
        productId: PRODUCT,
      });
      const paidAt = gate.now;
      gate.now += 1_000;
      const verifiedAt = gate.now;
      const request = {
        ...consumable('APPLE', bought.signedTransaction),
        country: 'KR',
        language: 'ko',
        appVersion: '1.2.3',
        projectInfo: { guild: 9007199254740993n },
      };
      const verify = () => gate.post(PATH, request, shop.headers);
      const { serviceTransactionId: id } = (await verify()).body.data;
      for (const wait of [1_000, 2_000, 3_000]) {
        gate.now += wait;
        await verify();
      }
      await gate.service.payment.usage.flush();
      await gate.service.relay.turn();
      await receiver.close();
      const toldAt = gate.now;
      await shop.release();

      gate.now += 1_000;
      const refundedAt = gate.now;
      await shop.apple(bought, 'refund');
      gate.now += 500;
      await shop.release();

      const record = await read(app, id);
      const { market_result, transaction_id } = record;
      assert.equal(market_result.transactionId, bought.transactionId);
      assert.deepEqual(record, {
        service_transaction_id: id,
        transaction_id,
        kind: 'consumable',
        provider: 'APPLE',
        store_transaction_id: bought.transactionId,
        product_id: PRODUCT,
        quantity: 1,
        amount: '9.99',
        currency: 'USD',
        purchased_at: iso(paidAt),
        verified_at: iso(verifiedAt),
        state: 'refunded',
        refunded_at: iso(refundedAt),
        dispute: null,
        refunded_by: null,
        ownership: 'PURCHASED',
        test: false,
        account_uuid: ACCOUNT,
        server_id: null,
        delivery: null,
        undelivered: false,
        market_transaction_id: bought.transactionId,
        purchase_date_source: 'STORE_PAYMENT',
        account_compare: 'match',
        player_id: null,
        claimed: true,
        claimed_at: iso(verifiedAt),
        client_id: app.clientId,
        request_type: 1,
        app_version: '1.2.3',
        country: 'KR',
        language: 'ko',
        payload: null,
        price_verify_key: null,
        project_info: { guild: 9007199254740993n },
        receipt: bought.signedTransaction,
        market_result,
        delivery_at: null,
        subscription_id: null,
        order: null,
      });

      const entries = await timeline(app, id);
      const notices = entries.filter(({ kind }) => kind === 'notice.received');
      const entry = (at: number, kind: string, details: object) => ({ at: iso(at), kind, details });
      assert.deepEqual(entries, [
        entry(paidAt, 'purchase.paid', { source: 'STORE_PAYMENT' }),
        entry(verifiedAt, 'purchase.requested', {
          client_id: app.clientId,
          request_type: 1,
          account_uuid: ACCOUNT,
          account_compare: 'match',
          app_version: '1.2.3',
          country: 'KR',
          language: 'ko',
          server_id: null,
        }),
        entry(verifiedAt, 'purchase.recorded', {
          service_transaction_id: id,
          transaction_id,
          amount: '9.99',
          currency: 'USD',
          test: false,
          market_result,
        }),
        entry(verifiedAt, 'event.queued', { type: 'purchase.verified', number: 1, state: 'done' }),
        entry(toldAt, 'notice.received', {
          provider: 'APPLE',
          notice_id: notices[0]?.details.notice_id,
          kind: 'ONE_TIME_CHARGE',
          state: 'applied',
          said_at: iso(paidAt),
        }),
        entry(refundedAt, 'purchase.refunded', { reason: 'REFUNDED_FOR_OTHER_REASON' }),
        entry(gate.now, 'notice.received', {
          provider: 'APPLE',
          notice_id: notices[1]?.details.notice_id,
          kind: 'REFUND',
          state: 'applied',
          said_at: iso(refundedAt),
        }),
        entry(gate.now, 'event.queued', {
          type: 'purchase.refunded',
          number: 2,
          state: 'waiting',
        }),
      ]);
      for (const { details } of notices) {
        assert.match(String(details.notice_id), /^[0-9a-f-]{36}$/i);
      }
    });

    test('GOOGLE: waits for its acknowledgement, then has it', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { packageName, app } = shop;
      const { purchaseToken } = await markets.control('/google/purchases', {
        packageName,
        productId: PRODUCT,
        obfuscatedExternalAccountId: ACCOUNT,
      });
      const verified = await gate.post(PATH, consumable('GOOGLE', purchaseToken), shop.headers);
      const id = verified.body.data.serviceTransactionId;
      const before = await timeline(app, id);
      assert.deepEqual(before.at(-1), {
        at: iso(gate.now),
        kind: 'acknowledgement.pending',
        details: { attempts: 0, last_error: null, next_at: iso(gate.now) },
      });
      gate.now += 1_000;
      await gate.service.payment.jobs.turn();
      const after = await timeline(app, id);
      assert.deepEqual(after.at(-1), {
        at: iso(gate.now),
        kind: 'purchase.acknowledged',
        details: {},
      });
      assert.ok(!after.some(({ kind }) => kind.startsWith('acknowledgement.')));
    });

    test('STEAM: from the order to the delivery, with the player who opened it', async () => {
      const shop = await openOrderShop(gate, markets);
      const openedAt = gate.now;
      const { orderId, serviceReceipt } = await shop.approved();
      gate.now += 1_000;
      const { data } = (await shop.verify(serviceReceipt)).body;
      const id = data.serviceTransactionId;
      const paidAt = gate.now;
      gate.now += 1_000;
      await shop.post(ITEM_RESULT, { serviceTransactionId: id, result: 1 });
      const record = await read(shop.app, id);
      assert.equal(record.player_id, 1);
      assert.equal(record.delivery, 'delivered');
      assert.deepEqual(record.order, {
        order_id: orderId,
        state: 'paid',
        player_id: 1,
        amount: '9.90',
        currency: 'USD',
        gateway: null,
        steam_id: STEAM_ID,
        opened_at: iso(openedAt),
        paid_at: iso(paidAt),
        closed_at: iso(gate.now),
        mismatch: null,
      });
      const entries = await timeline(shop.app, id);
      assert.deepEqual(entries[0], {
        at: iso(openedAt),
        kind: 'order.opened',
        details: {
          order_id: orderId,
          player_id: 1,
          product_id: GEMS,
          quantity: 1,
          amount: '9.90',
          currency: 'USD',
          gateway: null,
          steam_id: STEAM_ID,
        },
      });
      assert.deepEqual(
        entries.map(({ at, kind }) => [at, kind]),
        [
          [iso(openedAt), 'order.opened'],
          [iso(paidAt), 'order.paid'],
          [iso(paidAt), 'purchase.requested'],
          [iso(paidAt), 'purchase.recorded'],
          [iso(gate.now), 'order.closed'],
          [iso(gate.now), 'delivery.reported'],
        ],
      );
      assert.deepEqual(entries.at(-1)?.details, { result: 'delivered' });

      for (const result of [3, 2]) {
        gate.now += 5_000;
        await shop.post(ITEM_RESULT, { serviceTransactionId: id, result }, shop.server);
      }
      const reports = (await timeline(shop.app, id)).slice(-3);
      assert.deepEqual(reports, [
        entries.at(-1),
        {
          at: iso(gate.now - 5_000),
          kind: 'delivery.corrected',
          details: { result: 'clawed_back', before: 'delivered' },
        },
        {
          at: iso(gate.now),
          kind: 'delivery.corrected',
          details: { result: 'cancelled', before: 'clawed_back' },
        },
      ]);
    });

    test('a player is known by the account of the login', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      const { serviceReceipt } = await shop.paid();
      const verified = await shop.verify(serviceReceipt, { providerId: 'PG' });
      const id = verified.body.data.serviceTransactionId;
      const { account_uuid, player_id, order } = await read(shop.app, id);
      assert.deepEqual([account_uuid, player_id, order.gateway], [ORDER_ACCOUNT, 1, 'PORTONE']);
      assert.deepEqual(await kinds(shop.app, id), [
        'order.opened',
        'order.paid',
        'purchase.requested',
        'purchase.recorded',
      ]);
    });

    test('what happened goes with the app', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      const { appid } = shop.app;
      const bought = await shop.subscribeApple({ type: 'Consumable', productId: PRODUCT });
      const request = consumable('APPLE', bought.signedTransaction);
      for (let time = 0; time < 2; time += 1) await gate.post(PATH, request, shop.headers);
      await gate.service.payment.usage.flush();
      assert.equal((await admin(gate, 'DELETE', `/apps/${appid}`)).status, 204);
      // A repeat that was counted before is not written after the end of the app.
      gate.service.payment.usage.repeated(appid, 'APPLE');
      await gate.service.payment.usage.flush();
      const { db } = gate.service.context.storage;
      for (const table of ['purchase', 'purchase_trail', 'activity_count'] as const) {
        const rows = await db
          .selectFrom(table)
          .select('appid')
          .where('appid', '=', appid)
          .execute();
        assert.deepEqual(rows, [], table);
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
