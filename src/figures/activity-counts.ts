// Counts of what no ledger records, by hour and by day: verifications, market calls, changes of restrictions.
import type { Calendar } from '../base/calendar.ts';
import type { Db } from '../storage/db.ts';
import { insertRows, numbersBy, type Queryable } from '../storage/rows.ts';
import type { ActivityCountTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import type { Range } from './range.ts';

/** Verifications that recorded something, and those that were refused. */
export const VERIFIED = 'verification.verified';
export const REFUSED = 'purchase.refused';

export type Counted = Omit<ActivityCountTable, 'grain' | 'bucket'>;

/** A date on the app's clock is kept as its midnight in UTC, so that another time zone does not move it. */
const bucketOf = (date: string): number => Date.parse(date);
const dateIn = (bucket: number): string =>
  new Date(bucket).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The rows of a moment: one for its hour, one for its day. */
export const countedAt = (
  calendar: Calendar,
  at: number,
  counted: Counted,
): ActivityCountTable[] => [
  { ...counted, grain: 'hour', bucket: calendar.startOf('hour', at) },
  { ...counted, grain: 'day', bucket: bucketOf(calendar.dateOf(at)) },
];

/** Adds to the counts. Sums first, and in the same order everywhere, so that writers do not deadlock. */
export async function addCounts(
  tx: Queryable,
  changes: readonly ActivityCountTable[],
): Promise<void> {
  const rows = new Map<string, ActivityCountTable>();
  for (const change of changes) {
    const key = [change.appid, change.grain, change.bucket, change.metric, change.detail].join(' ');
    const amount = Number(rows.get(key)?.amount ?? 0) + Number(change.amount);
    rows.set(key, { ...change, amount });
  }
  await insertRows(
    tx,
    'activity_count',
    [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []),
    `on conflict (game_index, appid, grain, bucket, metric, detail)
     do update set amount = activity_count.amount + excluded.amount`,
  );
}

interface CountsOf extends AppName {
  readonly grain: ActivityCountTable['grain'];
  readonly metrics: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** The details of a period with their amounts; grouped in the order of the key, so that nothing is sorted. */
const countsOf = statement((db, $: Params<CountsOf>) =>
  ofApp(db, $)
    .selectFrom('activity_count')
    .select(['metric', 'bucket'])
    .select(numbersBy(db, 'detail', ['amount']).as('counts'))
    .where('grain', '=', $.grain)
    .where('metric', 'in', $.metrics)
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .groupBy(['bucket', 'metric']),
);

/** By detail. */
type Counts = Record<string, number>;

export interface ActivityCount {
  /** When the period of the range begins. */
  readonly at: number;
  readonly metric: string;
  /** The parts of the detail. */
  readonly detail: readonly string[];
  readonly amount: number;
}

/** The counts of a range, by the periods that their hours or days are in. */
export async function readActivity(
  db: Db,
  { appid, gameIndex }: AppName,
  { from, to, step, calendar }: Range,
  metrics: readonly string[],
  grain: 'hour' | 'day' = step === 'hour' ? 'hour' : 'day',
): Promise<ActivityCount[]> {
  const app = { appid, gameIndex, metrics, grain };
  const days = { from: bucketOf(calendar.dateOf(from)), to: bucketOf(calendar.dateOf(to - 1)) + 1 };
  const rows = await countsOf(db, grain === 'hour' ? { ...app, from, to } : { ...app, ...days });
  const startOf = (bucket: number): number => {
    if (grain === 'hour') return calendar.startOf(step, bucket);
    return calendar.startOf(step, calendar.readDay(dateIn(bucket)) as number);
  };
  const periods = new Map<number, number>();
  const parts = new Map<string, readonly string[]>();
  return rows.flatMap(({ metric, bucket, counts }) => {
    const at = periods.get(bucket) ?? startOf(bucket);
    periods.set(bucket, at);
    return Object.entries(JSON.parse(counts) as Counts).map(([text, amount]) => {
      const detail = parts.get(text) ?? text.split(' ');
      parts.set(text, detail);
      return { at, metric, detail, amount };
    });
  });
}

/** The first day that was counted as a whole; earlier releases counted hours only. */
export async function firstWholeDay(
  db: Db,
  app: AppName,
  calendar: Calendar,
  metrics: readonly string[],
): Promise<number> {
  const row = await firstDay(db, { appid: app.appid, gameIndex: app.gameIndex, metrics });
  if (!row) return Number.POSITIVE_INFINITY;
  return calendar.after('day', calendar.readDay(dateIn(row.bucket)) as number);
}

const firstDay = statement((db, $: Params<AppName & { metrics: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('activity_count')
    .select('bucket')
    .where('grain', '=', 'day')
    .where('metric', 'in', $.metrics)
    .orderBy('bucket')
    .limit(1),
).first;

/** The current totals. */
export const readTotals = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .selectFrom('activity_count')
    .select(['metric', 'detail', 'amount'])
    .where('grain', '=', 'now')
    .orderBy('metric')
    .orderBy('detail'),
);

export interface Hours extends AppName {
  readonly from: number;
  readonly to: number;
}

/** All hours of a span together. */
export const sumHours = statement((db, $: Params<Hours & { metrics: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('activity_count')
    .select(({ fn, cast }) => [
      'metric',
      'detail',
      cast<number>(fn.sum('amount'), 'bigint').as('amount'),
    ])
    .where('grain', '=', 'hour')
    .where('bucket', '>=', $.from)
    .where('bucket', '<', $.to)
    .where('metric', 'in', $.metrics)
    .groupBy(['metric', 'detail']),
);
