// The date range of a purchase history: at most 30 days.
import type { FieldError } from '../problem.ts';

export interface DateRange {
  readonly from: number;
  /** Undefined: up to now. */
  readonly to: number | undefined;
}

const DAY_MS = 86_400_000;
const LONGEST_WINDOW_MS = 30 * DAY_MS;

const NOT_A_MOMENT = 'must be a date and time with an offset, such as 2026-11-15T12:00:00Z';

/** The schema has checked RFC 3339; only leap seconds fail here. */
function readInstant(text: string): number | undefined {
  const moment = Date.parse(text.replace(/[t\s]/i, 'T'));
  return Number.isNaN(moment) ? undefined : moment;
}

export function readDateRange(dates: {
  readonly startDate: string;
  readonly endDate?: string | undefined;
}): DateRange | { readonly errors: readonly FieldError[] } {
  const from = readInstant(dates.startDate);
  const to = dates.endDate === undefined ? undefined : readInstant(dates.endDate);
  const isEndWrong = dates.endDate !== undefined && to === undefined;
  if (from !== undefined && !isEndWrong) return { from, to };
  const wrong = [...(from === undefined ? ['startDate'] : []), ...(isEndWrong ? ['endDate'] : [])];
  return { errors: wrong.map((field) => ({ field, message: NOT_A_MOMENT })) };
}

/** The error of a date range at the first page; `now` is the default end. */
export function dateRangeError(
  { from, to }: DateRange,
  now: number,
  isLimited: boolean,
): FieldError | undefined {
  const end = to ?? now;
  if (end <= from) {
    return to === undefined
      ? { field: 'startDate', message: 'must be in the past' }
      : { field: 'endDate', message: 'must be later than startDate' };
  }
  return isLimited && end - from > LONGEST_WINDOW_MS
    ? { field: 'startDate', message: 'must be at most 30 days before endDate' }
    : undefined;
}
