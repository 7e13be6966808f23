// App Store notices: authenticated, kept, applied once, in whatever order they come.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createApple } from '../../../emulator/apple/market.ts';
import { hostMarkets } from '../../../emulator/host.ts';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, type Gate, type TestApp } from '../../support/harness.ts';
import { marketSuite, steer } from '../../support/markets.ts';
import { APP_APPLE_ID, newAccount } from '../shop.ts';
import { cyclesOf, DAY, MONTH, openSubscriptionShop, PLAN } from '../subscription-shop.ts';

const DUE_TO_ISSUE = 'REFUNDED_DUE_TO_ISSUE';
const OTHER_REASON = 'REFUNDED_FOR_OTHER_REASON';

async function noticesOf(gate: Gate, { appid }: TestApp) {
  const rows = await gate.service.context.storage.db
    .selectFrom('market_notice')
    .select(['notice_id', 'kind', 'state', 'body'])
    .where('appid', '=', appid)
    .orderBy('said_at')
    .orderBy('kind')
    .execute();
  return rows;
}
const kindsOf = async (gate: Gate, app: TestApp) =>
  (await noticesOf(gate, app)).map(({ kind, state }) => [kind, state]);

/** A genuine notice, spoiled in every way but one at a time. */
function forgeriesOf(body: string): string[] {
  const [header = '', payload = '', signature = ''] = JSON.parse(body).signedPayload.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const { x5c, ...rest } = read(header);
  const changed = write({ ...read(payload), notificationUUID: newAccount() });
  return [
    `${header}.${changed}.${signature}`,
    `${write({ ...rest, x5c, alg: 'none' })}.${payload}.`,
    `${write({ ...rest, x5c, alg: 'HS256' })}.${payload}.${signature}`,
    `${write({ ...rest, x5c: x5c.slice(0, 2) })}.${payload}.${signature}`,
    `${write(rest)}.${payload}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -4)}`,
    `${header}.${payload}`,
  ];
}

/** What an App Store of somebody's own says about this app. */
async function fromAnotherRoot(gate: Gate, { appid }: TestApp): Promise<string> {
  const impostor = await hostMarkets([createApple], { seed: 9, now: () => gate.now });
  try {
    const { control } = steer(await impostor.listen(0));
    const { settings } = await gate.service.context.storage.db
      .selectFrom('market_setting')
      .select('settings')
      .where('appid', '=', appid)
      .where('market', '=', 'APPLE')
      .executeTakeFirstOrThrow();
    const { bundle_id: bundleId, app_apple_id: appAppleId } = JSON.parse(settings);
    const heard = Promise.withResolvers<string>();
    const ear = createServer(async (request, response) => {
      heard.resolve(await text(request));
      response.end();
    });
    await new Promise<void>((resolve) => ear.listen(0, '127.0.0.1', resolve));
    const { port } = ear.address() as AddressInfo;
    await control('/apple/notifications', {
      bundleId,
      appAppleId,
      url: `http://127.0.0.1:${port}`,
    });
    await control('/apple/transactions', {
      bundleId,
      type: 'Auto-Renewable Subscription',
      appAccountToken: newAccount(),
    });
    const body = await heard.promise;
    ear.closeAllConnections();
    ear.close();
    return body;
  } finally {
    await impostor.close();
  }
}

