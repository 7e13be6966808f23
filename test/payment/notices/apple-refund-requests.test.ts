// CONSUMPTION_REQUEST: the app server hears of it once, and Apple gets an answer in time if the app wants that.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { replayNotice } from '../../../src/payment/notices/operations.ts';
import { readPurchaseTimeline } from '../../../src/payment/queries/purchase-operations.ts';
import { setMarket } from '../../../src/payment/settings/market-settings.ts';
import { answer, type GameServer, startGameServer } from '../../outbox/game-server.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, inApp } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { ACCOUNT } from '../shop.ts';
import { type AppleBought, openSubscriptionShop } from '../subscription-shop.ts';

const HOUR = 3_600_000;
const ON = { answer_refund_requests: true, customer_consented: true };
const ITEM_RESULT = '/payment/v1/item/result';

marketSuite(
  "Apple's questions about refunds",
  (gate, markets) => {
    const work = () => gate.service.payment.jobs.turn();
    const servers: GameServer[] = [];
    after(() => Promise.all(servers.map((server) => server.close())));

    async function open(settings: object = {}, asksApple = true) {
      const shop = await openSubscriptionShop(gate, markets, {
        appleSettings: settings,
        asksApple,
      });
      await shop.registerNotices();
      const { app } = shop;
      const server = await startGameServer();
      servers.push(server);
      server.behave(answer(204, ''));
      const lane = { game_index: app.gameIndex, channel: 'purchase' } as const;
      const registration = { ...lane, url: server.url, key: 'a-key-of-the-tests' };
      expectDone(await registerReceiver(gate.service.context, SYSTEM, registration));

      const buy = (fields: object = {}) =>
        shop.subscribeApple({
          type: 'Consumable',
          periodMs: undefined,
          productId: 'gems',
          ...fields,
        });
      return {
        ...shop,
        buy,
        async verify(bought: AppleBought): Promise<string> {
          const request = {
            accountUuid: ACCOUNT,
            serviceReceipt: bought.signedTransaction,
            productId: 'gems',
            providerId: 'APPLE',
            requestType: 1,
          };
          const path = '/payment/v1/purchase/verify';
          return (await gate.post(path, request, shop.headers)).body.data.serviceTransactionId;
        },
        verifySubscription: shop.verify,
        async deliver(
          serviceTransactionId: string,
          result: 1 | 2 | 3,
          fields: object = {},
        ): Promise<void> {
          const report = { serviceTransactionId, result, ...fields };
          assert.equal((await gate.post(ITEM_RESULT, report, shop.headers)).status, 200);
        },
        /** The buyer asks for the money; the notification is delivered and worked on. */
        async ask(bought: AppleBought, reason = 'UNINTENDED_PURCHASE'): Promise<void> {
          await shop.apple(bought, 'request-consumption', { consumptionRequestReason: reason });
          await shop.release();
        },
        /** What the App Store was answered. */
        answered: async ({ transactionId }: AppleBought) =>
          (await markets.control(`/apple/transactions/${transactionId}`)).consumption,
        async noted(id: string) {
          const own = await inApp(gate.service, app.appid);
          const name = { service_transaction_id: id };
          const { items } = expectDone(await readPurchaseTimeline(own, name));
          return items
            .filter(({ kind }) => kind.startsWith('refund_request.'))
            .map(({ at, kind, details }) => [kind, Date.parse(at), details]);
        },
        async told() {
          await gate.service.relay.turn();
          return server.received
            .flatMap(({ body }) => JSON.parse(body).events)
            .filter(({ type }: { type: string }) => type === 'purchase.refund_requested');
        },
        async jobs() {
          const rows = await gate.service.context.storage.db
            .selectFrom('job')
            .select(['kind', 'due_at', 'last_error'])
            .where('appid', '=', app.appid)
            .execute();
          return rows;
        },
      };
    }

    test('the app server hears at once what was asked and until when, also while nothing is answered', async () => {
      const shop = await open();
      const bought = await shop.buy();
      const id = await shop.verify(bought);
      gate.now += HOUR;
      const asked = gate.now;
      await shop.ask(bought, 'FULFILLMENT_ISSUE');
      const [event, ...others] = await shop.told();
      assert.deepEqual(others, []);
      const { transactionId, ...data } = event.data;
      assert.match(transactionId, /^[0-9a-f-]{36}$/);
      assert.deepEqual(data, {
        appid: shop.app.appid,
        providerId: 'APPLE',
        serviceTransactionId: id,
        storeTransactionId: bought.transactionId,
        accountUuid: ACCOUNT,
        productId: 'gems',
        refundRequest: { reason: 'FULFILLMENT_ISSUE', date: asked, answerBy: asked + 12 * HOUR },
      });
      assert.deepEqual(await shop.noted(id), [
        ['refund_request.unanswered', asked, { reason: 'switched_off' }],
      ]);
      assert.deepEqual([await shop.answered(bought), await shop.jobs()], [null, []]);
    });

    test('delivered again and again, a request is told and answered once', async () => {
      const shop = await open(ON);
      const bought = await shop.buy();
      const id = await shop.verify(bought);
      await shop.deliver(id, 1);
      await shop.ask(bought);
      const { notifications } = await markets.control('/apple/notifications');
      for (const { notificationUUID, url } of notifications) {
        if (!url.endsWith(`/${shop.app.appid}`)) continue;
        await markets.control('/apple/notifications/redeliver', { notificationUUID });
      }
      await work();
      assert.equal((await shop.told()).length, 1);
      assert.equal((await shop.noted(id)).length, 1);
    });

    const answers: [1 | 2 | 3, object, object][] = [
      [1, {}, { deliveryStatus: 'DELIVERED', sampleContentProvided: false }],
      [
        1,
        { refund_preference: 'DECLINE', sample_content_provided: true },
        { deliveryStatus: 'DELIVERED', sampleContentProvided: true, refundPreference: 'DECLINE' },
      ],
      [
        2,
        { refund_preference: 'GRANT_FULL' },
        {
          deliveryStatus: 'UNDELIVERED_OTHER',
          consumptionPercentage: 0,
          sampleContentProvided: false,
          refundPreference: 'GRANT_FULL',
        },
      ],
      [
        3,
        {},
        {
          deliveryStatus: 'UNDELIVERED_OTHER',
          consumptionPercentage: 0,
          sampleContentProvided: false,
        },
      ],
    ];
    for (const [result, settings, expected] of answers) {
      test(`delivery result ${result} with ${JSON.stringify(settings)} is answered`, async () => {
        const shop = await open({ ...ON, ...settings });
        for (const environment of ['Production', 'Sandbox']) {
          await markets.control('/apple/notifications', {
            bundleId: shop.bundleId,
            environment: 'Sandbox',
            url: `${await addressOf()}/market/v1/apple/${shop.app.appid}`,
          });
          const bought = await shop.buy({ environment });
          const id = await shop.verify(bought);
          await shop.deliver(id, result);
          await shop.ask(bought);
          assert.deepEqual(await shop.answered(bought), { customerConsented: true, ...expected });
          const { deliveryStatus, refundPreference } = expected as Record<string, string>;
          assert.deepEqual(await shop.noted(id), [
            [
              'refund_request.answered',
              gate.now,
              {
                delivery_status: deliveryStatus,
                ...(refundPreference && { refund_preference: refundPreference }),
              },
            ],
          ]);
        }
      });
    }

    const unanswered: [string, object, boolean][] = [
      ['no_consent', { answer_refund_requests: true }, true],
      ['no_api_key', ON, false],
    ];
    for (const [reason, settings, asksApple] of unanswered) {
      test(`${reason}: nothing is sent, and the timeline says why`, async () => {
        const shop = await open(settings, asksApple);
        const bought = await shop.buy();
        const id = await shop.verify(bought);
        await shop.deliver(id, 1);
        await shop.ask(bought);
        assert.equal(await shop.answered(bought), null);
        assert.deepEqual(await shop.noted(id), [
          ['refund_request.unanswered', gate.now, { reason }],
        ]);
      });
    }

    test('while the delivery result is unknown the answer waits for it, at most eleven hours', async () => {
      const shop = await open(ON);
      const [reported, silent] = [await shop.buy(), await shop.buy()];
      const [first, second] = [await shop.verify(reported), await shop.verify(silent)];
      await shop.ask(reported);
      await shop.ask(silent);
      assert.deepEqual([await shop.noted(first), await shop.noted(second)], [[], []]);
      await shop.pass(HOUR);
      await shop.deliver(first, 1);
      await work();
      assert.equal((await shop.answered(reported)).deliveryStatus, 'DELIVERED');
      await shop.pass(10 * HOUR);
      await work();
      assert.deepEqual(await shop.noted(second), [
        ['refund_request.unanswered', gate.now, { reason: 'delivery_unknown' }],
      ]);
      assert.deepEqual([await shop.answered(silent), await shop.jobs()], [null, []]);
    });

    test('an App Store that is away is asked again until the answer would be late', async () => {
      const shop = await open(ON);
      const [patient, hopeless] = [await shop.buy(), await shop.buy()];
      const [first, second] = [await shop.verify(patient), await shop.verify(hopeless)];
      await shop.deliver(first, 1);
      await shop.deliver(second, 1);
      const path = '/consumption/';
      await markets.fault('apple', '429', { rate: 1, path });
      await shop.ask(patient);
      assert.deepEqual(
        (await shop.jobs()).map(({ last_error }) => last_error),
        ['the App Store answered 429'],
      );
      await markets.clearFaults();
      await shop.pass(HOUR);
      await work();
      assert.equal((await shop.answered(patient)).deliveryStatus, 'DELIVERED');

      await markets.fault('apple', '429', { rate: 1, path });
      await shop.ask(hopeless);
      await shop.pass(11 * HOUR);
      await work();
      await markets.clearFaults();
      assert.deepEqual(await shop.noted(second), [
        ['refund_request.unanswered', gate.now, { reason: 'unavailable' }],
      ]);
      assert.deepEqual(await shop.jobs(), []);
    });

    test('what the App Store refuses is noted with its code', async () => {
      const shop = await open(ON);
      const bought = await shop.buy();
      const id = await shop.verify(bought);
      await shop.deliver(id, 1);
      const path = '/consumption/';
      await markets.control('/apple/errors', { errorCode: 4_000_047, count: 1, path });
      await shop.ask(bought);
      assert.deepEqual(await shop.noted(id), [
        ['refund_request.refused', gate.now, { code: 4_000_047, delivery_status: 'DELIVERED' }],
      ]);
    });

    test('a request that arrives after twelve hours is told, and not answered', async () => {
      const shop = await open(ON);
      const bought = await shop.buy();
      const id = await shop.verify(bought);
      await shop.deliver(id, 1);
      await shop.apple(bought, 'request-consumption');
      await shop.pass(12 * HOUR);
      await shop.release();
      assert.equal((await shop.told()).length, 1);
      assert.deepEqual(await shop.noted(id), [
        ['refund_request.unanswered', gate.now, { reason: 'too_late' }],
      ]);
    });

    const subscriptions: [string, 1 | 2 | undefined, object, object][] = [
      ['verified is delivered', undefined, {}, { deliveryStatus: 'DELIVERED' }],
      [
        'Apple knows how much was used',
        1,
        { refund_preference: 'GRANT_PRORATED' },
        { deliveryStatus: 'DELIVERED', refundPreference: 'GRANT_PRORATED' },
      ],
      [
        'not delivered, none of it was used',
        2,
        { refund_preference: 'GRANT_PRORATED' },
        { deliveryStatus: 'UNDELIVERED_OTHER', refundPreference: 'GRANT_FULL' },
      ],
    ];
    for (const [name, result, settings, expected] of subscriptions) {
      test(`a subscription, ${name}: the app server hears, and Apple is answered`, async () => {
        const shop = await open({ ...ON, ...settings });
        const bought = await shop.subscribeApple();
        const { data } = (await shop.verifySubscription('APPLE', bought.signedTransaction)).body;
        const id = data.serviceTransactionId;
        if (result) await shop.deliver(id, result, { consumptionPercentage: 40 });
        await shop.ask(bought);
        const [event] = await shop.told();
        assert.equal(event.data.serviceTransactionId, id);
        assert.deepEqual(await shop.answered(bought), {
          customerConsented: true,
          sampleContentProvided: false,
          ...expected,
        });
        const [noted] = await shop.noted(id);
        assert.equal(noted?.[0], 'refund_request.answered');
      });
    }

    test('a renewal that nobody verifies is delivered with the subscription; an unverified one waits', async () => {
      const shop = await open(ON);
      const bought = await shop.subscribeApple();
      await shop.verifySubscription('APPLE', bought.signedTransaction);
      const renewed = await shop.apple(bought, 'renew');
      await shop.release();
      await shop.ask(renewed);
      assert.equal((await shop.answered(renewed)).deliveryStatus, 'DELIVERED');

      const silent = await shop.subscribeApple();
      await shop.release();
      await shop.ask(silent);
      assert.equal(await shop.answered(silent), null);
      await shop.verifySubscription('APPLE', silent.signedTransaction);
      gate.now += HOUR;
      await work();
      assert.equal((await shop.answered(silent)).deliveryStatus, 'DELIVERED');
    });

    const used: [number | undefined, string | undefined][] = [
      [undefined, undefined],
      [0, 'GRANT_FULL'],
      [12.345, 'GRANT_PRORATED'],
      [100, 'DECLINE'],
    ];
    for (const [percent, refundPreference] of used) {
      test(`${percent ?? 'an unknown share of'} % used: Apple learns it in thousandths, and what follows`, async () => {
        const shop = await open({ ...ON, refund_preference: 'GRANT_PRORATED' });
        const bought = await shop.buy();
        const id = await shop.verify(bought);
        await shop.deliver(id, 1);
        const share = percent === undefined ? {} : { consumptionPercentage: percent };
        await shop.deliver(id, 1, share);
        await shop.ask(bought);
        assert.deepEqual(await shop.answered(bought), {
          customerConsented: true,
          deliveryStatus: 'DELIVERED',
          sampleContentProvided: false,
          ...(percent !== undefined && { consumptionPercentage: Math.round(percent * 1_000) }),
          ...(refundPreference && { refundPreference }),
        });
        const [noted] = await shop.noted(id);
        assert.equal((noted?.[2] as { used_percent?: number } | undefined)?.used_percent, percent);
      });
    }

    test('a replay after the settings are corrected answers, and tells the app server nothing new', async () => {
      const shop = await open();
      const bought = await shop.buy();
      const id = await shop.verify(bought);
      await shop.deliver(id, 1);
      await shop.ask(bought);
      const { appid } = shop.app;
      const { db } = gate.service.context.storage;
      const { settings } = await db
        .selectFrom('market_setting')
        .select('settings')
        .where('appid', '=', appid)
        .where('market', '=', 'APPLE')
        .executeTakeFirstOrThrow();
      const changed = { ...JSON.parse(settings), ...ON };
      const place = { appid, market: 'APPLE' } as const;
      expectDone(
        await setMarket(gate.service.context, SYSTEM, { ...place, settings: changed, secrets: {} }),
      );
      const { notice_id } = await db
        .selectFrom('market_notice')
        .select('notice_id')
        .where('appid', '=', appid)
        .where('kind', '=', 'CONSUMPTION_REQUEST')
        .executeTakeFirstOrThrow();
      gate.now += HOUR;
      expectDone(
        await replayNotice(gate.service.context, SYSTEM, { appid, provider: 'APPLE', notice_id }),
      );
      await work();
      assert.equal((await shop.answered(bought)).deliveryStatus, 'DELIVERED');
      assert.deepEqual(
        (await shop.noted(id)).map(([kind]) => kind),
        ['refund_request.unanswered', 'refund_request.answered'],
      );
      assert.equal((await shop.told()).length, 1);
    });

    test('a request about a purchase that nobody verified is told, and not answered', async () => {
      const shop = await open(ON);
      const bought = await shop.buy();
      await shop.ask(bought);
      await shop.pass(11 * HOUR);
      await work();
      const [event, ...others] = await shop.told();
      assert.deepEqual(others, []);
      assert.equal(await shop.answered(bought), null);
      assert.deepEqual(await shop.jobs(), []);
      assert.deepEqual(await shop.noted(event.data.serviceTransactionId), [
        ['refund_request.unanswered', gate.now, { reason: 'delivery_unknown' }],
      ]);
    });

    test('a request of another app is refused and leaves no trace', async () => {
      const shop = await open(ON);
      const other = await open(ON);
      const bought = await other.buy();
      await other.ask(bought);
      const { body } = await gate.service.context.storage.db
        .selectFrom('market_notice')
        .select('body')
        .where('appid', '=', other.app.appid)
        .where('kind', '=', 'CONSUMPTION_REQUEST')
        .executeTakeFirstOrThrow();
      const answered = await gate.post(`/market/v1/apple/${shop.app.appid}`, body);
      assert.deepEqual(
        [answered.status, answered.body],
        [400, { error: 'forged', message: 'The signature is not valid.' }],
      );
      assert.deepEqual([await shop.told(), await shop.jobs()], [[], []]);
    });

    async function addressOf(): Promise<string> {
      const address = gate.service.app.server.address();
      assert.ok(typeof address === 'object' && address);
      return `http://127.0.0.1:${address.port}`;
    }
  },
  { kinds: EITHER },
);
