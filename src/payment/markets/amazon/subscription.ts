// Amazon subscriptions: one receipt for their whole life, whose renewal date moves from cycle to cycle.
import type { Clock } from '../../../base/clock.ts';
import { refundIf } from '../cancellation.ts';
import { textOf } from '../fields.ts';
import type { MarketRejection } from '../market.ts';
import type { Lifecycle, SubscriptionProvider, SubscriptionState } from '../subscription.ts';
import { type AmazonPurchase, type ReadAmazon, timeOf } from './api.ts';
import { readReceipt } from './receipt.ts';
import type { AmazonApp, amazonShapes } from './settings.ts';

export const createAmazonSubscriptions = (
  read: ReadAmazon,
  clock: Clock,
): SubscriptionProvider<typeof amazonShapes> => ({
  async verifySubscription(app, text) {
    const receipt = readReceipt(text);
    if ('rejected' in receipt) return receipt;
    const purchase = await read(app, receipt);
    if (!('productType' in purchase)) return purchase;
    if (purchase.productType !== 'SUBSCRIPTION') return noSubscription;
    return describe(app, purchase, text, clock());
  },
});

const DAY_MS = 24 * 60 * 60_000;

export function describe(
  { environment }: Pick<AmazonApp, 'environment'>,
  purchase: AmazonPurchase,
  receipt: string,
  now: number,
): SubscriptionState {
  const { receiptId, productId, purchaseDate, cancelDate, resource } = purchase;
  const end = timeOf(resource.renewalDate) ?? cancelDate;
  // Amazon has no number for a cycle.
  const cycleId = `${receiptId}/${end ?? purchaseDate}`;
  const isTaken = cancelDate !== null && end !== null && cancelDate < end;
  return {
    provider: 'AMAZON',
    subscriptionId: receiptId,
    originalTransactionId: receiptId,
    marketAccountId: null,
    replaces: null,
    test: purchase.isTest || environment === 'sandbox',
    reportedAt: now,
    cycle: {
      uniqueKey: cycleId,
      storeTransactionId: cycleId,
      productId,
      price: null,
      currency: null,
      // Of the first cycle; when the others were paid, Amazon does not say.
      purchasedAt: null,
      expiresAt: end,
      refundedAt: isTaken ? cancelDate : null,
      cancellations: refundIf(isTaken),
      place: end ?? 0,
      receipt,
    },
    lifecycle: lifecycleOf(purchase, end, isTaken, now),
    marketResult: resource,
    beganAt: purchaseDate ?? undefined,
  };
}

/** A renewal date in the past is no end: only a cancel date is. */
function lifecycleOf(
  { cancelDate, productId, resource }: AmazonPurchase,
  end: number | null,
  isTaken: boolean,
  now: number,
): Lifecycle {
  if (cancelDate !== null) {
    const status = isTaken ? 'revoked' : 'expired';
    return { status, autoRenewProductId: null, graceUntil: null };
  }
  const next = textOf(resource.deferredSku) ?? productId;
  const autoRenewProductId = resource.autoRenewing === false ? null : next;
  if (end === null || now < end) return { status: 'active', autoRenewProductId, graceUntil: null };
  const graceEnd = timeOf(resource.gracePeriodEndDate) ?? 0;
  // Asked again tomorrow.
  const graceUntil = graceEnd > now ? graceEnd : now + DAY_MS;
  return { status: 'grace', autoRenewProductId, graceUntil };
}

const noSubscription: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The receipt is not of a subscription. Send it to purchase/verify.',
};
