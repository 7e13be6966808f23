// APPLE: purchase/verify of a signed transaction (2.4, 4.9).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { PurchaseInput } from '../../sdk/src/index.ts';
import { control, pay } from './client.ts';
import { assertProblem, dataOf } from './contract.ts';
import { removeAll } from './players.ts';
import { withoutEmulator } from './settings.ts';
import {
  type AppleSale,
  assertOneFirst,
  buyAtApple,
  newBuyer,
  product,
  TEST,
  verifiedPurchase,
  verifyPurchase,
  whileFailing,
} from './shop.ts';

const PATH = 'purchase/verify';
const verify = ({ signedTransaction }: Pick<AppleSale, 'signedTransaction'>, fields = {}) =>
  verifyPurchase({ providerId: 'APPLE', serviceReceipt: signedTransaction, ...fields });
const verified = (
  { signedTransaction }: Pick<AppleSale, 'signedTransaction'>,
  fields: Partial<PurchaseInput> = {},
) => verifiedPurchase({ providerId: 'APPLE', serviceReceipt: signedTransaction, ...fields });

after(removeAll);

describe('APPLE: purchase/verify', { skip: withoutEmulator }, () => {
  test('every field of the result', async () => {
    const accountUuid = randomUUID();
    const sale = await buyAtApple({ appAccountToken: accountUuid, quantity: 1 });
    const { serviceTransactionId, serviceReceiptVerifyResult, ...rest } = dataOf(
      await verify(sale, {
        accountUuid,
        price: 9.99,
        currency: 'USD',
        country: 'US',
        language: 'en',
        appVersion: '1.2.3',
        iapPayload: 'slot 3',
        projectInfo: { guild: 7 },
      }),
    );
    assert.deepEqual(rest, {
      serviceAccountUuidCompare: 1,
      serviceCurrency: 'USD',
      serviceDuplicated: false,
      serviceGameServerPriceVerifyKey: null,
      servicePayload: 'slot 3',
      servicePrice: 9.99,
      serviceProductId: product,
      serviceProviderId: 'APPLE',
      serviceProviderTransactionId: sale.transactionId,
      servicePurchaseCancelState: 0,
      servicePurchaseTest: TEST,
      serviceQuantity: 1,
      serviceReceipt: sale.signedTransaction,
      serviceStoreTransactionId: sale.transactionId,
    });
    assert.match(serviceTransactionId, /^AP_\d+$/);
    assert.equal(serviceReceiptVerifyResult?.transactionId, sale.transactionId);
    assert.equal(typeof serviceReceiptVerifyResult?.purchaseDate, 'number');
  });

  test('a repeat is a duplicate with the first values', async () => {
    const sale = await buyAtApple();
    const accountUuid = randomUUID();
    const first = await verified(sale, { accountUuid, iapPayload: 'first' });
    const again = await verified(sale, { accountUuid, iapPayload: 'second', requestType: 2 });
    assert.deepEqual(again, { ...first, serviceDuplicated: true });
  });

  test('of many at once exactly one is no duplicate', async () => {
    const sale = await buyAtApple();
    await assertOneFirst(() => verified(sale));
  });

  test('serviceTransactionId counts up', async () => {
    const numberOf = async () =>
      Number((await verified(await buyAtApple())).serviceTransactionId.slice(3));
    const first = await numberOf();
    assert.ok((await numberOf()) > first);
  });

  test('serviceAccountUuidCompare: 1, 2 and 9, none of them a refusal', async () => {
    const accountUuid = randomUUID();
    const bound = { appAccountToken: accountUuid };
    const compare = async (fields: object) =>
      (await verified(await buyAtApple(fields), { accountUuid })).serviceAccountUuidCompare;
    assert.equal(await compare(bound), 1);
    assert.equal(await compare({ appAccountToken: randomUUID() }), 2);
    assert.equal(await compare({}), 9);
  });

  test('PRICE_VERIFY_FAIL for another amount or currency; only the amount when one is sent', async () => {
    const sale = await buyAtApple();
    const refused = [
      { price: 9.98 },
      { price: 9.990000001, currency: 'USD' },
      { price: 9.99, currency: 'EUR' },
    ];
    for (const fields of refused) {
      assertProblem(await verify(sale, fields), 'PRICE_VERIFY_FAIL', PATH);
    }
    assert.equal((await verified(sale, { price: 9.99 })).serviceDuplicated, false);
    for (const fields of [{}, { currency: 'EUR' }, { price: 9.99, currency: 'USD' }]) {
      assert.equal((await verified(sale, fields)).serviceDuplicated, true);
    }
    assertProblem(await verify(sale, { price: 1 }), 'PRICE_VERIFY_FAIL', PATH);
  });

  test('amounts keep the digits of their currency', async () => {
    const amounts = { USD: [9_900, '9.90'], KRW: [12_000_000, '12000'] } as const;
    for (const [currency, [price, printed]] of Object.entries(amounts)) {
      const { text } = await verify(await buyAtApple({ price, currency }));
      assert.ok(text.includes(`"servicePrice":${printed},`), text.slice(0, 400));
    }
  });

  test('quantity, and a transaction without a price', async () => {
    const sale = await buyAtApple({ quantity: 3, omit: ['price', 'currency'] });
    const data = await verified(sale, { price: 5, currency: 'USD' });
    assert.deepEqual(
      [data.serviceQuantity, data.servicePrice, data.serviceCurrency],
      [3, null, null],
    );
  });

  test('INVALID_RECEIPT: a productId that is not the one of the receipt', async () => {
    const answer = await verify(await buyAtApple(), { productId: 'something_else' });
    assertProblem(answer, 'INVALID_RECEIPT', PATH);
  });

  const forgeries = [
    ...['alg-none', 'hs256', 'other-root', 'missing-leaf-oid', 'missing-intermediate-oid'],
    ...['leaf-as-ca', 'expired-chain', 'payload-changed', 'header-changed', 'truncated'],
    'two-certificates',
  ];
  for (const kind of forgeries) {
    test(`INVALID_RECEIPT: forged, ${kind}`, async () => {
      const payload = { productId: product };
      const forged = await control<AppleSale>('apple/forge', { kind, payload });
      assertProblem(await verify(forged), 'INVALID_RECEIPT', PATH);
    });
  }

  test('INVALID_RECEIPT: of another app, or no receipt at all', async () => {
    const foreign = await buyAtApple({ bundleId: 'com.example.somebody.else' });
    assertProblem(await verify(foreign), 'INVALID_RECEIPT', PATH);
    for (const signedTransaction of ['text', 'a.b.c', '{}']) {
      assertProblem(await verify({ signedTransaction }), 'INVALID_RECEIPT', PATH);
    }
  });

  test('INVALID_RECEIPT: a subscription is no consumable', async () => {
    const type = 'Auto-Renewable Subscription';
    assertProblem(await verify(await buyAtApple({ type })), 'INVALID_RECEIPT', PATH);
  });

  test('a refund before the first verification, and after it', async () => {
    const refund = ({ transactionId }: AppleSale) =>
      control(`apple/transactions/${transactionId}/refund`, {});
    const early = await buyAtApple();
    await refund(early);
    assert.equal((await verified(early)).servicePurchaseCancelState, 1);

    const late = await buyAtApple();
    assert.equal((await verified(late)).servicePurchaseCancelState, 0);
    await refund(late);
    const { servicePurchaseCancelState, serviceDuplicated } = await verified(late);
    assert.deepEqual([servicePurchaseCancelState, serviceDuplicated], [1, true]);
  });

  for (const kind of ['500', 'reset', 'garbage']) {
    test(`MARKET_UNAVAILABLE while Apple answers ${kind}; then the same request passes`, async () => {
      const sale = await buyAtApple();
      await whileFailing('apple', kind, sale.transactionId, async () =>
        assertProblem(await verify(sale), 'MARKET_UNAVAILABLE', PATH),
      );
      assert.equal((await verified(sale)).serviceDuplicated, false);
    });
  }
});

describe('POST /payment/v1/item/result', { skip: withoutEmulator }, () => {
  test('the app client reports the delivery of its own purchase', async () => {
    const { accountUuid, token } = await newBuyer();
    const { serviceTransactionId } = await verified(await buyAtApple(), { accountUuid });
    const report = { serviceTransactionId, result: 1 };
    assert.deepEqual(dataOf(await pay('item/result', report, { token })), report);
    const { token: stranger } = await newBuyer();
    const answer = await pay('item/result', report, { token: stranger });
    assertProblem(answer, 'INVALID_REQUEST', 'item/result', ['serviceTransactionId']);
  });

  test('INVALID_REQUEST: an unknown purchase, or an unknown result', async () => {
    const wrong = [
      [{ serviceTransactionId: 'AP_0', result: 1 }, 'serviceTransactionId'],
      [{ serviceTransactionId: 'AP_1', result: 4 }, 'result'],
    ] as const;
    for (const [body, field] of wrong) {
      assertProblem(await pay('item/result', body), 'INVALID_REQUEST', 'item/result', [field]);
    }
  });
});
