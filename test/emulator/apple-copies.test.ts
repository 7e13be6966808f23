// One payment with several ids at the emulated App Store: restores, other devices, family sharing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshMarkets } from '../support/fresh-markets.ts';
import { startAppStore } from './apple-store.ts';
import { openReceiver } from './webhook-receiver.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const dayMs = 86_400_000;
const unlock = { type: 'Non-Consumable', productId: 'unlock', price: 4_990 };
const monthly = { type: 'Auto-Renewable Subscription', periodMs: 30 * dayMs };
const account = '0b9ee3f5-9a49-4a4c-8a2f-0d7a7a5bb6c1';

async function open() {
  const store = await startAppStore({ now: () => start, state: await freshMarkets() });
  const receiver = await openReceiver();
  await store.control('/apple/notifications', { url: receiver.url });
  const buy = async (fields: object) => {
    const bought = await store.control('/apple/transactions', fields);
    await news();
    return bought.transactionId as string;
  };
  /** The next notification: its type, and the transaction in it. */
  const news = async () => {
    const { signedPayload } = JSON.parse((await receiver.next()).body);
    const { notificationType, subtype, data } =
      await store.verify.verifyAndDecodeNotification(signedPayload);
    const { transactionId } = await store.verify.verifyAndDecodeTransaction(
      data?.signedTransactionInfo ?? '',
    );
    return [notificationType, subtype, transactionId];
  };
  const act = (id: string, step: string, body: object = {}) =>
    store.control(`/apple/transactions/${id}/${step}`, body);
  const read = async (id: string) => {
    const { signedTransactionInfo = '' } = await store.production.getTransactionInfo(id);
    const { signedDate, ...payload } =
      await store.verify.verifyAndDecodeTransaction(signedTransactionInfo);
    return payload;
  };
  const status = async (id: string) => {
    const { data } = await store.production.getAllSubscriptionStatuses(id);
    return data?.[0]?.lastTransactions?.[0]?.status;
  };
  return { store, receiver, buy, act, read, news, status };
}

test('a restore has an id of its own and the original id of the purchase', async () => {
  const { store, receiver, buy, act, read } = await open();
  const first = await buy({ ...unlock, appAccountToken: account });
  store.clock.advance(dayMs);
  const { transactionId, originalTransactionId } = await act(first, 'restore');
  assert.notEqual(transactionId, first);
  assert.equal(originalTransactionId, first);
  const { transactionId: bought, purchaseDate, ...paid } = await read(first);
  const { transactionId: restored, purchaseDate: restoredAt, ...copy } = await read(transactionId);
  assert.deepEqual([bought, purchaseDate], [first, start]);
  assert.deepEqual([restored, restoredAt], [transactionId, start + dayMs]);
  assert.deepEqual(copy, paid);
  assert.deepEqual([copy.originalPurchaseDate, copy.appAccountToken], [start, account]);
  assert.equal(receiver.pending(), 0);
});

test('a refund is on all papers of the purchase, and so is its reversal', async () => {
  const { buy, act, read, news } = await open();
  const first = await buy(unlock);
  const { transactionId: one } = await act(first, 'restore');
  // A restore of a restore is a restore of the purchase.
  const { transactionId: two } = await act(one, 'restore');
  const revocations = async () =>
    Promise.all([first, one, two].map(async (id) => (await read(id)).revocationType));
  await act(two, 'refund');
  assert.deepEqual(await revocations(), ['REFUND_FULL', 'REFUND_FULL', 'REFUND_FULL']);
  assert.deepEqual(await news(), ['REFUND', undefined, two]);
  await act(first, 'reverse-refund');
  assert.deepEqual(await revocations(), [undefined, undefined, undefined]);
});

test('a cycle has one line item on all devices', async () => {
  const { store, buy, act, read } = await open();
  const first = await buy({ ...monthly, webOrderLineItemId: '700' });
  const { transactionId: onPhone } = await act(first, 'restore');
  const before = await read(onPhone);
  assert.deepEqual(
    [before.webOrderLineItemId, before.originalTransactionId, before.purchaseDate],
    ['700', first, start],
  );
  store.clock.advance(30 * dayMs);
  const { transactionId: renewed } = await act(first, 'restore');
  const paper = await read(renewed);
  // The restore is of the cycle that was named: the first one.
  assert.deepEqual([paper.webOrderLineItemId, paper.expiresDate], ['700', start + 30 * dayMs]);
});

