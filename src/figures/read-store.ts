// SQL of the figures that are read: sums of periods, never purchases.
import type { Calendar } from '../base/calendar.ts';
import { parseJson } from '../base/json.ts';
import type { Db } from '../storage/db.ts';
import { numbersBy } from '../storage/rows.ts';
import type { FigureCountTable, FigureMoneyTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import { PAID_AFTER } from './payers.ts';
import { type CountRow, MONEY_SUMS, type MoneyRow } from './sums.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Range extends AppName, Span {}

interface MoneyRange extends Range {
  readonly dimension: FigureMoneyTable['dimension'];
  readonly grain: FigureMoneyTable['grain'];
  readonly values: readonly string[];
}

type Sum = number | bigint;
/** By currency. */
type MoneySums = Record<string, [Sum, Sum, Sum, Sum, Sum, Sum, Sum]>;

const moneyOf = statement((db, $: Params<MoneyRange>) =>
  ofApp(db, $)
    .selectFrom('figure_money')
    .select(['value', 'bucket', numbersBy(db, 'currency', MONEY_SUMS).as('money')])
    .where('dimension', '=', $.dimension)
    .where('grain', '=', $.grain)
    .where('value', 'in', $.values)
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .groupBy(['value', 'bucket'])
    .orderBy('bucket'),
);

/**
 * Hands over the sums of each value, period and currency, in the order of time. One by one, because a chart has
 * tens of thousands and keeps none of them.
 */
export async function eachMoney(
  db: Db,
  range: MoneyRange,
  take: (row: MoneyRow) => void,
): Promise<void> {
  if (range.values.length === 0) return;
  const { dimension, grain } = range;
  for (const { value, bucket, money } of await moneyOf(db, range)) {
    for (const [currency, sums] of Object.entries(parseJson(money) as MoneySums)) {
      const [purchases, gross, refunds, refunded, disputes, disputed, cancelled] = sums;
      const sold = { currency, purchases, gross };
      const lost = { refunds, refunded, disputes, disputed, cancelled };
      take({ dimension, grain, value, bucket, ...sold, ...lost });
    }
  }
}

interface Values extends Range {
  readonly dimension: FigureMoneyTable['dimension'];
}

const values = statement((db, $: Params<Values>) =>
  ofApp(db, $)
    .selectFrom('figure_money')
    .select(({ fn }) => ['value', fn.sum<number | bigint | string>('purchases').as('purchases')])
    .where('dimension', '=', $.dimension)
    .where('grain', '=', 'month')
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .groupBy('value'),
);

/** How many purchases each value has in the months of the range. */
export async function countValues(
  db: Db,
  { appid, gameIndex }: AppName,
  dimension: Values['dimension'],
  { from, to, calendar }: Span & { readonly calendar: Calendar },
): Promise<Map<string, number>> {
  const months = { from: calendar.startOf('month', from), to };
  const rows = await values(db, { appid, gameIndex, dimension, ...months });
  return new Map(rows.map((row) => [row.value, Number(row.purchases)]));
}

/** Those with most purchases. */
export const topOf = (counts: ReadonlyMap<string, number>, most: number): string[] =>
  [...counts]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([value]) => value);

/** Purchases of each value in all periods together, and how many of them are cancelled. */
export const readCancelled = statement((db, $: Params<MoneyRange>) =>
  ofApp(db, $)
    .selectFrom('figure_money')
    .select(({ fn }) => [
      'value',
      fn.sum<number | bigint | string>('purchases').as('purchases'),
      fn.sum<number | bigint | string>('cancelled').as('cancelled'),
    ])
    .where('dimension', '=', $.dimension)
    .where('grain', '=', $.grain)
    .where('value', 'in', $.values)
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .groupBy('value'),
);

interface CountRange extends Range {
  readonly metrics: readonly string[];
  readonly grain: FigureCountTable['grain'];
}

/** In the order of time. */
export const readCounts = statement((db, $: Params<CountRange>) =>
  ofApp(db, $)
    .selectFrom('figure_count')
    .select(['metric', 'grain', 'bucket', 'detail', 'currency', 'amount'])
    .where('metric', 'in', $.metrics)
    .where('grain', '=', $.grain)
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .orderBy('bucket'),
);

interface PaidAfter extends Range {
  /** The first day. */
  readonly date: string;
}

const paidAfter = statement((db, $: Params<PaidAfter>) =>
  ofApp(db, $)
    .selectFrom('figure_count')
    .select(({ fn }) => fn.sum<number | bigint | string | null>('amount').as('payers'))
    .where('metric', '=', PAID_AFTER)
    .where('grain', '=', 'day')
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .where('detail', '<', $.date),
);

/** Accounts that paid in the range, each once. */
export const countPayers = async (db: Db, range: PaidAfter): Promise<number> =>
  Number((await paidAfter(db, range))[0]?.payers ?? 0);

export type { CountRow };
