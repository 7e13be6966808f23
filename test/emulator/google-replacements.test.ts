// The ways to replace a subscription at the emulated Google Play, and what each does to old and new token.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, packageName, startPlay } from './google-play.ts';
import { openReceiver } from './webhook-receiver.ts';

const play = await startPlay();
const { orders, purchases } = play.api;
const receiver = await openReceiver();
await play.control('/google/notifications', { url: receiver.url });

const iso = (ms: number) => new Date(ms).toISOString();
const usd = (units: string) => ({ currencyCode: 'USD', units });

async function subscribe() {
  const bought = await play.control('/google/subscriptions', {
    productId: 'silver',
    priceMicros: 30_000_000,
    obfuscatedExternalAccountId: 'account-1',
  });
  const { purchaseToken: token, orderId } = bought;
  await purchases.subscriptions.acknowledge({ packageName, subscriptionId: 'silver', token });
  assert.deepEqual(await notified(1), [[token, 4]]);
  return { token, orderId };
}
const act = (token: string, step: string, body: object = {}) =>
  play.control(`/google/subscriptions/${token}/${step}`, body);
const gold = { productId: 'gold', basePlanId: 'gold-monthly', priceMicros: 60_000_000 };
const read = async (token: string) =>
  (await purchases.subscriptionsv2.get({ packageName, token })).data;
const readOrder = async (orderId: string) => (await orders.get({ packageName, orderId })).data;

/** The next notifications: of which token, of which type. */
async function notified(count: number): Promise<[token: string, type: number][]> {
  const news: [string, number][] = [];
  for (let index = 0; index < count; index++) {
    const { message } = JSON.parse((await receiver.next()).body);
    const { subscriptionNotification: told } = JSON.parse(
      Buffer.from(message.data, 'base64').toString(),
    );
    news.push([told.purchaseToken, told.notificationType]);
  }
  return news.sort(([, one], [, other]) => one - other);
}

