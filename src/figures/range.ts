// The range of a question about figures: days of the app's time zone, cut into periods.
import { Type } from 'typebox';
import { invalid, type Rejection } from '../audit/operation.ts';
import { type Calendar, createCalendar, DAY_MS, type Grain } from '../base/calendar.ts';
import type { App } from '../tenants/directory.ts';

const Day = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    description: `${description}, such as \`2026-11-15\`.`,
  });

export const RangeQuery = {
  from: Day("First day, in the app's time zone"),
  to: Day('Last day, included'),
  step: Type.Optional(
    Type.Enum(['hour', 'day', 'week', 'month'], {
      description:
        'Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.',
    }),
  ),
};

export const Compare = Type.Optional(
  Type.Enum(['before', 'year'], {
    description: 'Adds the period before, or the same days a year earlier.',
  }),
);

interface AskedRange {
  readonly from: string;
  readonly to: string;
  readonly step?: Grain | undefined;
}

export interface Range {
  /** Rounded down to the period. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly step: Grain;
  readonly calendar: Calendar;
}

const LONGEST_DAYS = 1_100;
const HOURS_UP_TO_DAYS = 31;
const HOURS_BY_DEFAULT_DAYS = 2;
const DAYS_BY_DEFAULT_DAYS = 92;

/** `byDay` names what is kept by day, and has no hours. */
export function openRange(
  { timeZone }: Pick<App, 'timeZone'>,
  asked: AskedRange,
  byDay?: string,
): Range | Rejection {
  const calendar = createCalendar(timeZone);
  const [first, last] = [calendar.readDay(asked.from), calendar.readDay(asked.to)];
  if (first === undefined) return invalid('from', `${asked.from} is not a day. Use YYYY-MM-DD.`);
  if (last === undefined) return invalid('to', `${asked.to} is not a day. Use YYYY-MM-DD.`);
  const to = calendar.after('day', last);
  const days = Math.round((to - first) / DAY_MS);
  if (days < 1 || days > LONGEST_DAYS) {
    return invalid('to', `to must be from or later, and at most ${LONGEST_DAYS} days after it.`);
  }
  const step = asked.step ?? defaultStep(days, byDay === undefined);
  if (step === 'hour' && days > HOURS_UP_TO_DAYS) {
    return invalid('step', `Hours are for at most ${HOURS_UP_TO_DAYS} days. Ask for days.`);
  }
  if (step === 'hour' && byDay !== undefined) {
    return invalid('step', `${byDay} are counted by day, week or month.`);
  }
  return { from: calendar.startOf(step, first), to, step, calendar };
}

function defaultStep(days: number, hasHours: boolean): Grain {
  if (hasHours && days <= HOURS_BY_DEFAULT_DAYS) return 'hour';
  return days <= DAYS_BY_DEFAULT_DAYS ? 'day' : 'month';
}

type Compared = 'before' | 'year';

/** As long as the range, right before it; or the same days a year earlier. */
export function comparedRange(range: Range, compared: Compared): Range {
  const { from, to, step, calendar } = range;
  const back = (at: number): number =>
    compared === 'year'
      ? step === 'week'
        ? calendar.addDays(at, -364)
        : calendar.addMonths(at, -12)
      : step === 'month'
        ? calendar.addMonths(at, -periodsOf(range).length)
        : calendar.addDays(at, -Math.round((to - from) / DAY_MS));
  return { from: calendar.startOf(step, back(from)), to: back(to), step, calendar };
}

/** When each period begins. */
export function periodsOf({ from, to, step, calendar }: Range): number[] {
  const starts: number[] = [];
  for (let at = from; at < to; at = calendar.after(step, at)) starts.push(at);
  return starts;
}
