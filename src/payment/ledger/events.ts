// Events for the app server (channel `purchase`): which change is one, and its content.
import type { Listener as Receiver } from '../../outbox/filter.ts';
import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { serviceIdOf } from '../service-id.ts';
import type { Subject } from './activity.ts';
import { isReplaced, statusOf } from './subscription-state.ts';

export type EventType =
  | 'purchase.verified'
  | 'purchase.unclaimed'
  | 'purchase.refunded'
  | 'purchase.revoked'
  | 'purchase.partially_refunded'
  | 'purchase.refund_reversed'
  | 'purchase.disputed'
  | 'purchase.dispute_won'
  | 'purchase.dispute_lost'
  | AlertType
  | 'purchase.payment_failed'
  | 'external_purchase.unreported'
  | 'subscription.unclaimed'
  | 'subscription.renewed'
  | 'subscription.expired'
  | 'subscription.refunded'
  | 'subscription.changed'
  | MeasureEventType
  | ConsentEventType;

/** What a rule did about a player. */
export type MeasureEventType = 'measure.taken' | 'measure.lifted';

/** What a store said about the consent for a child to use the app. */
export type ConsentEventType = 'consent.withdrawn' | 'consent.restored';

/** Sent to the app server without changing the purchase. */
export type AlertType = 'purchase.fraud_warning' | 'purchase.refund_requested';

export interface Event {
  readonly type: EventType;
  /** The record whose activity log shows it. */
  readonly about: Subject;
  readonly data: Readonly<Record<string, unknown>> & { readonly appid: string };
  readonly traceparent?: string;
}

/** A receiver of an app's events. */
export interface Listener extends Receiver {
  readonly game_index: number;
  readonly appid: string;
}

type EventPurchase = Pick<
  PurchaseTable,
  | 'appid'
  | 'provider'
  | 'unique_key'
  | 'kind'
  | 'number'
  | 'transaction_id'
  | 'store_transaction_id'
  | 'account_uuid'
  | 'product_id'
>;

export function purchaseEvent(
  type: EventType & `purchase.${string}`,
  purchase: EventPurchase,
  details: object = {},
): Event {
  const { provider } = purchase;
  return {
    type,
    about: { provider, subject: purchase.unique_key },
    data: {
      appid: purchase.appid,
      providerId: provider,
      transactionId: purchase.transaction_id,
      serviceTransactionId: serviceIdOf(purchase),
      storeTransactionId: purchase.store_transaction_id,
      // Empty where nobody knows it.
      accountUuid: purchase.account_uuid || null,
      productId: purchase.product_id,
      ...details,
    },
  };
}

const ENDED: readonly SubscriptionTable['status'][] = ['expired', 'revoked'];

const hasEnded = (before: SubscriptionTable, after: SubscriptionTable): boolean =>
  ENDED.includes(after.status) && !ENDED.includes(before.status);

export const subscriptionEvent = (
  type: EventType,
  subscription: SubscriptionTable,
  details: object = {},
): Event => ({
  type,
  about: { provider: subscription.provider, subject: subscription.subscription_id },
  data: { ...subscriptionData(subscription), ...details },
});

/** The most important change since `before`; undefined when app servers see none. */
export function changeEvent(
  before: SubscriptionTable | undefined,
  after: SubscriptionTable,
): Event | undefined {
  const type = changeOf(before, after);
  return type && subscriptionEvent(type, after);
}

function changeOf(
  before: SubscriptionTable | undefined,
  after: SubscriptionTable,
): EventType | undefined {
  if (!before || before === after) return undefined;
  // What the market still says about one that was replaced is no news.
  if (isReplaced(before) && before.replaced_by === after.replaced_by) return undefined;
  if (isReplaced(after)) return 'subscription.changed';
  if (hasEnded(before, after)) return 'subscription.expired';
  if (after.cycle_key !== before.cycle_key) return 'subscription.renewed';
  const shown = (row: SubscriptionTable): string => JSON.stringify(subscriptionData(row));
  return shown(before) === shown(after) ? undefined : 'subscription.changed';
}

/** A subscription as app servers see it. */
const subscriptionData = (row: SubscriptionTable) => ({
  appid: row.appid,
  providerId: row.provider,
  accountUuid: row.account_uuid,
  originalStoreTransactionId: row.original_transaction_id,
  productId: row.product_id,
  autoRenewProductId: row.auto_renew_product_id,
  status: statusOf(row),
  ...(isReplaced(row) && { replacedBy: row.replaced_by }),
  expiresDate: row.expires_at,
  gracePeriodExpiresDate: row.grace_until,
  refundDate: row.refunded_at,
  test: row.test === 1 ? 'Y' : 'N',
});
