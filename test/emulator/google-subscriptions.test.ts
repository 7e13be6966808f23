// Subscriptions of the emulated Google Play, read and changed with Google's own client.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, failure, packageName, startPlay, tokenError } from './google-play.ts';

const play = await startPlay();
const { subscriptions, subscriptionsv2 } = play.api.purchases;

const at = (ms: number) => new Date(ms).toISOString();
const now = () => play.clock.now();

async function read(token: string) {
  return (await subscriptionsv2.get({ packageName, token })).data;
}
async function acknowledge(token: string, subscriptionId = 'demo.monthly') {
  return subscriptions.acknowledge({ packageName, subscriptionId, token });
}
async function subscribe(fields: object = {}) {
  const bought = await play.control('/google/subscriptions', fields);
  await acknowledge(bought.purchaseToken);
  return { token: bought.purchaseToken as string, base: bought.orderId as string };
}
const step = (token: string, name: string, body: object = {}) =>
  play.control(`/google/subscriptions/${token}/${name}`, body);
async function brief(token: string) {
  const { subscriptionState, lineItems = [] } = await read(token);
  const [item] = lineItems;
  return {
    state: subscriptionState,
    expiry: item?.expiryTime,
    order: item?.latestSuccessfulOrderId,
    renews: item?.autoRenewingPlan?.autoRenewEnabled ?? false,
  };
}

test('a new subscription is active, unacknowledged and carries its price without tax', async () => {
  const started = now();
  const bought = await play.control('/google/subscriptions', {
    productId: 'premium',
    basePlanId: 'yearly',
    offerId: 'welcome',
    periodMs: 365 * day,
    priceMicros: 59_990_000,
    taxMicros: 5_999_000,
    currency: 'EUR',
    regionCode: 'DE',
    obfuscatedExternalAccountId: 'account-1',
    obfuscatedExternalProfileId: 'profile-1',
    test: true,
  });
  assert.match(bought.orderId, /^GPA\.\d{4}-\d{4}-\d{4}-\d{5}$/);
  assert.equal(JSON.parse(bought.purchaseData).autoRenewing, true);
  const { etag, ...rest } = await read(bought.purchaseToken);
  assert.match(String(etag), /^\S{22}$/);
  assert.deepEqual(rest, {
    kind: 'androidpublisher#subscriptionPurchaseV2',
    regionCode: 'DE',
    startTime: at(started),
    subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
    acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
    lineItems: [
      {
        productId: 'premium',
        expiryTime: at(started + 365 * day),
        latestSuccessfulOrderId: bought.orderId,
        autoRenewingPlan: {
          autoRenewEnabled: true,
          recurringPrice: { currencyCode: 'EUR', units: '59', nanos: 990_000_000 },
        },
        offerDetails: { basePlanId: 'yearly', offerId: 'welcome' },
        offerPhase: { basePrice: {} },
      },
    ],
    externalAccountIdentifiers: {
      obfuscatedExternalAccountId: 'account-1',
      obfuscatedExternalProfileId: 'profile-1',
    },
    testPurchase: {},
  });
});

test('acknowledging may bring the account ids that the purchase lacked', async () => {
  const { purchaseToken: token } = await play.control('/google/subscriptions', {});
  assert.equal((await read(token)).externalAccountIdentifiers, undefined);
  const { status } = await subscriptions.acknowledge({
    packageName,
    subscriptionId: 'demo.monthly',
    token,
    requestBody: { externalAccountIds: { obfuscatedAccountId: 'late' } },
  });
  assert.equal(status, 204);
  const { acknowledgementState, externalAccountIdentifiers } = await read(token);
  assert.equal(acknowledgementState, 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED');
  assert.deepEqual(externalAccountIdentifiers, { obfuscatedExternalAccountId: 'late' });
});

test('a subscription renews by itself, one order id for each period', async () => {
  const started = now();
  const { token, base } = await subscribe({ periodMs: 10 * day });
  await play.advance(10 * day);
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_ACTIVE',
    expiry: at(started + 20 * day),
    order: `${base}..0`,
    renews: true,
  });
  await play.advance(25 * day);
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_ACTIVE',
    expiry: at(started + 40 * day),
    order: `${base}..2`,
    renews: true,
  });
});

