// Distinct payers of days, weeks and months, from the days on which each account paid.
import type { Calendar } from '../base/calendar.ts';
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
  countGaps(sums, calendar, before, after);
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

/** Paid days by the paid day before; its date is the detail, and nothing for the first one. */
export const PAID_AFTER = 'paid_after';

/**
 * Who paid in a range paid there for the first time since its beginning exactly once. So the days of a range whose
 * day before lies outside are its payers, and any range can be counted without its players.
 */
function countGaps(sums: Sums, calendar: Calendar, before: PaidDays, after: PaidDays): void {
  const [old, now] = [gapsOf(before), gapsOf(after)];
  const add = (at: number, previous: number | undefined, amount: number): void => {
    const detail = previous === undefined ? '' : calendar.dateOf(previous);
    sums.addCount('day', { metric: PAID_AFTER, at, detail, amount });
  };
  for (const [day, previous] of old) {
    if (!now.has(day) || now.get(day) !== previous) add(day, previous, -1);
  }
  for (const [day, previous] of now) {
    if (!old.has(day) || old.get(day) !== previous) add(day, previous, 1);
  }
}

/** Each paid day with the one before. */
function gapsOf(days: PaidDays): Map<number, number | undefined> {
  const inOrder = [...days.keys()].sort((one, other) => one - other);
  return new Map(inOrder.map((day, index) => [day, inOrder[index - 1]]));
}
