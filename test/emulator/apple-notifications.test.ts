// Notifications V2 of the emulated App Store, received over HTTP and decoded by Apple's verifier.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Environment, type NotificationHistoryRequest } from '@apple/app-store-server-library';
import { type AppStore, startAppStore } from './apple-store.ts';
import { openReceiver } from './webhook-receiver.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const subscription = { type: 'Auto-Renewable Subscription' };

async function open(environment: 'Production' | 'Sandbox' = 'Production') {
  const store = await startAppStore();
  const receiver = await openReceiver();
  await store.control('/apple/notifications', { environment, url: receiver.url });
  const verifier = environment === 'Production' ? store.verify : store.verifySandbox;
  const next = async () => {
    const { signedPayload } = JSON.parse((await receiver.next()).body);
    return verifier.verifyAndDecodeNotification(signedPayload);
  };
  const act = (id: string, name: string, body?: object) =>
    store.control(`/apple/transactions/${id}/${name}`, body);
  return { store, receiver, verifier, next, act };
}

/** Waits until the delivery of a notification has been written down `attempts` times. */
async function settled(store: AppStore, notificationUUID: string | undefined, attempts: number) {
  for (;;) {
    const { body } = await store.call('GET', '/control/apple/notifications');
    const delivery = body.notifications.find(
      (one: { notificationUUID: string }) => one.notificationUUID === notificationUUID,
    );
    if (delivery?.attempts.length >= attempts) return delivery;
  }
}

const allHistory = (store: AppStore): NotificationHistoryRequest => ({
  startDate: store.clock.now() - 100 * dayMs,
  endDate: store.clock.now() + dayMs,
});

test('a purchase and its refund are announced with the signed transaction', async () => {
  const { store, next, act } = await open();
  const { transactionId } = await store.control('/apple/transactions');
  const bought = await next();
  assert.deepEqual(
    [bought.notificationType, bought.subtype, bought.version],
    ['ONE_TIME_CHARGE', undefined, '2.0'],
  );
  await act(transactionId, 'refund');
  const refund = await next();
  assert.equal(refund.notificationType, 'REFUND');
  const { signedTransactionInfo = '', ...data } = refund.data ?? {};
  assert.deepEqual(data, {
    environment: 'Production',
    appAppleId: 1_234_567_890,
    bundleId: 'com.tollgate.demo',
    bundleVersion: '1.0',
  });
  const transaction = await store.verify.verifyAndDecodeTransaction(signedTransactionInfo);
  assert.equal(transaction.transactionId, transactionId);
  assert.equal(transaction.revocationDate, refund.signedDate);
  assert.notEqual(refund.notificationUUID, bought.notificationUUID);
});

