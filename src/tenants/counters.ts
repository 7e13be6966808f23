// Counters of the overview, updated in the transaction of each change.
import { insertRows, type Queryable } from '../storage/rows.ts';
import type { CounterTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { AppName } from './directory.ts';

export const HOUR_MS = 3_600_000;
/** The bucket of current totals. */
const NOW = 0;

export interface CounterChange {
  readonly gameIndex: number;
  readonly appid: string;
  /** Noun and verb, such as `restriction.registered` or `purchase.verified`. */
  readonly metric: string;
  /** What the counter is split by: a type, a market, a market and a currency. */
  readonly dimension: string;
  readonly value: number | bigint;
  /** A current total instead of a count per hour. */
  readonly standing?: true;
}

/** A change whose project is still to be found. */
export type AppCount = Omit<CounterChange, 'gameIndex'>;

/** Adds to the counters. Sums first, so that each counter takes one row however many changes. */
export async function count(
  tx: Queryable,
  now: number,
  changes: readonly CounterChange[],
): Promise<void> {
  const hour = now - (now % HOUR_MS);
  const rows = new Map<string, CounterTable & { value: bigint }>();
  for (const { gameIndex, appid, metric, dimension, value, standing } of changes) {
    const bucket = standing ? NOW : hour;
    const key = `${appid} ${bucket} ${metric} ${dimension}`;
    const row = rows.get(key);
    if (row) row.value += BigInt(value);
    else
      rows.set(key, {
        game_index: gameIndex,
        appid,
        bucket,
        metric,
        dimension,
        value: BigInt(value),
      });
  }
  // The same order everywhere prevents deadlocks between transactions.
  const sorted = [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []);
  await insertRows(
    tx,
    'counter',
    sorted.filter(({ value }) => value !== 0n),
    `on conflict (game_index, appid, bucket, metric, dimension)
     do update set value = counter.value + excluded.value`,
  );
}

const MICROS = 6;

/** An amount of money in millionths, exact for every currency. */
export function toMicros(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.', 2);
  return BigInt(whole + fraction.slice(0, MICROS).padEnd(MICROS, '0'));
}

interface CounterRange {
  readonly gameIndex: number;
  readonly appid: string;
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  /** UTC offset of the time zone that the days are in. */
  readonly offsetMs: number;
}

/** Counters from `from` to before `to`, summed per step. */
export const readCounters = statement((db, $: Params<CounterRange>) =>
  db
    .selectFrom('counter')
    .select(({ eb, fn, parens, cast }) => [
      'metric',
      'dimension',
      eb('bucket', '-', eb(parens('bucket', '+', $.offsetMs), '%', $.stepMs)).as('at'),
      cast<CounterTable['value']>(fn.sum('value'), 'bigint').as('value'),
    ])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .groupBy(['metric', 'dimension', 'at'])
    .orderBy('metric')
    .orderBy('dimension')
    .orderBy('at'),
);

/** The current totals. */
export const readCurrentCounters = statement((db, $: Params<AppName>) =>
  db
    .selectFrom('counter')
    .select(['metric', 'dimension', 'value'])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('bucket', '=', NOW)
    .orderBy('metric')
    .orderBy('dimension'),
);
