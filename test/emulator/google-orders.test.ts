// Orders and voided purchases of the emulated Google Play, read with Google's own client.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, failure, packageName, startPlay, tokenError } from './google-play.ts';

const play = await startPlay();
const { orders, purchases } = play.api;

const at = (ms: number) => new Date(ms).toISOString();
const now = () => play.clock.now();
const usd = (units: string) => ({ currencyCode: 'USD', units });
const nothing = { currencyCode: 'USD' };

async function read(orderId: string) {
  return (await orders.get({ packageName, orderId })).data;
}
const buy = (fields: object = {}) => play.control('/google/purchases', fields);

type VoidedQuery = Omit<Parameters<typeof purchases.voidedpurchases.list>[0], 'packageName'>;
async function voided(query: VoidedQuery & object = {}, packageOfVoided = packageName) {
  return (await purchases.voidedpurchases.list({ packageName: packageOfVoided, ...query })).data;
}
async function voidedTokens(query: VoidedQuery & object, packageOfVoided: string) {
  const { voidedPurchases = [] } = await voided(query, packageOfVoided);
  return voidedPurchases.map(({ purchaseToken }) => purchaseToken);
}

test('an order carries what was paid for all units, tax included', async () => {
  const { orderId, purchaseToken } = await buy({
    productId: 'coins_100',
    priceMicros: 1_250_000,
    taxMicros: 300_000,
    quantity: 3,
    currency: 'EUR',
    regionCode: 'DE',
  });
  const total = { currencyCode: 'EUR', units: '4', nanos: 50_000_000 };
  const tax = { currencyCode: 'EUR', nanos: 300_000_000 };
  assert.deepEqual(await read(orderId), {
    orderId,
    purchaseToken,
    state: 'PROCESSED',
    createTime: at(now()),
    lastEventTime: at(now()),
    total,
    tax,
    developerRevenueInBuyerCurrency: { currencyCode: 'EUR', units: '3', nanos: 187_500_000 },
    buyerAddress: { buyerCountry: 'DE' },
    lineItems: [
      {
        productId: 'coins_100',
        productTitle: 'coins_100',
        listingPrice: { currencyCode: 'EUR', units: '1', nanos: 250_000_000 },
        total,
        tax,
        oneTimePurchaseDetails: { quantity: 3 },
      },
    ],
    orderDetails: { taxInclusive: false },
    orderHistory: { processedEvent: { eventTime: at(now()) } },
    salesChannel: 'IN_APP',
  });
});

test('a renewal has its own order with the period it pays for', async () => {
  const started = now();
  const { purchaseToken, orderId } = await play.control('/google/subscriptions', {
    priceMicros: 10_000_000,
  });
  await play.control(`/google/subscriptions/${purchaseToken}/renew`);
  const { data } = await orders.batchget({
    packageName,
    orderIds: [orderId, `${orderId}..0`],
  });
  const periods = data.orders?.map(({ orderId: id, total, lineItems }) => ({
    id,
    total,
    details: lineItems?.[0]?.subscriptionDetails,
  }));
  const details = (from: number, to: number) => ({
    basePlanId: 'monthly',
    offerPhaseDetails: { baseDetails: {} },
    servicePeriodStartTime: at(from),
    servicePeriodEndTime: at(to),
  });
  assert.deepEqual(periods, [
    { id: orderId, total: usd('10'), details: details(started, started + 30 * day) },
    {
      id: `${orderId}..0`,
      total: usd('10'),
      details: details(started + 30 * day, started + 60 * day),
    },
  ]);
});

test('an order follows its purchase: pending, processed, cancelled', async () => {
  const { orderId, purchaseToken } = await buy({ state: 'pending' });
  const pending = await read(orderId);
  assert.deepEqual([pending.state, pending.orderHistory], ['PENDING', {}]);
  await play.control(`/google/purchases/${purchaseToken}/pay`);
  assert.equal((await read(orderId)).state, 'PROCESSED');
  await play.control(`/google/purchases/${purchaseToken}/cancel`);
  const cancelled = await read(orderId);
  assert.equal(cancelled.state, 'CANCELED');
  assert.deepEqual(cancelled.orderHistory, {
    processedEvent: { eventTime: at(now()) },
    cancellationEvent: { eventTime: at(now()) },
  });
});

test('a hidden order has an id that orders.get does not find', async () => {
  const { orderId, purchaseToken } = await buy({ test: true, hiddenOrder: true });
  const bought = { packageName, productId: 'demo.gems', token: purchaseToken };
  assert.equal((await purchases.products.get(bought)).data.orderId, orderId);
  assert.equal((await failure(orders.get({ packageName, orderId }))).status, 404);
});