test('control renews ahead of time, and the next period follows without a gap', async () => {
  const started = now();
  const { token, base } = await subscribe();
  assert.equal((await step(token, 'renew')).orderId, `${base}..0`);
  assert.equal((await brief(token)).expiry, at(started + 60 * day));
});

test('a cancelled subscription stays readable until it expires, or starts again', async () => {
  const started = now();
  const { token, base } = await subscribe();
  await step(token, 'cancel');
  const cancelled = await read(token);
  assert.deepEqual(cancelled.canceledStateContext, {
    userInitiatedCancellation: { cancelTime: at(started) },
  });
  const state = { expiry: at(started + 30 * day), order: base };
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_CANCELED',
    ...state,
    renews: false,
  });
  await step(token, 'restart');
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_ACTIVE',
    ...state,
    renews: true,
  });
  await step(token, 'cancel', { by: 'developer' });
  await play.advance(30 * day);
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_EXPIRED',
    ...state,
    renews: false,
  });
  assert.deepEqual((await read(token)).canceledStateContext, {
    developerInitiatedCancellation: {},
  });
});

test('a declined renewal passes through grace and hold, and ends without a payment', async () => {
  const started = now();
  const { token, base } = await subscribe();
  await play.advance(10 * day);
  await step(token, 'grace', { forMs: 3 * day });
  const grace = await read(token);
  assert.equal(grace.subscriptionState, 'SUBSCRIPTION_STATE_IN_GRACE_PERIOD');
  assert.deepEqual(grace.inGracePeriodStateContext, {
    renewalDeclined: { pendingOrderId: `${base}..0` },
  });
  assert.equal((await brief(token)).expiry, at(started + 33 * day));

  await play.advance(23 * day);
  const hold = await read(token);
  assert.equal(hold.subscriptionState, 'SUBSCRIPTION_STATE_ON_HOLD');
  assert.deepEqual(hold.onHoldStateContext, {
    renewalDeclined: { pendingOrderId: `${base}..0` },
  });

  await play.advance(30 * day);
  const over = await read(token);
  assert.equal(over.subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  assert.deepEqual(over.canceledStateContext, { systemInitiatedCancellation: {} });
});

test('a mended payment recovers a subscription from hold with a new order', async () => {
  const { token, base } = await subscribe();
  await step(token, 'hold');
  await play.advance(5 * day);
  await step(token, 'recover');
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_ACTIVE',
    expiry: at(now() + 30 * day),
    order: `${base}..0`,
    renews: true,
  });
});

test('a pause ends by itself, or by hand, or waits for the period to end', async () => {
  const { token, base } = await subscribe();
  await step(token, 'pause', { forMs: 7 * day });
  const paused = await read(token);
  assert.equal(paused.subscriptionState, 'SUBSCRIPTION_STATE_PAUSED');
  assert.deepEqual(paused.pausedStateContext, { autoResumeTime: at(now() + 7 * day) });
  await play.advance(7 * day);
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_ACTIVE',
    expiry: at(now() + 30 * day),
    order: `${base}..0`,
    renews: true,
  });
  await step(token, 'pause', { atPeriodEnd: true });
  assert.equal((await brief(token)).state, 'SUBSCRIPTION_STATE_ACTIVE');
  await play.advance(30 * day);
  assert.equal((await brief(token)).state, 'SUBSCRIPTION_STATE_PAUSED');
  await step(token, 'resume');
  assert.equal((await brief(token)).order, `${base}..1`);
});

