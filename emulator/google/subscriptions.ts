// What happens to a subscription: bought, renewed, cancelled, declined, paused, replaced, revoked, expired.
import {
  acknowledgeWithin,
  type Canceller,
  day,
  type OrderLine,
  type Plan,
  type Price,
  type Subscription,
  type SubscriptionItem,
  type SubscriptionState,
  type VoidCause,
  voidReason,
  voidSource,
} from './model.ts';
import { cancelOrder, isRefundable, partOf, refundPart } from './orders.ts';
import { newOrderId, newToken, type Play } from './play.ts';
import {
  charge,
  giveBack,
  itemsOf,
  latestOrderId,
  latestOrders,
  nextItems,
  openNextOrder,
  orderIdOf,
} from './subscription-orders.ts';

const holdFor = 30 * day;

/** Google's numbers for `subscriptionNotification.notificationType`. */
const event = {
  recovered: 1,
  renewed: 2,
  canceled: 3,
  purchased: 4,
  onHold: 5,
  inGracePeriod: 6,
  restarted: 7,
  deferred: 9,
  paused: 10,
  pauseScheduleChanged: 11,
  revoked: 12,
  expired: 13,
  itemsChanged: 17,
  pendingPurchaseCanceled: 20,
} as const;

export interface SubscriptionSale extends Plan {
  readonly packageName: string;
  readonly addOns?: readonly Plan[] | undefined;
  readonly prepaid: boolean;
  readonly test: boolean;
  readonly pending: boolean;
  readonly regionCode: string;
  readonly accountId: string | undefined;
  readonly profileId: string | undefined;
  readonly outOfApp?: true | undefined;
}

/** What came before this purchase. */
export interface Earlier extends Partial<Pick<Subscription, 'replaces' | 'resumes' | 'follows'>> {
  /** What the first payment is, and how far it reaches, where the plan does not say so. */
  readonly first?: { readonly price: Price; readonly to: number } | undefined;
}

export function subscribe(
  play: Play,
  { pending, outOfApp, addOns, ...kept }: SubscriptionSale,
  { replaces, resumes, follows, first }: Earlier = {},
): Subscription {
  const at = play.world.clock.now();
  const subscription: Subscription = {
    kind: 'subscription',
    ...kept,
    ...(outOfApp && { outOfApp }),
    ...(resumes && { resumes }),
    token: newToken(play),
    orderBase: newOrderId(play),
    replaces,
    follows,
    ...(addOns && {
      addOns: addOns.map((plan) => ({ ...plan, expiresAt: at + plan.periodMs })),
    }),
    createdAt: at,
    cycles: 0,
    state: 'PENDING',
    autoRenew: !kept.prepaid,
    startedAt: undefined,
    expiresAt: follows?.expiresAt ?? at + kept.periodMs,
    until: undefined,
    pauseForMs: undefined,
    cancelled: undefined,
    nextProductId: undefined,
    acknowledged: false,
    revision: 0,
  };
  play.purchases.set(subscription.token, subscription);
  if (follows) {
    subscription.startedAt = at;
    subscription.state = 'ACTIVE';
    changed(play, subscription, at, event.purchased);
    return subscription;
  }
  openNextOrder(play, subscription, at, itemsOf(subscription), first?.price);
  if (!pending) paySubscription(play, subscription, at, first?.to);
  return subscription;
}

export function paySubscription(
  play: Play,
  subscription: Subscription,
  at: number,
  to?: number,
): void {
  subscription.startedAt = at;
  charge(play, subscription, at, (item) => ({ from: at, to: to ?? at + item.periodMs }));
  changed(play, subscription, at, event.purchased);
}

/** Pays the next period, which follows this one without a gap. */
export function renew(play: Play, subscription: Subscription, at: number): void {
  const items = nextItems(subscription);
  const renewedAt = items[0]?.expiresAt ?? at;
  if (subscription.addOns) {
    subscription.addOns = subscription.addOns.filter(
      ({ leaving, expiresAt }) => leaving === undefined || expiresAt > renewedAt,
    );
  }
  const periodOf = ({ expiresAt, periodMs }: SubscriptionItem) => ({
    from: expiresAt,
    to: expiresAt + periodMs,
  });
  charge(play, subscription, at, periodOf, items);
  changed(play, subscription, at, event.renewed);
}

export function cancel(play: Play, subscription: Subscription, at: number, by: Canceller): void {
  if (subscription.state === 'PENDING') {
    cancelPending(play, subscription, at);
    return;
  }
  stopRenewing(subscription, at, by);
  subscription.state = 'CANCELED';
  // Access was already lost on hold or in a pause: it ends now.
  for (const item of itemsOf(subscription)) item.expiresAt = Math.max(item.expiresAt, at);
  changed(play, subscription, at, event.canceled);
}

