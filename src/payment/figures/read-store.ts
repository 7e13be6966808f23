// SQL of the figures that are read: sums of periods, never purchases.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { FigureCountTable, FigureMoneyTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppName } from '../../tenants/directory.ts';
import { PAID_AFTER } from './payers.ts';
import { type CountRow, MONEY_SUMS, type MoneyRow } from './sums.ts';

interface Range extends AppName {
  readonly from: number;
  readonly to: number;
}

interface MoneyRange extends Range {
  readonly dimension: FigureMoneyTable['dimension'];
  readonly grain: FigureMoneyTable['grain'];
  readonly values: readonly string[];
}

const COLUMNS = ['currency', ...MONEY_SUMS] as const;

/** All values of a column, as one text. A row costs more to carry than to read. */
const joined = (column: (typeof COLUMNS)[number]) =>
  sql<string>`string_agg(cast(${sql.ref(column)} as text), ',')`.as(column);

const moneyOf = statement((db, $: Params<MoneyRange>) =>
  db
    .selectFrom('figure_money')
    .select(['value', 'bucket', ...COLUMNS.map(joined)])
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

/** Sums of each value, period and currency, in the order of time. */
export async function readMoney(db: Db, range: MoneyRange): Promise<MoneyRow[]> {
  if (range.values.length === 0) return [];
  const { dimension, grain } = range;
  const rows: MoneyRow[] = [];
  for (const { value, bucket, currency: currencies, ...texts } of await moneyOf(db, range)) {
    const purchases = texts.purchases.split(',');
    const gross = texts.gross.split(',');
    const refunds = texts.refunds.split(',');
    const refunded = texts.refunded.split(',');
    const disputes = texts.disputes.split(',');
    const disputed = texts.disputed.split(',');
    const cancelled = texts.cancelled.split(',');
    for (const [index, currency] of currencies.split(',').entries()) {
      rows.push({
        dimension,
        grain,
        value,
        bucket,
        currency,
        purchases: exactNumber(purchases[index]),
        gross: exactNumber(gross[index]),
        refunds: exactNumber(refunds[index]),
        refunded: exactNumber(refunded[index]),
        disputes: exactNumber(disputes[index]),
        disputed: exactNumber(disputed[index]),
        cancelled: exactNumber(cancelled[index]),
      });
    }
  }
  return rows;
}

function exactNumber(text = ''): number | bigint {
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

/** How many purchases each value has in these months. */
export async function countValues(db: Db, range: Values): Promise<Map<string, number>> {
  return new Map((await values(db, range)).map((row) => [row.value, Number(row.purchases)]));
}

/** Those with most purchases. */
export const topOf = (counts: ReadonlyMap<string, number>, most: number): string[] =>
  [...counts]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([value]) => value);

interface ValueRange extends Values {
  readonly grain: FigureMoneyTable['grain'];
}

/** Purchases of each value in all periods together, and how many of them are cancelled. */
export const readCancelled = statement((db, $: Params<ValueRange>) =>
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

const isMarked = statement((db, $: Params<AppName>) =>
  db
    .selectFrom('figure_mark')
    .select('mark_id')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .limit(1),
);

export const hasMarks = async (db: Db, { appid, gameIndex }: AppName): Promise<boolean> =>
  (await isMarked(db, { appid, gameIndex })).length > 0;
