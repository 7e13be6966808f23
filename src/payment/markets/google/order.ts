// Parses orders from Google Play: what was paid, and the refunds and chargebacks that the order shows.
import { minorText, minorUnits, scaledAmount } from '../../money.ts';
import type { Cancellation, DisputeReport } from '../cancellation.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';
import type { FollowUp } from '../market.ts';
import { timeOf } from './time.ts';

export interface PlayOrder {
  readonly orderId: string | undefined;
  readonly productIds: readonly string[];
  readonly purchaseToken: string | undefined;
  readonly cancellations: readonly Cancellation[];
  /** Google has decided on a refund and not paid it out: the order is read again until it has. */
  readonly isRefundPending: boolean;
  readonly price: string | undefined;
  readonly currency: string | undefined;
  /** As Google sent it, without the buyer's address. */
  readonly resource: Fields;
}

/** Order ids of today, and those from before 2015. */
const ORDER_ID = /^(GPA\.\d|\d{10,}\.\d{10,})/;

export const isOrderId = (text: string): boolean => ORDER_ID.test(text);

export function readOrder(order: Fields, productId: string): PlayOrder {
  const { buyerAddress: _private, ...resource } = order;
  const items = listOf(order.lineItems);
  const item = items.find((each) => each.productId === productId);
  const paid = fieldsOf(item?.total) ?? fieldsOf(order.total);
  const currency = textOf(paid?.currencyCode);
  return {
    orderId: textOf(order.orderId),
    productIds: items.map((each) => textOf(each.productId)).filter((id) => id !== undefined),
    purchaseToken: textOf(order.purchaseToken),
    cancellations: cancellationsOf(order),
    isRefundPending: order.state === 'PENDING_REFUND',
    price: paid && currency && amountOf(paid, currency),
    currency,
    resource,
  };
}

/** The order as one of its products sees it. */
export const ofProduct = (
  order: PlayOrder,
  productId: string,
): PlayOrder & { readonly productId: string } => ({
  ...readOrder(order.resource, productId),
  productId,
});

/**
 * A part of an order for several products is the money for those that ended with it; what is more
 * than that, or ended nothing, is shared by what the others cost.
 */
export function shareOf(
  order: PlayOrder,
  part: Cancellation,
  productId: string,
  ended: readonly string[],
): readonly Cancellation[] {
  const { currency = '' } = order;
  const priceOf = (id: string): number => minorOf(ofProduct(order, id).price, currency);
  const sum = (ids: readonly string[]): number => ids.reduce((all, id) => all + priceOf(id), 0);
  const given = minorOf(part.amount ?? undefined, currency);
  const { kind, reportedAt } = part;
  const isEnded = ended.includes(productId);
  if (isEnded && given >= sum(ended)) return [{ kind: 'refund', state: 'given', reportedAt }];
  const sharing = given < sum(ended) ? ended : order.productIds.filter((id) => !ended.includes(id));
  const left = given < sum(ended) ? given : given - sum(ended);
  if (kind !== 'refund' || left === 0 || !sharing.includes(productId)) return [];
  const before = sum(sharing.slice(0, sharing.indexOf(productId)));
  const upTo = (price: number): number => Math.round((left * price) / sum(sharing));
  const amount = minorText(upTo(before + priceOf(productId)) - upTo(before), currency);
  return [{ kind: 'refund', state: isEnded ? 'given' : 'partial', amount, reportedAt }];
}

const minorOf = (amount: string | undefined, currency: string): number =>
  (amount === undefined ? undefined : minorUnits(amount, currency)) ?? 0;

/** The reason of an order that was cancelled instead of charged. */
export const NEVER_CHARGED = 'canceled';

/** A chargeback is a lost dispute; the order has at most one, so its id identifies it. */
export const chargeback = (orderId: string, reportedAt: number | undefined): DisputeReport => ({
  kind: 'dispute',
  id: orderId,
  state: 'lost',
  reason: 'chargeback',
  reportedAt,
});

function cancellationsOf(order: Fields): readonly Cancellation[] {
  const history = fieldsOf(order.orderHistory);
  switch (order.state) {
    case 'REFUNDED': {
      const event = fieldsOf(history?.refundEvent);
      const reportedAt = timeOf(event?.eventTime);
      const orderId = textOf(order.orderId);
      return event?.refundReason === 'CHARGEBACK' && orderId !== undefined
        ? [chargeback(orderId, reportedAt)]
        : [{ kind: 'refund', state: 'given', reportedAt }];
    }
    case 'CANCELED': {
      const reportedAt = timeOf(fieldsOf(history?.cancellationEvent)?.eventTime);
      return [{ kind: 'refund', state: 'given', reason: NEVER_CHARGED, reportedAt }];
    }
    case 'PENDING_REFUND':
      return [{ kind: 'refund', state: 'pending', reportedAt: timeOf(order.lastEventTime) }];
    case 'PARTIALLY_REFUNDED':
      return [
        { kind: 'refund', state: 'partial', ...partOf(listOf(history?.partialRefundEvents)) },
      ];
    default:
      return [];
  }
}

/** All parts that were paid out so far. */
function partOf(events: readonly Fields[]): Pick<Cancellation, 'amount' | 'reportedAt'> {
  const paidOut = events.filter(({ state }) => state === 'PROCESSED_SUCCESSFULLY');
  const totals = paidOut.map(({ refundDetails }) => fieldsOf(fieldsOf(refundDetails)?.total));
  const times = paidOut.map((event) => timeOf(event.processTime) ?? timeOf(event.createTime));
  const known = times.filter((time) => time !== undefined);
  const currency = textOf(totals[0]?.currencyCode);
  const nanos = totals.map((total) => total && nanosOf(total));
  const isKnown = currency !== undefined && nanos.every((each) => each !== undefined);
  return {
    amount: isKnown
      ? scaledAmount(
          (nanos as bigint[]).reduce((sum, each) => sum + each, 0n),
          9,
          currency,
        )
      : null,
    reportedAt: known.length > 0 ? Math.max(...known) : undefined,
  };
}

const INT64 = /^-?\d{1,19}$/;
const BILLION = 1_000_000_000n;

/** Google's Money: whole units as text and billionths as a number; either may be missing. */
function nanosOf({ units = '0', nanos = 0 }: Fields): bigint | undefined {
  if (!INT64.test(String(units)) || !Number.isSafeInteger(nanos)) return undefined;
  return BigInt(String(units)) * BILLION + BigInt(nanos as number);
}

function amountOf(money: Fields, currency: string): string | undefined {
  const nanos = nanosOf(money);
  return nanos === undefined ? undefined : scaledAmount(nanos, 9, currency);
}

/** The job that fills in the price of a purchase whose order could not be read. */
export const PRICE_JOB = 'google.price';

export interface PricePayload {
  readonly orderId: string;
  readonly productId: string;
}

export function priceJob(orderId: string, productId: string): FollowUp {
  const payload: PricePayload = { orderId, productId };
  return { kind: PRICE_JOB, id: `${PRICE_JOB} ${orderId} ${productId}`, payload };
}

/** The job that reads an order until its refund is paid out or dropped. */
export const REFUND_WATCH_JOB = 'google.refund-watch';

export interface RefundWatch {
  readonly orderId: string;
}

export function refundJob(orderId: string): FollowUp {
  const payload: RefundWatch = { orderId };
  return { kind: REFUND_WATCH_JOB, id: `${REFUND_WATCH_JOB} ${orderId}`, payload };
}

export const refundWatch = (order: PlayOrder | undefined): FollowUp | undefined =>
  order?.isRefundPending && order.orderId !== undefined ? refundJob(order.orderId) : undefined;
