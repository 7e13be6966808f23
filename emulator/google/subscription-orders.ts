// A subscription's payments: one order for each period, and giving them back.
import type {
  Order,
  OrderLine,
  Price,
  Subscription,
  SubscriptionItem,
  VoidCause,
} from './model.ts';
import {
  linesOfOrder,
  openOrder,
  partOf,
  processOrder,
  refundOrder,
  refundPart,
} from './orders.ts';
import { isListed, type Play, recordVoid } from './play.ts';

type Items = readonly [SubscriptionItem, ...SubscriptionItem[]];

/** The base plan and its add-ons. */
export function itemsOf(subscription: Subscription): Items {
  return [subscription, ...(subscription.addOns ?? [])];
}

/** Those that the next renewal pays for: they end first. */
export function nextItems(subscription: Subscription): SubscriptionItem[] {
  const staying = itemsOf(subscription).filter(({ leaving }) => leaving === undefined);
  const next = Math.min(...staying.map(({ expiresAt }) => expiresAt));
  return staying.filter(({ expiresAt }) => expiresAt === next);
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** Takes one payment for a period of each of these items, which makes the subscription active. */
export function charge(
  play: Play,
  subscription: Subscription,
  at: number,
  periodOf: (item: SubscriptionItem) => Period,
  items: readonly SubscriptionItem[] = itemsOf(subscription),
): void {
  subscription.productId = subscription.nextProductId ?? subscription.productId;
  subscription.nextProductId = undefined;
  subscription.until = undefined;
  subscription.follows = undefined;
  const order =
    play.orders.get(orderIdOf(subscription, subscription.cycles)) ??
    openNextOrder(play, subscription, at, items);
  const lines = linesOfOrder(order);
  for (const [index, item] of items.entries()) {
    const { from, to } = periodOf(item);
    const line = lines[index];
    if (line) Object.assign(line, { periodFrom: from, periodTo: to });
    item.expiresAt = to;
    if (subscription.addOns) item.paidBy = subscription.cycles;
  }
  processOrder(order, at);
  subscription.cycles += 1;
  subscription.state = 'ACTIVE';
}

/** `basePrice` is for a first payment that is not the plan's price. */
export function openNextOrder(
  play: Play,
  subscription: Subscription,
  at: number,
  items: readonly SubscriptionItem[],
  basePrice?: Price,
): Order {
  const { token } = subscription;
  const orderId = orderIdOf(subscription, subscription.cycles);
  const [first = subscription, ...others] = items;
  const lineOf = (item: SubscriptionItem) => ({
    productId: item.productId,
    quantity: 1,
    price: item === subscription ? (basePrice ?? item.price) : item.price,
    ...(item !== subscription && { plan: { basePlanId: item.basePlanId, offerId: item.offerId } }),
  });
  return openOrder(play, { orderId, token, createdAt: at }, [lineOf(first), ...others.map(lineOf)]);
}

/** `GPA…` for the first payment, `GPA…..0` for the first renewal, and so on. */
export function orderIdOf({ orderBase }: Subscription, cycle: number): string {
  return cycle === 0 ? orderBase : `${orderBase}..${cycle - 1}`;
}

/** The order that last paid the subscription, or one of its items. */
export function latestOrderId(
  subscription: Subscription,
  item?: SubscriptionItem,
): string | undefined {
  if (subscription.cycles === 0) return undefined;
  return orderIdOf(subscription, item?.paidBy ?? subscription.cycles - 1);
}

/** The orders that last paid its items. */
export function latestOrders(play: Play, subscription: Subscription): Order[] {
  const ids = new Set(itemsOf(subscription).map((item) => latestOrderId(subscription, item)));
  return [...ids].flatMap((id) => play.orders.get(id ?? '') ?? []);
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
  if (isListed(cause, false)) giveBack(play, subscription, order, at, cause);
  else refundOrder(order, at, cause);
}

/** Gives a payment back, all of it or a share (0 to 1) of its lines, and lists it as voided. */
export function giveBack(
  play: Play,
  subscription: Subscription,
  order: Order,
  at: number,
  cause: VoidCause,
  shareOf: (line: OrderLine) => number = () => 1,
): void {
  const { orderId, processedAt = order.createdAt } = order;
  const isPart = linesOfOrder(order).some((line) => shareOf(line) < 1);
  if (isPart) refundPart(order, at, partOf(order, shareOf));
  else refundOrder(order, at, cause);
  recordVoid(play, subscription, { orderId, purchasedAt: processedAt }, cause, at);
}
