// Refunds and disputes: the only place where a purchase is cancelled or reinstated, whoever reports it.
import { Big } from 'big.js';
import type { CancellationTable, PurchaseTable } from '../../storage/schema.ts';
import { type Cancellation, isCancelling } from '../markets/cancellation.ts';
import { type Event, purchaseEvent, subscriptionEvent } from './events.ts';
import { ownRefundBehind } from './own-refunds.ts';
import type { PurchaseName } from './purchases-store.ts';
import { subscriptionIdOf, type UnitOfWork } from './unit-of-work.ts';

export interface CancellationUpdate {
  /** A payment for several products means all of them … */
  readonly purchase: PurchaseName;
  /** … or only this one. */
  readonly productId?: string | undefined;
  readonly report: Cancellation;
}

/** The first of its purchases, or undefined for a payment that is not recorded. */
export function applyToPayment(
  work: UnitOfWork,
  { purchase: name, productId, report }: CancellationUpdate,
): PurchaseTable | undefined {
  const recorded = [work.purchase(name), ...work.paidBy(name)].filter((row) => row !== undefined);
  const [first, ...others] =
    productId === undefined
      ? recorded
      : recorded.filter(({ product_id }) => product_id === productId);
  // The market shows it again when the product is verified.
  if (!first && productId !== undefined) return undefined;
  for (const purchase of others) applyCancellation(work, { purchase, report });
  return applyCancellation(work, { purchase: first ?? name, report });
}

/**
 * Saves the report, and updates row and event. A report about an unknown purchase counts
 * as soon as the purchase is recorded.
 */
export function applyCancellation(
  work: UnitOfWork,
  { purchase: name, report }: CancellationUpdate,
): PurchaseTable | undefined {
  const before = newestOf(work.cancellations(name), causeOf(report));
  const isNews = saveReport(work, name, report);
  const purchase = work.purchase(name);
  if (!purchase || !isNews) return purchase;
  const reports = work.cancellations(name);
  const newest = newestOf(reports, causeOf(report)) as CancellationTable;
  const after = { ...purchase, ...cancellationOf(purchase, reports) };
  if (after.cancel_state !== purchase.cancel_state) work.changePurchase(after);
  const isReversal = isComplete(report) && before !== undefined && isLess(before, newest);
  const event = isUnheardOf(report, before)
    ? undefined
    : eventOf(work, after, newest, isReversal, before);
  if (event) work.events.push(event);
  return after;
}

/** A purchase that is new says itself whether it is cancelled; a part that went back before is told apart. */
export function tellParts(
  work: UnitOfWork,
  purchase: PurchaseTable,
  known: readonly CancellationTable[],
): void {
  const parts = newestReports(work.cancellations(purchase)).filter(
    (report) => report.state === 'partial' && !known.some((each) => isSame(each, report)),
  );
  const events = parts.map((report) => eventOf(work, purchase, report, false));
  work.events.push(...events.filter((event) => event !== undefined));
}

/** A refund that failed before the market gave any money has sent no event. */
function isUnheardOf(report: Cancellation, before: CancellationTable | undefined): boolean {
  if (report.state !== 'restored') return false;
  return before ? before.state === 'pending' : isComplete(report);
}

const isComplete = (report: Cancellation): boolean =>
  report.kind === 'refund' && report.isComplete === true;

/** True when it changes what the market says about this refund or dispute. */
export function saveReport(work: UnitOfWork, name: PurchaseName, report: Cancellation): boolean {
  const cause = causeOf(report);
  const newest = newestOf(work.cancellations(name), cause);
  const said = rowOf(work, name, report, newest);
  const row: CancellationTable =
    newest && isMore(newest, said) ? { ...said, state: 'given' } : said;
  if (report.kind === 'refund') row.action_id = actionBehind(work, name, row, newest);
  if (newest && isSame(newest, row)) {
    const isConfirmed = report.reportedAt !== undefined && row.last_at > newest.last_at;
    // Not everything that names a refund at the market says why.
    const isExplained = newest.reason === null && row.reason !== null;
    const reason = newest.reason ?? row.reason;
    const last_at = isConfirmed ? row.last_at : newest.last_at;
    if (isConfirmed || isExplained) work.saveCancellation({ ...newest, reason, last_at });
    return false;
  }
  if (newest && !isComplete(report) && isSetBack(newest, row)) return false;
  // An older report only completes the history.
  work.saveCancellation(row);
  return !newest || row.last_at >= newest.last_at;
}

