// A subscription takes the place of another: a new token that points back at the old one.
import type { Plan, ReplacementMode, Subscription } from './model.ts';
import { cent } from './orders.ts';
import type { Play } from './play.ts';
import { latestOrderId } from './subscription-orders.ts';
import {
  type Earlier,
  expire,
  type SubscriptionSale,
  saleOf,
  stopRenewing,
  subscribe,
} from './subscriptions.ts';

/** The buyer changes to another plan: a new token that points back at this one, which ends. */
export function replace(
  play: Play,
  subscription: Subscription,
  at: number,
  change: Pick<SubscriptionSale, 'productId' | 'basePlanId' | 'price'>,
  mode: ReplacementMode,
): Subscription {
  const { token, productId, basePlanId } = subscription;
  const sale = { ...saleOf(subscription), ...change };
  const replaces = { token, productId, basePlanId, mode };
  return handOver(
    play,
    subscription,
    at,
    mode === 'DEFERRED'
      ? subscribe(play, sale, { replaces, follows: paidPlan(subscription) })
      : subscribe(play, sale, { replaces, first: firstPayment(subscription, sale, at, mode) }),
  );
}

/** The buyer who had cancelled signs up again before the end: paid until then, then renewing. */
export function signUpAgain(play: Play, subscription: Subscription, at: number): Subscription {
  const { token, productId, basePlanId } = subscription;
  const replaces = { token, productId, basePlanId, mode: 'SIGNED_UP_AGAIN' } as const;
  const again = { replaces, follows: paidPlan(subscription) };
  return handOver(play, subscription, at, subscribe(play, saleOf(subscription), again));
}

/** Google reports the old token as expired, although the buyer has not lost anything. */
function handOver(
  play: Play,
  subscription: Subscription,
  at: number,
  replacement: Subscription,
): Subscription {
  stopRenewing(subscription, at, 'replacement');
  subscription.replaced = true;
  expire(play, subscription, at);
  return replacement;
}

function paidPlan(subscription: Subscription): NonNullable<Subscription['follows']> {
  const { productId, basePlanId, offerId, periodMs, price, expiresAt } = subscription;
  const orderId = latestOrderId(subscription, subscription);
  return { productId, basePlanId, offerId, periodMs, price, expiresAt, orderId };
}

/** What is left of the old plan counts towards the new one, in time or in money. */
function firstPayment(
  { price: oldPrice, periodMs: oldPeriodMs, expiresAt }: Subscription,
  { price, periodMs }: Plan,
  at: number,
  mode: Exclude<ReplacementMode, 'DEFERRED'>,
): Earlier['first'] {
  const left = Math.max(0, expiresAt - at);
  const worth = (oldPrice.micros * left) / oldPeriodMs;
  const costs = (price.micros * left) / periodMs;
  const free = { ...price, micros: 0, taxMicros: 0 };
  switch (mode) {
    case 'CHARGE_FULL_PRICE':
      return undefined;
    case 'WITHOUT_PRORATION':
      return { price: free, to: at + left };
    case 'WITH_TIME_PRORATION':
      return { price: free, to: at + Math.round(costs > 0 ? (left * worth) / costs : left) };
    case 'CHARGE_PRORATED_PRICE':
      return {
        price: { ...free, micros: Math.max(0, Math.round((costs - worth) / cent) * cent) },
        to: at + left,
      };
  }
}
