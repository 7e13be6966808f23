// Which refunds that a market reports are the result of an action of ours. Pure.
import { Big } from 'big.js';
import type { CancellationTable } from '../../storage/schema.ts';

/** A refund that the market was asked for. */
export interface OwnRefund {
  readonly action_id: string;
  readonly provider: CancellationTable['provider'];
  /** The payment. */
  readonly subject: string;
  /** The product whose line it is about; null: all of the payment. */
  readonly line: string | null;
  /** Null where the market decides it: all that is left, or the part for the time that is left. */
  readonly amount: string | null;
}

type Said = Pick<CancellationTable, 'state' | 'amount'>;

interface Known {
  /** What the market has said of the refund before. */
  readonly before: CancellationTable | undefined;
  /** All reports about the purchase. */
  readonly reports: readonly CancellationTable[];
  /** Those about the purchase, oldest first. */
  readonly refunds: readonly OwnRefund[];
}

/** Two that the market reports at once are linked by the newer one. */
export function ownRefundBehind(said: Said, { before, reports, refunds }: Known): string | null {
  if (said.state === 'restored') return before?.action_id ?? null;
  const linked = new Set(reports.map(({ action_id }) => action_id));
  const waiting = refunds.filter(({ action_id }) => !linked.has(action_id));
  const more = grownBy(said, before);
  // The same refund goes on: first pending, then given.
  const isSame = more === undefined || more.lte(0);
  if (isSame && before && isUnderWay(before)) return before.action_id;
  const exact = waiting.find(({ amount }) => amount !== null && more?.eq(amount));
  if (exact) return exact.action_id;
  return covers(waiting, said, more) ? (waiting.at(-1)?.action_id ?? null) : null;
}

const isUnderWay = ({ state }: Said): boolean => state === 'pending' || state === 'given';

/** What went back since the last report; undefined where the market does not say. */
function grownBy({ amount }: Said, before: Said | undefined): Big | undefined {
  if (amount === null) return undefined;
  const isOver = before?.state === 'restored';
  return new Big(amount).minus((isOver ? null : before?.amount) ?? 0);
}

/** Whether they explain all of it: somebody else may have refunded the rest. */
function covers(waiting: readonly OwnRefund[], { state }: Said, more: Big | undefined): boolean {
  if (waiting.length === 0) return false;
  if (waiting.some(({ amount }) => amount === null)) return true;
  if (!more) return state !== 'given';
  const sum = waiting.reduce((total, { amount }) => total.plus(amount ?? 0), new Big(0));
  return more.gt(0) && sum.gte(more);
}
