// The App Store Server API, asked by Apple's own client; every answer verified by Apple's verifier.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  APIError,
  APIException,
  AutoRenewStatus,
  DeliveryStatus,
  Environment,
  ExtendReasonCode,
  GetTransactionHistoryVersion,
  InAppOwnershipType,
  Order,
  OrderLookupStatus,
  ProductType,
  RefundPreference,
  Status,
  type TransactionHistoryRequest,
} from '@apple/app-store-server-library';
import { startAppStore } from './apple-store.ts';

const store = await startAppStore();
const { clock } = store;
const dayMs = 24 * 3_600_000;
const subscriptionType = 'Auto-Renewable Subscription';

const decode = (signed: string | undefined) =>
  store.verify.verifyAndDecodeTransaction(signed ?? '');

async function historyOf(id: string, request: TransactionHistoryRequest = {}, revision?: string) {
  const page = await store.production.getTransactionHistory(
    id,
    revision ?? null,
    request,
    GetTransactionHistoryVersion.V2,
  );
  const payloads = await Promise.all((page.signedTransactions ?? []).map(decode));
  return { ...page, ids: payloads.map(({ transactionId }) => transactionId) };
}

async function statusOf(id: string) {
  const answer = await store.production.getAllSubscriptionStatuses(id);
  const item = answer.data?.[0]?.lastTransactions?.[0];
  assert.ok(item);
  return {
    status: item.status,
    transaction: await decode(item.signedTransactionInfo),
    renewal: await store.verify.verifyAndDecodeRenewalInfo(item.signedRenewalInfo ?? ''),
  };
}

const subscribe = (more: object = {}) =>
  store.control('/apple/transactions', { type: subscriptionType, productId: 'vip', ...more });

test('transaction info shows a refund that came after the purchase', async () => {
  const { transactionId } = await store.control('/apple/transactions');
  const before = await store.production.getTransactionInfo(transactionId);
  assert.equal((await decode(before.signedTransactionInfo)).revocationDate, undefined);

  await store.control(`/apple/transactions/${transactionId}/refund`, {
    revocationReason: 1,
    revocationType: 'REFUND_PRORATED',
    revocationPercentage: 50_000,
  });
  const refunded = await decode(
    (await store.production.getTransactionInfo(transactionId)).signedTransactionInfo,
  );
  assert.ok(refunded.revocationDate);
  assert.deepEqual(
    [refunded.revocationReason, refunded.revocationType, refunded.revocationPercentage],
    [1, 'REFUND_PRORATED', 50_000],
  );

  await store.control(`/apple/transactions/${transactionId}/reverse-refund`);
  const after = await store.production.getTransactionInfo(transactionId);
  assert.equal((await decode(after.signedTransactionInfo)).revocationDate, undefined);
});

test('production and sandbox do not know each other’s transactions', async () => {
  const { transactionId } = await store.control('/apple/transactions', { environment: 'Sandbox' });
  await assert.rejects(
    store.production.getTransactionInfo(transactionId),
    (error) =>
      error instanceof APIException && error.apiError === APIError.TRANSACTION_ID_NOT_FOUND,
  );
  const { signedTransactionInfo } = await store.sandbox.getTransactionInfo(transactionId);
  const payload = await store.verifySandbox.verifyAndDecodeTransaction(signedTransactionInfo ?? '');
  assert.equal(payload.transactionId, transactionId);
});

test('an app sees its own transactions only', async () => {
  const bundleId = 'com.example.other';
  const { transactionId } = await store.control('/apple/transactions', { bundleId });
  await assert.rejects(store.production.getTransactionInfo(transactionId), {
    apiError: APIError.TRANSACTION_ID_NOT_FOUND,
  });
  const other = store.client(Environment.PRODUCTION, bundleId);
  const { signedTransactionInfo } = await other.getTransactionInfo(transactionId);
  const verifier = store.verifier(Environment.PRODUCTION, bundleId);
  const payload = await verifier.verifyAndDecodeTransaction(signedTransactionInfo ?? '');
  assert.equal(payload.bundleId, bundleId);
});

