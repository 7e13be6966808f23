// Counts of days on the app's clock, for figures that no ledger can give.
import type { Calendar } from '../base/calendar.ts';
import type { Db } from '../storage/db.ts';
import { insertRows, listOfRows, type Queryable } from '../storage/rows.ts';
import type { DayCountTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { AppName } from '../tenants/directory.ts';
import type { Range } from './range.ts';

/** Adds to the counts. Sums first, and in the same order everywhere, so that writers do not deadlock. */
export async function countDays(tx: Queryable, changes: readonly DayCountTable[]): Promise<void> {
  const rows = new Map<string, DayCountTable>();
  for (const change of changes) {
    const key = [change.appid, change.metric, change.day, change.detail].join(' ');
    const amount = Number(rows.get(key)?.amount ?? 0) + Number(change.amount);
    rows.set(key, { ...change, amount });
  }
  await insertRows(
    tx,
    'day_count',
    [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []),
    `on conflict (game_index, appid, metric, day, detail)
     do update set amount = day_count.amount + excluded.amount`,
  );
}

interface DaysOf extends AppName {
  readonly metrics: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** The details of a day with their amounts. */
const countsOf = statement((db, $: Params<DaysOf>) =>
  db
    .selectFrom('day_count')
    .select(['metric', 'day'])
    .select(listOfRows(db, ['detail', 'amount']).as('counts'))
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('metric', 'in', $.metrics)
    .where('day', '>=', $.from)
    .where('day', '<', $.to)
    .groupBy(['metric', 'day']),
);

export interface DayCount {
  /** When the period of the range begins. */
  readonly at: number;
  readonly metric: string;
  /** The parts of the detail. */
  readonly detail: readonly string[];
  readonly amount: number;
}

/** The counts of a range, by the periods that their days are in. */
export async function readDayCounts(
  db: Db,
  { appid, gameIndex }: AppName,
  { from, to, step, calendar }: Range,
  metrics: readonly string[],
): Promise<DayCount[]> {
  const days = { from: calendar.dateOf(from), to: calendar.dateOf(to) };
  const rows = await countsOf(db, { appid, gameIndex, metrics, ...days });
  const periods = new Map<string, number>();
  const parts = new Map<string, readonly string[]>();
  return rows.flatMap(({ metric, day, counts }) => {
    const at = periods.get(day) ?? periodOf(calendar, step, day);
    periods.set(day, at);
    return (JSON.parse(counts) as [string, number][]).map(([text, amount]) => {
      const detail = parts.get(text) ?? text.split(' ');
      parts.set(text, detail);
      return { at, metric, detail, amount };
    });
  });
}

const periodOf = (calendar: Calendar, step: Range['step'], day: string): number =>
  calendar.startOf(step, calendar.readDay(day) as number);
