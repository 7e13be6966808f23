// POST /payment/v1/subscription/verify: interface 2.5 and 4.9, both markets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { ACCOUNT, newAccount } from '../shop.ts';
import {
  cyclesOf,
  DAY,
  MONTH,
  openSubscriptionShop,
  PLAN,
  SUBSCRIPTION_PATH,
} from '../subscription-shop.ts';

const refusal = (code: number, message: string, title: string, detail: string) => {
  const kind = code < 2_000 ? 'payment_forbidden' : 'verify_error';
  return {
    type: `/errors/payment/${kind}`,
    title,
    status: code >= 5_000 ? 500 : 400,
    detail,
    instance: SUBSCRIPTION_PATH,
    code: kind,
    outcome: { code, message },
  };
};
const invalidReceipt = (detail: string) =>
  refusal(2_001, 'INVALID_RECEIPT', 'The receipt is not valid', detail);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

marketSuite(
  'subscription verification',
  (gate, markets) => {
    test('APPLE: every field of the result', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeApple();
      const answer = await shop.verify('APPLE', bought.signedTransaction, { iapPayload: 'p-1' });
      assert.equal(answer.status, 200);
      const { data, meta } = answer.body;
      const { serviceReceiptVerifyResult: result, serviceTransactionId, ...rest } = data;
      assert.equal(meta, null);
      assert.match(serviceTransactionId, UUID);
      assert.deepEqual(rest, {
        serviceAccountUuidCompare: 1,
        serviceAutoRenewProductId: PLAN,
        serviceCurrency: 'USD',
        serviceDuplicated: false,
        serviceExpiresDate: gate.now + MONTH,
        serviceOriginalStoreTransactionId: bought.originalTransactionId,
        servicePayload: 'p-1',
        servicePrice: 9.99,
        serviceProductId: PLAN,
        serviceQuantity: 1,
        serviceRefundDate: null,
        serviceStoreTransactionId: bought.originalTransactionId,
      });
      assert.equal(result.status, 1);
      assert.equal(result.environment, 'Production');
      assert.equal(result.transaction.transactionId, bought.transactionId);
      assert.equal(result.renewalInfo.autoRenewStatus, 1);
    });

    test('GOOGLE: every field of the result; the price is the order total, tax included', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      const answer = await shop.verify('GOOGLE', bought.purchaseToken, { storeTransactionId: 'x' });
      const {
        serviceReceiptVerifyResult: result,
        serviceTransactionId,
        ...rest
      } = answer.body.data;
      assert.match(serviceTransactionId, UUID);
      assert.deepEqual(rest, {
        serviceAccountUuidCompare: 1,
        serviceAutoRenewProductId: PLAN,
        serviceCurrency: 'USD',
        serviceDuplicated: false,
        serviceExpiresDate: gate.now + MONTH,
        serviceOriginalStoreTransactionId: bought.orderId,
        servicePayload: null,
        servicePrice: 10.79,
        serviceProductId: PLAN,
        serviceQuantity: 1,
        serviceRefundDate: null,
        serviceStoreTransactionId: bought.orderId,
      });
      assert.equal(result.subscriptionState, 'SUBSCRIPTION_STATE_ACTIVE');
      assert.equal(result.order.orderId, bought.orderId);
      assert.equal(result.order.buyerAddress, undefined);
    });

    for (const provider of ['APPLE', 'GOOGLE'] as const) {
      test(`${provider}: another account finds neither the payload nor a match`, async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const receipt =
          provider === 'APPLE'
            ? (await shop.subscribeApple()).signedTransaction
            : (await shop.subscribeGoogle()).purchaseToken;
        await shop.verify(provider, receipt, { iapPayload: 'mine' });
        const other = await shop.verify(provider, receipt, { accountUuid: newAccount() });
        assert.equal(other.body.data.serviceAccountUuidCompare, 2);
        assert.equal(other.body.data.serviceDuplicated, true);
        assert.equal(other.body.data.servicePayload, null);
      });

      test(`${provider}: a market that cannot be asked is MARKET_UNAVAILABLE and records nothing`, async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const receipt =
          provider === 'APPLE'
            ? (await shop.subscribeApple()).signedTransaction
            : (await shop.subscribeGoogle()).purchaseToken;
        await markets.fault(provider.toLowerCase(), '429', { rate: 1 });
        const answer = await shop.verify(provider, receipt);
        await markets.clearFaults();
        assert.equal(answer.status, 500);
        assert.equal(answer.body.outcome.message, 'MARKET_UNAVAILABLE');
        assert.deepEqual(await cyclesOf(gate, shop.app), []);
        assert.equal((await shop.verify(provider, receipt)).body.data.serviceDuplicated, false);
      });
    }

    for (const errorCode of [4_040_005, 4_040_010]) {
      test(`APPLE: a genuine receipt that the App Store does not know yet (${errorCode}) is MARKET_UNAVAILABLE and records nothing`, async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const { signedTransaction } = await shop.subscribeApple();
        await markets.control('/apple/errors', { errorCode, path: '/subscriptions/' });
        const answer = await shop.verify('APPLE', signedTransaction);
        assert.deepEqual(
          [answer.status, answer.body.outcome],
          [500, { code: 5_001, message: 'MARKET_UNAVAILABLE' }],
        );
        assert.deepEqual(await cyclesOf(gate, shop.app), []);
        const later = await shop.verify('APPLE', signedTransaction);
        assert.deepEqual([later.status, later.body.data.serviceDuplicated], [200, false]);
      });
    }

    test('APPLE: the id of a transaction that the App Store does not know is INVALID_RECEIPT', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      assert.deepEqual(
        (await shop.verify('APPLE', '1')).body,
        invalidReceipt('The App Store has no such transaction.'),
      );
    });

    test('no account at the market: comparison not possible', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const { signedTransaction } = await shop.subscribeApple({ appAccountToken: undefined });
      const { data } = (await shop.verify('APPLE', signedTransaction)).body;
      assert.equal(data.serviceAccountUuidCompare, 9);
    });

    test('APPLE: auto-renew off is null, a change of product shows before it comes', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeApple();
      await shop.apple(bought, 'change-product', { productId: 'vip.lite', when: 'next' });
      const changing = (await shop.verify('APPLE', bought.signedTransaction)).body.data;
      assert.equal(changing.serviceProductId, PLAN);
      assert.equal(changing.serviceAutoRenewProductId, 'vip.lite');
      await shop.pass(MONTH);
      const changed = (await shop.verify('APPLE', bought.signedTransaction)).body.data;
      assert.equal(changed.serviceProductId, 'vip.lite');
      await shop.apple(bought, 'cancel');
      const ending = (await shop.verify('APPLE', bought.signedTransaction)).body.data;
      assert.equal(ending.serviceAutoRenewProductId, null);
    });

    test('GOOGLE: auto-renew off is null, a change of product shows before it comes', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await shop.google(bought, 'replace', { productId: 'vip.lite', mode: 'deferred' });
      const changing = (await shop.verify('GOOGLE', bought.purchaseToken)).body.data;
      assert.equal(changing.serviceProductId, PLAN);
      assert.equal(changing.serviceAutoRenewProductId, 'vip.lite');
      await shop.google(bought, 'cancel');
      const ending = (await shop.verify('GOOGLE', bought.purchaseToken)).body.data;
      assert.equal(ending.serviceAutoRenewProductId, null);
      assert.equal(ending.serviceDuplicated, true);
    });

    test('APPLE: a refund has a date, and a taken-back one has none', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      await shop.pass(DAY);
      await shop.apple(bought, 'refund');
      const refunded = (await shop.verify('APPLE', bought.signedTransaction)).body.data;
      assert.equal(refunded.serviceRefundDate, gate.now);
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.transactionId, PLAN, 1, 1]]);
      await shop.pass(DAY);
      await shop.apple(bought, 'reverse-refund');
      await shop.release();
      const restored = (await shop.verify('APPLE', bought.signedTransaction)).body.data;
      assert.equal(restored.serviceRefundDate, null);
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.transactionId, PLAN, 0, 1]]);
    });

    for (const [step, cancelled] of [
      ['refund', 0],
      ['revoke', 1],
    ] as const) {
      test(`GOOGLE: after ${step} there is no date of a refund, and the cancel state is ${cancelled}`, async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const bought = await shop.subscribeGoogle();
        await shop.verify('GOOGLE', bought.purchaseToken);
        await shop.google(bought, step);
        const { data } = (await shop.verify('GOOGLE', bought.purchaseToken)).body;
        assert.equal(data.serviceRefundDate, null);
        assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.orderId, PLAN, cancelled, 1]]);
      });
    }

    test('GOOGLE: a verified subscription is acknowledged, so that it is not taken back', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await shop.pass(4 * DAY);
      const { data } = (await shop.verify('GOOGLE', bought.purchaseToken)).body;
      assert.equal(
        data.serviceReceiptVerifyResult.acknowledgementState,
        'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
      );
      assert.equal(data.serviceReceiptVerifyResult.subscriptionState, 'SUBSCRIPTION_STATE_ACTIVE');
    });

    test('GOOGLE: cycles that nobody told of are recorded with the newest', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await shop.pass(3 * MONTH);
      await shop.verify('GOOGLE', bought.purchaseToken);
      assert.deepEqual(await cyclesOf(gate, shop.app), [
        [bought.orderId, PLAN, 0, 1],
        [`${bought.orderId}..0`, PLAN, 0, 0],
        [`${bought.orderId}..1`, PLAN, 0, 0],
        [`${bought.orderId}..2`, PLAN, 0, 1],
      ]);
    });

    test('GOOGLE: an unpaid subscription is PAYMENT_PENDING', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle({ state: 'pending' });
      assert.deepEqual(
        (await shop.verify('GOOGLE', bought.purchaseToken)).body,
        refusal(
          2_004,
          'PAYMENT_PENDING',
          'The purchase is not paid yet',
          'The subscription is not paid yet at Google Play. Try again later.',
        ),
      );
    });

    test('APPLE without an API key: the signed receipt decides', async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      const bought = await shop.subscribeApple();
      const { data } = (await shop.verify('APPLE', bought.signedTransaction)).body;
      assert.equal(data.serviceDuplicated, false);
      assert.equal(data.serviceExpiresDate, gate.now + MONTH);
      assert.equal(data.serviceAutoRenewProductId, null);
      assert.equal(data.serviceReceiptVerifyResult.renewalInfo, null);
    });

    test('what is no receipt of a subscription is INVALID_RECEIPT', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const consumable = await shop.subscribeApple({ type: 'Consumable', periodMs: undefined });
      const cases: ['APPLE' | 'GOOGLE', string, string][] = [
        [
          'APPLE',
          consumable.signedTransaction,
          'The receipt is not for a subscription. Send it to purchase/verify.',
        ],
        [
          'APPLE',
          'a.b.c',
          'The receipt is not a transaction signed by the App Store. Send the signed transaction (JWS) unchanged.',
        ],
        [
          'APPLE',
          (await shop.subscribeApple({ bundleId: 'com.example.other' })).signedTransaction,
          `The receipt is for another app: its bundle id is not ${shop.bundleId}.`,
        ],
        ['GOOGLE', '../../oops', 'Google Play rejects the purchase token: invalid (400).'],
      ];
      for (const [provider, receipt, detail] of cases) {
        assert.deepEqual((await shop.verify(provider, receipt)).body, invalidReceipt(detail));
      }
      assert.deepEqual(await cyclesOf(gate, shop.app), []);
    });

    test('a country or language that means nothing costs no paid receipt', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const said = [
        { country: 'ZZ', language: 'en_US' },
        { country: 'Korea', language: 'english' },
        { country: 'x'.repeat(300), language: 'x'.repeat(300) },
      ];
      for (const fields of said) {
        const { purchaseToken } = await shop.subscribeGoogle();
        assert.equal((await shop.verify('GOOGLE', purchaseToken, fields)).status, 200);
      }
      const rows = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['country', 'language'])
        .where('appid', '=', shop.app.appid)
        .orderBy('number')
        .execute();
      const nothing = { country: null, language: null };
      assert.deepEqual(rows, [{ country: null, language: 'en' }, nothing, nothing]);
    });

    test('required fields, codes and providers are checked', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const body = {
        accountUuid: ACCOUNT,
        serviceReceipt: 'token',
        country: 'US',
        language: 'en',
        providerId: 'GOOGLE',
        requestType: 1,
      };
      const wrong: [object, string][] = [
        [{ accountUuid: null }, 'accountUuid'],
        [{ accountUuid: 'me' }, 'accountUuid'],
        [{ serviceReceipt: null }, 'serviceReceipt'],
        [{ country: null }, 'country'],
        [{ country: '' }, 'country'],
        [{ country: 7 }, 'country'],
        [{ language: '' }, 'language'],
        [{ language: null }, 'language'],
        [{ language: ['en'] }, 'language'],
        [{ currency: 'usd' }, 'currency'],
        [{ providerId: 'STEAM' }, 'providerId'],
        [{ providerId: 'PG' }, 'providerId'],
        [{ requestType: 3 }, 'requestType'],
      ];
      for (const [fields, field] of wrong) {
        const answer = await gate.post(SUBSCRIPTION_PATH, { ...body, ...fields }, shop.headers);
        assert.equal(answer.status, 400);
        assert.equal(answer.body.outcome.message, 'INVALID_REQUEST');
        assert.equal(answer.body.errors[0].field, field);
      }
    });
  },
  { kinds: EITHER },
);

