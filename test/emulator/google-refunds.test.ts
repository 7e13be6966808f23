// Refunds that take time at the emulated Google Play: pending, paid out, declined, reviewed by the developer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { androidpublisher_v3 } from '@googleapis/androidpublisher';
import { day, failure, packageName, startPlay } from './google-play.ts';

const play = await startPlay();
const { orders, purchases } = play.api;
const now = () => play.clock.now();
const at = (ms: number) => new Date(ms).toISOString();

async function order(orderId: string): Promise<androidpublisher_v3.Schema$Order> {
  return (await orders.get({ packageName, orderId })).data;
}
async function voided(orderId: string) {
  const { data } = await purchases.voidedpurchases.list({ packageName, type: 1 });
  return data.voidedPurchases?.filter((entry) => entry.orderId === orderId) ?? [];
}
const act = (token: string, step: string, body: object = {}, kind = 'purchases') =>
  play.control(`/google/${kind}/${token}/${step}`, body);

test('a pending refund changes the order only; completing it voids the purchase', async () => {
  const { orderId, purchaseToken } = await play.control('/google/purchases');
  await play.advance(day);
  await act(purchaseToken, 'refund', { pending: true, reason: 1 });
  const pending = await order(orderId);
  assert.equal(pending.state, 'PENDING_REFUND');
  assert.equal(pending.lastEventTime, at(now()));
  assert.equal(pending.orderHistory?.refundEvent, undefined);
  assert.deepEqual(await voided(orderId), []);
  await play.advance(day);
  await act(purchaseToken, 'complete-refund');
  const done = await order(orderId);
  assert.equal(done.state, 'REFUNDED');
  assert.equal(done.orderHistory?.refundEvent?.eventTime, at(now()));
  const [entry] = await voided(orderId);
  assert.deepEqual([entry?.voidedReason, entry?.voidedTimeMillis], [1, String(now())]);
});

test('a purchase can be voided while its order still waits for the payout', async () => {
  const { orderId, purchaseToken } = await play.control('/google/purchases');
  await act(purchaseToken, 'refund', { pending: true, voided: true, reason: 7 });
  assert.equal((await order(orderId)).state, 'PENDING_REFUND');
  assert.equal((await voided(orderId)).length, 1);
  const refused = await play.call(
    'POST',
    `/control/google/purchases/${purchaseToken}/decline-refund`,
  );
  assert.equal(refused.status, 400);
  await act(purchaseToken, 'complete-refund');
  const done = await order(orderId);
  assert.deepEqual(
    [done.state, done.orderHistory?.refundEvent?.refundReason],
    ['REFUNDED', 'CHARGEBACK'],
  );
  assert.equal((await voided(orderId)).length, 1);
});

test('a declined refund leaves the order as it was', async () => {
  const { orderId, purchaseToken } = await play.control('/google/purchases', { quantity: 3 });
  await act(purchaseToken, 'refund', { pending: true });
  await act(purchaseToken, 'decline-refund');
  assert.equal((await order(orderId)).state, 'PROCESSED');
  await act(purchaseToken, 'refund', { quantity: 1 });
  await act(purchaseToken, 'refund', { pending: true });
  const second = { pending: true };
  const refused = await play.call(
    'POST',
    `/control/google/purchases/${purchaseToken}/refund`,
    second,
  );
  assert.equal(refused.status, 400);
  await act(purchaseToken, 'decline-refund');
  assert.equal((await order(orderId)).state, 'PARTIALLY_REFUNDED');
  for (const body of [{ voided: true }, { pending: true, quantity: 1 }]) {
    const wrong = await play.call(
      'POST',
      `/control/google/purchases/${purchaseToken}/refund`,
      body,
    );
    assert.equal(wrong.status, 400);
  }
});

for (const kind of ['purchases', 'subscriptions'] as const) {
  test(`${kind}: a refund that takes nothing is in no list, whoever gave it; a chargeback is`, async () => {
    for (const source of [undefined, 0, 1, 2]) {
      const { orderId, purchaseToken } = await play.control(`/google/${kind}`);
      await act(
        purchaseToken,
        'refund',
        { revoke: false, ...(source !== undefined && { source }) },
        kind,
      );
      assert.equal((await order(orderId)).state, 'REFUNDED');
      assert.deepEqual(await voided(orderId), []);
    }
    const { orderId, purchaseToken } = await play.control(`/google/${kind}`);
    await act(purchaseToken, 'refund', { pending: true, revoke: false }, kind);
    await act(purchaseToken, 'complete-refund', {}, kind);
    assert.deepEqual(await voided(orderId), []);
    for (const refund of [{ revoke: true }, { revoke: false, reason: 7, source: 2 }]) {
      const listed = await play.control(`/google/${kind}`);
      await act(listed.purchaseToken, 'refund', refund, kind);
      assert.equal((await voided(listed.orderId)).length, 1);
    }
  });
}

test('the payment of a subscription can wait for its refund too', async () => {
  const { orderId, purchaseToken } = await play.control('/google/subscriptions');
  await act(
    purchaseToken,
    'refund',
    { pending: true, voided: true, revoke: true },
    'subscriptions',
  );
  assert.equal((await order(orderId)).state, 'PENDING_REFUND');
  const { data } = await purchases.subscriptionsv2.get({ packageName, token: purchaseToken });
  assert.equal(data.subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  assert.equal((await voided(orderId)).length, 1);
  await act(purchaseToken, 'complete-refund', {}, 'subscriptions');
  assert.equal((await order(orderId)).state, 'REFUNDED');
  assert.equal((await voided(orderId)).length, 1);
});

test('the developer answers a refund review once asked, within a day', async () => {
  const { orderId, purchaseToken } = await play.control('/google/purchases');
  const requestBody: androidpublisher_v3.Schema$OrdersReviewRefundRequest = {
    pendingRefundToken: 'made-up',
    refundPreference: 'DECLINE',
    sampleContentProvided: false,
    consumptionPercentageMilliunits: 100_000,
    consumptionUsageEvents: [{ consumptionTime: at(now()), obfuscatedAccountId: 'player' }],
  };
  const answer = (body: object) =>
    orders.reviewrefund({ packageName, orderId, requestBody: { ...requestBody, ...body } });
  const review = async () =>
    (await play.call('GET', `/control/google/purchases/${purchaseToken}/refund-review`)).body;
  assert.equal((await failure(answer({}))).body.error.errors[0].location, 'pendingRefundToken');
  const { pendingRefundToken } = await act(purchaseToken, 'request-refund');
  const wrong = {
    refundPreference: 'MAYBE',
    sampleContentProvided: 'no',
    consumptionPercentageMilliunits: 100_001,
    consumptionUsageEvents: {},
  };
  for (const [field, value] of Object.entries(wrong)) {
    const { status, body } = await failure(answer({ pendingRefundToken, [field]: value }));
    assert.deepEqual([status, body.error.errors[0].location], [400, field]);
  }
  assert.deepEqual(await review(), { answer: null });
  assert.equal((await answer({ pendingRefundToken })).status, 204);
  assert.deepEqual(await review(), { answer: { ...requestBody, pendingRefundToken } });
  await play.advance(day + 1);
  assert.equal((await failure(answer({ pendingRefundToken }))).status, 400);
});
