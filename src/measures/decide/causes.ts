// Causes: which refunds and disputes count for a rule, and which of them together are enough. Pure.
import { Big } from 'big.js';
import { disputeIdOf, isOwn, newestReports } from '../../payment/ledger/cancellation.ts';
import { serviceIdOf } from '../../payment/service-id.ts';
import type {
  CancellationTable,
  Market,
  MeasureEffectTable,
  PurchaseTable,
} from '../../storage/schema.ts';
import type { CauseKind, Definition } from '../rules/rule.ts';

/** A purchase that was undone, and how. */
export interface Cause {
  readonly provider: Market;
  readonly unique_key: string;
  readonly kind: CauseKind;
  readonly transaction_id: string;
  readonly service_transaction_id: string;
  readonly product_id: string;
  readonly amount: string | null;
  readonly currency: string | null;
  /** By the market's clock. */
  readonly at: number;
}

export const causesIn = ({ causes }: Pick<MeasureEffectTable, 'causes'>): Cause[] =>
  JSON.parse(causes) as Cause[];

export const UNDONE_COLUMNS = [
  'provider',
  'unique_key',
  'number',
  'kind',
  'transaction_id',
  'product_id',
  'price',
  'currency',
  'test',
  'account_uuid',
  'delivery',
  'cancel_said_at',
] as const satisfies (keyof PurchaseTable)[];

export type UndonePurchase = Pick<PurchaseTable, (typeof UNDONE_COLUMNS)[number]>;

type When = Definition['when'];

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;
const DELIVERED = 1;

/** When the purchase was undone in this way; undefined if it is not. */
function undoneAt(
  kind: CauseKind,
  { delivery }: Pick<PurchaseTable, 'delivery'>,
  reports: readonly CancellationTable[],
): number | undefined {
  if (kind === 'undone_after_delivery' && delivery !== DELIVERED) return undefined;
  const times = newestReports(reports)
    .filter((report) => isOfKind(kind, report))
    .map(({ reported_at }) => reported_at);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function isOfKind(kind: CauseKind, report: CancellationTable): boolean {
  const isDispute = disputeIdOf(report) !== undefined;
  // What the studio itself refunded is no reason to restrict anybody.
  const isRefunded = !isDispute && report.state === 'given' && !isOwn(report);
  const isDisputed = isDispute && (report.state === 'open' || report.state === 'lost');
  switch (kind) {
    case 'refund':
      return isRefunded;
    case 'chargeback':
      return isDisputed;
    case 'dispute_lost':
      return report.state === 'lost';
    case 'undone_after_delivery':
      return isRefunded || isDisputed;
  }
}

/** The cause that a purchase is for a rule; test purchases never count. */
export function causeOf(
  { causes, markets, products, money }: When,
  purchase: UndonePurchase,
  reports: readonly CancellationTable[],
): Cause | undefined {
  const { provider, unique_key, transaction_id, product_id, price, currency } = purchase;
  if (purchase.test === 1) return undefined;
  if (markets && !markets.includes(provider)) return undefined;
  if (products && !products.includes(product_id)) return undefined;
  if (money && (currency !== money.currency || price === null)) return undefined;
  for (const kind of causes) {
    const at = undoneAt(kind, purchase, reports);
    if (at === undefined) continue;
    const service_transaction_id = serviceIdOf(purchase);
    return {
      provider,
      unique_key,
      kind,
      transaction_id,
      service_transaction_id,
      product_id,
      amount: price,
      currency,
      at,
    };
  }
  return undefined;
}

/** Whether it is still undone in the way that was the cause. */
export const stillHolds = (
  { kind }: Cause,
  purchase: UndonePurchase,
  reports: readonly CancellationTable[],
): boolean => undoneAt(kind, purchase, reports) !== undefined;

/** Whether these causes are enough. */
export function isEnough({ count = 1, money }: When, causes: readonly Cause[]): boolean {
  if (!money) return causes.length >= count;
  const sum = causes.reduce((total, { amount }) => total.plus(amount ?? 0), new Big(0));
  return sum.gte(money.amount);
}

/** Groups of causes within the days of the rule, one effect for each. A cause is in one group at most. */
export function groupCauses(when: When, causes: readonly Cause[]): Cause[][] {
  const groups: Cause[][] = [];
  let waiting: Cause[] = [];
  for (const cause of causes.toSorted(inOrder)) {
    const from = cause.at - (when.days ?? DEFAULT_DAYS) * DAY_MS;
    waiting = [...waiting.filter(({ at }) => at > from), cause];
    if (!isEnough(when, waiting)) continue;
    groups.push(waiting);
    waiting = [];
  }
  return groups;
}

const inOrder = (one: Cause, other: Cause): number =>
  one.at - other.at || (keyOf(one) < keyOf(other) ? -1 : 1);

export const keyOf = ({
  provider,
  unique_key,
}: Pick<PurchaseTable, 'provider' | 'unique_key'>): string => `${provider} ${unique_key}`;

type Step = NonNullable<Definition['measure']['steps']>[number];

export interface Term {
  /** From 1. */
  readonly step: number;
  /** Null: permanent. */
  readonly until: number | null;
}

/** How long a restriction lasts after `earlier` ones; the last step repeats. */
export function termOf(steps: readonly Step[], earlier: number, now: number): Term {
  const step = Math.min(earlier, steps.length - 1);
  const days = steps[step]?.period_days;
  return { step: step + 1, until: days === undefined ? null : now + days * DAY_MS };
}
