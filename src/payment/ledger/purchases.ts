// Records verified purchases: exactly one verification of a purchase is not a duplicate.
import type { PurchaseTable } from '../../storage/schema.ts';
import type { FollowUp } from '../markets/market.ts';
import { applyRefund, nextCancellation } from './cancellation.ts';
import { recordedCounters } from './counters.ts';
import { purchaseEvent } from './events.ts';
import type { NewPurchase } from './numbers.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A purchase that the market has confirmed to an app server. */
export interface PurchaseUpdate {
  readonly purchase: NewPurchase;
  readonly followUp?: FollowUp | undefined;
}

export interface RecordedPurchase {
  readonly purchase: PurchaseTable;
  /** The purchase was already recorded; at most a refund was written. */
  readonly duplicated: boolean;
}

export function recordPurchase(
  work: UnitOfWork,
  { purchase, followUp }: PurchaseUpdate,
): RecordedPurchase {
  const known = work.purchase(purchase);
  if (known) {
    const isNews = purchase.cancel_state > known.cancel_state;
    const current = isNews ? applyRefund(work, known, { refund: 'given' }) : known;
    return { purchase: current, duplicated: true };
  }
  const row = addPurchase(work, purchase);
  work.events.push(purchaseEvent('purchase.verified', row));
  if (followUp) work.jobs.push({ ...followUp, appid: work.appid });
  return { purchase: row, duplicated: false };
}

/** Includes a refund that was reported earlier. */
export function addPurchase(work: UnitOfWork, purchase: NewPurchase): PurchaseTable {
  const early = work.earlyRefund(purchase);
  const report = early && { refund: early.refund, reportedAt: early.said_at };
  const row = work.addPurchase({
    ...purchase,
    ...(report && nextCancellation(purchase, report)),
  });
  work.counters.push(...recordedCounters(row));
  return row;
}