test('every change of a subscription is announced with its type, subtype and status', async () => {
  const { store, next, act } = await open();
  const { transactionId: id } = await store.control('/apple/transactions', subscription);
  const steps: [() => Promise<unknown>, string, string | undefined, number][] = [
    [async () => {}, 'SUBSCRIBED', 'INITIAL_BUY', 1],
    [() => act(id, 'renew'), 'DID_RENEW', undefined, 1],
    [() => act(id, 'cancel'), 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', 1],
    [() => act(id, 'enable'), 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED', 1],
    [() => act(id, 'change-product', { productId: 'up' }), 'DID_CHANGE_RENEWAL_PREF', 'UPGRADE', 1],
    [
      () => act(id, 'change-product', { productId: 'down', when: 'next' }),
      'DID_CHANGE_RENEWAL_PREF',
      'DOWNGRADE',
      1,
    ],
    [() => act(id, 'fail-renewal', { graceMs: dayMs }), 'DID_FAIL_TO_RENEW', 'GRACE_PERIOD', 4],
    [() => store.control('/clock', { advanceMs: 2 * dayMs }), 'GRACE_PERIOD_EXPIRED', undefined, 3],
    [() => act(id, 'recover'), 'DID_RENEW', 'BILLING_RECOVERY', 1],
    [() => act(id, 'fail-renewal'), 'DID_FAIL_TO_RENEW', undefined, 3],
    [() => store.control('/clock', { advanceMs: 61 * dayMs }), 'EXPIRED', 'BILLING_RETRY', 2],
    [() => act(id, 'renew'), 'SUBSCRIBED', 'RESUBSCRIBE', 1],
    [() => act(id, 'expire'), 'EXPIRED', 'VOLUNTARY', 2],
  ];
  for (const [change, type, subtype, status] of steps) {
    await change();
    const notification = await next();
    assert.deepEqual(
      [notification.notificationType, notification.subtype, notification.data?.status],
      [type, subtype, status],
    );
    const renewal = await store.verify.verifyAndDecodeRenewalInfo(
      notification.data?.signedRenewalInfo ?? '',
    );
    assert.equal(renewal.originalTransactionId, id);
  }
});

test('refund decisions, consumption requests, revocations and extensions are announced', async () => {
  const { store, next, act } = await open();
  const { transactionId: id } = await store.control('/apple/transactions', subscription);
  await next();
  await act(id, 'request-consumption', { consumptionRequestReason: 'FULFILLMENT_ISSUE' });
  const request = await next();
  assert.deepEqual(
    [request.notificationType, request.data?.consumptionRequestReason],
    ['CONSUMPTION_REQUEST', 'FULFILLMENT_ISSUE'],
  );
  await act(id, 'decline-refund');
  assert.equal((await next()).notificationType, 'REFUND_DECLINED');
  await act(id, 'refund');
  const refund = await next();
  assert.deepEqual([refund.notificationType, refund.data?.status], ['REFUND', 5]);
  await act(id, 'reverse-refund');
  assert.equal((await next()).notificationType, 'REFUND_REVERSED');
  await store.production.extendSubscriptionRenewalDate(id, {
    extendByDays: 1,
    extendReasonCode: 1,
    requestIdentifier: 'x',
  });
  assert.equal((await next()).notificationType, 'RENEWAL_EXTENDED');
  await act(id, 'refund', { revocationType: 'FAMILY_REVOKE' });
  assert.equal((await next()).notificationType, 'REVOKE');
});

test('each cycle that a moved clock skips is announced in order, at its own time', async () => {
  const { store, receiver, verifier, act } = await open();
  await store.control('/apple/notifications/hold');
  const { transactionId } = await store.control('/apple/transactions', {
    ...subscription,
    periodMs: 7 * dayMs,
  });
  await act(transactionId, 'cancel');
  await act(transactionId, 'enable');
  await store.control('/clock', { advanceMs: 22 * dayMs });
  assert.equal(receiver.pending(), 0);
  const { body } = await store.call('GET', '/control/apple/notifications');
  const dates: number[] = [];
  for (const { notificationUUID } of body.notifications.slice(3)) {
    await store.control('/apple/notifications/redeliver', { notificationUUID });
    const { signedPayload } = JSON.parse((await receiver.next()).body);
    const notification = await verifier.verifyAndDecodeNotification(signedPayload);
    assert.equal(notification.notificationType, 'DID_RENEW');
    dates.push(notification.signedDate ?? 0);
  }
  assert.deepEqual(
    dates.slice(1).map((date, at) => date - (dates[at] ?? 0)),
    [7 * dayMs, 7 * dayMs],
  );
});

test('production tries again after 1, 12, 24, 48 and 72 hours with the same UUID', async () => {
  const { store, receiver, next } = await open();
  receiver.answer(503);
  await store.control('/apple/transactions');
  const { notificationUUID } = await next();
  await settled(store, notificationUUID, 1);
  let attempts = 1;
  for (const hours of [1, 12, 24, 48, 72]) {
    await store.control('/clock', { advanceMs: hours * hourMs - 60_000 });
    assert.equal(receiver.pending(), 0);
    await store.control('/clock', { advanceMs: 60_000 });
    assert.equal((await next()).notificationUUID, notificationUUID);
    attempts += 1;
    await settled(store, notificationUUID, attempts);
  }
  const delivery = await settled(store, notificationUUID, 6);
  assert.equal(delivery.dueAt, undefined);

  const history = await store.production.getNotificationHistory(null, allHistory(store));
  const [item] = history.notificationHistory ?? [];
  assert.deepEqual(
    item?.sendAttempts?.map(({ sendAttemptResult }) => sendAttemptResult),
    Array(6).fill('UNSUCCESSFUL_HTTP_RESPONSE_CODE'),
  );
});

test('a retry that is accepted is the last one', async () => {
  const { store, receiver, next } = await open();
  receiver.answer(500);
  await store.control('/apple/transactions');
  const { notificationUUID } = await next();
  await settled(store, notificationUUID, 1);
  receiver.answer(204);
  await store.control('/clock', { advanceMs: hourMs });
  await next();
  const delivery = await settled(store, notificationUUID, 2);
  assert.deepEqual(
    delivery.attempts.map(({ result, status }: { result: string; status: number }) => [
      result,
      status,
    ]),
    [
      ['refused', 500],
      ['delivered', 204],
    ],
  );
  assert.equal(delivery.dueAt, undefined);
});

test('the sandbox tries once', async () => {
  const { store, receiver, next } = await open('Sandbox');
  receiver.answer(500);
  await store.control('/apple/transactions', { environment: 'Sandbox' });
  const { notificationUUID, data } = await next();
  assert.equal(data?.appAppleId, 1_234_567_890);
  const delivery = await settled(store, notificationUUID, 1);
  assert.equal(delivery.dueAt, undefined);
  await store.control('/clock', { advanceMs: 10 * dayMs });
  assert.equal((await settled(store, notificationUUID, 1)).attempts.length, 1);
});

test('the sandbox can leave out the App Apple ID, production cannot', async () => {
  const { store, receiver, next } = await open('Sandbox');
  const address = { environment: 'Sandbox', url: receiver.url, omitAppAppleId: true };
  await store.control('/apple/notifications', address);
  await store.control('/apple/transactions', { environment: 'Sandbox' });
  const { data } = await next();
  assert.deepEqual([data?.environment, data?.appAppleId], ['Sandbox', undefined]);
  const production = { ...address, environment: 'Production' };
  const refused = await store.call('POST', '/control/apple/notifications', production);
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { error: 'Only the sandbox omits appAppleId.' }],
  );
});

