// The App Store on the page: its transactions with what Apple or the buyer can do, and forged receipts.
import { type Action, type Listed, postActions, type ShownRecord, type Step } from '../record.ts';
import { forgeries } from './forge.ts';
import type { Shop } from './shop.ts';
import { type Subscription, statuses } from './subscription.ts';
import { isFamilyShared, orderIdOf, type Transaction } from './transaction.ts';

const day = 24 * 3_600_000;

export function* appleRecords({ store, lifecycle }: Shop): Generator<Listed> {
  lifecycle.catchUp();
  for (const transaction of [...store.transactions()].reverse()) {
    const { transactionId, originalTransactionId, productId } = transaction;
    yield {
      id: transactionId,
      at: transaction.purchaseDate,
      names: [originalTransactionId, orderIdOf(transaction), productId],
      show: () => show(transaction, store.subscriptions.get(originalTransactionId)),
    };
  }
}

function show(transaction: Transaction, subscription: Subscription | undefined): ShownRecord {
  const { app, transactionId, productId, price, currency, appAccountToken } = transaction;
  const isNewest = subscription?.latestTransactionId === transactionId;
  const path = `/apple/transactions/${transactionId}`;
  return {
    environment: app.environment === 'Sandbox' ? 'sandbox' : 'production',
    product: productId,
    amount: `${price / 1000} ${currency}`,
    ...stateOf(transaction, subscription, isNewest),
    receipt: {
      providerId: 'APPLE',
      path,
      field: 'signedTransaction',
      productId,
      ...(appAccountToken && { account: appAccountToken }),
      subscribed: subscription !== undefined,
    },
    actions: postActions(path, [
      ...refundSteps(transaction),
      ...copySteps(transaction, subscription),
      ...(isNewest ? subscriptionSteps(subscription) : []),
    ]),
  };
}

const names = { 1: 'active', 2: 'expired', 3: 'billing retry', 4: 'grace period', 5: 'revoked' };

function stateOf(
  { revocation, expiresDate }: Transaction,
  subscription: Subscription | undefined,
  isNewest: boolean,
): Pick<ShownRecord, 'state' | 'tone' | 'until'> {
  if (revocation) {
    const isPart = revocation.revocationType === 'REFUND_PRORATED';
    return { state: isPart ? 'refunded in part' : 'refunded', tone: 'bad' };
  }
  if (!subscription) return { state: 'bought', tone: 'good' };
  if (!isNewest) return { state: 'earlier cycle', tone: 'open' };
  return {
    state: `${names[subscription.status]}${subscription.autoRenew ? '' : ', not renewing'}`,
    tone: subscription.status === statuses.active ? 'good' : 'bad',
    ...(expiresDate !== undefined && { until: expiresDate }),
  };
}

function refundSteps(transaction: Transaction): Step[] {
  if (transaction.revocation) return [['Undo refund', 'reverse-refund', {}, 'good']];
  if (isFamilyShared(transaction)) {
    return [['Stop sharing', 'refund', { revocationType: 'FAMILY_REVOKE' }, 'bad']];
  }
  const half = { revocationType: 'REFUND_PRORATED', revocationPercentage: 50_000 };
  return [
    ['Refund', 'refund', {}, 'bad'],
    ['Refund half', 'refund', half, 'bad'],
    ['Ask for consumption data', 'request-consumption', {}],
    ['Decline refund', 'decline-refund', {}],
  ];
}

/** What can be had again, and what the family can have. */
function copySteps(transaction: Transaction, subscription: Subscription | undefined): Step[] {
  if (transaction.type === 'Consumable') return [];
  const isRunning = subscription === undefined || subscription.status === statuses.active;
  const canShare = isRunning && !transaction.revocation && !isFamilyShared(transaction);
  return [
    ['Restore', 'restore', {}],
    ...(canShare ? [['Share with the family', 'share', {}] as Step] : []),
  ];
}

function subscriptionSteps({ status, autoRenew }: Subscription): Step[] {
  const isDeclined = status === statuses.retry || status === statuses.grace;
  if (isDeclined) {
    return [
      ['Recover', 'recover', {}, 'good'],
      ['Expire', 'expire', {}, 'bad'],
    ];
  }
  if (status !== statuses.active) return [['Renew', 'renew', {}, 'good']];
  return [
    ['Renew', 'renew', {}, 'good'],
    autoRenew ? ['Cancel', 'cancel', {}] : ['Renew again', 'enable', {}],
    ['Fail with grace', 'fail-renewal', { graceMs: 16 * day }, 'bad'],
    ['Fail without grace', 'fail-renewal', {}, 'bad'],
    ['Expire', 'expire', {}, 'bad'],
  ];
}

const ofTheStore: readonly (readonly [group: string, label: string, path: string, body: object])[] =
  [
    ['Without a purchase', 'Withdraw a consent', '/apple/rescinded-consents', {}],
    ['Without a purchase', 'Unreported external purchase', '/apple/external-purchases', {}],
    ['Sales in the API', 'Known after five minutes', '/apple/settings', { unknownForMs: 300_000 }],
    ['Sales in the API', 'Known at once', '/apple/settings', { unknownForMs: 0 }],
  ];

export function appleActions(): Action[] {
  const forged = forgeries.map(
    (kind) => ['Forged receipts', kind, '/apple/forge', { kind }] as const,
  );
  return [...ofTheStore, ...forged].map(([group, label, path, body]) => ({
    group,
    label,
    method: 'POST',
    path,
    body,
  }));
}
