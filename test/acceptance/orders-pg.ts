// PG: orders paid on the page of a payment gateway, with sealed receipts (4.9).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PurchaseInput } from '../../sdk/src/index.ts';
import { pay } from './client.ts';
import { assertProblem, dataOf } from './contract.ts';
import { removeAll } from './players.ts';
import { withoutEmulator } from './settings.ts';
import {
  assertOneFirst,
  type Buyer,
  newBuyer,
  openPgOrder,
  paidPgOrder,
  pgOrder,
  product,
  restore,
  TEST,
  type Undelivered,
  verifiedPurchase,
  verifyPurchase,
} from './shop.ts';

const PATH = 'purchase/verify';
const verify = ({ serviceReceipt }: Pick<Undelivered, 'serviceReceipt'>, fields = {}) =>
  verifyPurchase({ providerId: 'PG', serviceReceipt, ...fields });
const verified = (
  { serviceReceipt }: Pick<Undelivered, 'serviceReceipt'>,
  fields: Partial<PurchaseInput> = {},
) => verifiedPurchase({ providerId: 'PG', serviceReceipt, ...fields });

describe('PG', { skip: withoutEmulator }, () => {
  let buyer: Buyer;
  before(async () => {
    buyer = await newBuyer();
  });
  after(removeAll);

  test('a paid order is listed with its receipt; then every field of the result', async () => {
    const { orderId, payUrl, price, currency } = await openPgOrder(buyer, { iapPayload: 'slot 3' });
    assert.match(orderId, /^H\d+$/);
    assert.match(payUrl, /^https?:\/\//);
    assert.deepEqual(await restore(buyer), [], 'nothing is listed before it is paid');

    await pgOrder(orderId, 'pay');
    const [order] = await restore(buyer);
    const { storeTransactionId, serviceReceipt = '', orderDate, ...listed } = order ?? {};
    assert.deepEqual(listed, {
      providerId: 'PG',
      orderId,
      productId: product,
      quantity: 1,
      price,
      currency,
      iapPayload: 'slot 3',
    });
    assert.ok(orderDate);
    const { serviceTransactionId, serviceReceiptVerifyResult, ...rest } = dataOf(
      await verify({ serviceReceipt }, { price, currency }),
    );
    assert.deepEqual(rest, {
      serviceAccountUuidCompare: 9,
      serviceCurrency: currency,
      serviceDuplicated: false,
      serviceGameServerPriceVerifyKey: null,
      servicePayload: null,
      servicePrice: price,
      serviceProductId: product,
      serviceProviderId: 'PG',
      serviceProviderTransactionId: orderId,
      servicePurchaseCancelState: 0,
      servicePurchaseTest: TEST,
      serviceQuantity: 1,
      serviceReceipt,
      serviceStoreTransactionId: storeTransactionId,
    });
    assert.match(serviceTransactionId, /^PG_\d+$/);
    assert.ok(serviceReceiptVerifyResult);
  });

  test('sent again it is a duplicate with the first values', async () => {
    const order = await paidPgOrder(buyer);
    const first = await verified(order);
    assert.deepEqual(await verified(order), { ...first, serviceDuplicated: true });
  });

  test('of many at once exactly one is no duplicate', async () => {
    const order = await paidPgOrder(buyer);
    await assertOneFirst(() => verified(order));
  });

  test('several undelivered orders: one call each', async () => {
    const mine = await newBuyer();
    const [one, two] = [await paidPgOrder(mine), await paidPgOrder(mine, { quantity: 2 })];
    const listed = await restore(mine);
    assert.deepEqual(
      listed.map(({ orderId }) => orderId).sort(),
      [one.orderId, two.orderId].sort(),
    );
    const target = { targetPlayerId: mine.player };
    const byServer = dataOf(await pay('purchase/restore', target));
    assert.deepEqual(byServer, listed, 'the app server finds them, too');
    const data = await Promise.all(listed.map((order) => verified(order)));
    assert.deepEqual(data.map(({ serviceQuantity }) => serviceQuantity).sort(), [1, 2]);
    for (const { serviceTransactionId } of data) {
      const report = { serviceTransactionId, result: 1 };
      assert.deepEqual(dataOf(await pay('item/result', report, mine)), report);
    }
    assert.deepEqual(await restore(mine), [], 'what is delivered is not listed');
  });

  test('PRICE_VERIFY_FAIL: another amount or currency', async () => {
    const order = await paidPgOrder(buyer);
    const { price, currency } = order;
    const wrong = [{ price: price + 1 }, { price, currency: currency === 'EUR' ? 'USD' : 'EUR' }];
    for (const fields of wrong) {
      assertProblem(await verify(order, fields), 'PRICE_VERIFY_FAIL', PATH);
    }
    assert.equal((await verified(order, { price, currency })).serviceDuplicated, false);
  });

  test('RECEIPT_VERIFY_FAIL: altered, or of another order', async () => {
    const [one, two] = [await paidPgOrder(buyer), await paidPgOrder(buyer)];
    const { serviceReceipt: text } = one;
    const serviceReceipt = `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;
    assertProblem(await verify({ serviceReceipt }), 'RECEIPT_VERIFY_FAIL', PATH);
    assertProblem(await verify(one, { orderId: two.orderId }), 'RECEIPT_VERIFY_FAIL', PATH);
    const asSteam = await verify(one, { providerId: 'STEAM' });
    assertProblem(asSteam, 'RECEIPT_VERIFY_FAIL', PATH);
  });

  test('a whole refund is cancel state 1, a part of it is 0', async () => {
    const whole = await paidPgOrder(buyer);
    assert.equal((await verified(whole)).servicePurchaseCancelState, 0);
    await pgOrder(whole.orderId, 'refund');
    assert.equal((await verified(whole)).servicePurchaseCancelState, 1);

    const part = await paidPgOrder(buyer);
    await pgOrder(part.orderId, 'refund', { amount: 1 });
    assert.equal((await verified(part)).servicePurchaseCancelState, 0);
  });

  test('INVALID_REQUEST: an unknown product, an unsold currency, half of a custom amount', async () => {
    const good = { productId: product, currency: 'USD' };
    const wrong = [
      { ...good, productId: 'something_else' },
      { ...good, currency: 'CHF' },
      { ...good, customPrice: 5 },
    ];
    for (const body of wrong) {
      const answer = await pay('order/pay-page-url', body, buyer);
      assertProblem(answer, 'INVALID_REQUEST', 'order/pay-page-url');
    }
  });
});
