// Several products in one purchase at the emulated Google Play: one token, one order, a line for each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, packageName, startPlay, startTime, tokenError } from './google-play.ts';
import { openReceiver } from './webhook-receiver.ts';

const play = await startPlay();
const { orders, purchases } = play.api;

const usd = (units: string) => ({ currencyCode: 'USD', units });
const products = [
  { productId: 'sword', priceMicros: 5_000_000, taxMicros: 1_000_000 },
  { productId: 'gems', priceMicros: 1_000_000, quantity: 3 },
];
const buy = (fields: object = {}) => play.control('/google/purchases', { products, ...fields });
const act = (token: string, step: string, body: object = {}) =>
  play.control(`/google/purchases/${token}/${step}`, body);
const readOrder = async (orderId: string) => (await orders.get({ packageName, orderId })).data;
const readPurchase = async (token: string) =>
  (await purchases.productsv2.getproductpurchasev2({ packageName, token })).data;
const voidedTokens = async () => {
  const { data } = await purchases.voidedpurchases.list({ packageName });
  return (data.voidedPurchases ?? []).map(({ purchaseToken }) => purchaseToken);
};

test('the purchase lists all products, the order the price of each', async () => {
  const bought = await buy({ obfuscatedExternalAccountId: 'account-1' });
  const { orderId, purchaseToken, purchaseData } = bought;
  assert.deepEqual([bought.productId, bought.productIds], ['sword', ['sword', 'gems']]);
  assert.deepEqual(JSON.parse(purchaseData), {
    orderId,
    packageName,
    productIds: ['sword', 'gems'],
    purchaseTime: Date.parse(startTime),
    purchaseState: 0,
    purchaseToken,
    obfuscatedAccountId: 'account-1',
    quantity: 1,
    acknowledged: false,
  });
  const line = (productId: string, quantity: number) => ({
    productId,
    productOfferDetails: {
      quantity,
      refundableQuantity: quantity,
      consumptionState: 'CONSUMPTION_STATE_YET_TO_BE_CONSUMED',
    },
  });
  assert.deepEqual(await readPurchase(purchaseToken), {
    kind: 'androidpublisher#productPurchaseV2',
    productLineItem: [line('sword', 1), line('gems', 3)],
    purchaseStateContext: { purchaseState: 'PURCHASED' },
    orderId,
    obfuscatedExternalAccountId: 'account-1',
    regionCode: 'US',
    purchaseCompletionTime: startTime,
    acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
  });
  assert.deepEqual(await readOrder(orderId), {
    orderId,
    purchaseToken,
    state: 'PROCESSED',
    createTime: startTime,
    lastEventTime: startTime,
    total: usd('9'),
    tax: usd('1'),
    developerRevenueInBuyerCurrency: { currencyCode: 'USD', units: '6', nanos: 800_000_000 },
    buyerAddress: { buyerCountry: 'US' },
    lineItems: [
      {
        productId: 'sword',
        productTitle: 'sword',
        listingPrice: usd('5'),
        total: usd('6'),
        tax: usd('1'),
        oneTimePurchaseDetails: { quantity: 1 },
      },
      {
        productId: 'gems',
        productTitle: 'gems',
        listingPrice: usd('1'),
        total: usd('3'),
        tax: { currencyCode: 'USD' },
        oneTimePurchaseDetails: { quantity: 3 },
      },
    ],
    orderDetails: { taxInclusive: false },
    orderHistory: { processedEvent: { eventTime: startTime } },
    salesChannel: 'IN_APP',
  });
});

test('the first generation of the API knows the first product only', async () => {
  const { purchaseToken: token } = await buy();
  const first = await purchases.products.get({ packageName, productId: 'sword', token });
  assert.deepEqual([first.data.purchaseState, first.data.quantity], [0, undefined]);
  assert.deepEqual(
    await failure(purchases.products.get({ packageName, productId: 'gems', token })),
    tokenError(
      400,
      'purchaseTokenDoesNotMatchProductId',
      'The purchase token does not match the product id.',
    ),
  );
});