const actionBehind = (
  work: UnitOfWork,
  name: PurchaseName,
  said: CancellationTable,
  before: CancellationTable | undefined,
): string | null =>
  ownRefundBehind(said, {
    before,
    reports: work.cancellations(name),
    refunds: work.ownRefunds(name),
  });

const causeOf = (report: Cancellation): string =>
  report.kind === 'refund' ? 'refund' : `dispute ${report.id}`;

/** The market's id of the dispute; undefined for a refund. */
export const disputeIdOf = ({ cause }: CancellationTable): string | undefined =>
  cause.startsWith('dispute ') ? cause.slice('dispute '.length) : undefined;

/** The market's ids of the disputes that are open. */
export const openDisputes = (reports: readonly CancellationTable[]): string[] =>
  newestReports(reports)
    .filter(({ state }) => state === 'open')
    .map((report) => disputeIdOf(report) as string);

export interface CancellingDispute {
  /** The market's id of it. */
  readonly id: string;
  readonly state: 'open' | 'lost';
  /** When the market first reported this state. */
  readonly since: number;
}

/** The dispute that cancels a purchase: an open one before a lost one, then the newest. */
export function cancellingDispute(
  reports: readonly CancellationTable[],
): CancellingDispute | undefined {
  const newestFirst = newestReports(reports).sort(
    (one, other) => other.reported_at - one.reported_at,
  );
  const disputeIn = (state: CancellingDispute['state']): CancellingDispute | undefined => {
    const report = newestFirst.find((each) => each.state === state);
    return report && { id: disputeIdOf(report) as string, state, since: report.reported_at };
  };
  return disputeIn('open') ?? disputeIn('lost');
}

function rowOf(
  { appid, gameIndex, now }: UnitOfWork,
  { provider, unique_key }: PurchaseName,
  report: Cancellation,
  newest: CancellationTable | undefined,
): CancellationTable {
  const reported_at = report.reportedAt ?? Math.max(now, (newest?.last_at ?? 0) + 1);
  return {
    game_index: gameIndex,
    appid,
    provider,
    unique_key,
    cause: causeOf(report),
    reported_at,
    last_at: reported_at,
    state: report.state,
    amount: report.amount ?? null,
    quantity: (report.kind === 'refund' ? report.quantity : null) ?? null,
    reason: report.reason ?? null,
    received_at: now,
    action_id: null,
  };
}

/** Whether the studio had it made with an action of ours. */
export const isOwn = ({ action_id }: CancellationTable): boolean => action_id !== null;

/** Of an event. */
const byStudio = (report: CancellationTable): object => (isOwn(report) ? { byStudio: true } : {});

const isSame = (one: CancellationTable, other: CancellationTable): boolean =>
  one.state === other.state && one.amount === other.amount && one.quantity === other.quantity;

/** A refund that was given can be reversed, but not become pending or partial again. */
const isSetBack = (newest: CancellationTable, row: CancellationTable): boolean =>
  newest.state === 'given' &&
  (row.state === 'pending' || row.state === 'partial') &&
  row.last_at >= newest.last_at;

/** What was taken back for a part of its price stays taken when more of it is paid out. */
const isMore = (newest: CancellationTable, row: CancellationTable): boolean =>
  newest.state === 'given' &&
  newest.amount !== null &&
  row.state === 'partial' &&
  row.amount !== null &&
  new Big(row.amount).gt(newest.amount);

/** One per cause. Of two reports of one moment, the one that was first reported later counts. */
export const newestReports = (reports: readonly CancellationTable[]): CancellationTable[] => {
  const inOrder = reports.toSorted(
    (one, other) => one.last_at - other.last_at || one.reported_at - other.reported_at,
  );
  return [...new Map(inOrder.map((each) => [each.cause, each])).values()];
};