marketSuite('cycles of a subscription', (gate, markets) => {
  for (const when of ['before', 'after'] as const) {
    test(`APPLE without an API key: a refund is not forgotten that came ${when} the next cycle`, async () => {
      const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
      await shop.registerNotices();
      const bought = await shop.subscribeApple();
      const verify = async (receipt: string) => (await shop.verify('APPLE', receipt)).body.data;
      const first = await verify(bought.signedTransaction);
      const happen = async (step: 'refund' | 'renew' | 'reverse-refund') => {
        await shop.pass(DAY);
        const after = await shop.apple(bought, step);
        await shop.release();
        return { at: gate.now, receipt: after.signedTransaction };
      };
      if (when === 'after') await happen('renew');
      const refund = await happen('refund');
      if (when === 'before') await happen('renew');
      assert.equal((await cyclesOf(gate, shop.app)).length, 2);

      await shop.pass(DAY);
      const known = {
        ...first,
        serviceAutoRenewProductId: PLAN,
        serviceDuplicated: true,
        serviceRefundDate: refund.at,
      };
      assert.deepEqual(await verify(bought.signedTransaction), known);
      assert.equal((await verify(refund.receipt)).serviceRefundDate, refund.at);
      const [status] = await shop.status();
      assert.deepEqual([status.refundDate, status.active], [null, true]);

      await happen('reverse-refund');
      const reversed = { ...known, serviceRefundDate: null };
      assert.deepEqual(await verify(bought.signedTransaction), reversed);
      assert.equal((await verify(refund.receipt)).serviceRefundDate, null);
    });
  }

  for (const provider of ['APPLE', 'GOOGLE'] as const) {
    test(`${provider}: a repeat is a duplicate with the first transaction id, a new cycle is not`, async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const isApple = provider === 'APPLE';
      const apple = isApple ? await shop.subscribeApple() : undefined;
      const google = isApple ? undefined : await shop.subscribeGoogle();
      const receipt = apple?.signedTransaction ?? google?.purchaseToken ?? '';
      const first = (await shop.verify(provider, receipt, { iapPayload: 'mine' })).body.data;
      const again = (await shop.verify(provider, receipt)).body.data;
      assert.equal(again.serviceDuplicated, true);
      assert.equal(again.serviceTransactionId, first.serviceTransactionId);
      assert.equal(again.servicePayload, 'mine');

      if (google) await gate.service.payment.jobs.turn();
      await shop.pass(MONTH);
      const next = (await shop.verify(provider, receipt)).body.data;
      assert.equal(next.serviceDuplicated, false);
      assert.notEqual(next.serviceTransactionId, first.serviceTransactionId);
      assert.equal(next.serviceExpiresDate, first.serviceExpiresDate + MONTH);
      assert.equal(next.serviceOriginalStoreTransactionId, first.serviceOriginalStoreTransactionId);
      // Restored from the earlier record of the same account.
      assert.equal(next.servicePayload, 'mine');
      assert.equal((await cyclesOf(gate, shop.app)).length, 2);
    });

    test(`${provider}: many at the same time: one is not a duplicate`, async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const receipt =
        provider === 'APPLE'
          ? (await shop.subscribeApple()).signedTransaction
          : (await shop.subscribeGoogle()).purchaseToken;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => shop.verify(provider, receipt)),
      );
      const data = answers.map((answer) => answer.body.data);
      assert.equal(data.filter((each) => !each.serviceDuplicated).length, 1);
      assert.equal(new Set(data.map((each) => each.serviceTransactionId)).size, 1);
    });
  }
});
