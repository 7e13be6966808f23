// Cycles of a GOOGLE subscription that nothing has reported: Google Play shows only the newest one, the earlier
// ones are in the orders that are numbered before its own.
import type { SubscriptionProvider, SubscriptionState } from '../subscription.ts';
import { cycleKeys, firstOrderId, paidAt, paidUntil } from './cycle.ts';
import { ofProduct, type PlayOrder } from './order.ts';
import type { GooglePlay } from './play.ts';
import type { googleShapes } from './settings.ts';

type MissedCycles = NonNullable<SubscriptionProvider<typeof googleShapes>['missedCycles']>;

/** More cycles than can fit into the time a notification may be late. */
const MOST_MISSED = 100;

export const createMissedCycles =
  (play: Pick<GooglePlay, 'order'>): MissedCycles =>
  async (app, now, recordedKey) => {
    const missed: SubscriptionState[] = [];
    const { storeTransactionId, productId, purchasedAt, receipt: token } = now.cycle;
    const [recorded] = recordedKey?.split(' ', 1) ?? [];
    // An app that moves to Tollgate leaves behind what was paid before.
    const from = recorded === undefined ? app.createdAt : 0;
    if ((purchasedAt ?? 0) < from) return missed;
    for (const orderId of ordersSince(recorded, storeTransactionId)) {
      const order = await play.order(app, orderId, productId);
      if (order && 'unavailable' in order) return order;
      if (!order) continue;
      // What another subscription has paid is its own, also when this one took its place.
      const isOther = order.purchaseToken !== undefined && order.purchaseToken !== token;
      if (isOther || (paidAt(order) ?? 0) < from) break;
      const line = lineFor(order, now);
      if (line !== undefined) missed.push(earlierCycle(now, orderId, ofProduct(order, line)));
    }
    return missed.reverse();
  };

/** The payments between the recorded one, if it is of the same series, and the latest, newest first. */
function ordersSince(recorded: string | undefined, latest: string): string[] {
  const base = firstOrderId(latest);
  const isSameSeries = recorded !== undefined && firstOrderId(recorded) === base;
  const first = isSameSeries ? renewalOf(recorded) + 1 : FIRST_PAYMENT;
  const from = Math.max(first, renewalOf(latest) - MOST_MISSED);
  const orders: string[] = [];
  for (let number = renewalOf(latest) - 1; number >= from; number--) {
    orders.push(number === FIRST_PAYMENT ? base : `${base}..${number}`);
  }
  return orders;
}

/** 0 is the first renewal. */
const FIRST_PAYMENT = -1;

const renewalOf = (orderId: string): number =>
  Number(/\.\.(\d+)$/.exec(orderId)?.[1] ?? FIRST_PAYMENT);

/** The product that the order pays for: of an add-on only its own, of a plan also an earlier one. */
function lineFor(
  { productIds }: PlayOrder,
  { cycle: { productId }, addOnTo, addOns = [] }: SubscriptionState,
): string | undefined {
  if (productIds.includes(productId) || addOnTo !== undefined) {
    return productIds.find((each) => each === productId);
  }
  const others = addOns.map(({ cycle }) => cycle.productId);
  return productIds.find((each) => !others.includes(each));
}

function earlierCycle(
  now: SubscriptionState,
  orderId: string,
  order: PlayOrder & { readonly productId: string },
): SubscriptionState {
  const { lifecycle: _now, followUp: _later, watch: _waits, addOns: _beside, ...state } = now;
  const { cycle } = state;
  const { productId } = order;
  const distance = renewalOf(cycle.storeTransactionId) - renewalOf(orderId);
  return {
    ...state,
    marketResult: { order: order.resource },
    cycle: {
      ...cycle,
      ...cycleKeys(orderId, productId, now.addOnTo !== undefined, cycle.lineKey !== undefined),
      productId,
      price: order.price ?? null,
      currency: order.currency ?? null,
      purchasedAt: paidAt(order),
      expiresAt: paidUntil(order, productId) ?? null,
      cancellations: order.cancellations,
      place: cycle.place - distance,
    },
  };
}