/** Whether less is refunded than the report before said. */
function isLess(before: CancellationTable, after: CancellationTable): boolean {
  if (before.state !== 'given' && before.state !== 'partial') return false;
  if (before.state === 'given' || after.state !== 'partial') return after.state !== 'given';
  return new Big(after.amount ?? 0).lt(before.amount ?? 0);
}

const newestOf = (
  reports: readonly CancellationTable[],
  cause: string,
): CancellationTable | undefined => newestReports(reports).find((each) => each.cause === cause);

/** What the market last said about the refund. */
export const refundAmong = (reports: readonly CancellationTable[]): CancellationTable | undefined =>
  newestOf(reports, 'refund');

/** By a refund, or by any dispute that is open or lost. */
export const isCancelled = (reports: readonly CancellationTable[]): boolean =>
  newestReports(reports).some(isCancelling);

type CancelState = Pick<PurchaseTable, 'cancel_state' | 'cancel_said_at'>;

/** The time is that of the last change. */
export function cancellationOf(
  before: CancelState,
  reports: readonly CancellationTable[],
): CancelState {
  const cancel_state = isCancelled(reports) ? 1 : 0;
  if (cancel_state === before.cancel_state) return before;
  const newest = newestReports(reports);
  const relevant = cancel_state === 1 ? newest.filter(isCancelling) : newest;
  return { cancel_state, cancel_said_at: Math.max(...relevant.map((each) => each.reported_at)) };
}

const EVENTS = {
  pending: undefined,
  partial: 'purchase.partially_refunded',
  given: 'purchase.refunded',
  restored: 'purchase.refund_reversed',
  open: 'purchase.disputed',
  won: 'purchase.dispute_won',
  lost: 'purchase.dispute_lost',
} as const;

function eventOf(
  work: UnitOfWork,
  purchase: PurchaseTable,
  report: CancellationTable,
  isReversal: boolean,
  before?: CancellationTable,
): Event | undefined {
  if (purchase.kind === 'subscription' && report.cause === 'refund') {
    // What a family shared was not paid; the change of the subscription tells its end.
    if (purchase.ownership !== null) return undefined;
    if (report.state === 'given') return refundedCycle(work, purchase, report);
    // … and that a whole refund was reversed.
    if (report.state !== 'partial' && before?.state !== 'partial') return undefined;
  }
  const isTaken = report.state === 'given' && purchase.ownership !== null;
  const type = isTaken
    ? 'purchase.revoked'
    : isReversal
      ? 'purchase.refund_reversed'
      : EVENTS[report.state];
  if (!type) return undefined;
  return purchaseEvent(type, purchase, {
    servicePurchaseCancelState: purchase.cancel_state,
    ...(report.cause === 'refund'
      ? { refund: refundOf(report, purchase) }
      : { dispute: disputeOf(report, purchase) }),
  });
}

function refundedCycle(
  work: UnitOfWork,
  cycle: PurchaseTable,
  report: CancellationTable,
): Event | undefined {
  const id = subscriptionIdOf(cycle);
  const subscription = id === undefined ? undefined : work.subscription(id);
  return (
    subscription &&
    subscriptionEvent('subscription.refunded', subscription, {
      refund: refundOf(report, cycle),
      ...byStudio(report),
    })
  );
}

/** Of an event. The price of all that was taken back, unless the market names another amount. */
function refundOf(report: CancellationTable, { price, currency, ownership }: PurchaseTable) {
  const { state, quantity, reason, reported_at: date } = report;
  const isAll = state === 'given' && ownership === null;
  const amount = report.amount ?? (isAll ? price : null);
  const revoked = isCancelling(report);
  return { amount, currency, quantity, revoked, reason, date, ...byStudio(report) };
}

const disputeOf = (report: CancellationTable, { currency }: PurchaseTable) => {
  const { state, amount, reason, reported_at: date } = report;
  return { id: disputeIdOf(report), state, amount, currency, reason, date };
};
