// Subscriptions with add-ons at the emulated Google Play: items with prices, ends and orders of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, failure, packageName, startPlay } from './google-play.ts';
import { openReceiver } from './webhook-receiver.ts';

const play = await startPlay();
const { orders, purchases } = play.api;
const receiver = await openReceiver();
await play.control('/google/notifications', { url: receiver.url });

const iso = (ms: number) => new Date(ms).toISOString();
const usd = (units: string) => ({ currencyCode: 'USD', units });

async function subscribe(addOns: object[], fields: object = {}) {
  const bought = await play.control('/google/subscriptions', {
    productId: 'base',
    priceMicros: 10_000_000,
    addOns,
    ...fields,
  });
  const { purchaseToken: token, orderId } = bought;
  await purchases.subscriptions.acknowledge({ packageName, subscriptionId: 'base', token });
  return { token, orderId, productIds: bought.productIds };
}
const extra = { productId: 'extra', basePlanId: 'extra-monthly', priceMicros: 7_000_000 };
const act = (token: string, step: string, body: object = {}) =>
  play.control(`/google/subscriptions/${token}/${step}`, body);
const read = async (token: string) =>
  (await purchases.subscriptionsv2.get({ packageName, token })).data;
const readOrder = async (orderId: string) => (await orders.get({ packageName, orderId })).data;
const ends = async (token: string) =>
  ((await read(token)).lineItems ?? []).map((item) => [
    item.productId,
    item.expiryTime,
    item.latestSuccessfulOrderId,
    item.autoRenewingPlan?.autoRenewEnabled,
  ]);

/** The types of the notifications since the last call. */
async function notified(count: number): Promise<number[]> {
  const types: number[] = [];
  for (let index = 0; index < count; index++) {
    const { message } = JSON.parse((await receiver.next()).body);
    const { subscriptionNotification } = JSON.parse(Buffer.from(message.data, 'base64').toString());
    types.push(subscriptionNotification?.notificationType ?? 0);
  }
  return types;
}

test('base and add-on are items of one purchase, paid by one order', async () => {
  const now = play.clock.now();
  const { token, orderId, productIds } = await subscribe([extra]);
  assert.deepEqual(productIds, ['base', 'extra']);
  const item = (productId: string, basePlanId: string, units: string) => ({
    productId,
    expiryTime: iso(now + 30 * day),
    latestSuccessfulOrderId: orderId,
    autoRenewingPlan: { autoRenewEnabled: true, recurringPrice: usd(units) },
    offerDetails: { basePlanId },
    offerPhase: { basePrice: {} },
  });
  const { lineItems } = await read(token);
  assert.deepEqual(lineItems, [item('base', 'monthly', '10'), item('extra', 'extra-monthly', '7')]);
  const order = await readOrder(orderId);
  assert.deepEqual(order.total, usd('17'));
  const period = {
    offerPhaseDetails: { baseDetails: {} },
    servicePeriodStartTime: iso(now),
    servicePeriodEndTime: iso(now + 30 * day),
  };
  assert.deepEqual(
    order.lineItems?.map(({ productId, total, subscriptionDetails }) => [
      productId,
      total,
      subscriptionDetails,
    ]),
    [
      ['base', usd('10'), { basePlanId: 'monthly', ...period }],
      ['extra', usd('7'), { basePlanId: 'extra-monthly', ...period }],
    ],
  );
  await play.advance(30 * day);
  assert.deepEqual(await ends(token), [
    ['base', iso(now + 60 * day), `${orderId}..0`, true],
    ['extra', iso(now + 60 * day), `${orderId}..0`, true],
  ]);
  assert.deepEqual((await readOrder(`${orderId}..0`)).total, usd('17'));
  assert.deepEqual(await notified(2), [4, 2]);
});

