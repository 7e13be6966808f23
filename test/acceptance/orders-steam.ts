// STEAM: orders that the service opens, charges during verify and seals receipts for (4.9).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PurchaseInput } from '../../sdk/src/index.ts';
import { pay } from './client.ts';
import { assertProblem, dataOf } from './contract.ts';
import { removeAll } from './players.ts';
import { withoutEmulator } from './settings.ts';
import {
  approvedSteamOrder,
  assertOneFirst,
  type Buyer,
  newBuyer,
  newSteamId,
  type Order,
  openSteamOrder,
  product,
  restore,
  steamOrder,
  TEST,
  verifiedPurchase,
  verifyPurchase,
} from './shop.ts';

const PATH = 'purchase/verify';
const verify = ({ serviceReceipt }: Pick<Order, 'serviceReceipt'>, fields = {}) =>
  verifyPurchase({ providerId: 'STEAM', serviceReceipt, ...fields });
const verified = (
  { serviceReceipt }: Pick<Order, 'serviceReceipt'>,
  fields: Partial<PurchaseInput> = {},
) => verifiedPurchase({ providerId: 'STEAM', serviceReceipt, ...fields });

describe('STEAM', { skip: withoutEmulator }, () => {
  let buyer: Buyer;
  before(async () => {
    buyer = await newBuyer();
  });
  after(removeAll);

  test('PAYMENT_PENDING until the player approves; then every field of the result', async () => {
    const order = await openSteamOrder(buyer);
    assert.match(order.orderId, /^\d+$/);
    assertProblem(await verify(order), 'PAYMENT_PENDING', PATH);
    assert.equal((await steamOrder(order.orderId)).charges, 0);

    await steamOrder(order.orderId, 'approve');
    const data = dataOf(await verify(order, { iapPayload: 'slot 3' }));
    const { serviceTransactionId, serviceStoreTransactionId, ...rest } = data;
    assert.deepEqual(rest, {
      serviceAccountUuidCompare: 9,
      serviceCurrency: order.currency,
      serviceDuplicated: false,
      serviceGameServerPriceVerifyKey: null,
      servicePayload: 'slot 3',
      servicePrice: order.price,
      serviceProductId: product,
      serviceProviderId: 'STEAM',
      serviceProviderTransactionId: order.orderId,
      servicePurchaseCancelState: 0,
      servicePurchaseTest: TEST,
      serviceQuantity: 1,
      serviceReceipt: order.serviceReceipt,
      serviceReceiptVerifyResult: null,
    });
    assert.match(serviceTransactionId, /^ST_\d+$/);
    assert.notEqual(serviceStoreTransactionId, order.orderId);
    assert.equal((await steamOrder(order.orderId)).charges, 1);
  });

  test('sent again it is a duplicate, and charged once', async () => {
    const order = await approvedSteamOrder(buyer);
    const first = await verified(order);
    const again = await verified(order);
    assert.deepEqual(again, { ...first, serviceDuplicated: true });
    assert.equal((await steamOrder(order.orderId)).charges, 1);
  });

  test('many at once: one is no duplicate, and it is charged once', async () => {
    const order = await approvedSteamOrder(buyer);
    await assertOneFirst(() => verified(order));
    assert.equal((await steamOrder(order.orderId)).charges, 1);
  });

  test('RECEIPT_VERIFY_FAIL: a receipt altered in any place, or of another order', async () => {
    const order = await approvedSteamOrder(buyer);
    const { serviceReceipt: text } = order;
    const last = text.length - 1;
    const changed = [0, 5, last].map((at) => {
      const other = text[at] === 'A' ? 'B' : 'A';
      return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
    });
    for (const serviceReceipt of [...changed, `${text}A`, text.slice(0, -1), 'text']) {
      const { orderId } = order;
      const answer = await verify({ serviceReceipt }, { orderId });
      assertProblem(answer, 'RECEIPT_VERIFY_FAIL', PATH);
    }
    const another = await approvedSteamOrder(buyer);
    const answer = await verify(order, { orderId: another.orderId });
    assertProblem(answer, 'RECEIPT_VERIFY_FAIL', PATH);
    assert.equal((await steamOrder(order.orderId)).charges, 0);
  });

  test('INVALID_RECEIPT: the player denied', async () => {
    const order = await openSteamOrder(buyer);
    await steamOrder(order.orderId, 'deny');
    assertProblem(await verify(order), 'INVALID_RECEIPT', PATH);
  });

  test('neither price nor productId is compared', async () => {
    const order = await approvedSteamOrder(buyer);
    const fields = { price: 77, currency: 'KRW', productId: 'something_else' };
    const { servicePrice, serviceProductId } = await verified(order, fields);
    assert.deepEqual([servicePrice, serviceProductId], [order.price, product]);
  });

  test('the order is found by storeTransactionId, by orderId, or from the receipt', async () => {
    const keys = [
      (order: Order) => ({ storeTransactionId: order.orderId }),
      (order: Order) => ({ orderId: order.orderId }),
      () => ({}),
    ];
    for (const key of keys) {
      const order = await approvedSteamOrder(buyer);
      assert.equal((await verified(order, key(order))).serviceDuplicated, false);
    }
  });

  test('a refund at Steam: cancel state 1 from then on', async () => {
    const order = await approvedSteamOrder(buyer);
    assert.equal((await verified(order)).servicePurchaseCancelState, 0);
    await steamOrder(order.orderId, 'refund');
    assert.equal((await verified(order)).servicePurchaseCancelState, 1);
  });

  test('restore lists what was approved and not delivered; finalize closes it', async () => {
    const mine = await newBuyer();
    await openSteamOrder(mine);
    const order = await approvedSteamOrder(mine, { iapPayload: 'slot 3' });
    const [listed, ...others] = await restore(mine);
    assert.deepEqual(others, []);
    const { orderDate, ...rest } = listed ?? { orderDate: '' };
    assert.ok(Date.now() - Date.parse(orderDate) < 3_600_000);
    assert.deepEqual(rest, {
      providerId: 'STEAM',
      orderId: order.orderId,
      storeTransactionId: order.storeTransactionId,
      productId: product,
      quantity: 1,
      price: order.price,
      currency: order.currency,
      iapPayload: 'slot 3',
      serviceReceipt: order.serviceReceipt,
    });
    assert.deepEqual(await restore(await newBuyer()), [], 'nobody else sees it');

    await verified(order);
    const { orderId } = order;
    const close = () => pay<{ data: object; meta: null }>('purchase/finalize', { orderId }, mine);
    assert.deepEqual(dataOf(await close()), { orderId });
    assert.deepEqual(await restore(mine), []);
  });

  test('INVALID_REQUEST: an unknown product, no Steam account, a quantity of 0', async () => {
    const good = { productId: product, steamId: newSteamId(), language: 'en' };
    const wrong = [
      { ...good, productId: 'something_else' },
      { ...good, steamId: undefined },
      { ...good, steamId: 'somebody' },
      { ...good, quantity: 0 },
    ];
    for (const body of wrong) {
      assertProblem(await pay('purchase/init', body, buyer), 'INVALID_REQUEST', 'purchase/init');
    }
  });
});
