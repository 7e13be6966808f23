// POST /payment/v1/subscription/status: what our records say; a market is asked only after the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { ACCOUNT, newAccount } from '../shop.ts';
import { DAY, MONTH, openSubscriptionShop, PLAN, STATUS_PATH } from '../subscription-shop.ts';

marketSuite(
  'subscription status',
  (gate, markets) => {
    test("the account's subscriptions in both stores, newest first, and nobody else's", async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const apple = await shop.subscribeApple();
      await shop.verify('APPLE', apple.signedTransaction);
      gate.now += 1_000;
      const google = await shop.subscribeGoogle({ test: true });
      await shop.verify('GOOGLE', google.purchaseToken);
      await gate.service.payment.jobs.turn();
      await markets.fault('apple', '500', { rate: 1 });
      await markets.fault('google', '500', { rate: 1 });
      const answer = await gate.post(STATUS_PATH, { accountUuid: ACCOUNT }, shop.headers);
      await markets.clearFaults();
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, {
        data: [
          {
            providerId: 'GOOGLE',
            originalStoreTransactionId: google.orderId,
            productId: PLAN,
            autoRenewProductId: PLAN,
            status: 'active',
            active: true,
            expiresDate: gate.now + MONTH,
            gracePeriodExpiresDate: null,
            refundDate: null,
            test: 'Y',
            updatedDate: gate.now,
          },
          {
            providerId: 'APPLE',
            originalStoreTransactionId: apple.originalTransactionId,
            productId: PLAN,
            autoRenewProductId: PLAN,
            status: 'active',
            active: true,
            expiresDate: gate.now - 1_000 + MONTH,
            gracePeriodExpiresDate: null,
            refundDate: null,
            test: 'N',
            updatedDate: gate.now - 1_000,
          },
        ],
        meta: null,
      });
      assert.deepEqual(await shop.status(newAccount()), []);
      assert.deepEqual((await shop.status(ACCOUNT.toUpperCase())).length, 2);
    });

    test('benefits go on in the grace period and end with it', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.pass(DAY);
      await shop.apple(bought, 'fail-renewal', { graceMs: 3 * DAY });
      await shop.release();
      const [grace] = await shop.status();
      assert.deepEqual([grace.status, grace.active, grace.expiresDate], ['grace', true, gate.now]);
      assert.equal(grace.gracePeriodExpiresDate, gate.now + 3 * DAY);
      await shop.pass(3 * DAY);
      assert.equal((await shop.status())[0].active, false);
      await shop.release();
      assert.equal((await shop.status())[0].status, 'hold');
    });

    test('what has expired is not active, also while no market has told so', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      const bought = await shop.subscribeApple();
      await shop.apple(bought, 'cancel');
      await shop.verify('APPLE', bought.signedTransaction);
      gate.now += MONTH;
      await shop.pass(0);
      const [status] = await shop.status();
      assert.deepEqual([status.status, status.active], ['active', false]);
    });

    test('only an app server may ask, for a uuid', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const wrong = await gate.post(STATUS_PATH, { accountUuid: 'me' }, shop.headers);
      assert.deepEqual([wrong.status, wrong.body.outcome.message], [400, 'INVALID_REQUEST']);
      const { authorization: _without, ...noToken } = shop.headers;
      const nobody = await gate.post(STATUS_PATH, { accountUuid: ACCOUNT }, noToken);
      assert.deepEqual([nobody.status, nobody.body.outcome.message], [400, 'UNAUTHORIZED_REQUEST']);
    });
  },
  { kinds: EITHER },
);
