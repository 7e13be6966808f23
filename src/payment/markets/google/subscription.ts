// GOOGLE subscriptions: Google Play gives the state for a purchase token, and the order gives the price.
import type { Clock } from '../../../base/clock.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';
import type { FollowUp, MarketRejection, Unavailable } from '../market.ts';
import type { Cycle, Lifecycle, SubscriptionProvider, SubscriptionState } from '../subscription.ts';
import type { GoogleApi } from './api.ts';
import { type PlayOrder, priceJob, refundWatch } from './order.ts';
import {
  type GooglePlay,
  isSegment,
  noSuchPurchase,
  type PurchaseName,
  readAs,
  segment,
} from './play.ts';
import { keptReport } from './refunds.ts';
import type { GoogleApp, googleShapes } from './settings.ts';
import { timeOf } from './time.ts';

/** The job that acknowledges a recorded subscription. */
export const SUBSCRIPTION_GRANT_JOB = 'google.subscription-grant';

export interface GoogleSubscriptions extends SubscriptionProvider<typeof googleShapes> {
  /** Safe to repeat. `accountId` names the owner of a subscription that was bought outside of the app. */
  acknowledge(
    app: GoogleApp,
    name: PurchaseName,
    accountId?: string,
  ): Promise<'done' | MarketRejection | Unavailable>;
}

export function createGoogleSubscriptions(
  { ask, play }: { readonly ask: GoogleApi; readonly play: GooglePlay },
  clock: Clock,
): GoogleSubscriptions {
  return {
    async cyclesBetween(app, recordedOrderId, now) {
      const missed: SubscriptionState[] = [];
      for (const orderId of ordersBetween(recordedOrderId, now.cycle.uniqueKey)) {
        const order = await play.order(app, orderId, now.cycle.productId);
        if (order && 'unavailable' in order) return order;
        if (order) missed.push(earlierCycle(now, orderId, order));
      }
      return missed;
    },
    async acknowledge(app, { productId, purchaseToken }, accountId) {
      const answer = await ask(app, {
        operation: 'google.subscriptions.acknowledge',
        method: 'POST',
        path: `/purchases/subscriptions/${segment(productId)}/tokens/${segment(purchaseToken)}:acknowledge`,
        body: accountId === undefined ? undefined : ownedBy(accountId),
      });
      return readAs(answer, () => 'done' as const);
    },
    async verifySubscription(app, token) {
      if (!isSegment(token)) return noSuchPurchase;
      const askedAt = clock();
      const answer = await ask(app, {
        operation: 'google.subscriptionsv2.get',
        method: 'GET',
        path: `/purchases/subscriptionsv2/tokens/${segment(token)}`,
      });
      const seen = readAs(answer, readSubscription);
      if (!('state' in seen)) return seen;
      if (seen.state === 'PENDING') return { ...pending, answer: seen.resource };
      const { lifecycle, orderId, productId } = seen;
      if (!lifecycle) return { ...notBought, answer: seen.resource };
      const order = orderId === undefined ? undefined : await play.order(app, orderId, productId);
      const isUnread = order !== undefined && 'unavailable' in order;
      const state = describe({ ...seen, lifecycle }, token, isUnread ? undefined : order, askedAt);
      // Without the order only the price is unknown.
      return isUnread && orderId !== undefined
        ? { ...state, watch: priceJob(orderId, productId) }
        : state;
    },
  };
}

interface Seen {
  readonly state: string;
  /** Missing for one that was never paid. */
  readonly lifecycle: Lifecycle | undefined;
  readonly productId: string;
  /** What the token was bought for; what is paid can still be what it will replace. */
  readonly boughtProductId: string;
  readonly orderId: string | undefined;
  readonly expiresAt: number | undefined;
  readonly acknowledged: boolean;
  readonly resource: Fields;
}

const STATUSES: Readonly<Record<string, Lifecycle['status']>> = {
  ACTIVE: 'active',
  // Still paid for, until it expires.
  CANCELED: 'active',
  IN_GRACE_PERIOD: 'grace',
  ON_HOLD: 'hold',
  PAUSED: 'paused',
  EXPIRED: 'expired',
};

