// Lines of revenue: reads the sums of an app, and adds up sums of one or several apps by period and value.

import type { Range } from '../../figures/range.ts';
import { countValues, eachMoney, topOf } from '../../figures/read-store.ts';
import type { MoneyRow } from '../../figures/sums.ts';
import type { Db } from '../../storage/db.ts';
import type { FigureMoneyTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { MARKET_CODES } from '../markets/markets.ts';
import { createMoneySum, type Money, type MoneySum } from './money-sums.ts';
import { type Rates, readRates } from './rates.ts';

export type By = 'market' | 'product' | 'country' | 'currency' | 'app';
type Dimension = FigureMoneyTable['dimension'];

/** Values that are shown for themselves; the rest is one line. */
export const MOST_VALUES = 20;

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
  if (by === 'market') return MARKET_CODES;
  if (by !== 'product' && by !== 'country') return undefined;
  const counts = new Map<string, number>();
  for (const { app, range } of parts) {
    const found = await countValues(db, app, by, range);
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

/** Adds the sums of an app; `nameOf` gives a period its name. */
export async function addRevenue(
  db: Db,
  { app, range }: Part,
  { by, values, currency }: Question,
  nameOf: (at: number) => string,
  lines: RevenueLines,
): Promise<void> {
  const { appid, gameIndex } = app;
  const { calendar, step } = range;
  const rates =
    currency === undefined
      ? undefined
      : await readRates(db, { gameIndex, reporting: currency }, calendar);
  const parts = partsOf(range, rates);
  const periods = new Map<number, string>();
  const periodOf = (bucket: number): string => {
    let name = periods.get(bucket);
    if (name === undefined) {
      name = nameOf(calendar.startOf(step, bucket));
      periods.set(bucket, name);
    }
    return name;
  };
  const add = async (
    dimension: Dimension,
    names: readonly string[],
    pick: (row: MoneyRow) => string | null,
  ): Promise<void> => {
    const read = (part: (typeof parts)[number]): Promise<void> =>
      eachMoney(db, { appid, gameIndex, dimension, values: names, ...part }, (row) => {
        const rate = row.currency === '' ? undefined : rates?.of(row.currency, row.bucket);
        lines.add(periodOf(row.bucket), pick(row), row, rate);
      });
    await Promise.all(parts.map(read));
  };
  if (by === 'market' || by === 'product' || by === 'country') {
    await add(by, values ?? [], ({ value }) => value);
  }
  // The market is known of everything, so that the others are none.
  if (by === 'market') return;
  await add('total', [''], (row) =>
    by === 'app' ? appid : by === 'currency' ? row.currency : null,
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

/** Adds up money by period and value. */
export interface RevenueLines {
  /** With a rate, it is converted to the reporting currency. */
  add(period: string, value: string | null, row: MoneyRow, rate: bigint | undefined): void;
  /** Of each period, in the order of their names; and of all periods. */
  result(): { items: ({ at: string } & Line)[]; totals: Line[] };
}

export function createLines({ by, values, currency }: Question): RevenueLines {
  const sumIn = (sums: Sums, value: string | null): MoneySum => {
    let sum = sums.get(value);
    if (!sum) {
      sum = createMoneySum(currency);
      sums.set(value, sum);
    }
    return sum;
  };
  const periods = new Map<string, Sums>();
  /** By product or country, null is the total until those that are shown are taken off. */
  const withOthers = (sums: Sums): Sums => {
    if (by !== 'product' && by !== 'country') return sums;
    const others = createMoneySum(currency);
    for (const [value, sum] of sums) others.addSum(sum, value === null ? 1 : -1);
    return new Map(sums).set(null, others);
  };
  return {
    add(period, value, row, rate) {
      let sums = periods.get(period);
      if (!sums) {
        sums = new Map();
        periods.set(period, sums);
      }
      sumIn(sums, value).add(row, rate);
    },
    result() {
      const inOrder = [...periods]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([at, sums]) => [at, withOthers(sums)] as const);
      const all: Sums = new Map();
      for (const [, sums] of inOrder) {
        for (const [value, sum] of sums) sumIn(all, value).addSum(sum, 1);
      }
      const order = values ?? [...all.keys()].filter((value) => value !== null).sort();
      return {
        items: inOrder.flatMap(([at, sums]) => linesOf(sums, order, (value) => ({ at, value }))),
        totals: linesOf(all, order, (value) => ({ value })),
      };
    },
  };
}

/** In the order of the values, the others last. */
const linesOf = <Head extends object>(
  sums: ReadonlyMap<string | null, MoneySum>,
  values: readonly string[],
  headOf: (value: string | null) => Head,
): (Head & Money)[] =>
  [...values, null].flatMap((value) =>
    (sums.get(value)?.result(headOf(value)) ?? []).filter(isSomething),
  );

const isSomething = (money: Money): boolean =>
  money.purchases !== 0 ||
  money.refunds !== 0 ||
  money.disputes !== 0 ||
  money.cancelled !== 0 ||
  /[1-9]/.test(`${money.gross} ${money.refunded} ${money.disputed}`);
