// GOOGLE subscriptions: Google Play gives the state for a purchase token, and the order gives the price.
import type { Clock } from '../../../base/clock.ts';
import type { Cancellation } from '../cancellation.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';
import type { FollowUp, MarketRejection, Unavailable } from '../market.ts';
import {
  addOnId,
  type Lifecycle,
  type SubscriptionProvider,
  type SubscriptionState,
} from '../subscription.ts';
import type { GoogleApi } from './api.ts';
import { cycleKeys, firstOrderId, paidAt, paidUntil } from './cycle.ts';
import { createMissedCycles } from './missed-cycles.ts';
import { ofProduct, type PlayOrder, priceJob, refundWatch, shareOf } from './order.ts';
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
    ...createMissedCycles(play),
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
      const seen = readAs(answer, (resource) => readSubscription(resource, askedAt));
      if (!('state' in seen)) return seen;
      if (seen.state === 'PENDING') return { ...pending, answer: seen.resource };
      const [base, ...addOns] = seen.items;
      if (!base.lifecycle) return { ...notBought, answer: seen.resource };
      const orders = new Map<string, PlayOrder | Unavailable | undefined>();
      for (const { orderId, productId } of seen.items) {
        if (orderId === undefined || orders.has(orderId)) continue;
        orders.set(orderId, await play.order(app, orderId, productId));
      }
      const state = describe(seen, base, token, orders, askedAt);
      return addOns.length === 0
        ? state
        : { ...state, addOns: addOns.map((each) => describe(seen, each, token, orders, askedAt)) };
    },
  };
}

interface Item {
  /** Missing for one that was never paid. */
  readonly lifecycle: Lifecycle | undefined;
  readonly productId: string;
  /** What the token was bought for; what is paid can still be what it will replace. */
  readonly boughtProductId: string;
  readonly orderId: string | undefined;
  readonly expiresAt: number | undefined;
}