/** Undefined when the answer lacks what every subscription has. */
function readSubscription(resource: Fields): Seen | undefined {
  const state = textOf(resource.subscriptionState)?.replace(/^SUBSCRIPTION_STATE_/, '');
  const items = listOf(resource.lineItems).toSorted(
    (one, other) => (timeOf(other.expiryTime) ?? 0) - (timeOf(one.expiryTime) ?? 0),
  );
  const [item] = items;
  const productId = textOf(item?.productId);
  if (state === undefined || item === undefined || productId === undefined) return undefined;
  const expiresAt = timeOf(item.expiryTime);
  const status = STATUSES[state];
  const next = textOf(fieldsOf(item.deferredItemReplacement)?.productId) ?? productId;
  // What it will be replaced by waits as an item beside it, which is the one that renews.
  const renewing = items.find((each) => each.productId === next) ?? item;
  const renews = [item, renewing].some(isRenewing);
  return {
    state,
    lifecycle: status && {
      status,
      autoRenewProductId: renews ? next : null,
      // Google extends `expiryTime` to the end of the grace period.
      graceUntil: status === 'grace' ? (expiresAt ?? null) : null,
      ...(status === 'expired' && isReplaced(resource) && { replaced: true }),
    },
    productId,
    boughtProductId: textOf(renewing.productId) ?? productId,
    orderId: textOf(item.latestSuccessfulOrderId),
    expiresAt,
    acknowledged: resource.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
    resource,
  };
}

const isRenewing = ({ autoRenewingPlan }: Fields): boolean =>
  fieldsOf(autoRenewingPlan)?.autoRenewEnabled === true;

const isReplaced = ({ canceledStateContext }: Fields): boolean =>
  fieldsOf(canceledStateContext)?.replacementCancellation !== undefined;

/**
 * A buyer who has cancelled and signs up again gets another token, and this one ends before its
 * time. Google does not say of the old one that it was replaced.
 */
function mayBeReplaced({ lifecycle, resource, expiresAt }: Seen, order: PlayOrder | undefined) {
  const [item] = listOf(order?.resource.lineItems);
  const paidUntil = timeOf(fieldsOf(item?.subscriptionDetails)?.servicePeriodEndTime);
  return (
    lifecycle?.status === 'expired' &&
    lifecycle.replaced === undefined &&
    fieldsOf(resource.canceledStateContext)?.userInitiatedCancellation !== undefined &&
    order?.cancellations.length === 0 &&
    (expiresAt ?? 0) + SECOND_MS < (paidUntil ?? 0)
  );
}

function describe(
  seen: Seen & { readonly lifecycle: Lifecycle },
  token: string,
  order: PlayOrder | undefined,
  askedAt: number,
): SubscriptionState {
  const { resource, lifecycle, orderId, productId } = seen;
  const accounts = fieldsOf(resource.externalAccountIdentifiers);
  const resumed = fieldsOf(resource.outOfAppPurchaseContext);
  const earlier = fieldsOf(resumed?.expiredExternalAccountIdentifiers);
  const shown = order?.cancellations ?? [];
  const cycle: Cycle = {
    uniqueKey: orderId ?? token,
    storeTransactionId: orderId ?? token,
    productId,
    price: order?.price ?? null,
    currency: order?.currency ?? null,
    purchasedAt: order ? paidAt(order) : (timeOf(resource.startTime) ?? null),
    expiresAt: seen.expiresAt ?? null,
    refundedAt: null,
    cancellations: lifecycle.status === 'expired' ? shown : shown.map(keptReport(order)),
    // Google shows only the newest cycle, so a later answer is never about an older cycle.
    place: askedAt,
    receipt: token,
  };
  return {
    provider: 'GOOGLE',
    subscriptionId: token,
    originalTransactionId: orderId === undefined ? null : firstOrderId(orderId),
    marketAccountId:
      textOf(accounts?.obfuscatedExternalAccountId) ??
      textOf(earlier?.obfuscatedExternalAccountId) ??
      null,
    replaces: textOf(resource.linkedPurchaseToken) ?? textOf(resumed?.expiredPurchaseToken) ?? null,
    ...(resumed && { outOfApp: true }),
    test: resource.testPurchase !== undefined,
    reportedAt: askedAt,
    cycle,
    lifecycle: mayBeReplaced(seen, order) ? { ...lifecycle, replaced: 'unknown' } : lifecycle,
    marketResult: { ...resource, order: order?.resource ?? null },
    watch: refundWatch(order),
    followUp:
      seen.acknowledged || lifecycle.status === 'expired'
        ? undefined
        : grantJob(seen, token, resumed !== undefined),
  };
}

