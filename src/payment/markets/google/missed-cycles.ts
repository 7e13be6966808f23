// Cycles of a GOOGLE subscription that nothing has reported: Google Play shows only the newest one, the earlier
// ones are in the orders that are numbered before its own.
import type { Unavailable } from '../market.ts';
import {
  missedCyclesJob,
  type SubscriptionProvider,
  type SubscriptionState,
} from '../subscription.ts';
import { cycleKeys, firstOrderId, paidAt, paidUntil } from './cycle.ts';
import { ofProduct, type PlayOrder } from './order.ts';
import type { GooglePlay } from './play.ts';
import type { GoogleApp, googleShapes } from './settings.ts';

type MissedCyclesPort = Pick<
  Required<SubscriptionProvider<typeof googleShapes>>,
  'missedCycles' | 'readMissedCycles'
>;

/** The cycles between two. */
interface MissedCycles {
  /** The key of the earlier one; of a subscription that was new, there is none. */
  readonly recordedKey: string | undefined;
  /** The later one, with what they share. */
  readonly next: Cycled;
  /** What was bought together with the subscription. */
  readonly addOnIds: readonly string[];
}

type Cycled = Omit<
  SubscriptionState,
  'lifecycle' | 'followUp' | 'watch' | 'addOns' | 'marketResult'
>;

/** More cycles than can fit into the time a notification may be late. */
const MOST_MISSED = 100;

export function createMissedCycles(play: Pick<GooglePlay, 'order'>): MissedCyclesPort {
  async function readMissedCycles(
    app: GoogleApp,
    { recordedKey, next, addOnIds }: MissedCycles,
  ): Promise<readonly SubscriptionState[] | Unavailable> {
    const missed: SubscriptionState[] = [];
    const { storeTransactionId, productId, purchasedAt, receipt: token } = next.cycle;
    const [recorded] = recordedKey?.split(' ', 1) ?? [];
    // An app that moves to Tollgate leaves behind what was paid before.
    const from = recorded === undefined ? app.createdAt : 0;
    if (purchasedAt !== null && purchasedAt < from) return missed;
    for (const orderId of ordersSince(recorded, storeTransactionId)) {
      const order = await play.order(app, orderId, productId);
      if (order && 'unavailable' in order) return order;
      if (!order) continue;
      // What another subscription has paid is its own, also when this one took its place.
      const isOther = order.purchaseToken !== undefined && order.purchaseToken !== token;
      if (isOther || (paidAt(order) ?? 0) < from) break;
      const line = lineFor(order, next, addOnIds);
      if (line !== undefined) missed.push(earlierCycle(next, orderId, ofProduct(order, line)));
    }
    return missed.reverse();
  }

  return {
    readMissedCycles,
    async missedCycles(app, now, recordedKey) {
      const { lifecycle: _now, followUp: _later, watch: _waits, marketResult: _own, ...rest } = now;
      const { addOns = [], ...next } = rest;
      const addOnIds = addOns.map(({ cycle }) => cycle.productId);
      const payload: MissedCycles = { recordedKey, next, addOnIds };
      const missed = await readMissedCycles(app, payload);
      if (!('unavailable' in missed)) return missed;
      const kind = missedCyclesJob('GOOGLE');
      return { kind, id: `${kind} ${next.cycle.uniqueKey}`, payload };
    },
  };
}

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
  { cycle: { productId }, addOnTo }: Cycled,
  addOnIds: readonly string[],
): string | undefined {
  if (productIds.includes(productId) || addOnTo !== undefined) {
    return productIds.find((each) => each === productId);
  }
  return productIds.find((each) => !addOnIds.includes(each));
}

function earlierCycle(
  next: Cycled,
  orderId: string,
  order: PlayOrder & { readonly productId: string },
): SubscriptionState {
  const { cycle } = next;
  const { productId } = order;
  const distance = renewalOf(cycle.storeTransactionId) - renewalOf(orderId);
  return {
    ...next,
    marketResult: { order: order.resource },
    cycle: {
      ...cycle,
      ...cycleKeys(orderId, productId, next.addOnTo !== undefined, cycle.lineKey !== undefined),
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