test('a family member gets a transaction of their own, which REVOKE takes away', async () => {
  const { store, buy, act, read, news } = await open();
  const first = await buy({ ...unlock, appAccountToken: account });
  const { transactionId: copy } = await act(first, 'share');
  assert.deepEqual(await news(), ['ONE_TIME_CHARGE', undefined, copy]);
  assert.deepEqual(await read(copy), {
    transactionId: copy,
    originalTransactionId: copy,
    bundleId: 'com.tollgate.demo',
    productId: 'unlock',
    purchaseDate: start,
    originalPurchaseDate: start,
    quantity: 1,
    type: 'Non-Consumable',
    inAppOwnershipType: 'FAMILY_SHARED',
    environment: 'Production',
    transactionReason: 'PURCHASE',
    storefront: 'USA',
    storefrontId: '143441',
    price: 4_990,
    currency: 'USD',
    appTransactionId: `7${copy}`,
  });
  const { transactionId: free } = await act(first, 'share', { omit: ['price', 'currency'] });
  await news();
  assert.equal((await read(free)).price, undefined);

  await act(copy, 'refund', { revocationType: 'FAMILY_REVOKE' });
  assert.deepEqual(await news(), ['REVOKE', undefined, copy]);
  assert.equal((await read(first)).revocationDate, undefined);
  // The payer's refund takes what the rest of the family has.
  await act(first, 'refund');
  assert.deepEqual(
    [await news(), await news()].sort(),
    [
      ['REFUND', undefined, first],
      ['REVOKE', undefined, free],
    ].sort(),
  );
  assert.equal((await read(free)).revocationType, 'FAMILY_REVOKE');
  const { signedTransactions } = await store.production.getRefundHistory(copy, null);
  assert.deepEqual(signedTransactions, []);
});

test('a shared subscription lasts as long as the payer pays', async () => {
  const { store, buy, act, read, news, status } = await open();
  const first = await buy(monthly);
  store.clock.advance(10 * dayMs);
  const { transactionId: copy } = await act(first, 'share');
  assert.deepEqual(await news(), ['SUBSCRIBED', 'INITIAL_BUY', copy]);
  assert.equal((await read(copy)).expiresDate, start + 30 * dayMs);
  store.clock.advance(20 * dayMs);
  assert.deepEqual([await status(copy), await status(first)], [1, 1]);
  const renewals = [await news(), await news()];
  assert.deepEqual(
    renewals.map(([type]) => type),
    ['DID_RENEW', 'DID_RENEW'],
  );
  const ids = renewals.map(([, , id]) => String(id));
  const cycles = await Promise.all(ids.map(read));
  assert.deepEqual(cycles.map((cycle) => [cycle.inAppOwnershipType, cycle.expiresDate]).sort(), [
    ['FAMILY_SHARED', start + 60 * dayMs],
    ['PURCHASED', start + 60 * dayMs],
  ]);
  await act(first, 'cancel');
  await news();
  store.clock.advance(30 * dayMs);
  assert.deepEqual([await status(copy), await status(first)], [2, 2]);
  assert.deepEqual([(await news())[0], (await news())[0]], ['EXPIRED', 'EXPIRED']);
});

test("the payer's refund of a subscription revokes the family's current cycle", async () => {
  const { store, buy, act, news, status } = await open();
  const first = await buy(monthly);
  const { transactionId: copy } = await act(first, 'share');
  await news();
  store.clock.advance(30 * dayMs);
  await news();
  await news();
  const { transactionId: renewed } = await act(first, 'renew');
  await news();
  await act(renewed, 'refund');
  assert.deepEqual([(await news())[0], (await news())[0]].sort(), ['REFUND', 'REVOKE']);
  assert.deepEqual([await status(first), await status(copy)], [5, 5]);
});

test('what cannot be restored or shared is refused', async () => {
  const { store, buy, act, news } = await open();
  const gems = await buy({});
  const bought = await buy(unlock);
  const { transactionId: copy } = await act(bought, 'share');
  await news();
  const ended = await buy(monthly);
  await act(ended, 'expire');
  await news();
  const refunded = await buy(unlock);
  await act(refunded, 'refund');
  await news();
  const refusals = [
    [gems, 'restore', 'A consumable cannot be restored.'],
    [gems, 'share', 'A consumable cannot be shared.'],
    [copy, 'share', 'Only the payer can share a purchase.'],
    [ended, 'share', 'Only an active subscription can be shared.'],
    [refunded, 'share', 'The purchase is revoked.'],
  ] as const;
  for (const [id, step, error] of refusals) {
    const path = `/control/apple/transactions/${id}/${step}`;
    assert.deepEqual(await store.call('POST', path, {}), { status: 400, body: { error } });
  }
});

test('a state file keeps copies', async () => {
  const { store, buy, act, read } = await open();
  const first = await buy(unlock);
  const { transactionId: restored } = await act(first, 'restore');
  const saved = (await store.call('GET', '/control/export')).body;
  await store.control('/reset');
  await store.control('/import', saved);
  await act(first, 'refund');
  assert.equal((await read(restored)).revocationType, 'REFUND_FULL');
});
