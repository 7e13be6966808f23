// Lines of revenue: reads the sums of an app, and adds up sums of one or several apps by period and value.
import type { Db } from '../../storage/db.ts';
import type { FigureMoneyTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import type { Range } from '../../tenants/range.ts';
import { createMoneySum, type Money, type MoneySum } from './money-sums.ts';
import { type Rates, readRates } from './rates.ts';
import { countValues, readMoney, topOf } from './read-store.ts';
import type { MoneyRow } from './sums.ts';

export type By = 'market' | 'product' | 'country' | 'currency' | 'app';
type Dimension = FigureMoneyTable['dimension'];

const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'];
/** Values that are shown for themselves; the rest is one line. */
export const MOST_VALUES = 20;

/** Money of a value; `rate` says what it is worth in the reporting currency. */
export interface RevenueRow {
  /** Its name. */
  readonly period: string;
  readonly value: string | null;
  readonly row: MoneyRow;
  readonly rate: bigint | undefined;
}

/** An app with its range, because days begin when its clock says so. */
export interface Part {
  readonly app: App;
  readonly range: Range;
}

/** Undefined where all values are shown, whatever they are. */
export async function shownValues(
  db: Db,
  by: By | undefined,
  parts: readonly Part[],
): Promise<readonly string[] | undefined> {
  if (by === 'market') return MARKETS;
  if (by !== 'product' && by !== 'country') return undefined;
  const counts = new Map<string, number>();
  for (const { app, range } of parts) {
    const { appid, gameIndex } = app;
    const months = { from: range.calendar.startOf('month', range.from), to: range.to };
    const found = await countValues(db, { appid, gameIndex, dimension: by, ...months });
    for (const [value, count] of found) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return topOf(counts, MOST_VALUES);
}

interface Question {
  readonly by: By | undefined;
  readonly values: readonly string[] | undefined;
  /** The reporting currency. */
  readonly currency: string | undefined;
}

export async function readRows(
  db: Db,
  { app, range }: Part,
  { by, values, currency }: Question,
  nameOf: (at: number) => string,
): Promise<RevenueRow[]> {
  const { appid, gameIndex } = app;
  const { calendar, step } = range;
  const rates =
    currency === undefined
      ? undefined
      : await readRates(db, { gameIndex, reporting: currency }, calendar);
  const parts = partsOf(range, rates);
  const read = async (dimension: Dimension, names: readonly string[]) => {
    const rows = parts.map((part) =>
      readMoney(db, { appid, gameIndex, dimension, values: names, ...part }),
    );
    return (await Promise.all(rows)).flat();
  };
  const periods = new Map<number, string>();
  const periodOf = (bucket: number): string => {
    const name = periods.get(bucket) ?? nameOf(calendar.startOf(step, bucket));
    periods.set(bucket, name);
    return name;
  };
  const placed = (row: MoneyRow, value: string | null): RevenueRow => ({
    period: periodOf(row.bucket),
    value,
    row,
    rate: row.currency === '' ? undefined : rates?.of(row.currency, row.bucket),
  });
  if (by === 'market') return (await read(by, values ?? [])).map((row) => placed(row, row.value));
  const totals = await read('total', ['']);
  if (by === 'product' || by === 'country') {
    const split = await read(by, values ?? []);
    return [
      ...split.map((row) => placed(row, row.value)),
      ...totals.map((row) => placed(row, null)),
    ];
  }
  return totals.map((row) =>
    placed(row, by === 'app' ? appid : by === 'currency' ? row.currency : null),
  );
}

/** Whole weeks or months, and the days of the last one if it is cut, or of all when their rates differ. */
function partsOf(range: Range, rates: Rates | undefined) {
  const { from, to, step, calendar } = range;
  const isWhole = (step === 'week' || step === 'month') && !rates?.changeWithin(range);
  const cut = isWhole ? calendar.startOf(step, to) : from;
  const parts = [
    { from, to: cut, grain: step },
    { from: cut, to, grain: step === 'hour' ? 'hour' : 'day' },
  ] as const;
  return parts.filter((part) => part.from < part.to);
}

type Sums = Map<string | null, MoneySum>;
type Line = { value: string | null } & Money;

/** The rows of each period, in the order of their names; and of all periods. */
export function sumRows(
  rows: readonly RevenueRow[],
  { by, values, currency }: Question,
): { items: ({ at: string } & Line)[]; totals: Line[] } {
  const sumIn = (sums: Sums, value: string | null): MoneySum => {
    const sum = sums.get(value) ?? createMoneySum(currency);
    sums.set(value, sum);
    return sum;
  };
  const periods = new Map<string, Sums>();
  for (const { period, value, row, rate } of rows) {
    const sums: Sums = periods.get(period) ?? new Map();
    periods.set(period, sums);
    sumIn(sums, value).add(row, rate);
  }
  const all: Sums = new Map();
  for (const sums of periods.values()) {
    if (by === 'product' || by === 'country') {
      // All others: the total less those that are shown.
      const others = sumIn(sums, null);
      for (const [value, sum] of sums) if (value !== null) others.addSum(sum, -1);
    }
    for (const [value, sum] of sums) sumIn(all, value).addSum(sum, 1);
  }
  const order = values ?? [...all.keys()].filter((value) => value !== null).sort();
  return {
    items: [...periods]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([at, sums]) => linesOf(sums, order).map((line) => ({ at, ...line }))),
    totals: linesOf(all, order),
  };
}

/** In the order of the values, the others last. */
const linesOf = (sums: ReadonlyMap<string | null, MoneySum>, values: readonly string[]): Line[] =>
  [...values, null].flatMap((value) =>
    (sums.get(value)?.result() ?? []).filter(isSomething).map((money) => ({ value, ...money })),
  );

const isSomething = ({ gross, refunded, disputed, ...counts }: Money): boolean =>
  [counts.purchases, counts.refunds, counts.disputes, counts.cancelled].some(
    (each) => each !== 0,
  ) || [gross, refunded, disputed].some((amount) => /[1-9]/.test(amount));
