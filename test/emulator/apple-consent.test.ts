// Notifications of the emulated App Store that are about no purchase: withdrawn consent, external purchases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Environment, NotificationTypeV2, Subtype } from '@apple/app-store-server-library';
import { freshMarkets } from '../support/fresh-markets.ts';
import { startAppStore } from './apple-store.ts';
import { openReceiver } from './webhook-receiver.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const appAppleId = 1_234_567_890;
const bundleId = 'com.tollgate.demo';

async function open(environment: Environment.PRODUCTION | Environment.SANDBOX) {
  const store = await startAppStore({ now: () => start, state: await freshMarkets() });
  const receiver = await openReceiver();
  await store.control('/apple/notifications', { environment, url: receiver.url });
  const verifier = store.verifier(environment);
  const next = async () => {
    const { signedPayload } = JSON.parse((await receiver.next()).body);
    return verifier.verifyAndDecodeNotification(signedPayload);
  };
  return { store, receiver, verifier, next };
}

for (const environment of [Environment.PRODUCTION, Environment.SANDBOX] as const) {
  test(`a withdrawn consent in ${environment} names the download in signed content`, async () => {
    const { store, verifier, next } = await open(environment);
    const { transactionId } = await store.control('/apple/transactions', { environment });
    const { data } = await next();
    const { appTransactionId } = await verifier.verifyAndDecodeTransaction(
      data?.signedTransactionInfo ?? '',
    );
    const path = '/apple/rescinded-consents';
    assert.deepEqual(await store.control(path, { environment, appTransactionId }), {
      appTransactionId,
      environment,
      bundleId,
      appAppleId,
    });
    const { notificationUUID, appData, ...notification } = await next();
    assert.deepEqual(notification, {
      notificationType: NotificationTypeV2.RESCIND_CONSENT,
      version: '2.0',
      signedDate: start,
    });
    const { signedAppTransactionInfo = '', ...about } = appData ?? {};
    assert.deepEqual(about, { environment, bundleId, appAppleId });
    const download = await verifier.verifyAndDecodeAppTransaction(signedAppTransactionInfo);
    assert.deepEqual(download, {
      receiptType: environment,
      ...(environment === Environment.PRODUCTION && { appAppleId }),
      bundleId,
      applicationVersion: '1.0',
      versionExternalIdentifier: 1,
      receiptCreationDate: start,
      originalPurchaseDate: start,
      originalApplicationVersion: '1.0',
      appTransactionId,
      originalPlatform: 'iOS',
    });
    // The history has it for the customer.
    const history = await store.client(environment).getNotificationHistory(null, {
      startDate: start - 1,
      endDate: start + 1,
      transactionId,
    });
    assert.equal(history.notificationHistory?.length, 2);
  });
}

test('a child who has bought nothing is named too', async () => {
  const { store, verifier, next } = await open(Environment.PRODUCTION);
  const { appTransactionId } = await store.control('/apple/rescinded-consents');
  const { appData } = await next();
  const download = await verifier.verifyAndDecodeAppTransaction(
    appData?.signedAppTransactionInfo ?? '',
  );
  assert.equal(download.appTransactionId, appTransactionId);
});

test('an external purchase that the app knows is asked about by its id', async () => {
  const { store, next } = await open(Environment.SANDBOX);
  const token = {
    externalPurchaseId: 'SANDBOX_8a4b2f0e-64a5-4a52-b7a1-6a4a9c1b2d3e',
    tokenCreationDate: start - 10 * 86_400_000,
  };
  await store.control('/apple/external-purchases', { environment: 'Sandbox', ...token });
  const { notificationUUID, ...notification } = await next();
  assert.deepEqual(notification, {
    notificationType: NotificationTypeV2.EXTERNAL_PURCHASE_TOKEN,
    subtype: Subtype.UNREPORTED,
    externalPurchaseToken: { ...token, appAppleId, bundleId },
    version: '2.0',
    signedDate: start,
  });
});