for (const environment of ['Production', 'Sandbox'] as const) {
  test(`an external purchase of ${environment} is reported by its token`, async () => {
    const { store, next } = await open(environment);
    const token = await store.control('/apple/external-purchases', { environment });
    const { notificationType, subtype, data, externalPurchaseToken } = await next();
    assert.deepEqual(
      [notificationType, subtype, data, externalPurchaseToken],
      ['EXTERNAL_PURCHASE_TOKEN', 'UNREPORTED', undefined, token],
    );
    const { externalPurchaseId, tokenCreationDate, ...app } = token;
    assert.equal(externalPurchaseId.startsWith('SANDBOX_'), environment === 'Sandbox');
    assert.equal(typeof tokenCreationDate, 'number');
    assert.deepEqual(app, { appAppleId: 1_234_567_890, bundleId: 'com.tollgate.demo' });
  });
}

test('an address where nobody listens is written down as no response', async () => {
  const store = await startAppStore();
  await store.control('/apple/notifications', { url: 'http://127.0.0.1:9/' });
  await store.control('/apple/transactions');
  const { body } = await store.call('GET', '/control/apple/notifications');
  await settled(store, body.notifications[0].notificationUUID, 1);
  const request = { ...allHistory(store), onlyFailures: true };
  const history = await store.production.getNotificationHistory(null, request);
  assert.deepEqual(
    history.notificationHistory?.[0]?.sendAttempts?.map((one) => one.sendAttemptResult),
    ['NO_RESPONSE'],
  );
});

