// Google asks about a refund: the app server is told, and Tollgate answers only if the app wants that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { listAppNotices, replayNotice } from '../../../src/payment/notices/operations.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, inApp } from '../../support/harness.ts';
import { marketSuite, setUpMarket } from '../../support/markets.ts';
import { type GoogleShop, openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, PRODUCT } from '../shop.ts';
import { PUSH_EMAIL } from '../subscription-shop.ts';

marketSuite(
  'refund reviews of Google Play',
  (gate, markets) => {
    const open = async (answers: boolean): Promise<GoogleShop> => {
      const shop = await openGoogleShop(gate, markets);
      const settings = {
        package_name: shop.packageName,
        push_audience: shop.pushAudience,
        push_email: PUSH_EMAIL,
        answer_refund_requests: answers,
      };
      await setUpMarket(gate, shop.app, 'GOOGLE', settings);
      await shop.registerNotices();
      return shop;
    };
    const answerOf = async (purchaseToken: string) =>
      (await markets.control(`/google/purchases/${purchaseToken}/refund-review`)).answer;
    const deliver = (shop: GoogleShop, serviceTransactionId: string, result: number) =>
      gate.post('/payment/v1/item/result', { serviceTransactionId, result }, shop.headers);
    const noticeState = async ({ app }: GoogleShop) => {
      const row = await gate.service.context.storage.db
        .selectFrom('market_notice')
        .select('state')
        .where('appid', '=', app.appid)
        .where('kind', '=', 'pendingRefundReview')
        .executeTakeFirst();
      return row?.state;
    };

    test('the app server is told that a refund was requested, and nothing is answered or cancelled', async () => {
      const shop = await open(false);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.settle();
      await shop.events();
      await shop.act(bought, 'request-refund');
      await shop.settle();
      const [event, ...others] = await shop.events();
      assert.deepEqual(others, []);
      assert.deepEqual(
        [event?.type, event?.data.storeTransactionId, event?.data.refundRequest],
        ['purchase.refund_requested', bought.orderId, { reason: 'CHARGEBACK', date: gate.now }],
      );
      assert.equal(await answerOf(bought.purchaseToken), null);
      assert.equal(await shop.cancelState(bought), 0);
      assert.equal(await noticeState(shop), 'applied');
    });

    test('a replay of what the app server was told is applied, and tells it nothing new', async () => {
      const shop = await open(false);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.act(bought, 'request-refund');
      await shop.settle();
      await shop.events();
      const { appid } = shop.app;
      const { context } = gate.service;
      const { items } = await listAppNotices(await inApp(gate.service, appid), {
        state: 'applied',
      });
      const [notice_id = '', ...others] = items
        .filter(({ kind }) => kind === 'pendingRefundReview')
        .map((notice) => notice.notice_id);
      assert.deepEqual(others, []);
      const replayed = await replayNotice(context, SYSTEM, {
        appid,
        provider: 'GOOGLE',
        notice_id,
      });
      assert.equal(expectDone(replayed).state, 'waiting');
      assert.equal(await noticeState(shop), 'waiting');
      await shop.settle();
      assert.equal(await noticeState(shop), 'applied');
      assert.deepEqual(await shop.events(), []);
    });

    const results = [
      [1, 'DECLINE'],
      [2, 'APPROVE'],
      [3, 'APPROVE'],
      [undefined, 'NEUTRAL'],
    ] as const;
    for (const [result, refundPreference] of results) {
      test(`delivery result ${result}: ${refundPreference}`, async () => {
        const shop = await open(true);
        const bought = await shop.buy();
        const { serviceTransactionId } = await shop.verifyGems(bought);
        if (result !== undefined) await deliver(shop, serviceTransactionId, result);
        const { pendingRefundToken } = await shop.act(bought, 'request-refund');
        await shop.settle();
        const consumptionUsageEvents = [
          {
            consumptionTime: new Date(gate.now).toISOString(),
            obfuscatedAccountId: ACCOUNT,
            consumptionItemDescription: `${PRODUCT} delivered in the game`,
          },
        ];
        assert.deepEqual(await answerOf(bought.purchaseToken), {
          pendingRefundToken,
          refundPreference,
          sampleContentProvided: false,
          ...(result === 1 && { consumptionUsageEvents }),
        });
        assert.equal(await noticeState(shop), 'applied');
        const trail = await gate.service.context.storage.db
          .selectFrom('purchase_trail')
          .select('kind')
          .where('appid', '=', shop.app.appid)
          .where('subject', '=', bought.orderId)
          .where('kind', '=', 'refund_request.answered')
          .execute();
        assert.equal(trail.length, 1);
      });
    }

    test('a purchase that nobody verified is not answered for, and a forged question leaves nothing', async () => {
      const shop = await open(true);
      const bought = await shop.buy();
      await shop.act(bought, 'request-refund');
      await shop.settle();
      assert.equal(await answerOf(bought.purchaseToken), null);
      assert.deepEqual(await shop.events(), []);
      const other = await open(true);
      const notification = {
        pendingRefundReviewNotification: { orderId: bought.orderId, pendingRefundToken: 'x' },
      };
      const forging = { kind: 'other-key', packageName: other.packageName, notification };
      const forged = await markets.control('/google/notifications/forge', forging);
      const path = `/market/v1/google/${other.app.appid}`;
      assert.equal((await gate.post(path, forged.body, forged.headers)).status, 400);
      assert.equal(await noticeState(other), undefined);
    });
  },
  { kinds: EITHER },
);