test('a refund with revoke takes the item back and lists it as voided by the developer', async () => {
  const bought = now();
  const { orderId, purchaseToken } = await buy({ priceMicros: 5_000_000, packageName: 'org.a.b' });
  await play.advance(day);
  const { status } = await orders.refund({ packageName: 'org.a.b', orderId, revoke: true });
  assert.equal(status, 204);
  const { data: order } = await orders.get({ packageName: 'org.a.b', orderId });
  assert.equal(order.state, 'REFUNDED');
  assert.equal(order.lastEventTime, at(now()));
  assert.deepEqual(order.developerRevenueInBuyerCurrency, nothing);
  assert.deepEqual(order.orderHistory, {
    processedEvent: { eventTime: at(bought) },
    refundEvent: {
      eventTime: at(now()),
      refundDetails: { total: usd('5'), tax: nothing },
      refundReason: 'OTHER',
    },
  });
  assert.deepEqual(await voided({}, 'org.a.b'), {
    pageInfo: { totalResults: 1, resultPerPage: 1, startIndex: 0 },
    voidedPurchases: [
      {
        kind: 'androidpublisher#voidedPurchase',
        purchaseToken,
        orderId,
        purchaseTimeMillis: String(bought),
        voidedTimeMillis: String(now()),
        voidedSource: 1,
        voidedReason: 0,
      },
    ],
  });
});

test('a refund without revoke leaves the item and is not listed', async () => {
  const { orderId, purchaseToken } = await buy({ packageName: 'org.a.kept' });
  await orders.refund({ packageName: 'org.a.kept', orderId });
  const { data: order } = await orders.get({ packageName: 'org.a.kept', orderId });
  assert.equal(order.state, 'REFUNDED');
  const { data: product } = await purchases.products.get({
    packageName: 'org.a.kept',
    productId: 'demo.gems',
    token: purchaseToken,
  });
  assert.deepEqual([product.purchaseState, product.refundableQuantity], [0, 0]);
  assert.deepEqual(await voided({}, 'org.a.kept'), {
    pageInfo: { totalResults: 0, resultPerPage: 0, startIndex: 0 },
  });
  assert.deepEqual(
    await failure(orders.refund({ packageName: 'org.a.kept', orderId })),
    tokenError(400, 'invalid', 'The order is not paid or was refunded.', 'orderId'),
  );
});

test('refunding an order of a subscription ends it only with revoke', async () => {
  const subscribe = () => play.control('/google/subscriptions', { packageName: 'org.a.subs' });
  const [kept, ended] = [await subscribe(), await subscribe()];
  const state = async (token: string) =>
    (await purchases.subscriptionsv2.get({ packageName: 'org.a.subs', token })).data
      .subscriptionState;
  await orders.refund({ packageName: 'org.a.subs', orderId: kept.orderId });
  await orders.refund({ packageName: 'org.a.subs', orderId: ended.orderId, revoke: true });
  assert.equal(await state(kept.purchaseToken), 'SUBSCRIPTION_STATE_ACTIVE');
  assert.equal(await state(ended.purchaseToken), 'SUBSCRIPTION_STATE_EXPIRED');
  assert.deepEqual(await voidedTokens({ type: 1 }, 'org.a.subs'), [ended.purchaseToken]);
});

test('a chargeback names its reason on the order and in the list', async () => {
  const { orderId, purchaseToken } = await buy({ packageName: 'org.a.back' });
  await play.control(`/google/purchases/${purchaseToken}/refund`, { reason: 7, source: 2 });
  const { data: order } = await orders.get({ packageName: 'org.a.back', orderId });
  assert.equal(order.orderHistory?.refundEvent?.refundReason, 'CHARGEBACK');
  const [entry] = (await voided({}, 'org.a.back')).voidedPurchases ?? [];
  assert.deepEqual([entry?.voidedSource, entry?.voidedReason], [2, 7]);
});

test('refunding some units is a partial refund that is listed only on request', async () => {
  const { orderId, purchaseToken } = await buy({
    packageName: 'org.a.part',
    quantity: 4,
    priceMicros: 2_000_000,
    taxMicros: 800_000,
  });
  await play.control(`/google/purchases/${purchaseToken}/refund`, { quantity: 1 });
  const { data: order } = await orders.get({ packageName: 'org.a.part', orderId });
  assert.equal(order.state, 'PARTIALLY_REFUNDED');
  assert.deepEqual(order.orderHistory?.partialRefundEvents, [
    {
      createTime: at(now()),
      processTime: at(now()),
      state: 'PROCESSED_SUCCESSFULLY',
      refundDetails: {
        total: { currencyCode: 'USD', units: '2', nanos: 200_000_000 },
        tax: { currencyCode: 'USD', nanos: 200_000_000 },
      },
    },
  ]);
  assert.equal((await voided({}, 'org.a.part')).voidedPurchases, undefined);
  const [entry] =
    (await voided({ includeQuantityBasedPartialRefund: true }, 'org.a.part')).voidedPurchases ?? [];
  assert.equal(entry?.voidedQuantity, 1);

  await play.control(`/google/purchases/${purchaseToken}/refund`);
  const { data: rest } = await orders.get({ packageName: 'org.a.part', orderId });
  assert.equal(rest.state, 'REFUNDED');
  assert.deepEqual(rest.orderHistory?.refundEvent?.refundDetails, {
    total: { currencyCode: 'USD', units: '6', nanos: 600_000_000 },
    tax: { currencyCode: 'USD', nanos: 600_000_000 },
  });
  assert.deepEqual(rest.developerRevenueInBuyerCurrency, nothing);
});

