// Figures of the overview, added up as things happen, in the transaction that makes them happen.
import type { Db } from '../storage/db.ts';
import { insertRows, type Queryable, query } from '../storage/rows.ts';
import type { CounterTable } from '../storage/schema.ts';

export const HOUR_MS = 3_600_000;
/** The bucket of standing figures. */
const NOW = 0;

export interface Tally {
  readonly appid: string;
  /** Noun and verb, such as `restriction.registered` or `purchase.verified`. */
  readonly metric: string;
  /** What the figure is split by: a type, a market, a market and a currency. */
  readonly dimension: string;
  readonly value: number | bigint;
  /** A figure that says how many there are, not how many happened in the hour. */
  readonly standing?: true;
}

/** Adds to the figures. Sums up first: one row for each figure, however many tallies. */
export async function count(tx: Queryable, now: number, tallies: readonly Tally[]): Promise<void> {
  const hour = now - (now % HOUR_MS);
  const rows = new Map<string, CounterTable & { value: bigint }>();
  for (const { appid, metric, dimension, value, standing } of tallies) {
    const bucket = standing ? NOW : hour;
    const key = `${appid} ${bucket} ${metric} ${dimension}`;
    const row = rows.get(key);
    if (row) row.value += BigInt(value);
    else rows.set(key, { appid, bucket, metric, dimension, value: BigInt(value) });
  }
  // In one order everywhere, so that two transactions never wait for each other in a circle.
  const sorted = [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []);
  await insertRows(
    tx,
    'counter',
    sorted.filter(({ value }) => value !== 0n),
    `on conflict (appid, bucket, metric, dimension)
     do update set value = counter.value + excluded.value`,
  );
}

const MICROS = 6;

/** An amount of money as a figure: millionths, exact for every currency. */
export function toMicros(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.', 2);
  return BigInt(whole + fraction.slice(0, MICROS).padEnd(MICROS, '0'));
}

export interface Figure {
  readonly at: number;
  readonly metric: string;
  readonly dimension: string;
  readonly value: number | bigint;
}

export interface FigureRange {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  /** How far the clock whose days are meant is ahead of UTC. */
  readonly offsetMs: number;
}

/** Figures from `from` to before `to`, added up in steps. */
export function readFigures(db: Db, appid: string, range: FigureRange): Promise<readonly Figure[]> {
  return query<Figure>(
    db,
    `select metric, dimension, bucket - (bucket + ?) % ? as at, cast(sum(value) as bigint) as value
     from counter where appid = ? and bucket >= ? and bucket < ?
     group by 1, 2, 3 order by 1, 2, 3`,
    [range.offsetMs, range.stepMs, appid, range.from, range.to],
  );
}

/** How many there are now, of everything that is counted so. */
export function readFiguresNow(db: Db, appid: string): Promise<readonly Omit<Figure, 'at'>[]> {
  return query(
    db,
    `select metric, dimension, value from counter
     where appid = ? and bucket = ${NOW} order by metric, dimension`,
    [appid],
  );
}