test('held notifications can arrive late, twice, and out of order, telling their own time', async () => {
  const { store, receiver, verifier, next, act } = await open();
  await store.control('/apple/notifications/hold');
  const { transactionId } = await store.control('/apple/transactions');
  await act(transactionId, 'refund');
  const { body } = await store.call('GET', '/control/apple/notifications');
  const [bought, refunded] = body.notifications;
  assert.equal(receiver.pending(), 0);

  const deliver = async ({ notificationUUID }: { notificationUUID: string }) => {
    const answer = await store.control('/apple/notifications/redeliver', { notificationUUID });
    assert.equal(answer.attempts.at(-1).result, 'delivered');
    return next();
  };
  assert.equal((await deliver(refunded)).notificationType, 'REFUND');
  const late = await deliver(bought);
  assert.equal(late.notificationType, 'ONE_TIME_CHARGE');
  const snapshot = await verifier.verifyAndDecodeTransaction(
    late.data?.signedTransactionInfo ?? '',
  );
  assert.equal(snapshot.revocationDate, undefined);
  assert.equal((await deliver(refunded)).notificationUUID, refunded.notificationUUID);

  await act(transactionId, 'reverse-refund');
  const released = await store.control('/apple/notifications/release');
  assert.deepEqual(
    released.notifications.map(({ content }: { content: { type: string } }) => content.type),
    ['REFUND_REVERSED'],
  );
  assert.equal((await next()).notificationType, 'REFUND_REVERSED');
});

test('a test notification is sent and its status can be read', async () => {
  const { store, verifier, next } = await open();
  const { testNotificationToken = '' } = await store.production.requestTestNotification();
  const received = await next();
  assert.equal(received.notificationType, 'TEST');
  await settled(store, received.notificationUUID, 1);
  const status = await store.production.getTestNotificationStatus(testNotificationToken);
  const decoded = await verifier.verifyAndDecodeNotification(status.signedPayload ?? '');
  assert.deepEqual(decoded, received);
  assert.deepEqual(
    status.sendAttempts?.map(({ sendAttemptResult }) => sendAttemptResult),
    ['SUCCESS'],
  );
});

test('notification history is paged by 20 and filtered', async () => {
  const { store, next, act } = await open();
  const ids: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    const { transactionId } = await store.control('/apple/transactions');
    ids.push(transactionId);
    await next();
  }
  const [id = ''] = ids;
  await act(id, 'refund');
  await next();

  const ask = (request: NotificationHistoryRequest, page: string | null = null) =>
    store.production.getNotificationHistory(page, { ...allHistory(store), ...request });
  const first = await ask({});
  const second = await ask({}, first.paginationToken);
  assert.deepEqual([first.hasMore, first.notificationHistory?.length], [true, 20]);
  assert.deepEqual(
    [second.hasMore, second.notificationHistory?.length, second.paginationToken],
    [false, 3, undefined],
  );
  const types = async (request: NotificationHistoryRequest) => {
    const { notificationHistory = [] } = await ask(request);
    return Promise.all(
      notificationHistory.map(async ({ signedPayload = '' }) => {
        const decoded = await store.verify.verifyAndDecodeNotification(signedPayload);
        return decoded.notificationType;
      }),
    );
  };
  assert.deepEqual(await types({ notificationType: 'REFUND' as never }), ['REFUND']);
  assert.deepEqual(await types({ transactionId: id }), ['ONE_TIME_CHARGE', 'REFUND']);
  const other = store.client(Environment.SANDBOX);
  const month = { ...allHistory(store), startDate: store.clock.now() - 29 * dayMs };
  assert.deepEqual(await other.getNotificationHistory(null, month), {
    hasMore: false,
    notificationHistory: [],
  });
});