test('each product is consumed by itself; any of them acknowledges the purchase', async () => {
  const { purchaseToken: token } = await buy();
  await purchases.products.consume({ packageName, productId: 'gems', token });
  const { acknowledgementState, productLineItem = [] } = await readPurchase(token);
  assert.equal(acknowledgementState, 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED');
  assert.deepEqual(
    productLineItem.map((line) => line.productOfferDetails?.consumptionState),
    ['CONSUMPTION_STATE_YET_TO_BE_CONSUMED', 'CONSUMPTION_STATE_CONSUMED'],
  );
  assert.deepEqual(
    await failure(purchases.products.consume({ packageName, productId: 'gems', token })),
    tokenError(400, 'productNotOwnedByUser', 'The user does not own this item any more.'),
  );
  const refused = purchases.products.acknowledge({ packageName, productId: 'other', token });
  assert.equal((await failure(refused)).status, 400);
});

test('a refund of one product shows in the order and its line, and in no list', async () => {
  const { purchaseToken: token, orderId } = await buy();
  await act(token, 'refund', { productId: 'gems', quantity: 1 });
  await act(token, 'refund', { productId: 'sword' });
  const { state, orderHistory } = await readOrder(orderId);
  assert.equal(state, 'PARTIALLY_REFUNDED');
  const part = (units: string, tax: object) => ({
    createTime: startTime,
    processTime: startTime,
    state: 'PROCESSED_SUCCESSFULLY',
    refundDetails: { total: usd(units), tax },
  });
  assert.deepEqual(orderHistory, {
    processedEvent: { eventTime: startTime },
    partialRefundEvents: [part('1', { currencyCode: 'USD' }), part('6', usd('1'))],
  });
  const { productLineItem = [], purchaseStateContext } = await readPurchase(token);
  assert.deepEqual(
    productLineItem.map((line) => line.productOfferDetails?.refundableQuantity),
    [0, 2],
  );
  assert.deepEqual(purchaseStateContext, { purchaseState: 'PURCHASED' });
  assert.ok(!(await voidedTokens()).includes(token));

  // The last line completes it: the order is refunded and the purchase voided.
  await act(token, 'refund');
  const refunded = await readOrder(orderId);
  assert.deepEqual(refunded.orderHistory?.refundEvent, {
    eventTime: startTime,
    refundDetails: { total: usd('2'), tax: { currencyCode: 'USD' } },
    refundReason: 'OTHER',
  });
  assert.equal(refunded.state, 'REFUNDED');
  assert.ok((await voidedTokens()).includes(token));
});

test('the developer refunds the whole order, with and without taking the products', async () => {
  const kept = await buy();
  await orders.refund({ packageName, orderId: kept.orderId });
  assert.equal((await readOrder(kept.orderId)).state, 'REFUNDED');
  assert.deepEqual((await readPurchase(kept.purchaseToken)).purchaseStateContext, {
    purchaseState: 'PURCHASED',
  });
  const taken = await buy();
  await orders.refund({ packageName, orderId: taken.orderId, revoke: true });
  assert.deepEqual((await readPurchase(taken.purchaseToken)).purchaseStateContext, {
    purchaseState: 'CANCELLED',
  });
  const voided = await voidedTokens();
  assert.deepEqual(
    [kept, taken].map(({ purchaseToken }) => voided.includes(purchaseToken)),
    [false, true],
  );
});

test('the notification names no product, where there are several', async () => {
  const receiver = await openReceiver();
  await play.control('/google/notifications', { url: receiver.url });
  const { purchaseToken } = await buy({ state: 'pending' });
  assert.equal(receiver.pending(), 0);
  await act(purchaseToken, 'pay');
  const { message } = JSON.parse((await receiver.next()).body);
  assert.deepEqual(JSON.parse(Buffer.from(message.data, 'base64').toString()), {
    version: '1.0',
    packageName,
    eventTimeMillis: String(Date.parse(startTime)),
    oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken },
  });
});

test('what cannot be sold or refunded is refused', async () => {
  const { purchaseToken } = await buy();
  const path = '/control/google/purchases';
  const refusals = [
    [path, { products: 'sword' }, 'products must be a list.'],
    [path, { products: [] }, 'products must list different products.'],
    [path, { products: [products[0], products[0]] }, 'products must list different products.'],
    [path, { products: [{}] }, 'products[].productId is required.'],
    [
      path,
      { products, productId: 'bow' },
      'Each of the products has its own productId, quantity and price.',
    ],
    [`${path}/${purchaseToken}/refund`, { productId: 'bow' }, 'The purchase does not hold bow.'],
    [
      `${path}/${purchaseToken}/refund`,
      { quantity: 1 },
      'Name the product of which some are refunded.',
    ],
    [
      `${path}/${purchaseToken}/refund`,
      { productId: 'sword', pending: true },
      'A pending refund is of the whole purchase: leave out quantity and productId.',
    ],
  ] as const;
  for (const [address, body, error] of refusals) {
    assert.deepEqual(await play.call('POST', address, body), { status: 400, body: { error } });
  }
});

test('a state file keeps the lines', async () => {
  const { purchaseToken, orderId } = await buy();
  const saved = (await play.call('GET', '/control/export')).body;
  await play.control('/reset');
  await play.control('/import', saved);
  // An import ends the sessions of the clients.
  const again = play.client(play.credentials.serviceAccount);
  const { data } = await again.orders.batchget({ packageName, orderIds: [orderId] });
  assert.deepEqual(
    data.orders?.map(({ lineItems }) => lineItems?.map(({ productId }) => productId)),
    [['sword', 'gems']],
  );
  const { data: purchase } = await again.purchases.productsv2.getproductpurchasev2({
    packageName,
    token: purchaseToken,
  });
  assert.equal(purchase.productLineItem?.length, 2);
});
