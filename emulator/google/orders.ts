// Orders: what was paid, what went back, and the Order resource.

import {
  type Order,
  type OrderLine,
  type PendingRefund,
  type Price,
  type Purchase,
  type Refund,
  type VoidCause,
  voidReason,
} from './model.ts';
import { type Money, money } from './money.ts';
import type { Play } from './play.ts';

/** Google keeps about this share of a sale. */
const serviceFee = 0.15;

type NewOrder = Pick<Order, 'orderId' | 'token' | 'createdAt'>;
type NewLine = Pick<OrderLine, 'productId' | 'quantity' | 'price' | 'plan'>;

export function openOrder(
  play: Play,
  opened: NewOrder,
  [first, ...others]: readonly [NewLine, ...NewLine[]],
  hidden = false,
): Order {
  const unpaid = { periodFrom: undefined, periodTo: undefined };
  const order: Order = {
    ...opened,
    ...first,
    state: 'PENDING',
    processedAt: undefined,
    ...unpaid,
    ...(others.length > 0 && { otherLines: others.map((line) => ({ ...line, ...unpaid })) }),
    ...(hidden && { hidden: true }),
  };
  play.orders.set(order.orderId, order);
  return order;
}

export function linesOfOrder(order: Order): readonly OrderLine[] {
  return [order, ...(order.otherLines ?? [])];
}

export function processOrder(order: Order, at: number): void {
  order.state = 'PROCESSED';
  order.processedAt = at;
}

export function cancelOrder(order: Order, at: number): void {
  order.state = 'CANCELED';
  order.cancelledAt = at;
}

/** An amount with the tax in it, and the tax. */
type Amount = Pick<Refund, 'micros' | 'taxMicros'>;

function lineAmount({ price, quantity }: OrderLine): Amount {
  return { micros: price.micros * quantity + price.taxMicros, taxMicros: price.taxMicros };
}

/** Nobody is paid a part of a cent. */
export const cent = 10_000;

/** What shares (0 to 1) of the lines come to. */
export function partOf(order: Order, shareOf: (line: OrderLine) => number = () => 1): Amount {
  const parts = linesOfOrder(order).map((line) => ({ ...lineAmount(line), share: shareOf(line) }));
  return {
    micros: parts.reduce((sum, { micros, share }) => sum + shared(micros, share), 0),
    taxMicros: parts.reduce((sum, { taxMicros, share }) => sum + shared(taxMicros, share), 0),
  };
}

const shared = (micros: number, share: number): number =>
  share === 1 ? micros : Math.round((micros * share) / cent) * cent;

export function isRefundable({ state }: Order): boolean {
  return state === 'PROCESSED' || state === 'PARTIALLY_REFUNDED';
}

/** The refund is decided on, and paid out later. */
export function holdRefund(order: Order, pending: PendingRefund): void {
  order.state = 'PENDING_REFUND';
  order.pendingRefund = pending;
}

/** The order is as it was before the refund was decided on. */
export function dropPendingRefund(order: Order): void {
  order.state = order.partialRefunds ? 'PARTIALLY_REFUNDED' : 'PROCESSED';
  order.pendingRefund = undefined;
}

/** Gives back all that was not given back before. */
export function refundOrder(order: Order, at: number, cause: VoidCause): void {
  const reason = cause.reason === voidReason.chargeback ? 'CHARGEBACK' : 'OTHER';
  order.state = 'REFUNDED';
  order.refund = { ...unrefunded(order), at, reason };
}

/** Gives back a part of what is left. */
export function refundPart(order: Order, at: number, part: Amount): void {
  order.state = 'PARTIALLY_REFUNDED';
  order.partialRefunds = [...(order.partialRefunds ?? []), { at, ...part }];
}

export function unrefunded(order: Order): Amount {
  const { micros, taxMicros } = partOf(order);
  const given = [...(order.partialRefunds ?? []), ...(order.refund ? [order.refund] : [])];
  return {
    micros: given.reduce((left, each) => left - each.micros, micros),
    taxMicros: given.reduce((left, each) => left - each.taxMicros, taxMicros),
  };
}

export function orderResource(order: Order, purchase: Purchase) {
  const { price } = order;
  const paid = partOf(order);
  const kept = unrefunded(order);
  return {
    orderId: order.orderId,
    purchaseToken: order.token,
    state: order.state,
    createTime: time(order.createdAt),
    lastEventTime: time(lastEvent(order)),
    total: cash(price, paid.micros),
    tax: cash(price, paid.taxMicros),
    developerRevenueInBuyerCurrency: cash(
      price,
      Math.round((kept.micros - kept.taxMicros) * (1 - serviceFee)),
    ),
    buyerAddress: { buyerCountry: purchase.regionCode },
    lineItems: linesOfOrder(order).map((line) => lineItem(line, purchase)),
    orderDetails: { taxInclusive: false },
    orderHistory: orderHistory(order),
    salesChannel: 'outOfApp' in purchase ? 'PLAY_STORE' : 'IN_APP',
  };
}

function lineItem(line: OrderLine, purchase: Purchase) {
  const { productId, price, quantity, periodFrom, periodTo } = line;
  const { micros, taxMicros } = lineAmount(line);
  const item = {
    productId,
    productTitle: productId,
    listingPrice: cash(price, price.micros),
    total: cash(price, micros),
    tax: cash(price, taxMicros),
  };
  if (purchase.kind === 'product') {
    const preordered = purchase.releaseAt !== undefined;
    return {
      ...item,
      oneTimePurchaseDetails: { quantity, ...(preordered && { preorderDetails: {} }) },
    };
  }
  const { basePlanId, offerId } = line.plan ?? purchase;
  return {
    ...item,
    subscriptionDetails: {
      basePlanId,
      ...(offerId !== undefined && { offerId }),
      offerPhaseDetails: { baseDetails: {} },
      ...(periodFrom !== undefined && { servicePeriodStartTime: time(periodFrom) }),
      ...(periodTo !== undefined && { servicePeriodEndTime: time(periodTo) }),
    },
  };
}

function orderHistory(order: Order) {
  const { price, processedAt, cancelledAt, refund, partialRefunds } = order;
  const details = ({ micros, taxMicros }: Refund) => ({
    total: cash(price, micros),
    tax: cash(price, taxMicros),
  });
  return {
    ...(processedAt !== undefined && { processedEvent: { eventTime: time(processedAt) } }),
    ...(cancelledAt !== undefined && { cancellationEvent: { eventTime: time(cancelledAt) } }),
    ...(refund && {
      refundEvent: {
        eventTime: time(refund.at),
        refundDetails: details(refund),
        refundReason: refund.reason,
      },
    }),
    ...(partialRefunds && {
      partialRefundEvents: partialRefunds.map((part) => ({
        createTime: time(part.at),
        processTime: time(part.at),
        state: 'PROCESSED_SUCCESSFULLY',
        refundDetails: details(part),
      })),
    }),
  };
}

function lastEvent(order: Order): number {
  return (
    order.refund?.at ??
    order.pendingRefund?.at ??
    order.refundDeclinedAt ??
    order.partialRefunds?.at(-1)?.at ??
    order.cancelledAt ??
    order.processedAt ??
    order.createdAt
  );
}

function cash({ currency }: Price, micros: number): Money {
  return money(currency, micros);
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
