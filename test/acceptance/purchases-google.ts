// GOOGLE: purchase/verify of a purchase token, or of the purchase JSON with its signature (2.4, 4.9).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { PurchaseInput } from '../../sdk/src/index.ts';
import { control } from './client.ts';
import { assertProblem, dataOf } from './contract.ts';
import { withoutEmulator } from './settings.ts';
import {
  assertOneFirst,
  buyAtGoogle,
  type GoogleSale,
  product,
  verifiedPurchase,
  verifyPurchase,
  whileFailing,
} from './shop.ts';

const PATH = 'purchase/verify';
const verify = ({ purchaseToken }: Pick<GoogleSale, 'purchaseToken'>, fields = {}) =>
  verifyPurchase({ providerId: 'GOOGLE', serviceReceipt: purchaseToken, ...fields });
const verified = (
  { purchaseToken }: Pick<GoogleSale, 'purchaseToken'>,
  fields: Partial<PurchaseInput> = {},
) => verifiedPurchase({ providerId: 'GOOGLE', serviceReceipt: purchaseToken, ...fields });

type Signed = Pick<GoogleSale, 'purchaseData' | 'signature'>;
const signedForm = ({ purchaseData, signature }: Signed) =>
  JSON.stringify({ purchase_data: purchaseData, signature });
const verifySigned = (sale: Signed) =>
  verifyPurchase({ providerId: 'GOOGLE', serviceReceipt: signedForm(sale) });

const step = ({ purchaseToken }: GoogleSale, name: string) =>
  control(`google/purchases/${purchaseToken}/${name}`, {});

describe('GOOGLE: purchase/verify', { skip: withoutEmulator }, () => {
  test('every field of the result', async () => {
    const accountUuid = randomUUID();
    const sale = await buyAtGoogle({ obfuscatedExternalAccountId: accountUuid });
    const { serviceTransactionId, serviceReceiptVerifyResult, ...rest } = dataOf(
      await verify(sale, { accountUuid, iapPayload: 'slot 3' }),
    );
    assert.deepEqual(rest, {
      serviceAccountUuidCompare: 1,
      serviceCurrency: 'USD',
      serviceDuplicated: false,
      serviceGameServerPriceVerifyKey: null,
      servicePayload: 'slot 3',
      servicePrice: 9.99,
      serviceProductId: product,
      serviceProviderId: 'GOOGLE',
      serviceProviderTransactionId: sale.orderId,
      servicePurchaseCancelState: 0,
      servicePurchaseTest: 'N',
      serviceQuantity: 1,
      serviceReceipt: sale.purchaseToken,
      serviceStoreTransactionId: sale.orderId,
    });
    assert.match(serviceTransactionId, /^GO_\d+$/);
    assert.ok(serviceReceiptVerifyResult);
  });

  test('the signed form: the same purchase, returned as it was sent', async () => {
    const sale = await buyAtGoogle();
    const signed = dataOf(await verifySigned(sale));
    assert.equal(signed.serviceDuplicated, false);
    assert.equal(signed.serviceReceipt, signedForm(sale));
    const { serviceDuplicated, serviceTransactionId } = await verified(sale);
    assert.deepEqual(
      [serviceDuplicated, serviceTransactionId],
      [true, signed.serviceTransactionId],
    );
  });

  for (const kind of ['reserialised', 'wrong-key', 'changed']) {
    test(`INVALID_RECEIPT: signed form, ${kind}`, async () => {
      const forged = await control<Signed>('google/forge', { kind });
      assertProblem(await verifySigned(forged), 'INVALID_RECEIPT', PATH);
    });
  }

  test('INVALID_RECEIPT: an unknown token, or another product', async () => {
    assertProblem(await verify({ purchaseToken: 'unknown' }), 'INVALID_RECEIPT', PATH);
    const sale = await buyAtGoogle();
    const answer = await verify(sale, { productId: 'something_else' });
    assertProblem(answer, 'INVALID_RECEIPT', PATH);
  });

  test('INVALID_REQUEST without productId', async () => {
    const answer = await verify(await buyAtGoogle(), { productId: undefined });
    assertProblem(answer, 'INVALID_REQUEST', PATH, ['productId']);
  });

  test('of many at once exactly one is no duplicate', async () => {
    const sale = await buyAtGoogle();
    await assertOneFirst(() => verified(sale));
  });

  test('another price is not refused; the amount is the one of the order', async () => {
    const data = await verified(await buyAtGoogle(), { price: 1, currency: 'KRW' });
    assert.deepEqual([data.servicePrice, data.serviceCurrency], [9.99, 'USD']);
  });

  test('PAYMENT_PENDING until it is paid', async () => {
    const sale = await buyAtGoogle({ state: 'pending' });
    assertProblem(await verify(sale), 'PAYMENT_PENDING', PATH);
    await step(sale, 'pay');
    assert.equal((await verified(sale)).serviceDuplicated, false);
  });

  test('a purchase that was given back: cancel state 1, first or again', async () => {
    const early = await buyAtGoogle();
    await step(early, 'refund');
    assert.equal((await verified(early)).servicePurchaseCancelState, 1);
    const late = await buyAtGoogle();
    assert.equal((await verified(late)).servicePurchaseCancelState, 0);
    await step(late, 'refund');
    assert.equal((await verified(late)).servicePurchaseCancelState, 1);
  });

  test('a test purchase, and several at once', async () => {
    const data = await verified(await buyAtGoogle({ test: true, quantity: 2 }));
    assert.deepEqual([data.servicePurchaseTest, data.serviceQuantity], ['Y', 2]);
  });

  test('serviceAccountUuidCompare: 2 and 9 are no refusals', async () => {
    const compare = async (obfuscatedExternalAccountId?: string) =>
      (await verified(await buyAtGoogle({ obfuscatedExternalAccountId })))
        .serviceAccountUuidCompare;
    assert.equal(await compare(randomUUID()), 2);
    assert.equal(await compare(), 9);
  });

  test('MARKET_UNAVAILABLE while Google cannot answer; then the same request passes', async () => {
    const sale = await buyAtGoogle();
    await whileFailing('google', '500', sale.purchaseToken, async () =>
      assertProblem(await verify(sale), 'MARKET_UNAVAILABLE', PATH),
    );
    assert.equal((await verified(sale)).serviceDuplicated, false);
  });
});
