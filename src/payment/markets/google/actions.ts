// What can be done at Google Play after the sale, by which call, and whether it was: orders are refunded whole;
// subscriptions are refunded by item or for the rest of their time, cancelled and deferred.
import { Big } from 'big.js';
import { amountText } from '../../money.ts';
import type { Action, ActionRefused, ActionTraits, Intent, SaleState, Sold } from '../action.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';
import { purchaseTokenOf, type SubscriptionState } from '../subscription.ts';
import type { GoogleCall } from './api.ts';
import { NEVER_CHARGED, ofProduct, type PlayOrder } from './order.ts';
import { segment } from './play.ts';
import { timeOf } from './time.ts';

const LONGEST_DEFERRAL = { mostDays: 365 };

export const googleActions = {
  refund: { part: false, byLine: true, prorated: true, goods: 'choice' },
  cancel: true,
  defer: LONGEST_DEFERRAL,
} as const satisfies ActionTraits;

export interface Seen {
  readonly order: PlayOrder | undefined;
  readonly subscription: SubscriptionState | undefined;
}

const DAY_S = 24 * 60 * 60;

/** Each is refused or changes nothing the second time. */
export function callFor(
  { providerTransactionId: orderId, subscriptionId }: Sold,
  { action, before }: Pick<Intent, 'action' | 'before'>,
): GoogleCall | ActionRefused {
  const updating = (verb: 'cancel' | 'defer' | 'revoke', body: object): GoogleCall => ({
    operation: `google.subscriptionsv2.${verb}`,
    method: 'POST',
    path: `/purchases/subscriptionsv2/tokens/${segment(purchaseTokenOf(subscriptionId ?? ''))}:${verb}`,
    body,
  });
  const revoking = (refund: object) => updating('revoke', { revocationContext: refund });
  const isWhole = action.kind === 'refund' && action.amount === 'rest' && !action.line;
  if (isWhole) {
    const path = `/orders/${segment(orderId)}:refund?revoke=${action.takesGoods}`;
    return { operation: 'google.orders.refund', method: 'POST', path };
  }
  if (subscriptionId === null) return onlyWhole;
  switch (action.kind) {
    case 'cancel':
      // As if the player had cancelled, who can take it up again in the Play Store.
      return updating('cancel', {
        cancellationContext: { cancellationType: 'USER_REQUESTED_STOP_RENEWALS' },
      });
    case 'defer':
      // The etag of the preview: Google refuses a second time, and what has changed since.
      return updating('defer', {
        deferralContext: {
          deferDuration: `${action.days * DAY_S}s`,
          etag: readVersion(before).etag,
        },
      });
    case 'refund':
      if (action.line !== undefined) {
        return revoking({ itemBasedRefund: { productId: action.line } });
      }
      return action.amount === 'prorated' ? revoking({ proratedRefund: {} }) : onlyWhole;
    case 'extend':
      return { refused: 'Google Play defers a subscription; only the App Store extends one.' };
  }
}

const onlyWhole: ActionRefused = {
  refused:
    'Google Play refunds orders as a whole. Another amount can be paid back in the Play Console only.',
};

const isOver = ({ lifecycle }: SubscriptionState): boolean =>
  lifecycle?.status === 'expired' || lifecycle?.status === 'revoked';

const renews = ({ lifecycle }: SubscriptionState): boolean =>
  lifecycle?.autoRenewProductId !== null && lifecycle?.autoRenewProductId !== undefined;

/** Decimal text; what is under way included. */
function refundedOf({ price, currency = '', cancellations }: PlayOrder): string | null {
  const [shown] = cancellations;
  if (!shown) return amountText('0', currency);
  return shown.state === 'partial' ? (shown.amount ?? null) : (price ?? null);
}

