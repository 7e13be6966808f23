// Days as text, such as `2026-11-15`, and periods of them; no clock and no time zone is asked.
export const STEPS = ['hour', 'day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** Both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const PRESETS = ['7d', '30d', '90d', '12m', 'month', 'own'] as const;
export type Preset = (typeof PRESETS)[number];

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** As the service counts. */
const MOST_DAYS = 1_100;
const MOST_DAYS_OF_HOURS = 31;
const HOURS_BY_DEFAULT = 2;
const DAYS_BY_DEFAULT = 92;

const numberOf = (day: string): number => Date.parse(day) / DAY_MS;
const textOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && textOf(numberOf(text)) === text;

export const addDays = (day: string, days: number): string => textOf(numberOf(day) + days);

/** The 31st of a shorter month is its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + months, Math.min(date, length)) / DAY_MS);
}

const lengthOf = ({ from, to }: Days): number => numberOf(to) - numberOf(from) + 1;

/** Undefined while the days are not complete, backwards, or more than the service counts. */
export function daysOf(
  preset: Preset,
  today: string,
  own: Days,
  hasRunningMonth = false,
): Days | undefined {
  switch (preset) {
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case '12m':
      return hasRunningMonth
        ? { from: startOf('month', addMonths(today, -11)), to: today }
        : {
            from: startOf('month', addMonths(today, -12)),
            to: addDays(startOf('month', today), -1),
          };
    case 'month':
      return { from: startOf('month', today), to: today };
    case 'own': {
      if (!isDay(own.from) || !isDay(own.to)) return undefined;
      const length = lengthOf(own);
      return length >= 1 && length <= MOST_DAYS ? own : undefined;
    }
  }
}

/** The first day of its period; weeks begin on Mondays. */
export function startOf(step: Step, day: string): string {
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  if (step !== 'week') return day;
  const number = numberOf(day);
  // 1970 began on a Thursday.
  return textOf(number - ((((number + 3) % 7) + 7) % 7));
}

function after(step: Exclude<Step, 'hour'>, start: string): string {
  if (step === 'month') return addMonths(start, 1);
  return addDays(start, step === 'week' ? 7 : 1);
}

/** The first day of each period. */
export function periodsOf(days: Days, step: Exclude<Step, 'hour'>): readonly string[] {
  const starts: string[] = [];
  for (let at = startOf(step, days.from); at <= days.to; at = after(step, at)) starts.push(at);
  return starts;
}

/** The days of a period within the range. */
export const daysIn = (step: Exclude<Step, 'hour'>, start: string, last: string): Days => {
  const end = addDays(after(step, start), -1);
  return { from: start, to: end < last ? end : last };
};

export const automaticStep = (days: Days, hasHours: boolean): Step => {
  const length = lengthOf(days);
  if (hasHours && length <= HOURS_BY_DEFAULT) return 'hour';
  return length <= DAYS_BY_DEFAULT ? 'day' : 'month';
};

/** The steps that the service answers for; `isSplit` by products or countries. */
export function stepsFor(days: Days, hasHours: boolean, isSplit: boolean): readonly Step[] {
  const length = lengthOf(days);
  return STEPS.filter((step) => {
    if (step === 'hour') return hasHours && !isSplit && length <= MOST_DAYS_OF_HOURS;
    return step !== 'day' || !isSplit || length <= DAYS_BY_DEFAULT;
  });
}

export type Compared = 'before' | 'year';

/** As long as the range, right before it; or the same days a year earlier. Whole periods, as the service compares. */
export function comparedDays(days: Days, step: Step, compared: Compared): Days {
  const whole = { from: startOf(step, days.from), to: days.to };
  const back = (day: string): string => {
    if (compared === 'year') return step === 'week' ? addDays(day, -364) : addMonths(day, -12);
    if (step === 'month') return addMonths(day, -periodsOf(whole, 'month').length);
    return addDays(day, -lengthOf(whole));
  };
  return { from: startOf(step, back(whole.from)), to: addDays(back(addDays(whole.to, 1)), -1) };
}
