// Pre-orders and other purchases at the emulated Google Play that are not paid at once, or never.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, packageName, start, startPlay } from './google-play.ts';
import { openReceiver } from './webhook-receiver.ts';

const play = await startPlay();
const { orders, purchases } = play.api;
const receiver = await openReceiver();
await play.control('/google/notifications', { url: receiver.url });

const iso = (ms: number) => new Date(ms).toISOString();
const release = start + 14 * day;

async function nextNotification() {
  const { message } = JSON.parse((await receiver.next()).body);
  const { eventTimeMillis, oneTimeProductNotification } = JSON.parse(
    Buffer.from(message.data, 'base64').toString(),
  );
  return [Number(eventTimeMillis), oneTimeProductNotification];
}
const read = async (token: string, orderId: string) => {
  const { data } = await purchases.productsv2.getproductpurchasev2({ packageName, token });
  const order = (await orders.get({ packageName, orderId })).data;
  return {
    state: data.purchaseStateContext?.purchaseState,
    paidAt: data.purchaseCompletionTime,
    offer: data.productLineItem?.[0]?.productOfferDetails?.preorderOfferDetails,
    order: order.state,
    details: order.lineItems?.[0]?.oneTimePurchaseDetails,
  };
};
const offer = { preorderReleaseTime: iso(release) };
const details = { quantity: 1, preorderDetails: {} };

test('a pre-order is pending until the release, then paid and reported without the app', async () => {
  const { purchaseToken, orderId, state } = await play.control('/google/purchases', {
    productId: 'season.two',
    preorderReleaseTime: iso(release),
  });
  assert.equal(state, 'pending');
  const waiting = { state: 'PENDING', paidAt: undefined, offer, order: 'PENDING', details };
  assert.deepEqual(await read(purchaseToken, orderId), waiting);
  await play.advance(14 * day - 1);
  assert.deepEqual(await read(purchaseToken, orderId), waiting);
  await play.advance(1);
  assert.deepEqual(await read(purchaseToken, orderId), {
    state: 'PURCHASED',
    paidAt: iso(release),
    offer,
    order: 'PROCESSED',
    details,
  });
  assert.deepEqual(await nextNotification(), [
    release,
    { version: '1.0', notificationType: 1, purchaseToken, sku: 'season.two' },
  ]);
  // Nobody acknowledges it: the buyer gets the money back.
  await play.advance(3 * day);
  assert.equal((await read(purchaseToken, orderId)).order, 'REFUNDED');
});

test('a pre-order that is cancelled before the release was never paid', async () => {
  const later = play.clock.now() + day;
  const { purchaseToken, orderId } = await play.control('/google/purchases', {
    preorderReleaseTime: later,
  });
  await play.control(`/google/purchases/${purchaseToken}/cancel`);
  await play.advance(2 * day);
  assert.deepEqual(await read(purchaseToken, orderId), {
    state: 'CANCELLED',
    paidAt: undefined,
    offer: { preorderReleaseTime: iso(later) },
    order: 'CANCELED',
    details,
  });
});
