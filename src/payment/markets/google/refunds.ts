// What Google reports about the refund of a purchase: from its order, its pieces, and Google's list of voided purchases.
import type { Cancellation } from '../cancellation.ts';
import { type Fields, textOf } from '../fields.ts';
import { chargeback, NEVER_CHARGED, type PlayOrder, shareOf } from './order.ts';
import { isKeptWhole, isRefundedInPieces, type PlayPurchase } from './purchase.ts';
import { millisOf } from './time.ts';

const isFull = ({ state }: Cancellation): boolean => state === 'given' || state === 'lost';

/** Refunds and chargebacks that Google shows with a purchase. */
export function reportsOf(
  purchase: PlayPurchase,
  order: PlayOrder | undefined,
): readonly Cancellation[] {
  const shown = order?.cancellations ?? [];
  const full = shown.filter(isFull);
  if (full.length > 0) return purchase.state === 'PURCHASED' ? full.map(keptReport(order)) : full;
  if (purchase.state === 'CANCELLED') return [{ kind: 'refund', state: 'given' }];
  const part = partReport(purchase, shown, order === undefined);
  if (part) return [part];
  return purchase.refundIsElsewhere ? shown.filter(({ state }) => state !== 'partial') : shown;
}

/** A refund that left the goods with the buyer gives back the price, and takes nothing. */
export const keptReport =
  (order: PlayOrder | undefined) =>
  (report: Cancellation): Cancellation =>
    report.kind === 'refund' && report.state === 'given' && report.reason !== NEVER_CHARGED
      ? { ...report, state: 'partial', amount: order?.price ?? null }
      : report;

/** Pieces were refunded, and perhaps left with the buyer: how many so far, with the amount that the order shows. */
function partReport(
  purchase: PlayPurchase,
  shown: readonly Cancellation[],
  hasNoOrder: boolean,
): Cancellation | undefined {
  const { quantity, refundedQuantity, productIds } = purchase;
  if (refundedQuantity === 0) return undefined;
  const part = shown.find(({ state }) => state === 'partial');
  const reportedAt = part?.reportedAt;
  const isKept = hasNoOrder && isKeptWhole(purchase);
  if (refundedQuantity >= quantity && !isKept)
    return { kind: 'refund', state: 'given', reportedAt };
  // Of several products, the order does not say which amount was for which.
  const amount = productIds.length > 1 ? null : (part?.amount ?? null);
  return { kind: 'refund', state: 'partial', amount, quantity: refundedQuantity, reportedAt };
}

/** An entry of Google's list of voided purchases, or the part of it that a notification has. */
export interface PlayVoid {
  /** The purchase token for a purchase without an order. */
  readonly orderId: string;
  readonly purchaseToken: string;
  readonly at: number | null;
  /** Why and by whom; null when a notification does not say. */
  readonly reason: string | null;
  readonly isChargeback: boolean;
  /** Some of several pieces; the purchase shows how many. */
  readonly isPartial: boolean;
}

const REASONS = [
  'other',
  'remorse',
  'not_received',
  'defective',
  'accidental_purchase',
  'fraud',
  'friendly_fraud',
  'chargeback',
  'unacknowledged_purchase',
];
const SOURCES = ['user', 'developer', 'google'];
const CHARGEBACK = 7;

export function readVoid(entry: Fields): PlayVoid | undefined {
  const purchaseToken = textOf(entry.purchaseToken);
  if (purchaseToken === undefined) return undefined;
  return {
    orderId: textOf(entry.orderId) ?? purchaseToken,
    purchaseToken,
    at: millisOf(entry.voidedTimeMillis) ?? null,
    reason: reasonOf(entry),
    isChargeback: entry.voidedReason === CHARGEBACK,
    isPartial: typeof entry.voidedQuantity === 'number' && entry.voidedQuantity > 0,
  };
}

/** Google's numbers in words, such as `remorse (user)`. */
function reasonOf({ voidedReason, voidedSource }: Fields): string | null {
  const reason = REASONS[Number(voidedReason)];
  const source = SOURCES[Number(voidedSource)];
  return reason === undefined ? null : source === undefined ? reason : `${reason} (${source})`;
}

/** A voided purchase is refunded because Google has voided it, whatever its order says by now. */
export function voidReport(voided: PlayVoid, order: PlayOrder | undefined): Cancellation {
  const reportedAt = voided.at ?? undefined;
  const isChargeback =
    voided.isChargeback || order?.cancellations.some(({ kind }) => kind === 'dispute');
  if (isChargeback) {
    return { ...chargeback(voided.orderId, reportedAt), reason: voided.reason ?? 'chargeback' };
  }
  // Prorated: the list says that it was taken back, the order says how much was paid out.
  const part = order?.cancellations.find(({ state }) => state === 'partial');
  const paidOut = part && { amount: part.amount };
  return { kind: 'refund', state: 'given', ...paidOut, reason: voided.reason, reportedAt };
}

/** One for all products of the order; where only a part was paid out, one for each. */
export function voidReports(
  voided: PlayVoid,
  order: PlayOrder | undefined,
): readonly { readonly productId?: string; readonly report: Cancellation }[] {
  const part = order?.cancellations.find(({ state }) => state === 'partial');
  const report = voidReport(voided, order);
  if (!order || !part || order.productIds.length < 2) return [{ report }];
  return order.productIds.map((productId) => {
    const [share] = shareOf(order, part, productId, order.productIds);
    return { productId, report: { ...report, amount: share?.amount ?? null } };
  });
}

/** Of a purchase of several pieces: what Google shows of it now, dated by the void. */
export function partialVoidReport(
  voided: PlayVoid,
  purchase: PlayPurchase | undefined,
  order: PlayOrder | undefined,
): Cancellation {
  const [shown] = purchase ? reportsOf(purchase, order) : (order?.cancellations ?? []);
  const reportedAt = voided.at ?? undefined;
  // A refund that leaves the goods is in no list.
  if (purchase && !order && isRefundedInPieces(purchase))
    return { kind: 'refund', state: 'given', reason: voided.reason, reportedAt };
  if (shown && isFull(shown))
    return { ...shown, reason: shown.reason ?? voided.reason, reportedAt };
  const isPart = shown?.state === 'partial';
  const part: Cancellation = isPart ? shown : { kind: 'refund', state: 'partial' };
  return { ...part, reason: voided.reason, reportedAt };
}
