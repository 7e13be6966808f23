// SQL of the figures that are read: sums of periods, never purchases.
import { sql } from 'kysely';
import type { Calendar } from '../../base/calendar.ts';
import type { Db } from '../../storage/db.ts';
import type { FigureCountTable, FigureMoneyTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppName } from '../../tenants/directory.ts';
import { PAID_AFTER } from './payers.ts';
import type { CountRow, MoneyRow } from './sums.ts';

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

/** The sums of a period in all currencies as one text: a row costs more to carry than to read. Most have no losses. */
const MONEY_TEXT = sql<string>`string_agg(currency || ',' || purchases || ',' || gross
  || case when refunds = 0 and refunded = 0 and disputes = 0 and disputed = 0 and cancelled = 0 then ''
    else ',' || refunds || ',' || refunded || ',' || disputes || ',' || disputed || ',' || cancelled end, ';')`;

const moneyOf = statement((db, $: Params<MoneyRange>) =>
  db
    .selectFrom('figure_money')
    .select(['value', 'bucket', MONEY_TEXT.as('money')])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
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
    for (const text of money.split(';')) {
      const sums = text.split(',');
      take({
        dimension,
        grain,
        value,
        bucket,
        currency: sums[0] as string,
        purchases: exactNumber(sums[1]),
        gross: exactNumber(sums[2]),
        refunds: exactNumber(sums[3]),
        refunded: exactNumber(sums[4]),
        disputes: exactNumber(sums[5]),
        disputed: exactNumber(sums[6]),
        cancelled: exactNumber(sums[7]),
      });
    }
  }
}

function exactNumber(text: string | undefined): number | bigint {
  if (text === undefined) return 0;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

interface Values extends Range {
  readonly dimension: FigureMoneyTable['dimension'];
}

const values = statement((db, $: Params<Values>) =>
  db
    .selectFrom('figure_money')
    .select(({ fn }) => ['value', fn.sum<number | bigint | string>('purchases').as('purchases')])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
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
  db
    .selectFrom('figure_money')
    .select(({ fn }) => [
      'value',
      fn.sum<number | bigint | string>('purchases').as('purchases'),
      fn.sum<number | bigint | string>('cancelled').as('cancelled'),
    ])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
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
  db
    .selectFrom('figure_count')
    .select(['metric', 'grain', 'bucket', 'detail', 'currency', 'amount'])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
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
  db
    .selectFrom('figure_count')
    .select(({ fn }) => fn.sum<number | bigint | string | null>('amount').as('payers'))
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
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
