// A subscription's payments: one order for each period, and giving them back.
import type { Order, Subscription, VoidCause } from './model.ts';
import { openOrder, processOrder, refundOrder, refundPart } from './orders.ts';
import { isListed, type Play, recordVoid } from './play.ts';

/** Takes the payment for one more period, which makes the subscription active. */
export function charge(play: Play, subscription: Subscription, at: number, from: number): void {
  subscription.productId = subscription.nextProductId ?? subscription.productId;
  subscription.nextProductId = undefined;
  subscription.until = undefined;
  const to = from + subscription.periodMs;
  const order =
    play.orders.get(orderIdOf(subscription, subscription.cycles)) ??
    openNextOrder(play, subscription, at);
  order.periodFrom = from;
  order.periodTo = to;
  processOrder(order, at);
  subscription.cycles += 1;
  subscription.state = 'ACTIVE';
  subscription.expiresAt = to;
}

export function openNextOrder(play: Play, subscription: Subscription, at: number): Order {
  const { token, productId, price } = subscription;
  const orderId = orderIdOf(subscription, subscription.cycles);
  return openOrder(play, { orderId, token, productId, quantity: 1, price, createdAt: at });
}

/** `GPA…` for the first payment, `GPA…..0` for the first renewal, and so on. */
export function orderIdOf({ orderBase }: Subscription, cycle: number): string {
  return cycle === 0 ? orderBase : `${orderBase}..${cycle - 1}`;
}

export function latestOrderId(subscription: Subscription): string | undefined {
  return subscription.cycles === 0 ? undefined : orderIdOf(subscription, subscription.cycles - 1);
}

export function latestOrder(play: Play, subscription: Subscription): Order | undefined {
  return play.orders.get(latestOrderId(subscription) ?? '');
}

/** Gives one payment back; access goes on. */
export function refund(
  play: Play,
  subscription: Subscription,
  order: Order,
  at: number,
  cause: VoidCause,
): void {
  if (isListed(cause)) giveBack(play, subscription, order, at, cause);
  else refundOrder(order, at, cause);
}

/** Gives a payment back, all of it or a share (0 to 1), and lists it as voided. */
export function giveBack(
  play: Play,
  subscription: Subscription,
  order: Order,
  at: number,
  cause: VoidCause,
  share = 1,
): void {
  const { orderId, processedAt = order.createdAt } = order;
  if (share < 1) refundPart(order, at, share);
  else refundOrder(order, at, cause);
  recordVoid(play, subscription, { orderId, purchasedAt: processedAt }, cause, at);
}