test('a replacement now is a new token that links back to the old one', async () => {
  const { token } = await subscribe({ obfuscatedExternalAccountId: 'account-1' });
  const replacement = await step(token, 'replace', { productId: 'gold', mode: 'now' });
  const old = await read(token);
  assert.equal(old.subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  assert.deepEqual(old.canceledStateContext, { replacementCancellation: {} });
  const taken = await read(replacement.purchaseToken);
  assert.equal(taken.linkedPurchaseToken, token);
  assert.equal(taken.lineItems?.[0]?.productId, 'gold');
  assert.equal(taken.lineItems?.[0]?.latestSuccessfulOrderId, replacement.orderId);
  assert.deepEqual(taken.lineItems?.[0]?.itemReplacement, {
    productId: 'demo.monthly',
    basePlanId: 'monthly',
    replacementMode: 'CHARGE_FULL_PRICE',
  });
  assert.deepEqual(taken.externalAccountIdentifiers, {
    obfuscatedExternalAccountId: 'account-1',
  });
  await acknowledge(replacement.purchaseToken, 'gold');
  await play.advance(60 * day);
  const later = await read(replacement.purchaseToken);
  assert.equal(later.lineItems?.[0]?.itemReplacement, undefined);
});

test('a deferred replacement changes the product at the renewal', async () => {
  const { token, base } = await subscribe();
  await step(token, 'replace', { productId: 'bronze', mode: 'deferred' });
  const [before] = (await read(token)).lineItems ?? [];
  assert.equal(before?.productId, 'demo.monthly');
  assert.deepEqual(before?.deferredItemReplacement, { productId: 'bronze' });
  await play.advance(30 * day);
  const [after] = (await read(token)).lineItems ?? [];
  assert.equal(after?.productId, 'bronze');
  assert.equal(after?.latestSuccessfulOrderId, `${base}..0`);
  assert.equal(after?.deferredItemReplacement, undefined);
});

test('a pending sign-up has no start and becomes active or is cancelled', async () => {
  const paid = await play.control('/google/subscriptions', { state: 'pending' });
  const pending = await read(paid.purchaseToken);
  assert.equal(pending.subscriptionState, 'SUBSCRIPTION_STATE_PENDING');
  assert.equal(pending.startTime, undefined);
  assert.equal(pending.lineItems?.[0]?.latestSuccessfulOrderId, undefined);
  await step(paid.purchaseToken, 'pay');
  assert.deepEqual(await brief(paid.purchaseToken), {
    state: 'SUBSCRIPTION_STATE_ACTIVE',
    expiry: at(now() + 30 * day),
    order: paid.orderId,
    renews: true,
  });

  const dropped = await play.control('/google/subscriptions', { state: 'pending' });
  await step(dropped.purchaseToken, 'cancel');
  assert.equal(
    (await read(dropped.purchaseToken)).subscriptionState,
    'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED',
  );
});

test('a prepaid plan does not renew', async () => {
  const { token } = await subscribe({ prepaid: true });
  const [item] = (await read(token)).lineItems ?? [];
  assert.deepEqual(item?.prepaidPlan, { allowExtendAfterTime: at(now()) });
  assert.equal(item?.autoRenewingPlan, undefined);
  await play.advance(30 * day);
  assert.equal((await read(token)).subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
});

test('the developer cancels through the API', async () => {
  const { token } = await subscribe();
  const { data } = await subscriptionsv2.cancel({
    packageName,
    token,
    requestBody: {
      cancellationContext: { cancellationType: 'DEVELOPER_REQUESTED_STOP_PAYMENTS' },
    },
  });
  assert.deepEqual(data, {});
  const cancelled = await read(token);
  assert.equal(cancelled.subscriptionState, 'SUBSCRIPTION_STATE_CANCELED');
  assert.deepEqual(cancelled.canceledStateContext, { developerInitiatedCancellation: {} });
});

test('the developer defers with the latest etag, or only asks what would happen', async () => {
  const expires = now() + 30 * day;
  const { token } = await subscribe();
  const { etag } = await read(token);
  const deferral = (deferralContext: object) =>
    subscriptionsv2.defer({ packageName, token, requestBody: { deferralContext } });
  const details = {
    itemExpiryTimeDetails: [{ productId: 'demo.monthly', expiryTime: at(expires + 2 * day) }],
  };
  const deferDuration = '172800s';

  const asked = await deferral({ etag, deferDuration, validateOnly: true });
  assert.deepEqual(asked.data, details);
  assert.equal((await brief(token)).expiry, at(expires));
  const done = await deferral({ etag, deferDuration });
  assert.deepEqual(done.data, details);
  assert.equal((await brief(token)).expiry, at(expires + 2 * day));
  assert.deepEqual(
    await failure(deferral({ etag, deferDuration })),
    tokenError(400, 'invalid', 'The etag is not the latest.', 'deferralContext.etag'),
  );
});

test('a revoked subscription ends now and its payment goes back', async () => {
  const { token, base } = await subscribe();
  const revocation = (revocationContext: object) =>
    subscriptionsv2.revoke({ packageName, token, requestBody: { revocationContext } });
  assert.deepEqual((await revocation({ fullRefund: {} })).data, {});
  assert.deepEqual(await brief(token), {
    state: 'SUBSCRIPTION_STATE_EXPIRED',
    expiry: at(now()),
    order: base,
    renews: false,
  });
  const { data: order } = await play.api.orders.get({ packageName, orderId: base });
  assert.equal(order.state, 'REFUNDED');
  assert.deepEqual(
    await failure(revocation({ fullRefund: {} })),
    tokenError(400, 'productNotOwnedByUser', 'The user does not own this item any more.'),
  );
});

test('a prorated revocation gives back the unused part', async () => {
  const { token, base } = await subscribe({ priceMicros: 30_000_000 });
  await play.advance(20 * day);
  await subscriptionsv2.revoke({
    packageName,
    token,
    requestBody: { revocationContext: { proratedRefund: {} } },
  });
  const { data: order } = await play.api.orders.get({ packageName, orderId: base });
  assert.equal(order.state, 'PARTIALLY_REFUNDED');
  assert.deepEqual(order.orderHistory?.partialRefundEvents, [
    {
      createTime: at(now()),
      processTime: at(now()),
      state: 'PROCESSED_SUCCESSFULLY',
      refundDetails: {
        total: { currencyCode: 'USD', units: '10' },
        tax: { currencyCode: 'USD' },
      },
    },
  ]);
});

test('an unacknowledged subscription is taken back after three days', async () => {
  const { purchaseToken, orderId } = await play.control('/google/subscriptions', {});
  await play.advance(3 * day);
  const over = await read(purchaseToken);
  assert.equal(over.subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  assert.deepEqual(over.canceledStateContext, { systemInitiatedCancellation: {} });
  const { data: order } = await play.api.orders.get({ packageName, orderId });
  assert.equal(order.state, 'REFUNDED');
});

test('a token is gone sixty days after the end', async () => {
  const { token } = await subscribe();
  const kept = await step(token, 'replace', { productId: 'gold' });
  await acknowledge(kept.purchaseToken, 'gold');
  await step(kept.purchaseToken, 'expire');
  await play.advance(60 * day);
  assert.equal((await read(kept.purchaseToken)).subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  await play.advance(1);
  assert.deepEqual(
    await failure(read(kept.purchaseToken)),
    tokenError(
      410,
      'subscriptionPurchaseNoLongerAvailable',
      'The subscription expired too long ago to be shown.',
    ),
  );
  assert.deepEqual(
    await failure(read(token)),
    tokenError(410, 'purchaseTokenNoLongerValid', 'The purchase token is no longer valid.'),
  );
});

test('control refuses a step that the state does not allow', async () => {
  const { token } = await subscribe();
  const refused: [string, object, number, string][] = [
    [
      `/${token}/resume`,
      {},
      400,
      'A subscription that is ACTIVE cannot resume; it must be PAUSED.',
    ],
    [`/${token}/replace`, {}, 400, 'productId is required.'],
    [`/${token}/grace`, { forMs: 0 }, 400, 'forMs must be an integer of at least 1.'],
    [`/${token}/cancel`, { by: 'nobody' }, 400, 'by must be one of user, developer, system.'],
    ['/nobody/renew', {}, 404, 'There is no subscription with the token nobody.'],
    ['', { periodMs: 1 }, 400, 'periodMs must be an integer of at least 60000.'],
  ];
  for (const [path, body, status, error] of refused) {
    assert.deepEqual(await play.call('POST', `/control/google/subscriptions${path}`, body), {
      status,
      body: { error },
    });
  }
});