test('an add-on with a period of its own has an end and orders of its own', async () => {
  const now = play.clock.now();
  const { token, orderId } = await subscribe([{ ...extra, periodMs: 70 * day }]);
  await play.advance(60 * day);
  assert.deepEqual(await ends(token), [
    ['base', iso(now + 90 * day), `${orderId}..1`, true],
    ['extra', iso(now + 70 * day), orderId, true],
  ]);
  await play.advance(10 * day);
  assert.deepEqual(await ends(token), [
    ['base', iso(now + 90 * day), `${orderId}..1`, true],
    ['extra', iso(now + 140 * day), `${orderId}..2`, true],
  ]);
  assert.deepEqual((await readOrder(`${orderId}..1`)).total, usd('10'));
  assert.deepEqual((await readOrder(`${orderId}..2`)).total, usd('7'));
  // Cancelled: each item runs until its own end, the subscription until the last.
  await act(token, 'cancel');
  await play.advance(69 * day);
  assert.equal((await read(token)).subscriptionState, 'SUBSCRIPTION_STATE_CANCELED');
  await play.advance(day);
  assert.equal((await read(token)).subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
});

test('an add-on that is removed stays until its end and is not paid again', async () => {
  const { token, orderId } = await subscribe([extra, { productId: 'more' }]);
  await act(token, 'remove-item', { productId: 'extra' });
  const removals = async () =>
    (await read(token)).lineItems?.map(({ productId, deferredItemRemoval, autoRenewingPlan }) => [
      productId,
      deferredItemRemoval,
      autoRenewingPlan?.autoRenewEnabled,
    ]);
  assert.deepEqual(await removals(), [
    ['base', undefined, true],
    ['extra', {}, undefined],
    ['more', undefined, true],
  ]);
  await play.advance(30 * day);
  assert.deepEqual(await removals(), [
    ['base', undefined, true],
    ['more', undefined, true],
  ]);
  assert.equal((await readOrder(`${orderId}..0`)).lineItems?.length, 2);
  const again = await play.call('POST', `/control/google/subscriptions/${token}/remove-item`, {
    productId: 'extra',
  });
  assert.deepEqual(again.body, { error: 'The subscription has no add-on extra.' });
});

test('one item is revoked with its money; the others go on', async () => {
  const { token, orderId } = await subscribe([extra]);
  const now = play.clock.now();
  const revoke = (revocationContext: object) =>
    purchases.subscriptionsv2.revoke({ packageName, token, requestBody: { revocationContext } });
  const unknown = revoke({ itemBasedRefund: { productId: 'other' } });
  assert.equal((await failure(unknown)).status, 400);
  await revoke({ itemBasedRefund: { productId: 'extra' } });
  assert.deepEqual(await ends(token), [
    ['base', iso(now + 30 * day), orderId, true],
    ['extra', iso(now), orderId, undefined],
  ]);
  const { state, orderHistory } = await readOrder(orderId);
  assert.equal(state, 'PARTIALLY_REFUNDED');
  assert.deepEqual(
    orderHistory?.partialRefundEvents?.map(({ refundDetails }) => refundDetails?.total),
    [usd('7')],
  );
  const { data } = await purchases.voidedpurchases.list({ packageName, type: 1 });
  assert.ok(!data.voidedPurchases?.some(({ purchaseToken }) => purchaseToken === token));
  await play.advance(30 * day);
  assert.deepEqual(await ends(token), [['base', iso(now + 60 * day), `${orderId}..0`, true]]);
});

test('a prorated revoke is voided and gives back the unused share of each item', async () => {
  const { token, orderId } = await subscribe([{ ...extra, periodMs: 60 * day }]);
  await play.advance(15 * day);
  await purchases.subscriptionsv2.revoke({
    packageName,
    token,
    requestBody: { revocationContext: { proratedRefund: {} } },
  });
  const { state, orderHistory } = await readOrder(orderId);
  assert.equal(state, 'PARTIALLY_REFUNDED');
  // Half of 10.00 and three quarters of 7.00.
  assert.deepEqual(orderHistory?.partialRefundEvents?.[0]?.refundDetails?.total, {
    currencyCode: 'USD',
    units: '10',
    nanos: 250_000_000,
  });
  const { data } = await purchases.voidedpurchases.list({ packageName, type: 1 });
  assert.deepEqual(
    data.voidedPurchases
      ?.filter(({ purchaseToken }) => purchaseToken === token)
      .map(({ orderId: voided, voidedSource }) => [voided, voidedSource]),
    [[orderId, 1]],
  );
});

test('a full revoke gives back the last payment of each item', async () => {
  const { token, orderId } = await subscribe([{ ...extra, periodMs: 60 * day }]);
  await play.advance(30 * day);
  await act(token, 'revoke');
  const states = await Promise.all(
    [orderId, `${orderId}..0`].map(async (id) => (await readOrder(id)).state),
  );
  assert.deepEqual(states, ['REFUNDED', 'REFUNDED']);
});

test('a deferral moves every item', async () => {
  const now = play.clock.now();
  const { token } = await subscribe([{ ...extra, periodMs: 60 * day }]);
  const { data } = await purchases.subscriptionsv2.defer({
    packageName,
    token,
    requestBody: {
      deferralContext: { deferDuration: `${86_400 * 5}s`, etag: (await read(token)).etag ?? '' },
    },
  });
  assert.deepEqual(data, {
    itemExpiryTimeDetails: [
      { productId: 'base', expiryTime: iso(now + 35 * day) },
      { productId: 'extra', expiryTime: iso(now + 65 * day) },
    ],
  });
  assert.deepEqual(
    (await ends(token)).map(([, end]) => end),
    [iso(now + 35 * day), iso(now + 65 * day)],
  );
});
