// Distinct payers of days, weeks and months, from the days on which each account paid.
import type { Calendar } from '../base/calendar.ts';
import { addPaid, isNothing, type Paid, type PaidDays, totalPaid } from './paid.ts';
import type { Sums } from './sums.ts';

const GRAINS = ['day', 'week', 'month'] as const;

/** The paid days of an account after the change; the sums get what it changes about payers. */
export function changePayer(
  sums: Sums,
  calendar: Calendar,
  before: PaidDays,
  change: PaidDays,
): Map<number, Paid> {
  const after = new Map(before);
  for (const [day, more] of change) {
    const paid = addPaid(after.get(day), more);
    if (isNothing(paid)) after.delete(day);
    else after.set(day, paid);
  }
  const days = [...change.keys()];
  const [old, now] = [daysOf(before, totalPaid), daysOf(after, totalPaid)];
  countPayer(sums, calendar, '', { old, now, days });
  countGaps(sums, calendar, old, now);
  for (const currency of new Set([...change.values()].flatMap((paid) => Object.keys(paid)))) {
    if (currency === '') continue;
    const inIt = (paid: Paid): number => paid[currency] ?? 0;
    countPayer(sums, calendar, currency, {
      old: daysOf(before, inIt),
      now: daysOf(after, inIt),
      days,
    });
  }
  return after;
}

/** By the start of the day, how many paid purchases. */
type Days = ReadonlyMap<number, number>;

const daysOf = (days: PaidDays, count: (paid: Paid) => number): Days =>
  new Map(
    [...days].map(([day, paid]) => [day, count(paid)] as const).filter(([, all]) => all !== 0),
  );

/** Of all currencies together, or of one. */
function countPayer(
  sums: Sums,
  calendar: Calendar,
  currency: string,
  { old, now, days }: { readonly old: Days; readonly now: Days; readonly days: readonly number[] },
): void {
  const [firstBefore, firstAfter] = [firstOf(old), firstOf(now)];
  for (const grain of GRAINS) {
    const count = (metric: string, at: number | undefined, amount: number): void => {
      if (at !== undefined && amount !== 0) sums.addCount(grain, { metric, at, currency, amount });
    };
    const periods = new Set(days.map((day) => calendar.startOf(grain, day)));
    const [had, has] = [old, now].map((each) => purchasesIn(periods, grain, calendar, each));
    for (const at of periods) {
      const [before, after] = [had?.get(at) ?? 0, has?.get(at) ?? 0];
      count('payers', at, Number(after > 0) - Number(before > 0));
      count('repeat_payers', at, Number(after > 1) - Number(before > 1));
    }
    if (firstBefore === firstAfter) continue;
    count('first_payers', firstBefore, -1);
    count('first_payers', firstAfter, 1);
  }
}

function purchasesIn(
  periods: ReadonlySet<number>,
  grain: (typeof GRAINS)[number],
  calendar: Calendar,
  days: Days,
): Map<number, number> {
  const purchases = new Map<number, number>();
  for (const [day, count] of days) {
    const period = calendar.startOf(grain, day);
    if (periods.has(period)) purchases.set(period, (purchases.get(period) ?? 0) + count);
  }
  return purchases;
}

function firstOf(days: Days): number | undefined {
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
function countGaps(sums: Sums, calendar: Calendar, before: Days, after: Days): void {
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
function gapsOf(days: Days): Map<number, number | undefined> {
  const inOrder = [...days.keys()].sort((one, other) => one - other);
  return new Map(inOrder.map((day, index) => [day, inOrder[index - 1]]));
}
