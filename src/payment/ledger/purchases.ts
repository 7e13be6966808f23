// Records purchases, verified or only sold: exactly one verification of a purchase is not a duplicate.
import type { PurchaseTable } from '../../storage/schema.ts';
import type { Cancellation } from '../markets/cancellation.ts';
import type { FollowUp } from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import { applyCancellation, cancellationOf, saveReport, tellParts } from './cancellation.ts';
import { purchaseEvent } from './events.ts';
import type { NewPurchase } from './numbers.ts';
import { lineOf, type PurchaseName } from './purchases-store.ts';
import { watchUnclaimed } from './unclaimed.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A purchase that the market has confirmed to an app server, or one that only the market reports: `claimed` is 0. */
export interface PurchaseUpdate {
  /** With the key of its payment, unless it is the second of its kind. */
  readonly purchase: NewPurchase;
  /** What was paid, where a restored purchase has an id of its own. */
  readonly paymentKey?: string | undefined;
  /** Another key that it may be recorded under. */
  readonly otherKey?: string | undefined;
  /** Refunds and disputes that the market shows with it. */
  readonly cancellations?: readonly Cancellation[];
  readonly followUp?: FollowUp | undefined;
}

export interface RecordedPurchase {
  readonly purchase: PurchaseTable;
  /** The purchase was already recorded; at most a refund or dispute was written. */
  readonly duplicated: boolean;
  /** Only the market had reported it before. */
  readonly wasUnclaimed?: true;
}

export function recordPurchase(work: UnitOfWork, update: PurchaseUpdate): RecordedPurchase {
  const { cancellations = [], followUp } = update;
  const known = findRecorded(work, update);
  const isVerified = update.purchase.claimed === 1;
  if (known && (known.claimed === 1 || !isVerified)) {
    for (const report of cancellations) applyCancellation(work, { purchase: known, report });
    return { purchase: work.purchase(known) as PurchaseTable, duplicated: true };
  }
  const before = known ? work.cancellations(known) : [];
  const row = known
    ? claimPurchase(work, known, update)
    : addPurchase(work, withPayment(work, update), cancellations);
  if (isVerified) work.events.push(purchaseEvent('purchase.verified', row));
  tellParts(work, row, before);
  if (!isVerified) {
    watchUnclaimed(work, row);
    return { purchase: row, duplicated: false };
  }
  if (followUp) work.jobs.push({ ...followUp, appid: work.appid, gameIndex: work.gameIndex });
  return { purchase: row, duplicated: false, ...(known && { wasUnclaimed: true }) };
}

/** The record of the sale becomes that of its first verification; only what identifies it stays. */
function claimPurchase(
  work: UnitOfWork,
  sale: PurchaseTable,
  { purchase, cancellations = [] }: PurchaseUpdate,
): PurchaseTable {
  const { unique_key, payment_key, transaction_id, price, currency } = sale;
  const { provider_transaction_id, store_transaction_id } = sale;
  for (const report of cancellations) saveReport(work, sale, report);
  const { cancel_state, cancel_said_at } = cancellationOf(sale, work.cancellations(sale));
  return work.claimPurchase({
    ...sale,
    ...purchase,
    ...{ unique_key, payment_key, transaction_id },
    // A restored purchase has ids of its own.
    ...{ provider_transaction_id, store_transaction_id },
    // The order of the sale may have been readable when this one is not.
    ...(purchase.price === null && { price, currency }),
    ...{ cancel_state, cancel_said_at },
  });
}

/** Everything that the purchase may be recorded under. */
export const namesOf = ({ purchase, paymentKey, otherKey }: PurchaseUpdate): PurchaseName[] => {
  const { provider, product_id } = purchase;
  const keys = [paymentKey, otherKey].filter((key) => key !== undefined);
  return [
    purchase,
    ...(marketOf(provider).sellsTogether ? [lineOf(purchase, product_id)] : []),
    ...keys.map((unique_key) => ({ provider, unique_key })),
  ];
};

/** A payment for several products is several purchases, so only the same product is the same purchase. */
export function findRecorded(work: UnitOfWork, update: PurchaseUpdate): PurchaseTable | undefined {
  const { provider, product_id } = update.purchase;
  const names = namesOf(update);
  const isSame = (row: PurchaseTable | undefined): boolean =>
    row !== undefined && (!marketOf(provider).sellsTogether || row.product_id === product_id);
  return names.flatMap((name) => [work.purchase(name), ...work.paidBy(name)]).find(isSame);
}

/** The second product of a payment gets a key of its own, and a restored purchase says what was paid. */
function withPayment(work: UnitOfWork, { purchase, paymentKey }: PurchaseUpdate): NewPurchase {
  const { provider, unique_key } = purchase;
  if (work.purchase(purchase)) {
    const line = lineOf(purchase, purchase.product_id);
    return { ...purchase, ...line, payment_key: unique_key };
  }
  if (paymentKey === undefined || paymentKey === unique_key) return purchase;
  // Reported before anything of the payment was recorded.
  for (const report of work.cancellations({ provider, unique_key: paymentKey })) {
    work.saveCancellation({ ...report, unique_key });
  }
  return { ...purchase, payment_key: paymentKey };
}

/** The price of a purchase that was recorded without it. */
export interface PriceUpdate {
  readonly purchase: PurchaseName;
  readonly productId: string;
  readonly price: string;
  readonly currency: string;
}

export function fillInPrice(work: UnitOfWork, { purchase: name, ...update }: PriceUpdate): void {
  const { productId, price, currency } = update;
  for (const row of [work.purchase(name), ...work.paidBy(name)]) {
    if (row?.product_id === productId && row.price === null) {
      work.changePurchase({ ...row, price, currency });
    }
  }
}

/** Includes refunds and disputes that were reported earlier. */
export function addPurchase(
  work: UnitOfWork,
  purchase: NewPurchase,
  cancellations: readonly Cancellation[],
): PurchaseTable {
  for (const report of cancellations) saveReport(work, purchase, report);
  const uncancelled = { cancel_state: 0, cancel_said_at: null } as const;
  const cancellation = cancellationOf(uncancelled, work.cancellations(purchase));
  return work.addPurchase({ ...purchase, ...cancellation });
}