test('subscription statuses are grouped, filtered, and found by any id of the customer', async () => {
  const appAccountToken = crypto.randomUUID();
  const gold = await subscribe({ appAccountToken, subscriptionGroupIdentifier: '1' });
  const silver = await subscribe({ appAccountToken, subscriptionGroupIdentifier: '2' });
  await store.control(`/apple/transactions/${silver.transactionId}/expire`);
  const { appTransactionId = '' } = await decode(gold.signedTransaction);

  for (const id of [gold.transactionId, silver.transactionId, appTransactionId]) {
    const answer = await store.production.getAllSubscriptionStatuses(id);
    assert.deepEqual(
      [answer.environment, answer.bundleId, answer.appAppleId],
      ['Production', 'com.tollgate.demo', 1_234_567_890],
    );
    assert.deepEqual(
      answer.data?.map(({ subscriptionGroupIdentifier, lastTransactions }) => [
        subscriptionGroupIdentifier,
        lastTransactions?.map(({ status, originalTransactionId }) => [
          status,
          originalTransactionId,
        ]),
      ]),
      [
        ['1', [[Status.ACTIVE, gold.transactionId]]],
        ['2', [[Status.EXPIRED, silver.transactionId]]],
      ],
    );
  }
  const expired = await store.production.getAllSubscriptionStatuses(gold.transactionId, [
    Status.EXPIRED,
    Status.REVOKED,
  ]);
  assert.deepEqual(
    expired.data?.map(({ subscriptionGroupIdentifier }) => subscriptionGroupIdentifier),
    ['2'],
  );
});

test('a subscription renews by itself whenever the clock passes its end', async () => {
  const { transactionId } = await subscribe({ periodMs: 7 * dayMs });
  const first = await statusOf(transactionId);
  await store.control('/clock', { advanceMs: 15 * dayMs });
  const third = await statusOf(transactionId);
  assert.notEqual(third.transaction.transactionId, transactionId);
  assert.deepEqual(
    [third.status, third.transaction.transactionReason, third.transaction.originalTransactionId],
    [Status.ACTIVE, 'RENEWAL', transactionId],
  );
  assert.equal(third.transaction.expiresDate, (first.transaction.expiresDate ?? 0) + 14 * dayMs);
  assert.equal((await historyOf(transactionId)).ids.length, 3);
});

test('a cancelled subscription expires at its end, an enabled one does not', async () => {
  const { transactionId } = await subscribe({ subscriptionPeriod: 'P1W' });
  const act = (name: string) => store.control(`/apple/transactions/${transactionId}/${name}`);
  await act('cancel');
  const cancelled = await statusOf(transactionId);
  assert.deepEqual(
    [cancelled.status, cancelled.renewal.autoRenewStatus],
    [Status.ACTIVE, AutoRenewStatus.OFF],
  );
  await act('enable');
  await store.control('/clock', { advanceMs: 8 * dayMs });
  assert.equal((await statusOf(transactionId)).status, Status.ACTIVE);
  await act('cancel');
  await store.control('/clock', { advanceMs: 8 * dayMs });
  const ended = await statusOf(transactionId);
  assert.deepEqual([ended.status, ended.renewal.expirationIntent], [Status.EXPIRED, 1]);
});

test('a subscription bought long ago has expired, or has renewed ever since', async () => {
  const bought = { purchaseDate: clock.now() - 45 * dayMs, offerType: 1, storefront: 'KOR' };
  const off = await subscribe({ ...bought, renewalInfo: { autoRenewStatus: 0 } });
  assert.equal((await statusOf(off.transactionId)).status, Status.EXPIRED);

  const on = await statusOf((await subscribe(bought)).transactionId);
  assert.equal(on.status, Status.ACTIVE);
  assert.deepEqual(
    [on.transaction.purchaseDate, on.transaction.offerType, on.transaction.storefront],
    [bought.purchaseDate + 30 * dayMs, undefined, 'KOR'],
  );
});