interface Seen {
  readonly state: string;
  /** The plan, then its add-ons. */
  readonly items: readonly [Item, ...Item[]];
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
function readSubscription(resource: Fields, now: number): Seen | undefined {
  const state = textOf(resource.subscriptionState)?.replace(/^SUBSCRIPTION_STATE_/, '');
  const listed = listOf(resource.lineItems).filter(
    ({ productId }) => textOf(productId) !== undefined,
  );
  // What replaces another at its end is not paid yet.
  const paid = listed.filter(({ latestSuccessfulOrderId: id }) => textOf(id) !== undefined);
  const [base = latestOf(listed), ...addOns] = paid;
  if (state === undefined || base === undefined) return undefined;
  const read = (item: Fields) => readItem(resource, state, item, now);
  return {
    state,
    items: [read(base), ...addOns.map(read)],
    acknowledged: resource.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
    resource,
  };
}

const latestOf = (items: readonly Fields[]): Fields | undefined =>
  items
    .toSorted((one, other) => (timeOf(other.expiryTime) ?? 0) - (timeOf(one.expiryTime) ?? 0))
    .at(0);

function readItem(resource: Fields, state: string, item: Fields, now: number): Item {
  const items = listOf(resource.lineItems);
  const productId = String(item.productId);
  const expiresAt = timeOf(item.expiryTime);
  const next = textOf(fieldsOf(item.deferredItemReplacement)?.productId) ?? productId;
  // What it will be replaced by waits as an item beside it, which is the one that renews.
  const renewing = items.find((each) => each.productId === next) ?? item;
  const renews = [item, renewing].some(isRenewing);
  const whole = STATUSES[state];
  // One of several items can end while the others go on.
  const isOver = items.length > 1 && !renews && expiresAt !== undefined && expiresAt <= now;
  const status = whole && isOver ? 'expired' : whole;
  return {
    lifecycle: status && {
      status,
      autoRenewProductId: renews ? next : null,
      // Google extends `expiryTime` to the end of the grace period.
      graceUntil: status === 'grace' ? (expiresAt ?? null) : null,
      ...(whole === 'expired' && isReplaced(resource) && { replaced: true }),
    },
    productId,
    boughtProductId: textOf(renewing.productId) ?? productId,
    orderId: textOf(item.latestSuccessfulOrderId),
    expiresAt,
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
function mayBeReplaced(
  { resource }: Seen,
  { lifecycle, productId, expiresAt }: Item,
  order: PlayOrder | undefined,
): boolean {
  return (
    lifecycle?.status === 'expired' &&
    lifecycle.replaced === undefined &&
    fieldsOf(resource.canceledStateContext)?.userInitiatedCancellation !== undefined &&
    order?.cancellations.length === 0 &&
    isEarly(order, productId, expiresAt)
  );
}

const SECOND_MS = 1_000;

/** Before the end of what is paid. */
function isEarly(order: PlayOrder, productId: string, expiresAt: number | undefined): boolean {
  return (expiresAt ?? 0) + SECOND_MS < (paidUntil(order, productId) ?? 0);
}

function describe(
  seen: Seen,
  item: Item,
  token: string,
  orders: ReadonlyMap<string, PlayOrder | Unavailable | undefined>,
  askedAt: number,
): SubscriptionState {
  const { resource, items } = seen;
  const { orderId, productId } = item;
  const lifecycle = item.lifecycle as Lifecycle;
  const found = orders.get(orderId ?? '');
  const isUnread = found !== undefined && 'unavailable' in found;
  const order = found && !isUnread ? ofProduct(found, productId) : undefined;
  const isAddOn = item !== items[0];
  const accounts = fieldsOf(resource.externalAccountIdentifiers);
  const resumed = fieldsOf(resource.outOfAppPurchaseContext);
  const earlier = fieldsOf(resumed?.expiredExternalAccountIdentifiers);
  const replaces =
    textOf(resource.linkedPurchaseToken) ?? textOf(resumed?.expiredPurchaseToken) ?? null;
  return {
    provider: 'GOOGLE',
    subscriptionId: isAddOn ? addOnId(token, productId) : token,
    ...(isAddOn && { addOnTo: token }),
    originalTransactionId: orderId === undefined ? null : firstOrderId(orderId),
    marketAccountId:
      textOf(accounts?.obfuscatedExternalAccountId) ??
      textOf(earlier?.obfuscatedExternalAccountId) ??
      null,
    replaces: replaces !== null && isAddOn ? addOnId(replaces, productId) : replaces,
    ...(resumed && { outOfApp: true }),
    test: resource.testPurchase !== undefined,
    reportedAt: askedAt,
    cycle: {
      ...cycleKeys(orderId ?? token, productId, isAddOn, items.length > 1),
      productId,
      price: order?.price ?? null,
      currency: order?.currency ?? null,
      purchasedAt: order ? paidAt(order) : startOf(seen, item),
      expiresAt: item.expiresAt ?? null,
      refundedAt: null,
      cancellations: order ? refundsOf(order, item, items) : [],
      // Google shows only the newest cycle, so a later answer is never about an older cycle.
      place: askedAt,
      receipt: token,
    },
    lifecycle: mayBeReplaced(seen, item, order) ? { ...lifecycle, replaced: 'unknown' } : lifecycle,
    marketResult: { ...resource, order: order?.resource ?? null },
    // Without the order only the price is unknown.
    watch: isUnread && orderId !== undefined ? priceJob(orderId, productId) : refundWatch(order),
    followUp:
      isAddOn || seen.acknowledged || lifecycle.status === 'expired'
        ? undefined
        : grantJob(item, token, resumed !== undefined),
  };
}

/** When the first payment was made; only its order says when a later one was. */
const startOf = ({ resource }: Seen, { orderId }: Item): number | null =>
  orderId !== undefined && firstOrderId(orderId) !== orderId
    ? null
    : (timeOf(resource.startTime) ?? null);

/** What was given back of the order for this item. */
function refundsOf(order: PlayOrder, item: Item, items: readonly Item[]): readonly Cancellation[] {
  const { productId, lifecycle } = item;
  const shown = order.cancellations;
  const part = shown.find(({ state }) => state === 'partial');
  if (order.productIds.length < 2 || !part) {
    return lifecycle?.status === 'expired' ? shown : shown.map(keptReport(order));
  }
  const ended = items
    .filter((each) => each.orderId === item.orderId)
    .filter((each) => isEarly(order, each.productId, each.expiresAt))
    .map((each) => each.productId);
  return [...shown.filter((each) => each !== part), ...shareOf(order, part, productId, ended)];
}

const ownedBy = (obfuscatedAccountId: string) => ({
  externalAccountIds: { obfuscatedAccountId },
});

/** Google refunds subscriptions that are not acknowledged within three days. */
export const subscriptionGrantJobId = (purchaseToken: string): string =>
  `${SUBSCRIPTION_GRANT_JOB} ${purchaseToken}`;

export interface SubscriptionGrant extends PurchaseName {
  /** Bought in the Play Store itself: the account is registered with Google. */
  readonly outOfApp?: boolean;
}

function grantJob(
  { boughtProductId: productId }: Item,
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
