// A duplicate gets the stored first result; what describes the request is of this request, and the payload is its sender's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import type { Answer, Gate } from '../../support/harness.ts';
import { type Markets, marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { openOrderShop } from '../orders/order-shop.ts';
import { ACCOUNT, newAccount, openAppleShop, PATH, PRODUCT } from '../shop.ts';
import { openSubscriptionShop } from '../subscription-shop.ts';

interface Sale {
  readonly receipt: string;
  /** Another text that names the same purchase. */
  readonly otherForm?: string;
  verify(receipt: string, fields: object): Promise<Answer>;
}

type Sell = (gate: Gate, markets: Markets) => Promise<Sale>;

const sellApple =
  (asks: boolean): Sell =>
  async (gate, markets) => {
    const shop = await openAppleShop(gate, markets, { asks });
    const { transactionId, signedTransaction } = await shop.buy({ appAccountToken: ACCOUNT });
    const again = await markets.control(`/apple/transactions/${transactionId}`);
    const otherForm = again.signedTransaction as string;
    return { receipt: signedTransaction, otherForm, verify: shop.verify };
  };

const sellGoogle: Sell = async (gate, markets) => {
  const shop = await openGoogleShop(gate, markets);
  const { purchaseToken } = await shop.buy();
  const request = { accountUuid: ACCOUNT, productId: PRODUCT, providerId: 'GOOGLE' };
  return {
    receipt: purchaseToken,
    verify: (serviceReceipt, fields) =>
      gate.post(PATH, { ...request, requestType: 1, serviceReceipt, ...fields }, shop.headers),
  };
};

const sellSteam: Sell = async (gate, markets) => {
  const shop = await openOrderShop(gate, markets);
  const { serviceReceipt } = await shop.approved();
  return { receipt: serviceReceipt, verify: shop.verify };
};

const sellPg: Sell = async (gate, markets) => {
  const shop = await openOrderShop(gate, markets);
  const { serviceReceipt } = await shop.paid();
  const verify = (receipt: string, fields: object) =>
    shop.verify(receipt, { providerId: 'PG', ...fields });
  return { receipt: serviceReceipt, verify };
};

/** `compares` says what a stranger's account gives; what a difference in price or product gives follows. */
interface Rules {
  readonly compares: 2 | 9;
  readonly otherPrice: 'PRICE_VERIFY_FAIL' | undefined;
  readonly otherProduct: 'INVALID_RECEIPT' | undefined;
}

const RULES = {
  APPLE: { compares: 2, otherPrice: 'PRICE_VERIFY_FAIL', otherProduct: 'INVALID_RECEIPT' },
  GOOGLE: { compares: 2, otherPrice: undefined, otherProduct: 'INVALID_RECEIPT' },
  STEAM: { compares: 9, otherPrice: undefined, otherProduct: undefined },
  PG: { compares: 9, otherPrice: 'PRICE_VERIFY_FAIL', otherProduct: undefined },
} as const satisfies Record<string, Rules>;

function defineAnswers(name: string, rules: Rules, sell: Sell, gate: Gate, markets: Markets): void {
  test(`${name}: the payload only to the account that sent it, the comparison with the account sent now`, async () => {
    const { receipt, verify } = await sell(gate, markets);
    const first = (await verify(receipt, { iapPayload: 'mine' })).body.data;
    const own = await verify(receipt, {
      iapPayload: 'other',
      requestType: 2,
      ...(rules.compares === 2 && { accountUuid: ACCOUNT.toUpperCase() }),
    });
    assert.deepEqual(own.body, { data: { ...first, serviceDuplicated: true }, meta: null });
    const stranger = await verify(receipt, { iapPayload: 'theirs', accountUuid: newAccount() });
    const theirs = {
      serviceDuplicated: true,
      servicePayload: null,
      serviceAccountUuidCompare: rules.compares,
    };
    assert.deepEqual(stranger.body, { data: { ...first, ...theirs }, meta: null });
  });

  test(`${name}: two calls of one moment: each has its own receipt and comparison, one has the payload`, async () => {
    const { receipt, otherForm = receipt, verify } = await sell(gate, markets);
    const calls = [
      { serviceReceipt: receipt, iapPayload: 'one', accountUuid: newAccount() },
      { serviceReceipt: otherForm, iapPayload: 'two', accountUuid: newAccount() },
    ];
    const answers = await Promise.all(calls.map((call) => verify(call.serviceReceipt, call)));
    const [first] = answers.filter(({ body }) => body.data.serviceDuplicated === false);
    for (const [index, answer] of answers.entries()) {
      const isFirst = answer === first;
      const { serviceReceipt, iapPayload } = calls[index] as (typeof calls)[number];
      const expected = {
        ...first?.body.data,
        serviceDuplicated: !isFirst,
        serviceReceipt,
        servicePayload: isFirst ? iapPayload : null,
        serviceAccountUuidCompare: rules.compares,
      };
      assert.deepEqual(answer.body, { data: expected, meta: null });
    }
  });

  test(`${name}: price, currency and product of a duplicate are compared as those of a first one`, async () => {
    const { receipt, verify } = await sell(gate, markets);
    const first = (await verify(receipt, {})).body.data;
    const { servicePrice: price, serviceCurrency: currency } = first;
    const outcome = async (fields: object) =>
      (await verify(receipt, fields)).body.outcome?.message as string | undefined;
    assert.equal(await outcome({ price, currency }), undefined);
    assert.equal(await outcome({ price: price + 1, currency }), rules.otherPrice);
    assert.equal(await outcome({ price, currency: 'EUR' }), rules.otherPrice);
    assert.equal(await outcome({ currency: 'EUR' }), undefined);
    assert.equal(await outcome({ productId: 'another' }), rules.otherProduct);
  });
}

marketSuite(
  'answers to duplicates',
  (gate, markets) => {
    defineAnswers('APPLE', RULES.APPLE, sellApple(false), gate, markets);
    defineAnswers('APPLE, asked', RULES.APPLE, sellApple(true), gate, markets);
    defineAnswers('GOOGLE', RULES.GOOGLE, sellGoogle, gate, markets);
    defineAnswers('STEAM', RULES.STEAM, sellSteam, gate, markets);
    defineAnswers('PG', RULES.PG, sellPg, gate, markets);

    test('a stranger who is first leaves the match to the owner', async () => {
      const { receipt, verify } = await sellApple(false)(gate, markets);
      const stranger = await verify(receipt, { iapPayload: 'theirs', accountUuid: newAccount() });
      assert.equal(stranger.body.data.serviceAccountUuidCompare, 2);
      const owner = (await verify(receipt, { accountUuid: ACCOUNT })).body.data;
      const { serviceAccountUuidCompare, servicePayload, serviceDuplicated } = owner;
      assert.deepEqual(
        [serviceAccountUuidCompare, servicePayload, serviceDuplicated],
        [1, null, true],
      );
    });

    for (const provider of ['APPLE', 'GOOGLE'] as const) {
      test(`a subscription of ${provider}: likewise`, async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const receipt =
          provider === 'APPLE'
            ? (await shop.subscribeApple()).signedTransaction
            : (await shop.subscribeGoogle()).purchaseToken;
        const verify = async (fields: object) =>
          (await shop.verify(provider, receipt, fields)).body.data;
        const first = await verify({ iapPayload: 'mine' });
        const { serviceReceiptVerifyResult: _1, ...result } = first;
        const { serviceReceiptVerifyResult: _2, ...own } = await verify({ iapPayload: 'other' });
        assert.deepEqual(own, { ...result, serviceDuplicated: true });
        const { serviceReceiptVerifyResult: _3, ...stranger } = await verify({
          iapPayload: 'theirs',
          accountUuid: newAccount(),
        });
        const theirs = {
          serviceDuplicated: true,
          servicePayload: null,
          serviceAccountUuidCompare: 2,
        };
        assert.deepEqual(stranger, { ...result, ...theirs });

        const both = [newAccount(), newAccount()];
        const receiptTwo =
          provider === 'APPLE'
            ? (await shop.subscribeApple()).signedTransaction
            : (await shop.subscribeGoogle()).purchaseToken;
        const answers = await Promise.all(
          both.map((accountUuid) =>
            shop.verify(provider, receiptTwo, { accountUuid, iapPayload: accountUuid }),
          ),
        );
        const payloads = answers.map(({ body }) => body.data.servicePayload);
        const expected = answers.map(({ body }, index) =>
          body.data.serviceDuplicated ? null : both[index],
        );
        assert.deepEqual(payloads, expected);
        assert.equal(expected.filter((each) => each === null).length, 1);
      });
    }
  },
  { kinds: EITHER },
);