test('a failed renewal goes through grace and billing retry to expiry', async () => {
  const { transactionId } = await subscribe();
  const act = (name: string, body?: object) =>
    store.control(`/apple/transactions/${transactionId}/${name}`, body);
  await act('fail-renewal', { graceMs: 3 * dayMs });
  const grace = await statusOf(transactionId);
  assert.deepEqual(
    [grace.status, grace.renewal.isInBillingRetryPeriod],
    [Status.BILLING_GRACE_PERIOD, true],
  );
  assert.equal(
    grace.renewal.gracePeriodExpiresDate,
    (grace.transaction.expiresDate ?? 0) + 3 * dayMs,
  );
  await store.control('/clock', { advanceMs: 4 * dayMs });
  assert.equal((await statusOf(transactionId)).status, Status.BILLING_RETRY);
  await store.control('/clock', { advanceMs: 60 * dayMs });
  const ended = await statusOf(transactionId);
  assert.deepEqual([ended.status, ended.renewal.expirationIntent], [Status.EXPIRED, 2]);
  await act('renew');
  const again = await statusOf(transactionId);
  assert.deepEqual(
    [again.status, again.transaction.transactionReason],
    [Status.ACTIVE, 'PURCHASE'],
  );
});

test('a subscription in billing retry recovers with a new transaction', async () => {
  const { transactionId } = await subscribe();
  await store.control(`/apple/transactions/${transactionId}/fail-renewal`);
  assert.equal((await statusOf(transactionId)).status, Status.BILLING_RETRY);
  const recovered = await store.control(`/apple/transactions/${transactionId}/recover`);
  assert.notEqual(recovered.transactionId, transactionId);
  assert.equal((await statusOf(transactionId)).status, Status.ACTIVE);
});

test('an upgrade takes effect now, a downgrade with the next cycle', async () => {
  const { transactionId } = await subscribe({ price: 4_990 });
  const path = `/apple/transactions/${transactionId}/change-product`;
  await store.control(path, { productId: 'vip.plus', price: 9_990 });
  const upgraded = await statusOf(transactionId);
  assert.deepEqual(
    [upgraded.transaction.productId, upgraded.transaction.price],
    ['vip.plus', 9_990],
  );
  const left = await store.production.getTransactionInfo(transactionId);
  assert.equal((await decode(left.signedTransactionInfo)).isUpgraded, true);

  await store.control(path, { productId: 'vip.basic', price: 990, when: 'next' });
  const waiting = await statusOf(transactionId);
  assert.deepEqual(
    [waiting.transaction.productId, waiting.renewal.autoRenewProductId],
    ['vip.plus', 'vip.basic'],
  );
  await store.control(`/apple/transactions/${transactionId}/renew`);
  assert.equal((await statusOf(transactionId)).transaction.productId, 'vip.basic');
});

test('a refunded cycle revokes the subscription until the refund is reversed', async () => {
  const { transactionId } = await subscribe();
  await store.control(`/apple/transactions/${transactionId}/refund`);
  assert.equal((await statusOf(transactionId)).status, Status.REVOKED);
  await store.control(`/apple/transactions/${transactionId}/reverse-refund`);
  assert.equal((await statusOf(transactionId)).status, Status.ACTIVE);
});

test('history pages by 20, forwards and backwards, and goes on where it stopped', async () => {
  const appAccountToken = crypto.randomUUID();
  const bought: string[] = [];
  for (let n = 0; n < 45; n += 1) {
    const { transactionId } = await store.control('/apple/transactions', { appAccountToken });
    bought.push(transactionId);
  }
  const [first = ''] = bought;
  for (const sort of [Order.ASCENDING, Order.DESCENDING]) {
    const seen: (string | undefined)[] = [];
    let page = await historyOf(first, { sort });
    const sizes = [page.ids.length];
    seen.push(...page.ids);
    while (page.hasMore) {
      page = await historyOf(first, { sort }, page.revision);
      sizes.push(page.ids.length);
      seen.push(...page.ids);
    }
    assert.deepEqual(sizes, [20, 20, 5]);
    assert.deepEqual(seen, sort === Order.ASCENDING ? bought : bought.toReversed());
    if (sort === Order.ASCENDING) {
      const { revision } = page;
      assert.deepEqual((await historyOf(first, {}, revision)).ids, []);
      await store.control('/clock', { advanceMs: 1000 });
      await store.control(`/apple/transactions/${first}/refund`);
      assert.deepEqual((await historyOf(first, {}, revision)).ids, [first]);
      await store.control(`/apple/transactions/${first}/reverse-refund`);
      bought.splice(0, 45, ...bought.slice(1), first);
    }
  }
});