function cancelPending(play: Play, subscription: Subscription, at: number): void {
  const order = play.orders.get(subscription.orderBase);
  if (order) cancelOrder(order, at);
  subscription.state = 'PENDING_PURCHASE_CANCELED';
  subscription.autoRenew = false;
  changed(play, subscription, at, event.pendingPurchaseCanceled);
}

export function restart(play: Play, subscription: Subscription, at: number): void {
  subscription.state = 'ACTIVE';
  subscription.autoRenew = true;
  subscription.cancelled = undefined;
  changed(play, subscription, at, event.restarted);
}

/** The renewal was declined; access goes on for a while. */
export function enterGracePeriod(
  play: Play,
  subscription: Subscription,
  at: number,
  forMs: number,
): void {
  subscription.state = 'IN_GRACE_PERIOD';
  for (const item of nextItems(subscription)) {
    item.expiresAt = Math.max(item.expiresAt, at) + forMs;
  }
  changed(play, subscription, at, event.inGracePeriod);
}

/** The renewal was declined; access stops until the payment is mended. */
export function putOnHold(
  play: Play,
  subscription: Subscription,
  at: number,
  forMs = holdFor,
): void {
  subscription.state = 'ON_HOLD';
  suspend(subscription, at, forMs);
  changed(play, subscription, at, event.onHold);
}

export function pause(play: Play, subscription: Subscription, at: number, forMs: number): void {
  subscription.state = 'PAUSED';
  subscription.pauseForMs = undefined;
  suspend(subscription, at, forMs);
  changed(play, subscription, at, event.paused);
}

export function schedulePause(
  play: Play,
  subscription: Subscription,
  at: number,
  forMs: number,
): void {
  subscription.pauseForMs = forMs;
  changed(play, subscription, at, event.pauseScheduleChanged);
}

/** The payment went through after all, or the pause ended: a new period starts now. */
export function recover(play: Play, subscription: Subscription, at: number): void {
  charge(play, subscription, at, ({ periodMs }) => ({ from: at, to: at + periodMs }));
  changed(play, subscription, at, event.recovered);
}

export function expire(play: Play, subscription: Subscription, at: number): void {
  end(subscription, at);
  changed(play, subscription, at, event.expired);
}

export function defer(play: Play, subscription: Subscription, at: number, byMs: number): void {
  for (const item of itemsOf(subscription)) item.expiresAt += byMs;
  changed(play, subscription, at, event.deferred);
}

export function replaceAtRenewal(
  play: Play,
  subscription: Subscription,
  at: number,
  productId: string,
): void {
  subscription.nextProductId = productId;
  changed(play, subscription, at, event.itemsChanged);
}

/** One item leaves when its period ends. */
export function removeItem(
  play: Play,
  subscription: Subscription,
  at: number,
  item: SubscriptionItem,
): void {
  item.leaving = 'removed';
  changed(play, subscription, at, event.itemsChanged);
}

/** One item ends now and its last payment goes back; the others go on. Only its order says so. */
export function revokeItem(
  play: Play,
  subscription: Subscription,
  at: number,
  item: SubscriptionItem,
): void {
  const order = play.orders.get(latestOrderId(subscription, item) ?? '');
  const isItem = ({ productId }: OrderLine) => (productId === item.productId ? 1 : 0);
  if (order && isRefundable(order)) refundPart(order, at, partOf(order, isItem));
  item.leaving = 'revoked';
  item.expiresAt = Math.min(item.expiresAt, at);
  changed(play, subscription, at, event.itemsChanged);
}

/** In the Play Store's list of subscriptions, where the app cannot say who the buyer is. */
export function resubscribe(play: Play, subscription: Subscription): Subscription {
  const { token, accountId, profileId } = subscription;
  const sale = { ...saleOf(subscription), accountId: undefined, profileId: undefined };
  return subscribe(play, { ...sale, outOfApp: true }, { resumes: { token, accountId, profileId } });
}

export function saleOf(subscription: Subscription): SubscriptionSale {
  const { packageName, productId, basePlanId, offerId, periodMs, price } = subscription;
  const { prepaid, test, regionCode, accountId, profileId } = subscription;
  const item = { packageName, productId, basePlanId, offerId, periodMs, price, prepaid, test };
  return { ...item, pending: false, regionCode, accountId, profileId };
}