test('at the end of the period: a new token with both plans, and the old token expires at once', async () => {
  const bought = play.clock.now();
  const old = await subscribe();
  await play.advance(10 * day);
  const { purchaseToken: token, orderId } = await act(old.token, 'replace', {
    ...gold,
    mode: 'DEFERRED',
  });
  const { etag, ...waiting } = await read(token);
  assert.deepEqual(waiting, {
    kind: 'androidpublisher#subscriptionPurchaseV2',
    regionCode: 'US',
    startTime: iso(bought + 10 * day),
    linkedPurchaseToken: old.token,
    subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
    acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
    lineItems: [
      {
        productId: 'silver',
        expiryTime: iso(bought + 30 * day),
        latestSuccessfulOrderId: old.orderId,
        autoRenewingPlan: { recurringPrice: usd('30') },
        offerDetails: { basePlanId: 'monthly' },
        offerPhase: { basePrice: {} },
        deferredItemReplacement: { productId: 'gold' },
      },
      {
        productId: 'gold',
        autoRenewingPlan: { autoRenewEnabled: true, recurringPrice: usd('60') },
        offerDetails: { basePlanId: 'gold-monthly' },
        offerPhase: { basePrice: {} },
        itemReplacement: {
          productId: 'silver',
          basePlanId: 'monthly',
          replacementMode: 'DEFERRED',
        },
      },
    ],
    externalAccountIdentifiers: { obfuscatedExternalAccountId: 'account-1' },
  });
  const ended = await read(old.token);
  assert.equal(ended.subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  assert.deepEqual(ended.canceledStateContext, { replacementCancellation: {} });
  assert.deepEqual(await notified(2), [
    [token, 4],
    [old.token, 13],
  ]);

  await purchases.subscriptions.acknowledge({ packageName, subscriptionId: 'gold', token });
  await play.advance(20 * day);
  assert.deepEqual(await notified(1), [[token, 2]]);
  const { lineItems } = await read(token);
  assert.deepEqual(
    lineItems?.map(({ productId, expiryTime, latestSuccessfulOrderId }) => [
      productId,
      expiryTime,
      latestSuccessfulOrderId,
    ]),
    [['gold', iso(bought + 60 * day), orderId]],
  );
  assert.deepEqual((await readOrder(orderId)).total, usd('60'));
  await act(token, 'expire');
  assert.deepEqual(await notified(1), [[token, 13]]);
});

test('signing up again before the end: a new token for the same plan, not paid twice', async () => {
  const bought = play.clock.now();
  const old = await subscribe();
  await act(old.token, 'cancel');
  await play.advance(5 * day);
  const { purchaseToken: token, orderId } = await act(old.token, 'sign-up-again');
  const item = (expiresAt: number, latestSuccessfulOrderId: string) => ({
    productId: 'silver',
    expiryTime: iso(expiresAt),
    latestSuccessfulOrderId,
    autoRenewingPlan: { autoRenewEnabled: true, recurringPrice: usd('30') },
    offerDetails: { basePlanId: 'monthly' },
    offerPhase: { basePrice: {} },
  });
  const { linkedPurchaseToken, lineItems } = await read(token);
  assert.equal(linkedPurchaseToken, old.token);
  assert.deepEqual(lineItems, [item(bought + 30 * day, old.orderId)]);
  assert.equal((await read(old.token)).subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  assert.deepEqual(await notified(3), [
    [old.token, 3],
    [token, 4],
    [old.token, 13],
  ]);
  await purchases.subscriptions.acknowledge({ packageName, subscriptionId: 'silver', token });
  await play.advance(25 * day);
  assert.deepEqual((await read(token)).lineItems, [item(bought + 60 * day, orderId)]);
  assert.deepEqual(await notified(1), [[token, 2]]);
  await act(token, 'expire');
  assert.deepEqual(await notified(1), [[token, 13]]);
});

test('at once: what is left of the old plan counts in time, in money, or not at all', async () => {
  const modes = [
    // 15 days of silver are worth 7.5 of gold, which costs twice as much.
    { mode: 'WITH_TIME_PRORATION', paid: { currencyCode: 'USD' }, days: 7.5 },
    { mode: 'CHARGE_PRORATED_PRICE', paid: usd('15'), days: 15 },
    { mode: 'WITHOUT_PRORATION', paid: { currencyCode: 'USD' }, days: 15 },
    { mode: 'CHARGE_FULL_PRICE', paid: usd('60'), days: 30 },
  ];
  for (const { mode, paid, days } of modes) {
    const old = await subscribe();
    await play.advance(15 * day);
    const now = play.clock.now();
    const { purchaseToken: token, orderId } = await act(old.token, 'replace', { ...gold, mode });
    const { lineItems = [], linkedPurchaseToken } = await read(token);
    assert.equal(linkedPurchaseToken, old.token);
    assert.deepEqual(
      lineItems.map(({ productId, expiryTime, itemReplacement }) => [
        productId,
        expiryTime,
        itemReplacement?.replacementMode,
      ]),
      [['gold', iso(now + days * day), mode]],
    );
    const order = await readOrder(orderId);
    assert.deepEqual([order.state, order.total], ['PROCESSED', paid], mode);
    assert.equal((await read(old.token)).subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
    assert.deepEqual(await notified(2), [
      [token, 4],
      [old.token, 13],
    ]);
    // The next period has the plan's price.
    await purchases.subscriptions.acknowledge({ packageName, subscriptionId: 'gold', token });
    await act(token, 'renew');
    assert.deepEqual((await readOrder(`${orderId}..0`)).total, usd('60'));
    await act(token, 'expire');
    await notified(2);
  }
});

test('a replacement that waits can be cancelled: the paid plan ends, nothing is charged', async () => {
  const old = await subscribe();
  const { purchaseToken: token, orderId } = await act(old.token, 'replace', {
    ...gold,
    mode: 'DEFERRED',
  });
  await purchases.subscriptions.acknowledge({ packageName, subscriptionId: 'gold', token });
  await act(token, 'cancel');
  await play.advance(30 * day);
  assert.equal((await read(token)).subscriptionState, 'SUBSCRIPTION_STATE_EXPIRED');
  await assert.rejects(orders.get({ packageName, orderId }), /The order was not found/);
  assert.deepEqual(await notified(4), [
    [token, 3],
    [token, 4],
    [old.token, 13],
    [token, 13],
  ]);
});

test('a replacement that waits ends with its purchase', async () => {
  const old = await subscribe();
  const { purchaseToken: token } = await act(old.token, 'replace', { ...gold, mode: 'DEFERRED' });
  await act(token, 'expire');
  const { lineItems = [] } = await read(token);
  assert.deepEqual(
    lineItems.map(({ productId, expiryTime }) => [productId, expiryTime]),
    [
      ['silver', iso(play.clock.now())],
      ['gold', undefined],
    ],
  );
  await notified(3);
});