test('history filters by every documented condition', async () => {
  const appAccountToken = crypto.randomUUID();
  const buy = async (more: object) =>
    (await store.control('/apple/transactions', { appAccountToken, ...more })).transactionId;
  const now = clock.now();
  const old = await buy({ productId: 'a', purchaseDate: now - 10 * dayMs });
  const fresh = await buy({ productId: 'b', type: 'Non-Consumable' });
  const shared = await buy({ productId: 'c', inAppOwnershipType: 'FAMILY_SHARED' });
  const vip = await buy({
    type: subscriptionType,
    productId: 'd',
    subscriptionGroupIdentifier: '9',
  });
  await store.control(`/apple/transactions/${old}/refund`);

  const cases: [TransactionHistoryRequest, string[]][] = [
    [{ endDate: now - dayMs }, [old]],
    [{ startDate: now - 11 * dayMs, endDate: now - 9 * dayMs }, [old]],
    [{ productIds: ['b', 'c'] }, [fresh, shared]],
    [{ productTypes: [ProductType.NON_CONSUMABLE] }, [fresh]],
    [{ productTypes: [ProductType.AUTO_RENEWABLE, ProductType.NON_RENEWABLE] }, [vip]],
    [{ subscriptionGroupIdentifiers: ['9'] }, [vip]],
    [{ inAppOwnershipType: InAppOwnershipType.FAMILY_SHARED }, [shared]],
    [{ revoked: true }, [old]],
    [{ revoked: false }, [fresh, shared, vip]],
  ];
  for (const [request, expected] of cases) {
    assert.deepEqual((await historyOf(vip, request)).ids, expected, JSON.stringify(request));
  }
});

test('the first generation of history leaves out finished consumables', async () => {
  const { transactionId } = await store.control('/apple/transactions');
  const ask = () =>
    store.production.getTransactionHistory(
      transactionId,
      null,
      {},
      GetTransactionHistoryVersion.V1,
    );
  assert.equal((await ask()).signedTransactions?.length, 1);
  await store.production.finishTransaction(transactionId);
  assert.equal((await ask()).signedTransactions?.length, 0);
  assert.equal((await historyOf(transactionId)).ids.length, 1);
});

test('refund history lists refunds, paged by 20, and no family revocations', async () => {
  const appAccountToken = crypto.randomUUID();
  const refunded: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    const { transactionId } = await store.control('/apple/transactions', { appAccountToken });
    await store.control(`/apple/transactions/${transactionId}/refund`, {
      revocationType: n === 0 ? 'FAMILY_REVOKE' : 'REFUND_FULL',
    });
    if (n > 0) refunded.push(transactionId);
  }
  const [any = ''] = refunded;
  const first = await store.production.getRefundHistory(any, null);
  const second = await store.production.getRefundHistory(any, first.revision ?? null);
  assert.deepEqual([first.hasMore, second.hasMore], [true, false]);
  const payloads = await Promise.all(
    [...(first.signedTransactions ?? []), ...(second.signedTransactions ?? [])].map(decode),
  );
  assert.deepEqual(
    payloads.map(({ transactionId }) => transactionId),
    refunded,
  );
});

test('an order id finds its transactions, an unknown one is invalid', async () => {
  const single = await store.control('/apple/transactions');
  const found = await store.production.lookUpOrderId(single.orderId);
  assert.equal(found.status, OrderLookupStatus.VALID);
  const [payload] = await Promise.all((found.signedTransactions ?? []).map(decode));
  assert.equal(payload?.transactionId, single.transactionId);

  const orderId = 'MQ7X2TWO';
  await store.control('/apple/transactions', { orderId });
  await store.control('/apple/transactions', { orderId });
  assert.equal((await store.production.lookUpOrderId(orderId)).signedTransactions?.length, 2);
  assert.deepEqual(await store.production.lookUpOrderId('MNOPE'), {
    status: OrderLookupStatus.INVALID,
    signedTransactions: [],
  });
});