const ownedBy = (obfuscatedAccountId: string) => ({
  externalAccountIds: { obfuscatedAccountId },
});

/** `GPA…..3` is the fourth renewal of `GPA…`. */
const firstOrderId = (orderId: string): string => orderId.replace(/\.\.\d+$/, '');

function paidAt({ resource }: PlayOrder): number | null {
  const processed = fieldsOf(fieldsOf(resource.orderHistory)?.processedEvent);
  return timeOf(processed?.eventTime) ?? timeOf(resource.createTime) ?? null;
}

const SECOND_MS = 1_000;
/** More cycles than can fit into the time a notification may be late. */
const MOST_MISSED = 100;

/** Empty unless both are payments of the same subscription with a gap between them. */
function ordersBetween(recorded: string, latest: string): string[] {
  const base = firstOrderId(latest);
  if (firstOrderId(recorded) !== base) return [];
  const numbers: number[] = [];
  const from = Math.max(renewalOf(recorded) + 1, renewalOf(latest) - MOST_MISSED);
  for (let number = from; number < renewalOf(latest); number++) numbers.push(number);
  return numbers.map((number) => `${base}..${number}`);
}

/** -1 is the first payment, 0 the first renewal. */
const renewalOf = (orderId: string): number => Number(/\.\.(\d+)$/.exec(orderId)?.[1] ?? -1);

function earlierCycle(
  { lifecycle: _now, followUp: _later, watch: _waits, ...state }: SubscriptionState,
  orderId: string,
  order: PlayOrder,
): SubscriptionState {
  const item = listOf(order.resource.lineItems)[0];
  const period = fieldsOf(item?.subscriptionDetails);
  const distance = renewalOf(state.cycle.uniqueKey) - renewalOf(orderId);
  return {
    ...state,
    marketResult: { order: order.resource },
    cycle: {
      ...state.cycle,
      uniqueKey: orderId,
      storeTransactionId: orderId,
      productId: textOf(item?.productId) ?? state.cycle.productId,
      price: order.price ?? null,
      currency: order.currency ?? null,
      purchasedAt: paidAt(order),
      expiresAt: timeOf(period?.servicePeriodEndTime) ?? null,
      cancellations: order.cancellations,
      place: state.cycle.place - distance,
    },
  };
}

/** Google refunds subscriptions that are not acknowledged within three days. */
export const subscriptionGrantJobId = (purchaseToken: string): string =>
  `${SUBSCRIPTION_GRANT_JOB} ${purchaseToken}`;

export interface SubscriptionGrant extends PurchaseName {
  /** Bought in the Play Store itself: the account is registered with Google. */
  readonly outOfApp?: boolean;
}

function grantJob(
  { boughtProductId: productId }: Seen,
  purchaseToken: string,
  outOfApp: boolean,
): FollowUp {
  const payload: SubscriptionGrant = { productId, purchaseToken, ...(outOfApp && { outOfApp }) };
  return {
    kind: SUBSCRIPTION_GRANT_JOB,
    id: subscriptionGrantJobId(purchaseToken),
    payload,
  };
}

const pending: MarketRejection = {
  rejected: 'PAYMENT_PENDING',
  detail: 'The subscription is not paid yet at Google Play. Try again later.',
};

const notBought: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The subscription was never paid at Google Play.',
};
