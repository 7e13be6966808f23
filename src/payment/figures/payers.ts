// Distinct payers of days, weeks and months, from the days on which each account paid.
import type { Calendar } from '../../base/calendar.ts';
import type { Sums } from './sums.ts';

/** By the start of the day, how many paid purchases. */
export type PaidDays = ReadonlyMap<number, number>;

const GRAINS = ['day', 'week', 'month'] as const;

/** The paid days of an account after the change; the sums get what it changes about payers. */
export function changePayer(
  sums: Sums,
  calendar: Calendar,
  before: PaidDays,
  change: PaidDays,
): Map<number, number> {
  const after = new Map(before);
  for (const [day, more] of change) {
    const purchases = (after.get(day) ?? 0) + more;
    if (purchases === 0) after.delete(day);
    else after.set(day, purchases);
  }
  for (const grain of GRAINS) {
    const periods = new Set([...change.keys()].map((day) => calendar.startOf(grain, day)));
    const [old, now] = [before, after].map((days) => purchasesIn(periods, grain, calendar, days));
    for (const at of periods) {
      const [had, has] = [old?.get(at) ?? 0, now?.get(at) ?? 0];
      const payers = Number(has > 0) - Number(had > 0);
      const repeats = Number(has > 1) - Number(had > 1);
      if (payers !== 0) sums.addCount(grain, { metric: 'payers', at, amount: payers });
      if (repeats !== 0) sums.addCount(grain, { metric: 'repeat_payers', at, amount: repeats });
    }
  }
  const [firstBefore, firstAfter] = [firstOf(before), firstOf(after)];
  if (firstBefore !== firstAfter) {
    for (const grain of GRAINS) {
      const first = (at: number | undefined, amount: number): void => {
        if (at !== undefined) sums.addCount(grain, { metric: 'first_payers', at, amount });
      };
      first(firstBefore, -1);
      first(firstAfter, 1);
    }
  }
  return after;
}

function purchasesIn(
  periods: ReadonlySet<number>,
  grain: (typeof GRAINS)[number],
  calendar: Calendar,
  days: PaidDays,
): Map<number, number> {
  const purchases = new Map<number, number>();
  for (const [day, count] of days) {
    const period = calendar.startOf(grain, day);
    if (periods.has(period)) purchases.set(period, (purchases.get(period) ?? 0) + count);
  }
  return purchases;
}

function firstOf(days: PaidDays): number | undefined {
  let first: number | undefined;
  for (const day of days.keys()) if (first === undefined || day < first) first = day;
  return first;
}
