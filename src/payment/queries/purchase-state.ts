// The state of a purchase: valid, or what cancels it.
import type { Db } from '../../storage/db.ts';
import type { CancellationTable, MarketActionTable, PurchaseTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import { actionsById } from '../ledger/actions-store.ts';
import {
  type CancellingDispute,
  cancellingDispute,
  newestReports,
} from '../ledger/cancellation.ts';
import { findCancellations } from '../ledger/purchases-store.ts';
import { keyOf } from '../ledger/unit-of-work.ts';

export const PURCHASE_STATES = [
  'valid',
  'refunded',
  'revoked',
  'disputed',
  'charged_back',
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** Why it is cancelled. */
export interface WithDispute {
  /** The dispute that cancels it, if one does. */
  readonly dispute: CancellingDispute | null;
  /** The action of an operator that refunded it. */
  readonly refundedBy: MarketActionTable | null;
}

type Row = Pick<PurchaseTable, 'provider' | 'unique_key' | 'cancel_state' | 'ownership'>;

const STATES = { open: 'disputed', lost: 'charged_back' } as const;

export function stateOf({
  cancel_state,
  ownership,
  dispute,
}: Pick<Row, 'cancel_state' | 'ownership'> & Pick<WithDispute, 'dispute'>): PurchaseState {
  if (cancel_state === 0) return 'valid';
  if (ownership !== null) return 'revoked';
  return dispute ? STATES[dispute.state] : 'refunded';
}

/** One query per market; only cancelled purchases have such a dispute. */
export async function withDisputes<T extends Row>(
  db: Db,
  app: AppName,
  rows: readonly T[],
): Promise<(T & WithDispute)[]> {
  const cancelled = rows.filter(({ cancel_state }) => cancel_state === 1);
  const reports = await findCancellations(db, app, cancelled);
  const reportsOf = Map.groupBy(reports, keyOf);
  const ids = reports.flatMap(({ action_id }) => action_id ?? []);
  const actions = await actionsById(db, app, [...new Set(ids)]);
  return rows.map((row) => {
    const found = (row.cancel_state === 1 ? reportsOf.get(keyOf(row)) : undefined) ?? [];
    const id = ownRefundIn(found);
    return {
      ...row,
      dispute: cancellingDispute(found) ?? null,
      refundedBy: actions.find(({ action_id }) => action_id === id) ?? null,
    };
  });
}

const ownRefundIn = (reports: readonly CancellationTable[]): string | undefined =>
  newestReports(reports).find(({ state }) => state === 'given')?.action_id ?? undefined;

/** The newest report of a dispute says so; a report is older if it is of an earlier time. */
const hasDispute = (state: CancellingDispute['state']): string => `exists (
      select 1 from purchase_cancellation report where report.game_index = purchase.game_index
        and report.appid = purchase.appid and report.provider = purchase.provider and report.unique_key = purchase.unique_key
        and report.state = '${state}' and not exists (
          select 1 from purchase_cancellation newer where newer.game_index = report.game_index
            and newer.appid = report.appid and newer.provider = report.provider and newer.unique_key = report.unique_key
            and newer.cause = report.cause
            and (newer.last_at, newer.reported_at) > (report.last_at, report.reported_at)))`;

/** Cancelled by a refund or a dispute. What a family shared was not paid, so nothing goes back. */
export const isUndone = ({ cancel_state, ownership }: Pick<Row, 'cancel_state' | 'ownership'>) =>
  cancel_state === 1 && ownership === null;

/** The same in SQL: a condition about a row of `purchase`. */
export const IS_UNDONE = 'cancel_state = 1 and ownership is null';

/** Each state in SQL. */
export const STATE_CONDITIONS: Readonly<Record<PurchaseState, string>> = {
  valid: 'cancel_state = 0',
  refunded: `${IS_UNDONE} and not ${hasDispute('open')} and not ${hasDispute('lost')}`,
  revoked: 'cancel_state = 1 and ownership is not null',
  disputed: `${IS_UNDONE} and ${hasDispute('open')}`,
  charged_back: `${IS_UNDONE} and ${hasDispute('lost')} and not ${hasDispute('open')}`,
};