/** Ends access now and gives the last payments back, all of them or the share of unused time. */
export function revoke(
  play: Play,
  subscription: Subscription,
  at: number,
  cause: VoidCause,
  { orders = latestOrders(play, subscription), isProrated = false } = {},
): void {
  const unused = new Map(
    itemsOf(subscription).map(({ productId, expiresAt, periodMs }) => [
      productId,
      Math.min(1, Math.max(0, expiresAt - at) / periodMs),
    ]),
  );
  if (subscription.state !== 'EXPIRED') {
    endAccess(play, subscription, at, cause.source === voidSource.user ? 'user' : 'developer');
  }
  const shareOf = ({ productId }: OrderLine) => (isProrated ? (unused.get(productId) ?? 1) : 1);
  for (const order of orders.filter(isRefundable)) {
    giveBack(play, subscription, order, at, cause, shareOf);
  }
}

export function acknowledgeSubscription(
  play: Play,
  subscription: Subscription,
  payload: string | undefined,
  buyer: { accountId: string | undefined; profileId: string | undefined },
): void {
  subscription.acknowledged = true;
  if (payload !== undefined) subscription.developerPayload = payload;
  subscription.accountId ??= buyer.accountId;
  subscription.profileId ??= buyer.profileId;
  touch(play, subscription);
}

/** When the subscription next changes by itself. */
export function subscriptionDue(subscription: Subscription): number | undefined {
  const { state, acknowledged, startedAt, until } = subscription;
  const next = endOfStay(state, endOf(subscription), until);
  if (next === undefined) return undefined;
  const voidedAt =
    acknowledged || startedAt === undefined ? Infinity : startedAt + acknowledgeWithin;
  return Math.min(next, voidedAt);
}

/** While it renews, when the first of its items does; else when the last one ends. */
function endOf(subscription: Subscription): number {
  const renewed = subscription.autoRenew ? nextItems(subscription)[0]?.expiresAt : undefined;
  return renewed ?? Math.max(...itemsOf(subscription).map(({ expiresAt }) => expiresAt));
}

function endOfStay(state: SubscriptionState, expiresAt: number, until: number | undefined) {
  switch (state) {
    case 'ACTIVE':
    case 'CANCELED':
    case 'IN_GRACE_PERIOD':
      return expiresAt;
    case 'ON_HOLD':
    case 'PAUSED':
      return until;
    default:
      return undefined;
  }
}

export function subscriptionFallsDue(play: Play, subscription: Subscription, at: number): void {
  const { state, acknowledged, startedAt = 0, autoRenew, pauseForMs } = subscription;
  if (!acknowledged && at >= startedAt + acknowledgeWithin) {
    voidUnacknowledged(play, subscription, at);
  } else if (state === 'IN_GRACE_PERIOD') {
    putOnHold(play, subscription, at);
  } else if (state === 'ON_HOLD') {
    cancel(play, subscription, at, 'system');
  } else if (state === 'PAUSED') {
    recover(play, subscription, at);
  } else if (!autoRenew) {
    expire(play, subscription, at);
  } else if (pauseForMs !== undefined) {
    pause(play, subscription, at, pauseForMs);
  } else {
    renew(play, subscription, at);
  }
}

function voidUnacknowledged(play: Play, subscription: Subscription, at: number): void {
  const cause = { source: voidSource.google, reason: voidReason.unacknowledged };
  endAccess(play, subscription, at, 'system');
  for (let cycle = 0; cycle < subscription.cycles; cycle += 1) {
    const order = play.orders.get(orderIdOf(subscription, cycle));
    if (order && isRefundable(order)) giveBack(play, subscription, order, at, cause);
  }
}

function endAccess(play: Play, subscription: Subscription, at: number, by: Canceller): void {
  stopRenewing(subscription, at, by);
  end(subscription, at);
  changed(play, subscription, at, event.revoked);
}

function end(subscription: Subscription, at: number): void {
  subscription.state = 'EXPIRED';
  subscription.autoRenew = false;
  for (const item of itemsOf(subscription)) item.expiresAt = Math.min(item.expiresAt, at);
  subscription.until = undefined;
}

export function stopRenewing(subscription: Subscription, at: number, by: Canceller): void {
  subscription.autoRenew = false;
  subscription.cancelled ??= { by, at };
  subscription.nextProductId = undefined;
  subscription.pauseForMs = undefined;
}

function suspend(subscription: Subscription, at: number, forMs: number): void {
  for (const item of itemsOf(subscription)) item.expiresAt = Math.min(item.expiresAt, at);
  subscription.until = at + forMs;
}

function touch(play: Play, subscription: Subscription): void {
  subscription.revision += 1;
  const due = subscriptionDue(subscription);
  if (due !== undefined) play.dueQueue.add(due, subscription.token);
}

function changed(
  play: Play,
  subscription: Subscription,
  at: number,
  notificationType: number,
): void {
  const { packageName, token } = subscription;
  touch(play, subscription);
  play.notify(packageName, at, {
    subscriptionNotification: { version: '1.0', notificationType, purchaseToken: token },
  });
}
