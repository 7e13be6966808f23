// Orders: what was paid, what went back, and the Order resource.

import {
  type Order,
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

type NewOrder = Pick<Order, 'orderId' | 'token' | 'productId' | 'quantity' | 'price' | 'createdAt'>;

export function openOrder(play: Play, opened: NewOrder, hidden = false): Order {
  const order: Order = {
    ...opened,
    state: 'PENDING',
    processedAt: undefined,
    periodFrom: undefined,
    periodTo: undefined,
    ...(hidden && { hidden: true }),
  };
  play.orders.set(order.orderId, order);
  return order;
}

export function processOrder(order: Order, at: number): void {
  order.state = 'PROCESSED';
  order.processedAt = at;
}

export function cancelOrder(order: Order, at: number): void {
  order.state = 'CANCELED';
  order.cancelledAt = at;
}

function orderTotal({ price, quantity }: Pick<Order, 'price' | 'quantity'>): number {
  return price.micros * quantity + price.taxMicros;
}

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

/** Gives back a share (0 to 1) of the order. */
export function refundPart(order: Order, at: number, share: number): void {
  order.state = 'PARTIALLY_REFUNDED';
  const part = {
    at,
    micros: Math.round(orderTotal(order) * share),
    taxMicros: Math.round(order.price.taxMicros * share),
  };
  order.partialRefunds = [...(order.partialRefunds ?? []), part];
}

function unrefunded(order: Order): Omit<Refund, 'at'> {
  const given = [...(order.partialRefunds ?? []), ...(order.refund ? [order.refund] : [])];
  return {
    micros: given.reduce((left, { micros }) => left - micros, orderTotal(order)),
    taxMicros: given.reduce((left, { taxMicros }) => left - taxMicros, order.price.taxMicros),
  };
}

export function orderResource(order: Order, purchase: Purchase) {
  const { price, quantity, productId } = order;
  const total = cash(price, orderTotal(order));
  const tax = cash(price, price.taxMicros);
  const kept = unrefunded(order);
  return {
    orderId: order.orderId,
    purchaseToken: order.token,
    state: order.state,
    createTime: time(order.createdAt),
    lastEventTime: time(lastEvent(order)),
    total,
    tax,
    developerRevenueInBuyerCurrency: cash(
      price,
      Math.round((kept.micros - kept.taxMicros) * (1 - serviceFee)),
    ),
    buyerAddress: { buyerCountry: purchase.regionCode },
    lineItems: [
      {
        productId,
        productTitle: productId,
        listingPrice: cash(price, price.micros),
        total,
        tax,
        ...(purchase.kind === 'product'
          ? { oneTimePurchaseDetails: { quantity } }
          : {
              subscriptionDetails: {
                basePlanId: purchase.basePlanId,
                ...(purchase.offerId !== undefined && { offerId: purchase.offerId }),
                offerPhaseDetails: { baseDetails: {} },
                ...(order.periodFrom !== undefined && {
                  servicePeriodStartTime: time(order.periodFrom),
                }),
                ...(order.periodTo !== undefined && {
                  servicePeriodEndTime: time(order.periodTo),
                }),
              },
            }),
      },
    ],
    orderDetails: { taxInclusive: false },
    orderHistory: orderHistory(order),
    salesChannel: 'outOfApp' in purchase ? 'PLAY_STORE' : 'IN_APP',
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
