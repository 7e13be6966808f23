// An App Store whose API learns of a sale minutes after it, and one that was not asked for many cycles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  APIError,
  APIException,
  GetTransactionHistoryVersion,
} from '@apple/app-store-server-library';
import { freshMarkets } from '../support/fresh-markets.ts';
import { startAppStore } from './apple-store.ts';
import { openReceiver } from './webhook-receiver.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const minute = 60_000;
const store = await startAppStore({ now: () => start, state: await freshMarkets() });

async function errorOf(call: Promise<unknown>): Promise<APIError | number | null | undefined> {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  assert.ok(error === undefined || error instanceof APIException, String(error));
  return error?.apiError;
}

test('a new sale is signed and announced, and the API does not know it for a while', async () => {
  const receiver = await openReceiver();
  await store.control('/apple/notifications', { url: receiver.url });
  const account = '0b9ee3f5-9a49-4a4c-8a2f-0d7a7a5bb6c1';
  const earlier = await store.control('/apple/transactions', { appAccountToken: account });
  await receiver.next();
  store.clock.advance(5 * minute);
  assert.deepEqual(await store.control('/apple/settings', { unknownForMs: 5 * minute }), {
    unknownForMs: 5 * minute,
  });
  const { transactionId, orderId, signedTransaction } = await store.control('/apple/transactions', {
    type: 'Auto-Renewable Subscription',
    appAccountToken: account,
  });
  const { signedPayload } = JSON.parse((await receiver.next()).body);
  const told = await store.verify.verifyAndDecodeNotification(signedPayload);
  assert.equal(told.notificationType, 'SUBSCRIBED');
  await store.verify.verifyAndDecodeTransaction(signedTransaction);

  const api = store.production;
  const v2 = GetTransactionHistoryVersion.V2;
  const history = () => api.getTransactionHistory(earlier.transactionId, null, {}, v2);
  const unknown = APIError.TRANSACTION_ID_NOT_FOUND;
  const extension = { extendByDays: 1, extendReasonCode: 0, requestIdentifier: 'r' };
  const asked = async () => [
    await errorOf(api.getTransactionInfo(transactionId)),
    await errorOf(api.getAllSubscriptionStatuses(transactionId)),
    await errorOf(api.getTransactionHistory(transactionId, null, {}, v2)),
    await errorOf(api.getRefundHistory(transactionId, null)),
    await errorOf(api.finishTransaction(transactionId)),
    await errorOf(api.extendSubscriptionRenewalDate(transactionId, extension)),
    (await api.lookUpOrderId(orderId)).status,
    (await history()).signedTransactions?.length,
  ];
  const noOriginal = APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND;
  const five = [unknown, unknown, unknown, unknown, unknown];
  assert.deepEqual(await asked(), [...five, noOriginal, 1, 1]);
  store.clock.advance(5 * minute - 1);
  assert.deepEqual(await asked(), [...five, noOriginal, 1, 1]);
  store.clock.advance(1);
  const known = [undefined, undefined, undefined, undefined, undefined, undefined, 0, 2];
  assert.deepEqual(await asked(), known);
  assert.deepEqual((await store.call('GET', '/control/apple/settings')).body, {
    unknownForMs: 5 * minute,
  });
  await store.control('/reset');
  assert.deepEqual((await store.call('GET', '/control/apple/settings')).body, { unknownForMs: 0 });
});

test('all cycles that nobody has heard of are in the history, in pages', async () => {
  const { transactionId } = await store.control('/apple/transactions', {
    type: 'Auto-Renewable Subscription',
    subscriptionPeriod: 'P1W',
  });
  store.clock.advance(24 * 7 * 86_400_000);
  const ids = new Set<string | undefined>();
  const v2 = GetTransactionHistoryVersion.V2;
  let revision: string | null = null;
  let pages = 0;
  for (let hasMore = true; hasMore; pages++) {
    const page = await store.production.getTransactionHistory(transactionId, revision, {}, v2);
    for (const jws of page.signedTransactions ?? []) {
      const cycle = await store.verify.verifyAndDecodeTransaction(jws);
      assert.equal(cycle.originalTransactionId, transactionId);
      ids.add(cycle.webOrderLineItemId);
    }
    revision = page.revision ?? null;
    hasMore = page.hasMore ?? false;
  }
  assert.deepEqual([ids.size, pages], [25, 2]);
});
