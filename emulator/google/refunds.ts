// Refunds with a step between decision and payment, and Google's questions about a refund.
import {
  day,
  type Order,
  type PendingRefund,
  type Purchase,
  type RefundReview,
  type Refusal,
} from './model.ts';
import {
  dropPendingRefund,
  holdRefund,
  isRefundable,
  refundOrder,
  refundPart,
  unrefunded,
} from './orders.ts';
import { type Play, recordVoid } from './play.ts';
import { linesOf, orderOf, refundProduct, voidProduct } from './products.ts';
import { latestOrder, refund } from './subscription-orders.ts';
import { revoke } from './subscriptions.ts';

/** The developer may answer for this long. */
const answerWithin = day;

export function lastOrderOf(play: Play, purchase: Purchase): Order | undefined {
  return purchase.kind === 'product' ? orderOf(play, purchase) : latestOrder(play, purchase);
}

/** Gives a sum back and takes nothing: only the order says so. */
export function refundAmount(play: Play, purchase: Purchase, micros: number): Refusal | undefined {
  const order = lastOrderOf(play, purchase);
  if (!order || !isRefundable(order)) return refuse('The purchase has no order to refund.');
  const left = unrefunded(order);
  if (micros >= left.micros) return refuse(`Less than ${left.micros} can be given back as a part.`);
  const taxMicros = Math.round((left.taxMicros * micros) / left.micros);
  refundPart(order, play.world.clock.now(), { micros, taxMicros });
  return undefined;
}

/** The order waits as PENDING_REFUND; `voided` lists the purchase as voided already. */
export function startRefund(
  play: Play,
  purchase: Purchase,
  pending: PendingRefund,
): Refusal | undefined {
  const order = lastOrderOf(play, purchase);
  if (!order || !isRefundable(order)) return refuse('The purchase has no order to refund.');
  holdRefund(order, pending);
  if (pending.voided) voidNow(play, purchase, order, pending);
  return undefined;
}

function voidNow(play: Play, purchase: Purchase, order: Order, pending: PendingRefund): void {
  const { at, source, reason } = pending;
  const cause = { source, reason };
  if (purchase.kind === 'product') {
    for (const line of linesOf(purchase)) line.refunded = line.quantity;
    if (pending.revoke) purchase.state = 'cancelled';
    voidProduct(play, purchase, cause, at);
    return;
  }
  if (pending.revoke) revoke(play, purchase, at, cause, { orders: [order] });
  const { orderId, processedAt = order.createdAt } = order;
  recordVoid(play, purchase, { orderId, purchasedAt: processedAt }, cause, at);
}

export function completeRefund(play: Play, purchase: Purchase, at: number): Refusal | undefined {
  const order = lastOrderOf(play, purchase);
  if (!order?.pendingRefund) return nonePending;
  const { source, reason, voided, revoke: takesItem } = order.pendingRefund;
  const cause = { source, reason };
  dropPendingRefund(order);
  if (voided) refundOrder(order, at, cause);
  else if (purchase.kind === 'product') {
    return refundProduct(play, purchase, { ...cause, quantity: undefined, revoke: takesItem }, at);
  } else if (takesItem) revoke(play, purchase, at, cause, { orders: [order] });
  else refund(play, purchase, order, at, cause);
  return undefined;
}

export function declineRefund(play: Play, purchase: Purchase, at: number): Refusal | undefined {
  const order = lastOrderOf(play, purchase);
  if (!order?.pendingRefund) return nonePending;
  if (order.pendingRefund.voided) return refuse('The purchase is listed as voided.');
  dropPendingRefund(order);
  order.refundDeclinedAt = at;
  return undefined;
}

/** Asks the developer about a refund that the buyer wants. */
export function requestRefund(
  play: Play,
  purchase: Purchase,
  refundReason: string,
): RefundReview | Refusal {
  const order = lastOrderOf(play, purchase);
  if (!order || !isRefundable(order)) return refuse('The purchase has no order to refund.');
  const at = play.world.clock.now();
  const review: RefundReview = { token: play.world.id('refund-review-'), at };
  order.review = review;
  const { accountId, profileId } = purchase;
  play.notify(purchase.packageName, at, {
    pendingRefundReviewNotification: {
      version: '1.0',
      pendingRefundToken: review.token,
      orderId: order.orderId,
      refundReason,
      ...(accountId !== undefined && { obfuscatedAccountId: accountId }),
      ...(profileId !== undefined && { obfuscatedProfileId: profileId }),
    },
  });
  return review;
}

const preferences = ['APPROVE', 'DECLINE', 'NEUTRAL'];
const mostEvents = 1000;

/** Which field of the developer's answer Google refuses; undefined when it takes the answer. */
export function answerReview(
  order: Order,
  answer: Readonly<Record<string, unknown>>,
  now: number,
): string | undefined {
  const { review } = order;
  const { refundPreference, sampleContentProvided } = answer;
  const { consumptionPercentageMilliunits: share = 0, consumptionUsageEvents: events = [] } =
    answer;
  if (!review || answer.pendingRefundToken !== review.token || now - review.at > answerWithin) {
    return 'pendingRefundToken';
  }
  if (!preferences.includes(String(refundPreference))) return 'refundPreference';
  if (typeof sampleContentProvided !== 'boolean') return 'sampleContentProvided';
  if (!Number.isInteger(share) || Number(share) < 0 || Number(share) > 100_000) {
    return 'consumptionPercentageMilliunits';
  }
  if (!Array.isArray(events) || events.length > mostEvents) return 'consumptionUsageEvents';
  review.answer = answer;
  return undefined;
}

const refuse = (message: string): Refusal => ({ reason: 'invalidPurchaseState', message });
const nonePending = refuse('No refund of the purchase is pending.');