marketSuite(
  'notices of the App Store',
  (gate, markets) => {
    test('a renewal is recorded for the account, and its first verification is no duplicate', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction, { iapPayload: 'mine' });
      await shop.pass(MONTH);
      assert.deepEqual(await shop.release(), [200, 200]);
      const cycles = await cyclesOf(gate, shop.app);
      assert.deepEqual(
        cycles.map(([, ...rest]) => rest),
        [
          [PLAN, 0, 1],
          [PLAN, 0, 0],
        ],
      );
      assert.deepEqual(await kindsOf(gate, shop.app), [
        ['SUBSCRIBED.INITIAL_BUY', 'applied'],
        ['DID_RENEW', 'applied'],
      ]);
      const { data } = (await shop.verify('APPLE', bought.signedTransaction)).body;
      assert.equal(data.serviceDuplicated, false);
      assert.equal(data.servicePayload, 'mine');
      const again = (await shop.verify('APPLE', bought.signedTransaction)).body.data;
      assert.equal(again.serviceDuplicated, true);
      assert.equal(again.serviceTransactionId, data.serviceTransactionId);
    });

    test('in the reverse order the end is the same', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.pass(MONTH);
      await shop.apple(bought, 'change-product', { productId: 'vip.lite', when: 'next' });
      await shop.pass(MONTH);
      await shop.pass(DAY);
      await shop.apple(bought, 'cancel');
      const { notifications } = await markets.control('/apple/notifications');
      const own = notifications.filter(({ url }: { url: string }) => url.endsWith(shop.app.appid));
      assert.equal(own.length, 5);
      for (const { notificationUUID } of own.toReversed()) {
        await markets.control('/apple/notifications/redeliver', { notificationUUID });
      }
      const [status] = await shop.status();
      const { productId, autoRenewProductId, expiresDate, active } = status;
      assert.deepEqual(
        { productId, autoRenewProductId, expiresDate, active },
        {
          productId: 'vip.lite',
          autoRenewProductId: null,
          expiresDate: gate.now - DAY + MONTH,
          active: true,
        },
      );
      assert.equal((await cyclesOf(gate, shop.app)).length, 3);
    });

    test('a refund is not undone by an older notice, and is undone by REFUND_REVERSED', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.pass(DAY);
      await shop.apple(bought, 'cancel');
      await shop.pass(DAY);
      await shop.apple(bought, 'refund');
      const refundedAt = gate.now;
      await shop.pass(DAY);
      await shop.apple(bought, 'reverse-refund');
      const { notifications } = await markets.control('/apple/notifications');
      const [subscribed, cancelled, refund, reversed] = notifications
        .filter(({ url }: { url: string }) => url.endsWith(shop.app.appid))
        .map(({ notificationUUID }: { notificationUUID: string }) => notificationUUID);
      const deliver = (notificationUUID: string) =>
        markets.control('/apple/notifications/redeliver', { notificationUUID });
      await deliver(subscribed);
      await deliver(refund);
      await deliver(cancelled);
      assert.equal((await shop.status())[0].refundDate, refundedAt);
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.transactionId, PLAN, 1, 0]]);
      await deliver(reversed);
      assert.equal((await shop.status())[0].refundDate, null);
      await deliver(refund);
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.transactionId, PLAN, 0, 0]]);
    });

    test('REFUND_REVERSED before REFUND leaves nothing refunded', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.release();
      await shop.pass(DAY);
      await shop.apple(bought, 'refund');
      await shop.pass(DAY);
      await shop.apple(bought, 'reverse-refund');
      const { notifications } = await markets.control('/apple/notifications');
      const own = notifications.filter(({ url }: { url: string }) => url.endsWith(shop.app.appid));
      for (const { notificationUUID } of own.toReversed()) {
        await markets.control('/apple/notifications/redeliver', { notificationUUID });
      }
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.transactionId, PLAN, 0, 0]]);
      assert.equal((await shop.status())[0].refundDate, null);
    });

    test('the refund of an old cycle leaves the newest alone', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.pass(MONTH);
      await shop.apple(bought, 'refund');
      await shop.release();
      const cycles = await cyclesOf(gate, shop.app);
      assert.deepEqual(
        cycles.map(([, , cancelled]) => cancelled),
        [1, 0],
      );
      const [status] = await shop.status();
      assert.equal(status.refundDate, null);
      assert.equal(status.expiresDate, gate.now + MONTH);
      assert.equal(status.active, true);
    });

    test('a refund that is told before the purchase is verified is not forgotten', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const gems = await shop.subscribeApple({
        type: 'Consumable',
        periodMs: undefined,
        productId: 'gems',
      });
      gate.now += 1_000;
      await shop.apple(gems, 'refund');
      await shop.release();
      // The receipt is the one from before: by itself it knows nothing of the refund.
      const verify = () =>
        gate.post(
          '/payment/v1/purchase/verify',
          {
            accountUuid: newAccount(),
            serviceReceipt: gems.signedTransaction,
            productId: 'gems',
            providerId: 'APPLE',
            requestType: 1,
          },
          shop.headers,
        );
      const { data } = (await verify()).body;
      assert.deepEqual([data.serviceDuplicated, data.servicePurchaseCancelState], [false, 1]);
      gate.now += 1_000;
      await shop.apple(gems, 'reverse-refund');
      await shop.release();
      assert.equal((await verify()).body.data.servicePurchaseCancelState, 0);
    });

    test('a kind that says nothing about a purchase is kept', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const gems = await shop.subscribeApple({ type: 'Consumable', periodMs: undefined });
      await shop.apple(gems, 'decline-refund');
      assert.deepEqual(await shop.release(), [200, 200]);
      assert.deepEqual(await kindsOf(gate, shop.app), [
        ['ONE_TIME_CHARGE', 'applied'],
        ['REFUND_DECLINED', 'kept'],
      ]);
    });

    test('part of a refund, a whole one and a family that ends are reported with their reason', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      await shop.registerNotices();
      const consumable = { type: 'Consumable', periodMs: undefined };
      const prorated = (revocationPercentage: number) => ({
        revocationType: 'REFUND_PRORATED',
        revocationPercentage,
      });
      const cases: [object, object, unknown[]][] = [
        // A part that is no whole number of cents or yen is rounded, half of one up.
        [
          consumable,
          { ...prorated(33_333), revocationReason: 1 },
          ['partial', '3.33', DUE_TO_ISSUE],
        ],
        [consumable, prorated(100_000), ['given', null, OTHER_REASON]],
        [{ ...consumable, price: 10_000 }, prorated(50_000), ['partial', '5.00', OTHER_REASON]],
        [
          { ...consumable, price: 3_000, currency: 'JPY' },
          prorated(50_000),
          ['partial', '2', OTHER_REASON],
        ],
        [consumable, {}, ['given', null, OTHER_REASON]],
        [consumable, { revocationType: 'FAMILY_REVOKE' }, ['given', null, 'FAMILY_REVOKE']],
        [{ price: 10_000 }, prorated(50_000), ['partial', '5.00', OTHER_REASON]],
      ];
      for (const [bought, refund, expected] of cases) {
        const { transactionId } = await shop.subscribeApple({ ...bought });
        await shop.apple({ transactionId }, 'refund', refund);
        await shop.release();
        const reports = await gate.service.context.storage.db
          .selectFrom('purchase_cancellation')
          .select(['state', 'amount', 'reason'])
          .where('appid', '=', shop.app.appid)
          .where('unique_key', '=', transactionId)
          .execute();
        assert.deepEqual(
          reports.map(({ state, amount, reason }) => [state, amount, reason]),
          [expected],
        );
      }
    });

    test('sandbox notices of a production app: with its App Apple ID or without, not with another', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const { port } = gate.service.app.server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/market/v1/apple/${shop.app.appid}`;
      const send = async (address: object) => {
        const sandbox = { environment: 'Sandbox', bundleId: shop.bundleId };
        await markets.control('/apple/notifications', { ...sandbox, url, ...address });
        await shop.subscribeApple({
          ...sandbox,
          type: 'Consumable',
          periodMs: undefined,
          ...address,
        });
        return shop.release();
      };
      assert.deepEqual(await send({ appAppleId: APP_APPLE_ID }), [200]);
      assert.deepEqual(await send({ appAppleId: 42 }), [400]);
      const before = (await noticesOf(gate, shop.app)).length;
      const omitted = {
        environment: 'Sandbox',
        bundleId: shop.bundleId,
        url,
        omitAppAppleId: true,
      };
      await markets.control('/apple/notifications', omitted);
      await shop.subscribeApple({
        environment: 'Sandbox',
        type: 'Consumable',
        periodMs: undefined,
      });
      assert.deepEqual(await shop.release(), [200]);
      assert.equal((await noticesOf(gate, shop.app)).length, before + 1);
    });

    test('external purchases are acknowledged and kept if they are of this app and environment', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const strict = await openSubscriptionShop(gate, markets, {
        appleSettings: { accept_sandbox: false },
      });
      const { port } = gate.service.app.server.address() as AddressInfo;
      const report = async (
        { app, bundleId, release }: typeof shop,
        environment: string,
        fields: object = {},
      ) => {
        const url = `http://127.0.0.1:${port}/market/v1/apple/${app.appid}`;
        const place = { environment, bundleId, appAppleId: APP_APPLE_ID };
        await markets.control('/apple/notifications', { ...place, url });
        await markets.control('/apple/external-purchases', { ...place, ...fields });
        return release();
      };
      assert.deepEqual(await report(shop, 'Production'), [200]);
      assert.deepEqual(await report(shop, 'Sandbox'), [200]);
      assert.deepEqual(await report(shop, 'Sandbox', { omit: ['bundleId'] }), [200]);
      assert.deepEqual(await report(shop, 'Sandbox', { omit: ['appAppleId'] }), [200]);
      const kept = ['EXTERNAL_PURCHASE_TOKEN.UNREPORTED', 'kept'];
      assert.deepEqual(await kindsOf(gate, shop.app), [kept, kept, kept, kept]);

      assert.deepEqual(await report(shop, 'Production', { appAppleId: 42 }), [400]);
      assert.deepEqual(await report(shop, 'Production', { omit: ['appAppleId'] }), [400]);
      assert.deepEqual(await report(shop, 'Sandbox', { appAppleId: 42 }), [400]);
      const nameless = { omit: ['bundleId', 'appAppleId'] };
      assert.deepEqual(await report(shop, 'Sandbox', nameless), [400]);
      assert.deepEqual(await report(strict, 'Production'), [200]);
      assert.deepEqual(await report(strict, 'Sandbox'), [400]);
      assert.equal((await noticesOf(gate, shop.app)).length, 4);
    });

    test('a consent taken back and an unreported external purchase are told once', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { app, bundleId, release } = shop;
      await shop.registerNotices();
      const { context } = gate.service;
      const { gameIndex: game_index, appid } = app;
      expectDone(
        await registerReceiver(context, SYSTEM, {
          game_index,
          channel: 'purchase',
          url: 'https://game.test/events',
        }),
      );
      const place = { environment: 'Production', bundleId, appAppleId: APP_APPLE_ID };
      const { port } = gate.service.app.server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/market/v1/apple/${appid}`;
      await markets.control('/apple/notifications', { ...place, url });
      const appTransactionId = '704283948571';
      await markets.control('/apple/rescinded-consents', { ...place, appTransactionId });
      const externalPurchaseId = '8f1b9c52-52a5-4b43-a5d5-6f5a2d7c9e10';
      const tokenCreationDate = 1_790_000_000_000;
      const token = { externalPurchaseId, tokenCreationDate };
      await markets.control('/apple/external-purchases', { ...place, ...token });
      assert.deepEqual(await release(), [200, 200]);
      await gate.service.followUps.turn();
      const rows = await context.storage.db
        .selectFrom('outbox')
        .select('payload')
        .where('game_index', '=', game_index)
        .orderBy('seq')
        .execute();
      const events = rows.map(({ payload }) => JSON.parse(payload));
      const about = { appid, providerId: 'APPLE' };
      assert.deepEqual(
        events.map(({ type, data: { date, ...data } }) => [type, typeof date, data]),
        [
          [
            'consent.withdrawn',
            'number',
            { ...about, appTransactionId, playerId: null, restricted: false },
          ],
          ['external_purchase.unreported', 'number', { ...about, ...token }],
        ].toReversed(),
      );
    });

    test('an external purchase of another app is refused', async () => {
      const [shop, other] = [
        await openSubscriptionShop(gate, markets),
        await openSubscriptionShop(gate, markets),
      ];
      await other.registerNotices();
      await markets.control('/apple/external-purchases', { bundleId: other.bundleId });
      assert.deepEqual(await other.release(), [200]);
      const [token] = await noticesOf(gate, other.app);
      const answer = await gate.post(`/market/v1/apple/${shop.app.appid}`, token?.body);
      assert.equal(answer.status, 400);
      assert.deepEqual(await noticesOf(gate, shop.app), []);
    });

    test('forged notices change nothing, are not kept, and are answered 400', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.release();
      const path = `/market/v1/apple/${shop.app.appid}`;
      const before = [await noticesOf(gate, shop.app), await cyclesOf(gate, shop.app)];
      const other = await openSubscriptionShop(gate, markets);
      await other.registerNotices();
      await other.subscribeApple();
      await other.release();
      const [stolen] = await noticesOf(gate, other.app);
      const [genuine] = await noticesOf(gate, shop.app);
      const bodies = [
        ...forgeriesOf(genuine?.body ?? '').map((signedPayload) =>
          JSON.stringify({ signedPayload }),
        ),
        await fromAnotherRoot(gate, shop.app),
        // Apple's own, and yet no notice, or of another app.
        JSON.stringify({ signedPayload: bought.signedTransaction }),
        stolen?.body ?? '',
        '{}',
        'not JSON',
        '',
      ];
      for (const body of bodies) {
        const answer = await gate.post(path, body);
        assert.deepEqual(
          [answer.status, answer.body],
          [400, { error: 'forged', message: 'The signature is not valid.' }],
        );
      }
      const after = [await noticesOf(gate, shop.app), await cyclesOf(gate, shop.app)];
      assert.deepEqual(after, before);
      assert.equal((await gate.post('/market/v1/apple/nobody', bodies[0])).status, 404);
    });
  },
  { kinds: EITHER },
);
