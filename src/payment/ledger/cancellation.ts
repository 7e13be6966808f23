// Refunds: the only place where a purchase is marked refunded or a refund is reversed, whoever reports it.
import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import type { SubscriptionState } from '../markets/subscription.ts';
import { cancellationCounters } from './counters.ts';
import { purchaseEvent, subscriptionEvent } from './events.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface RefundReport {
  /** Null when no refund is reported. */
  readonly refund: SubscriptionState['cycle']['refund'];
  /** By the market's clock. Omitted when the market shows it now, which is newer than any report. */
  readonly reportedAt?: number | undefined;
}

interface DatedReport extends RefundReport {
  readonly reportedAt: number;
}

type Cancellation = Pick<PurchaseTable, 'cancel_state' | 'cancel_said_at'>;

/** The newest report wins; undefined for an older one. */
export function nextCancellation(
  before: Cancellation,
  { refund, reportedAt }: DatedReport,
): Cancellation | undefined {
  if (refund === null || reportedAt < (before.cancel_said_at ?? 0)) return undefined;
  const cancel_state = refund === 'given' ? 1 : 0;
  return cancel_state === before.cancel_state && reportedAt === before.cancel_said_at
    ? undefined
    : { cancel_state, cancel_said_at: reportedAt };
}

/** Updates row, counters and event. A cycle comes with its subscription after the report. */
export function applyRefund(
  work: UnitOfWork,
  purchase: PurchaseTable,
  report: RefundReport,
  subscription?: SubscriptionTable,
): PurchaseTable {
  const newest = Math.max(work.now, purchase.cancel_said_at ?? 0);
  const reportedAt = report.reportedAt ?? newest;
  const cancellation = nextCancellation(purchase, { refund: report.refund, reportedAt });
  if (!cancellation) return purchase;
  const after = { ...purchase, ...cancellation };
  work.changePurchase(after);
  if (after.cancel_state === purchase.cancel_state) return after;
  work.counters.push(...cancellationCounters(after));
  if (after.cancel_state === 1) {
    const event =
      after.kind === 'consumable'
        ? purchaseEvent('purchase.refunded', after)
        : subscription && subscriptionEvent('subscription.refunded', subscription);
    if (event) work.events.push(event);
  }
  return after;
}