test('an unacknowledged purchase is refunded by Google with reason 8', async () => {
  const bought = now();
  const { orderId, purchaseToken } = await buy({ packageName: 'org.a.late' });
  await play.advance(10 * day);
  const { data: order } = await orders.get({ packageName: 'org.a.late', orderId });
  assert.equal(order.state, 'REFUNDED');
  assert.equal(order.orderHistory?.refundEvent?.eventTime, at(bought + 3 * day));
  assert.deepEqual((await voided({}, 'org.a.late')).voidedPurchases, [
    {
      kind: 'androidpublisher#voidedPurchase',
      purchaseToken,
      orderId,
      purchaseTimeMillis: String(bought),
      voidedTimeMillis: String(bought + 3 * day),
      voidedSource: 2,
      voidedReason: 8,
    },
  ]);
});

test('the voided list filters by time and type, and reaches thirty days back', async () => {
  const inPackage = 'org.a.window';
  const void1 = async (fields: object = {}) => {
    const { purchaseToken } = await buy({ packageName: inPackage, ...fields });
    await play.control(`/google/purchases/${purchaseToken}/refund`);
    return purchaseToken;
  };
  const first = now();
  const early = await void1();
  await play.advance(20 * day);
  const { purchaseToken: subscription } = await play.control('/google/subscriptions', {
    packageName: inPackage,
  });
  await play.control(`/google/subscriptions/${subscription}/revoke`);
  const late = await void1();
  const orderless = await void1({ noOrder: true });

  assert.deepEqual(await voidedTokens({}, inPackage), [early, late, orderless]);
  assert.deepEqual(await voidedTokens({ type: 1 }, inPackage), [
    early,
    subscription,
    late,
    orderless,
  ]);
  assert.deepEqual(await voidedTokens({ startTime: String(first + 1) }, inPackage), [
    late,
    orderless,
  ]);
  assert.deepEqual(await voidedTokens({ endTime: String(first) }, inPackage), [early]);
  await play.advance(10 * day + 1);
  assert.deepEqual(await voidedTokens({ startTime: String(first) }, inPackage), [late, orderless]);
});

test('the voided list comes in pages that keep their window', async () => {
  const inPackage = 'org.a.pages';
  const tokens: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const { purchaseToken } = await buy({ packageName: inPackage });
    await play.control(`/google/purchases/${purchaseToken}/refund`);
    tokens.push(purchaseToken);
    await play.advance(1000);
  }
  const first = await voided({ maxResults: 2, endTime: String(now() - 2000) }, inPackage);
  const firstTokens = first.voidedPurchases?.map(({ purchaseToken }) => purchaseToken);
  assert.deepEqual(firstTokens, tokens.slice(0, 2));
  assert.deepEqual(first.pageInfo, { totalResults: 4, resultPerPage: 2, startIndex: 0 });
  const token = String(first.tokenPagination?.nextPageToken);
  const second = await voided({ maxResults: 2, token }, inPackage);
  assert.deepEqual(
    second.voidedPurchases?.map(({ purchaseToken }) => purchaseToken),
    tokens.slice(2, 4),
  );
  assert.equal(second.tokenPagination, undefined);
  assert.deepEqual(await voidedTokens({ startIndex: 4 }, inPackage), tokens.slice(4));
});

test('what a list cannot understand is refused by name', async () => {
  const refused: [string, object][] = [
    ['maxResults', { maxResults: 0 }],
    ['type', { type: 2 }],
    ['startTime', { startTime: 'yesterday' }],
    ['endTime', { endTime: String(now() + 1) }],
    ['token', { token: 'nonsense' }],
    ['startIndex', { startIndex: -1 }],
  ];
  for (const [name, query] of refused) {
    assert.deepEqual(
      await failure(voided(query)),
      tokenError(400, 'invalid', 'Invalid Value', name),
    );
  }
});
