// The periods of a range on the app's clock: their keys, their names, and the list of what was bought in one.
import type { Period } from '../../charts/series.ts';
import { dateFormat } from '../../i18n/formatters.ts';
import { HOUR_MS, momentOf } from '../../sales/window.ts';
import { wallTime } from '../../wall-time.ts';
import { addDays, type Compared, type Days, daysIn, periodsOf, type Step } from './days.ts';

export interface Range {
  readonly days: Days;
  readonly step: Step;
  readonly timeZone: string;
}

/** As the service is asked; of nothing, nothing is asked. */
export const queryOf = (range: Range | undefined, compare?: Compared) =>
  range ? { ...range.days, step: range.step, ...(compare && { compare }) } : {};

/** By which a period of an answer is found: its first day, or the moment of an hour. */
export const keyOf = (at: string, { step, timeZone }: Range): string =>
  step === 'hour' ? new Date(at).toISOString() : wallTime(new Date(at), timeZone).slice(0, 10);

export function keysOf({ days, step, timeZone }: Range): readonly string[] {
  if (step !== 'hour') return periodsOf(days, step);
  const momentOfDay = (day: string): number =>
    Date.parse(momentOf(`${day} 00:00:00`, timeZone) ?? '');
  const end = momentOfDay(addDays(days.to, 1));
  const keys: string[] = [];
  for (let at = momentOfDay(days.from); at < end; at = nextHour(at, timeZone)) {
    keys.push(new Date(at).toISOString());
  }
  return keys;
}

/** Some clocks change by half an hour; hours begin when the clock shows a full one. */
function nextHour(at: number, timeZone: string): number {
  const next = new Date(at + HOUR_MS);
  return next.getTime() - Number(wallTime(next, timeZone).slice(14, 16)) * 60_000;
}

const MANY_MONTHS = 12;
const ONE_DAY = 36;
const DATE = { month: 'short', day: 'numeric' } as const;
const HOUR = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** The periods with their names; more than a year of months has the year in each. */
export function namedPeriods(range: Range, language: string): readonly Period[] {
  const keys = keysOf(range);
  const print = (options: Intl.DateTimeFormatOptions) => {
    // A day has no time zone.
    const timeZone = range.step === 'hour' ? range.timeZone : 'UTC';
    const format = dateFormat(language, { timeZone, ...options });
    return (key: string): string => format.format(new Date(key));
  };
  const year = { year: 'numeric' } as const;
  const names: Record<Step, readonly [Intl.DateTimeFormatOptions, Intl.DateTimeFormatOptions]> = {
    hour: [keys.length <= ONE_DAY ? HOUR : { ...DATE, ...HOUR }, { ...DATE, ...HOUR }],
    day: [DATE, { ...DATE, ...year, weekday: 'short' }],
    week: [DATE, { ...DATE, ...year }],
    month: [
      keys.length > MANY_MONTHS ? { month: 'short', year: '2-digit' } : { month: 'short' },
      { month: 'long', ...year },
    ],
  };
  const [short, long] = [print(names[range.step][0]), print(names[range.step][1])];
  if (range.step !== 'week') {
    return keys.map((key) => ({ key, short: short(key), long: long(key) }));
  }
  return keys.map((key) => {
    const { from, to } = daysIn('week', key, range.days.to);
    return { key, short: short(key), long: `${long(from)} – ${long(to)}` };
  });
}

/** The period that is not over, if the range has it; a project's days have no clock of their own. */
export function runningKey(range: Range, today: string, now: number): string | undefined {
  const { step } = range;
  return keysOf(range).findLast((key) =>
    step === 'hour'
      ? Date.parse(key) <= now && now < nextHour(Date.parse(key), range.timeZone)
      : key <= today && today <= daysIn(step, key, today).to,
  );
}

type Filters = Readonly<Record<string, string>>;

/** The period in the address of a list, with more filters of that list. */
const listQuery = (range: Range, key: string, filters: Filters = {}): string =>
  new URLSearchParams({ span: 'own', ...windowOf(range, key), ...filters }).toString();

/** Of a period, or of the whole range. */
function windowOf({ step, days, timeZone }: Range, key: string | undefined) {
  if (key === undefined) return dayWindow(days);
  if (step !== 'hour') return dayWindow(daysIn(step, key, days.to));
  const end = new Date(nextHour(Date.parse(key), timeZone) - 1_000);
  return { from: wallTime(new Date(key), timeZone), to: wallTime(end, timeZone) };
}

/** Lists the purchases that count in a period: by the time of purchase, without tests. */
export const purchasesQuery = (range: Range, key: string, filters: Filters = {}): string =>
  listQuery(range, key, { sort: '-purchased_at', test: 'N', ...filters });

/** Lists what counts as undelivered in a period, or in the whole range: verified at least an hour ago. */
export function undeliveredQuery(range: Range, key?: string, market?: string): string {
  const { from, to } = windowOf(range, key);
  const hourAgo = wallTime(new Date(Date.now() - HOUR_MS - 1_000), range.timeZone);
  // Where all of a period is younger, it counts none.
  const end = to < hourAgo ? to : hourAgo < from ? from : hourAgo;
  return new URLSearchParams({
    ...{ span: 'own', from, to: end, undelivered: 'Y' },
    ...(market !== undefined && { provider: market }),
  }).toString();
}

/** The filters of that list for a value of a split. */
const FILTERS: Readonly<Record<string, string>> = {
  market: 'provider',
  product: 'product_id',
  country: 'country',
};

export function listFilters(by: string | undefined, value: string | undefined) {
  const name = FILTERS[by ?? ''];
  return name !== undefined && value !== undefined ? { [name]: value } : {};
}

const dayWindow = ({ from, to }: Days) => ({ from: `${from} 00:00:00`, to: `${to} 23:59:59` });