export function saleStateOf({ order, subscription }: Seen, sold: Sold): SaleState | ActionRefused {
  if (order?.cancellations.some(({ reason }) => reason === NEVER_CHARGED)) {
    return { refused: 'The order was cancelled before it was charged.' };
  }
  const paid = order?.price ?? null;
  const refunded = order ? refundedOf(order) : null;
  const currency = order?.currency ?? null;
  const refundable =
    paid === null || refunded === null || currency === null
      ? null
      : amountText(new Big(paid).minus(refunded), currency);
  const isRefundable = order !== undefined && (refundable === null || new Big(refundable).gt(0));
  const items = subscription ? [subscription, ...(subscription.addOns ?? [])] : [];
  const isNewest = items.some(
    ({ cycle }) => cycle.storeTransactionId === sold.providerTransactionId,
  );
  const isRunning = subscription !== undefined && !isOver(subscription);
  const isCurrent = isNewest && isRunning;
  const byLine = isCurrent && items.length > 1;
  return {
    currency,
    paid,
    refunded,
    refundable,
    lines: linesOf(order),
    subscription: subscription
      ? { renews: renews(subscription), endsAt: subscription.cycle.expiresAt }
      : null,
    can: {
      ...(isRefundable && {
        refund: { part: false, byLine, prorated: isCurrent, goods: 'choice' },
      }),
      ...(isRunning && renews(subscription) && { cancel: true }),
      ...(subscription?.lifecycle?.status === 'active' &&
        renews(subscription) && { defer: LONGEST_DEFERRAL }),
    },
    version: subscription ? versionOf(subscription) : null,
  };
}

/** The version of the subscription, and the order that paid its newest cycle. */
const versionOf = ({ marketResult, cycle }: SubscriptionState): string =>
  `${textOf((marketResult as Fields).etag) ?? ''} ${cycle.storeTransactionId}`;

function readVersion({ version }: SaleState): { readonly etag: string; readonly orderId: string } {
  const text = version ?? '';
  const at = text.lastIndexOf(' ');
  return { etag: text.slice(0, at), orderId: text.slice(at + 1) };
}

const linesOf = (order: PlayOrder | undefined): SaleState['lines'] =>
  order?.productIds.map((productId) => ({
    productId,
    paid: ofProduct(order, productId).price ?? null,
  })) ?? [];

const DAY_MS = DAY_S * 1_000;

/** Whether Google shows that it was done. */
export function outcomeOf(
  { order, subscription }: Seen,
  { action, before }: Pick<Intent, 'action' | 'before'>,
): 'done' | 'pending' | 'not done' {
  const isDone = subscription ? isChanged(subscription, action, before) : false;
  if (action.kind !== 'refund') return isDone ? 'done' : 'not done';
  if (!order || !isMore(order, before)) return 'not done';
  return order.isRefundPending ? 'pending' : 'done';
}

function isChanged(subscription: SubscriptionState, action: Action, before: SaleState): boolean {
  if (action.kind === 'cancel') return isOver(subscription) || !renews(subscription);
  if (action.kind !== 'defer') return false;
  const until = endOf(subscription, readVersion(before).orderId);
  return until >= (before.subscription?.endsAt ?? Infinity) + action.days * DAY_MS;
}

/** When the cycle that this order paid ends, or has ended: the next one begins then. */
function endOf({ cycle, marketResult }: SubscriptionState, orderId: string): number {
  if (cycle.storeTransactionId === orderId) return cycle.expiresAt ?? 0;
  const { order } = marketResult as { readonly order?: Fields | null };
  const line = listOf(order?.lineItems).find((each) => each.productId === cycle.productId);
  return timeOf(fieldsOf(line?.subscriptionDetails)?.servicePeriodStartTime) ?? 0;
}

/** More was paid back than before. */
function isMore(order: PlayOrder, before: SaleState): boolean {
  if (order.cancellations.length === 0) return false;
  const refunded = refundedOf(order);
  return refunded === null || before.refunded === null || new Big(refunded).gt(before.refunded);
}