test('consumption information is taken and kept', async () => {
  const { transactionId } = await store.control('/apple/transactions');
  const sent = {
    customerConsented: true,
    deliveryStatus: DeliveryStatus.DELIVERED,
    sampleContentProvided: false,
    consumptionPercentage: 25_000,
    refundPreference: RefundPreference.DECLINE,
  };
  await store.production.sendConsumptionInformation(transactionId, sent);
  const { body } = await store.call('GET', `/control/apple/transactions/${transactionId}`);
  assert.deepEqual(body.consumption, sent);

  const older = {
    customerConsented: true,
    consumptionStatus: 1,
    platform: 1,
    sampleContentProvided: true,
    deliveryStatus: 0,
    appAccountToken: '',
    accountTenure: 7,
    playTime: 0,
    lifetimeDollarsRefunded: 1,
    lifetimeDollarsPurchased: 2,
    userStatus: 1,
  };
  await store.production.sendConsumptionData(transactionId, older);
  const again = await store.call('GET', `/control/apple/transactions/${transactionId}`);
  assert.deepEqual(again.body.consumption, older);
  const { body: state } = await store.call('GET', '/control/state');
  assert.equal(state.markets.apple.consumptionAnswers, 1);
});

test('the second generation takes consumption information about every type of product', async () => {
  for (const type of [
    'Non-Consumable',
    'Non-Renewing Subscription',
    'Auto-Renewable Subscription',
  ]) {
    const { transactionId } = await store.control('/apple/transactions', { type });
    const sent = {
      customerConsented: true,
      deliveryStatus: DeliveryStatus.DELIVERED,
      sampleContentProvided: false,
      refundPreference: RefundPreference.GRANT_FULL,
    };
    await store.production.sendConsumptionInformation(transactionId, sent);
    const { body } = await store.call('GET', `/control/apple/transactions/${transactionId}`);
    assert.deepEqual(body.consumption, sent);
  }
});

test('a set account token is in the transaction and in later cycles', async () => {
  const { transactionId } = await subscribe();
  const appAccountToken = crypto.randomUUID();
  await store.production.setAppAccountToken(transactionId, { appAccountToken });
  await store.control(`/apple/transactions/${transactionId}/renew`);
  const { transaction, renewal } = await statusOf(transactionId);
  assert.notEqual(transaction.transactionId, transactionId);
  assert.equal(transaction.appAccountToken, appAccountToken);
  assert.equal(renewal.appAccountToken, appAccountToken);
});

test('the app transaction of a customer verifies', async () => {
  const purchaseDate = clock.now();
  const { transactionId } = await store.control('/apple/transactions', { purchaseDate });
  const { signedAppTransactionInfo = '' } =
    await store.production.getAppTransactionInfo(transactionId);
  const payload = await store.verify.verifyAndDecodeAppTransaction(signedAppTransactionInfo);
  const { receiptCreationDate, ...rest } = payload;
  assert.ok(receiptCreationDate);
  assert.deepEqual(rest, {
    receiptType: 'Production',
    appAppleId: 1_234_567_890,
    bundleId: 'com.tollgate.demo',
    applicationVersion: '1.0',
    versionExternalIdentifier: 1,
    originalPurchaseDate: purchaseDate,
    originalApplicationVersion: '1.0',
    appTransactionId: `7${transactionId}`,
    originalPlatform: 'iOS',
  });
});

test('an extended subscription renews later', async () => {
  const { transactionId } = await subscribe({ periodMs: 10 * dayMs });
  const before = await statusOf(transactionId);
  const effectiveDate = (before.transaction.expiresDate ?? 0) + 5 * dayMs;
  const answer = await store.production.extendSubscriptionRenewalDate(transactionId, {
    extendByDays: 5,
    extendReasonCode: ExtendReasonCode.CUSTOMER_SATISFACTION,
    requestIdentifier: 'one',
  });
  assert.deepEqual(answer, {
    originalTransactionId: transactionId,
    webOrderLineItemId: before.transaction.webOrderLineItemId,
    success: true,
    effectiveDate,
  });
  await store.control('/clock', { advanceMs: 12 * dayMs });
  assert.equal((await statusOf(transactionId)).transaction.expiresDate, effectiveDate);
});
