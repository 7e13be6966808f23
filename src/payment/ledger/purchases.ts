// Records verified purchases: exactly one verification of a purchase is not a duplicate.
import type { PurchaseTable } from '../../storage/schema.ts';
import type { Cancellation } from '../markets/cancellation.ts';
import type { FollowUp } from '../markets/market.ts';
import { applyCancellation, cancellationOf, saveReport } from './cancellation.ts';
import { purchaseEvent } from './events.ts';
import type { NewPurchase } from './numbers.ts';
import type { PurchaseName } from './purchases-store.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A purchase that the market has confirmed to an app server. */
export interface PurchaseUpdate {
  readonly purchase: NewPurchase;
  /** Another name that it may be recorded under. */
  readonly alias?: PurchaseName | undefined;
  /** Refunds and disputes that the market shows with it. */
  readonly cancellations?: readonly Cancellation[];
  readonly followUp?: FollowUp | undefined;
}

export interface RecordedPurchase {
  readonly purchase: PurchaseTable;
  /** The purchase was already recorded; at most a refund or dispute was written. */
  readonly duplicated: boolean;
}

export function recordPurchase(
  work: UnitOfWork,
  { purchase, alias, cancellations = [], followUp }: PurchaseUpdate,
): RecordedPurchase {
  const known = work.purchase(purchase) ?? (alias && work.purchase(alias));
  if (known) {
    for (const report of cancellations) applyCancellation(work, { purchase: known, report });
    return { purchase: work.purchase(known) as PurchaseTable, duplicated: true };
  }
  const row = addPurchase(work, purchase, cancellations);
  work.events.push(purchaseEvent('purchase.verified', row));
  if (followUp) work.jobs.push({ ...followUp, appid: work.appid, gameIndex: work.gameIndex });
  return { purchase: row, duplicated: false };
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
