// Subscriptions that are bought in the emulated Play Store itself, without the app.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { androidpublisher_v3 } from '@googleapis/androidpublisher';
import { packageName, startPlay } from './google-play.ts';

const play = await startPlay();
const { orders, purchases } = play.api;

async function read(token: string): Promise<androidpublisher_v3.Schema$SubscriptionPurchaseV2> {
  return (await purchases.subscriptionsv2.get({ packageName, token })).data;
}

test('who resubscribes in the Play Store is named by the expired subscription until it is acknowledged', async () => {
  const bought = await play.control('/google/subscriptions', {
    obfuscatedExternalAccountId: 'account-1',
    obfuscatedExternalProfileId: 'profile-1',
  });
  const path = `/google/subscriptions/${bought.purchaseToken}`;
  const early = await play.call('POST', `/control${path}/resubscribe`);
  assert.equal(early.status, 400);
  await play.control(`${path}/expire`);
  const next = await play.control(`${path}/resubscribe`);
  assert.notEqual(next.purchaseToken, bought.purchaseToken);
  const seen = await read(next.purchaseToken);
  assert.deepEqual(seen.outOfAppPurchaseContext, {
    expiredExternalAccountIdentifiers: {
      obfuscatedExternalAccountId: 'account-1',
      obfuscatedExternalProfileId: 'profile-1',
    },
    expiredPurchaseToken: bought.purchaseToken,
  });
  assert.deepEqual(
    [seen.externalAccountIdentifiers, seen.linkedPurchaseToken, seen.subscriptionState],
    [undefined, undefined, 'SUBSCRIPTION_STATE_ACTIVE'],
  );
  const { data: order } = await orders.get({ packageName, orderId: next.orderId });
  assert.equal(order.salesChannel, 'PLAY_STORE');
  await purchases.subscriptions.acknowledge({
    packageName,
    subscriptionId: next.productId,
    token: next.purchaseToken,
    requestBody: { externalAccountIds: { obfuscatedAccountId: 'account-1' } },
  });
  const later = await read(next.purchaseToken);
  assert.equal(later.outOfAppPurchaseContext, undefined);
  assert.deepEqual(later.externalAccountIdentifiers, { obfuscatedExternalAccountId: 'account-1' });
});

test('a first subscription in the Play Store names nobody', async () => {
  const bought = await play.control('/google/subscriptions', {
    outOfApp: true,
    obfuscatedExternalAccountId: 'ignored',
  });
  const seen = await read(bought.purchaseToken);
  assert.deepEqual(
    [seen.externalAccountIdentifiers, seen.outOfAppPurchaseContext],
    [undefined, undefined],
  );
});
