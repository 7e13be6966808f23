// Hours, days, weeks and months on the clock of an app's time zone, daylight saving included.
import { offsetAt, readDate } from './dates.ts';
import { isoTime } from './iso-time.ts';

export type Grain = 'hour' | 'day' | 'week' | 'month';

export interface Calendar {
  /** When the period of this moment begins. */
  startOf(grain: Grain, at: number): number;
  /** When the next period begins. */
  after(grain: Grain, start: number): number;
  addMonths(at: number, months: number): number;
  addDays(start: number, days: number): number;
  /** `YYYY-MM-DD` of the moment. */
  dateOf(at: number): string;
  /** When the day begins; undefined when there is no such day. */
  readDay(date: string): number | undefined;
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Zones change their offset at quarters of an hour. */
const SLOT_MS = HOUR_MS / 4;
const MOST_CACHED = 50_000;

export function createCalendar(timeZone: string): Calendar {
  const offsets = new Map<number, number>();
  const days = new Map<number, number>();

  function offset(at: number): number {
    const slot = Math.floor(at / SLOT_MS);
    let known = offsets.get(slot);
    if (known === undefined) {
      if (offsets.size >= MOST_CACHED) offsets.clear();
      known = timeZone === 'UTC' ? 0 : offsetAt(slot * SLOT_MS, timeZone);
      offsets.set(slot, known);
    }
    return known;
  }

  const dayOf = (at: number): number => Math.floor((at + offset(at)) / DAY_MS);

  /** When the day with this number since 1970 begins. */
  function startOfDay(day: number): number {
    let start = days.get(day);
    if (start === undefined) {
      const text = isoTime(day * DAY_MS)
        .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
        .replace('T', ' ');
      start = readDate(text, timeZone) as number;
      if (days.size >= MOST_CACHED) days.clear();
      days.set(day, start);
    }
    return start;
  }

  /** The number of the first day of the month, `months` later. */
  function monthOf(day: number, months = 0): number {
    const date = new Date(day * DAY_MS);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
  }

  const firstDay: Record<Exclude<Grain, 'hour'>, (day: number) => number> = {
    day: (day) => day,
    // 1970 began on a Thursday; weeks begin on Mondays.
    week: (day) => day - ((((day + 3) % 7) + 7) % 7),
    month: (day) => monthOf(day),
  };
  const nextDay: typeof firstDay = {
    day: (day) => day + 1,
    week: (day) => day + 7,
    month: (day) => monthOf(day, 1),
  };

  function startOf(grain: Grain, at: number): number {
    if (grain === 'hour') return at - ((((at + offset(at)) % HOUR_MS) + HOUR_MS) % HOUR_MS);
    return startOfDay(firstDay[grain](dayOf(at)));
  }

  /** The same time of day on another day; later, where the clocks leave it out. */
  function timeOn(day: number, at: number): number {
    const sinceMidnight = at - startOfDay(dayOf(at));
    const then = startOfDay(day) + sinceMidnight;
    if (sinceMidnight === 0) return then;
    const wall = at + offset(at) + (day - dayOf(at)) * DAY_MS;
    const moved = wall - offset(then);
    return moved + offset(moved) === wall ? moved : then;
  }

  return {
    startOf,
    after: (grain, start) =>
      grain === 'hour'
        ? startOf('hour', start + HOUR_MS)
        : startOfDay(nextDay[grain](firstDay[grain](dayOf(start)))),
    addMonths(at, months) {
      const day = dayOf(at);
      const first = monthOf(day, months);
      const length = monthOf(first, 1) - first;
      const target = first + Math.min(day - monthOf(day), length - 1);
      return timeOn(target, at);
    },
    addDays: (start, count) => startOfDay(dayOf(start) + count),
    dateOf: (at) => isoTime(dayOf(at) * DAY_MS).slice(0, 'YYYY-MM-DD'.length),
    readDay: (date) => readDate(`${date} 00:00:00`, timeZone),
  };
}
