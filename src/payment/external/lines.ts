// What the books of a store say about an order, and what must be reported so that they say what happened.
import { Big } from 'big.js';
import type { CancellationTable, ExternalReportTable } from '../../storage/schema.ts';
import { newestReports } from '../ledger/cancellation.ts';
import { currencyDigits, divideHalfUp } from '../money.ts';

type Market = ExternalReportTable['market'];

/** A sale or a refund as the store has it, after all corrections. Amounts in thousandths. */
export interface Line {
  readonly lineId: string;
  readonly kind: 'sale' | 'refund';
  readonly amount: number;
  readonly tax: number;
  readonly isVoid: boolean;
}

type Reported = Pick<ExternalReportTable, 'kind' | 'line_id' | 'is_void' | 'amount' | 'tax'>;

/** From the reports of one order, in the order of their positions. Google takes no corrections. */
export function linesOf(market: Market, reports: readonly Reported[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind, line_id: lineId, is_void, amount, tax } of reports) {
    const money = { lineId, amount: amount ?? 0, tax: tax ?? 0 };
    const known = lines.get(lineId);
    if (kind === 'sale' || kind === 'refund') lines.set(lineId, { ...money, kind, isVoid: false });
    else if (known && market !== 'GOOGLE') {
      lines.set(lineId, { ...money, kind: known.kind, isVoid: is_void === 1 });
    }
  }
  return [...lines.values()];
}

/** A new line, or one with other amounts. */
export interface Change {
  readonly kind: 'refund' | 'correction';
  /** Of the line to correct. */
  readonly lineId?: string;
  readonly isVoid?: true;
  readonly amount: number;
  readonly tax: number;
}

const sumOf = (lines: readonly Line[], field: 'amount' | 'tax'): number =>
  lines.reduce((sum, line) => sum + line[field], 0);

/** The tax within a part of the sale, so that all parts together have the tax of the whole. */
export function taxWithin(
  { amount, tax }: Pick<Line, 'amount' | 'tax'>,
  part: number,
  unit: number,
): number {
  if (part === amount) return tax;
  const units = divideHalfUp(BigInt(tax) * BigInt(part), BigInt(amount) * BigInt(unit));
  return Number(units) * unit;
}

/** The smallest unit of the currency, in thousandths; of a converted amount, one of them. */
export const unitOf = (currency: string, rate: string | null): number =>
  rate === null ? 10 ** Math.max(0, 3 - (currencyDigits(currency) ?? 2)) : 1;

/** What to report until the refunds of the sale come to `given`. */
export function changesFor(lines: readonly Line[], given: number, unit: number): Change[] {
  const [sale] = lines;
  if (!sale) return [];
  const refunds = lines.filter(({ kind, isVoid }) => kind === 'refund' && !isVoid);
  const refunded = sumOf(refunds, 'amount');
  const tax = taxWithin(sale, given, unit);
  if (given > refunded) {
    return [{ kind: 'refund', amount: given - refunded, tax: tax - sumOf(refunds, 'tax') }];
  }
  return takeBack(refunds, refunded - given, tax);
}

/** The newest refunds first: whole ones, and a part of the last. */
function takeBack(refunds: readonly Line[], excess: number, tax: number): Change[] {
  const changes: Change[] = [];
  let [left, kept] = [excess, refunds];
  for (let last = kept.at(-1); last && left > 0; last = kept.at(-1)) {
    kept = kept.slice(0, -1);
    const { lineId, amount } = last;
    const restated = { amount: amount - left, tax: tax - sumOf(kept, 'tax') };
    changes.push(
      amount <= left
        ? { kind: 'correction', lineId, isVoid: true, amount, tax: last.tax }
        : { kind: 'correction', lineId, ...restated },
    );
    left -= Math.min(left, amount);
  }
  return changes;
}

/** Each line with the tax that it has once the sale has another one; those that differ. */
export function retaxed(lines: readonly Line[], tax: number, unit: number): Change[] {
  const [sale, ...others] = lines;
  if (!sale) return [];
  const after = { amount: sale.amount, tax };
  const changes: Change[] = [{ kind: 'correction', lineId: sale.lineId, ...after }];
  let given = 0;
  for (const { lineId, amount } of others.filter(({ isVoid }) => !isVoid)) {
    const share = taxWithin(after, given + amount, unit) - taxWithin(after, given, unit);
    changes.push({ kind: 'correction', lineId, amount, tax: share });
    given += amount;
  }
  return changes;
}

type Report = Pick<CancellationTable, 'cause' | 'state' | 'amount' | 'reported_at' | 'last_at'>;

/** Google cannot take a refund back, so it learns of a dispute once that is lost. */
const TAKEN: Readonly<Record<Market, ReadonlySet<Report['state']>>> = {
  APPLE: new Set(['given', 'partial', 'open', 'lost']),
  GOOGLE: new Set(['given', 'partial', 'lost']),
};

/** How much of the price the buyer has back, and since when. */
export function givenBack(
  market: Market,
  price: string,
  cancellations: readonly CancellationTable[],
): { readonly amount: string; readonly at: number | undefined } {
  const taken = newestReports(cancellations).filter(({ state }) => TAKEN[market].has(state));
  const sum = taken.reduce((total, { amount }) => total.plus(amount ?? price), new Big(0));
  const times = newestReports(cancellations).map(({ reported_at }) => reported_at);
  return {
    amount: (sum.gt(price) ? new Big(price) : sum).toFixed(),
    at: times.length === 0 ? undefined : Math.max(...times),
  };
}

/** In thousandths of the currency of the report. */
export const thousandths = (amount: string, rate: string | null): number =>
  new Big(amount)
    .times(rate ?? 1)
    .times(1_000)
    .round(0, Big.roundHalfUp)
    .toNumber();
