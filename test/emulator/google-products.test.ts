// One-time purchases of the emulated Google Play, read and changed with Google's own client.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import {
  day,
  failure,
  packageName,
  start,
  startPlay,
  startTime,
  tokenError,
} from './google-play.ts';

const play = await startPlay();
const { products, productsv2 } = play.api.purchases;

async function read(productId: string, token: string) {
  return (await products.get({ packageName, productId, token })).data;
}
async function readV2(token: string) {
  return (await productsv2.getproductpurchasev2({ packageName, token })).data;
}
function isGenuine({ purchaseData, signature }: { purchaseData: string; signature: string }) {
  const key = createPublicKey({
    key: Buffer.from(play.credentials.licenceKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  return verify('RSA-SHA1', Buffer.from(purchaseData), key, Buffer.from(signature, 'base64'));
}

test('a paid purchase shows in both versions of the API', async () => {
  const bought = await play.control('/google/purchases', {
    productId: 'coins_100',
    obfuscatedExternalAccountId: 'account-1',
    obfuscatedExternalProfileId: 'profile-1',
    regionCode: 'KR',
  });
  assert.match(bought.orderId, /^GPA\.\d{4}-\d{4}-\d{4}-\d{5}$/);
  assert.deepEqual(await read('coins_100', bought.purchaseToken), {
    kind: 'androidpublisher#productPurchase',
    purchaseTimeMillis: String(start),
    purchaseState: 0,
    consumptionState: 0,
    acknowledgementState: 0,
    orderId: bought.orderId,
    obfuscatedExternalAccountId: 'account-1',
    obfuscatedExternalProfileId: 'profile-1',
    regionCode: 'KR',
    refundableQuantity: 1,
  });
  assert.deepEqual(await readV2(bought.purchaseToken), {
    kind: 'androidpublisher#productPurchaseV2',
    productLineItem: [
      {
        productId: 'coins_100',
        productOfferDetails: {
          quantity: 1,
          refundableQuantity: 1,
          consumptionState: 'CONSUMPTION_STATE_YET_TO_BE_CONSUMED',
        },
      },
    ],
    purchaseStateContext: { purchaseState: 'PURCHASED' },
    orderId: bought.orderId,
    obfuscatedExternalAccountId: 'account-1',
    obfuscatedExternalProfileId: 'profile-1',
    regionCode: 'KR',
    purchaseCompletionTime: startTime,
    acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
  });
});

test('the purchase JSON is signed with the licence key over its exact bytes', async () => {
  const bought = await play.control('/google/purchases', {
    productId: 'coins_100',
    obfuscatedExternalAccountId: 'account-1',
    obfuscatedExternalProfileId: 'profile-1',
    quantity: 2,
  });
  assert.deepEqual(JSON.parse(bought.purchaseData), {
    orderId: bought.orderId,
    packageName,
    productId: 'coins_100',
    purchaseTime: start,
    purchaseState: 0,
    purchaseToken: bought.purchaseToken,
    obfuscatedAccountId: 'account-1',
    obfuscatedProfileId: 'profile-1',
    quantity: 2,
    acknowledged: false,
  });
  assert.ok(isGenuine(bought));
});

test('forged receipts name a real purchase and fail the licence key', async () => {
  const real = await play.control('/google/purchases', { productId: 'coins_100' });
  for (const kind of ['reserialised', 'wrong-key', 'changed']) {
    const forged = await play.control('/google/forge', { kind, purchaseToken: real.purchaseToken });
    assert.equal(JSON.parse(forged.purchaseData).purchaseToken, real.purchaseToken);
    assert.equal(isGenuine(forged), false, kind);
  }
  const forged = await play.control('/google/forge', { kind: 'reserialised' });
  const { productId, purchaseToken } = JSON.parse(forged.purchaseData);
  assert.equal((await read(productId, purchaseToken)).purchaseState, 0);
});

test('a test purchase, a promo code and a missing order can be distinguished', async () => {
  const tested = await play.control('/google/purchases', { test: true });
  assert.equal((await read('demo.gems', tested.purchaseToken)).purchaseType, 0);
  assert.deepEqual((await readV2(tested.purchaseToken)).testPurchaseContext, { fopType: 'TEST' });

  const promo = await play.control('/google/purchases', { promo: true });
  assert.equal(promo.orderId, null);
  const promoRead = await read('demo.gems', promo.purchaseToken);
  assert.equal(promoRead.purchaseType, 1);
  assert.equal('orderId' in promoRead, false);

  const orderless = await play.control('/google/purchases', { noOrder: true });
  assert.equal(orderless.orderId, null);
  assert.equal('orderId' in JSON.parse(orderless.purchaseData), false);
  assert.equal('orderId' in (await readV2(orderless.purchaseToken)), false);
});

test('a pending purchase is paid later', async () => {
  const { purchaseToken, purchaseData } = await play.control('/google/purchases', {
    state: 'pending',
  });
  assert.equal(JSON.parse(purchaseData).purchaseState, 4);
  assert.equal((await read('demo.gems', purchaseToken)).purchaseState, 2);
  const pending = await readV2(purchaseToken);
  assert.deepEqual(pending.purchaseStateContext, { purchaseState: 'PENDING' });
  assert.equal('purchaseCompletionTime' in pending, false);

  const paid = await play.control(`/google/purchases/${purchaseToken}/pay`);
  assert.equal(paid.state, 'purchased');
  assert.equal((await read('demo.gems', purchaseToken)).purchaseState, 0);
  assert.equal((await readV2(purchaseToken)).purchaseCompletionTime, startTime);
});

test('a pending purchase can be cancelled, and one can be bought cancelled', async () => {
  const { purchaseToken } = await play.control('/google/purchases', { state: 'pending' });
  await play.control(`/google/purchases/${purchaseToken}/cancel`);
  assert.equal((await read('demo.gems', purchaseToken)).purchaseState, 1);

  const cancelled = await play.control('/google/purchases', { state: 'cancelled' });
  assert.deepEqual((await readV2(cancelled.purchaseToken)).purchaseStateContext, {
    purchaseState: 'CANCELLED',
  });
});

test('acknowledging keeps a developer payload and consuming acknowledges too', async () => {
  const first = await play.control('/google/purchases', {});
  const acknowledged = await products.acknowledge({
    packageName,
    productId: 'demo.gems',
    token: first.purchaseToken,
    requestBody: { developerPayload: 'delivered' },
  });
  assert.equal(acknowledged.status, 204);
  const read1 = await read('demo.gems', first.purchaseToken);
  assert.deepEqual(
    [read1.acknowledgementState, read1.consumptionState, read1.developerPayload],
    [1, 0, 'delivered'],
  );

  const second = await play.control('/google/purchases', {});
  const target = { packageName, productId: 'demo.gems', token: second.purchaseToken };
  assert.equal((await products.consume(target)).status, 204);
  const read2 = await read('demo.gems', second.purchaseToken);
  assert.deepEqual([read2.acknowledgementState, read2.consumptionState], [1, 1]);
  assert.deepEqual(
    await failure(products.consume(target)),
    tokenError(400, 'productNotOwnedByUser', 'The user does not own this item any more.'),
  );
});

test('refunding some units leaves the rest refundable', async () => {
  const { purchaseToken } = await play.control('/google/purchases', { quantity: 5 });
  await play.control(`/google/purchases/${purchaseToken}/refund`, { quantity: 2 });
  const left = await read('demo.gems', purchaseToken);
  assert.deepEqual([left.purchaseState, left.quantity, left.refundableQuantity], [0, 5, 3]);
  await play.control(`/google/purchases/${purchaseToken}/refund`, { quantity: 3 });
  const gone = await read('demo.gems', purchaseToken);
  assert.deepEqual([gone.purchaseState, gone.quantity, gone.refundableQuantity], [1, 5, 0]);
});

test('only an unacknowledged purchase is taken back after three days', async () => {
  const kept = await play.control('/google/purchases', { productId: 'kept' });
  const lost = await play.control('/google/purchases', { productId: 'lost' });
  await products.acknowledge({ packageName, productId: 'kept', token: kept.purchaseToken });
  await play.advance(3 * day - 1);
  assert.equal((await read('lost', lost.purchaseToken)).purchaseState, 0);
  await play.advance(1);
  assert.equal((await read('lost', lost.purchaseToken)).purchaseState, 1);
  assert.equal((await read('kept', kept.purchaseToken)).purchaseState, 0);
});

test('an exported Play goes on elsewhere, and a reset forgets purchases but not keys', async () => {
  const other = await startPlay({ hasOwnKeys: true });
  const bought = await play.control('/google/purchases', { productId: 'moved' });
  const exported = await play.call('GET', '/control/export');
  await other.control('/import', exported.body);
  const moved = other.client(play.credentials.serviceAccount).purchases;
  const get = { packageName, productId: 'moved', token: bought.purchaseToken };
  assert.equal((await moved.products.get(get)).data.orderId, bought.orderId);
  await other.advance(3 * day);
  assert.equal((await moved.products.get(get)).data.purchaseState, 1);

  await other.control('/reset');
  assert.deepEqual(
    await failure(moved.products.get(get)),
    tokenError(404, 'purchaseTokenNotFound', 'The purchase token was not found.'),
  );
  assert.deepEqual((await other.call('GET', '/control/state')).body.markets.google, {
    purchases: 0,
    orders: 0,
    voided: 0,
    notificationTargets: {},
    quotaPerMinute: null,
  });
});

test('control lists purchases, shows one, and refuses bad input with a sentence', async () => {
  const { purchaseToken, orderId } = await play.control('/google/purchases', {});
  const { purchases } = (await play.call('GET', '/control/google/purchases')).body;
  assert.deepEqual(purchases[0], {
    purchaseToken,
    orderId,
    packageName,
    productId: 'demo.gems',
    state: 'purchased',
  });
  const shown = await play.call('GET', `/control/google/purchases/${purchaseToken}`);
  assert.ok(isGenuine(shown.body));

  const refused: [string, unknown, number, string][] = [
    [
      '',
      { priceMicros: -1 },
      400,
      'priceMicros must be an integer of at least 0 up to 1000000000000000.',
    ],
    ['', { currency: 'usd' }, 400, 'currency must be three capital letters.'],
    ['', { packageName: 'nodots' }, 400, 'packageName must be a package name.'],
    ['', { test: true, promo: true }, 400, 'A purchase is either test or promo.'],
    ['', { state: 'lost' }, 400, 'state must be one of purchased, pending, cancelled.'],
    ['/nobody/pay', {}, 404, 'There is no product with the token nobody.'],
    [`/${purchaseToken}/pay`, {}, 400, 'The purchase is already purchased.'],
    [`/${purchaseToken}/refund`, { quantity: 2 }, 400, 'Only 1 of 1 can still be refunded.'],
  ];
  for (const [path, body, status, error] of refused) {
    assert.deepEqual(await play.call('POST', `/control/google/purchases${path}`, body), {
      status,
      body: { error },
    });
  }
});
