// The window of a purchase history: two moments on the wire, at most thirty days apart.
import type { FieldError } from '../problem.ts';

export interface DateRange {
  readonly from: number;
  /** Undefined: up to now. */
  readonly to: number | undefined;
}

const DAY_MS = 86_400_000;
const LONGEST_WINDOW_MS = 30 * DAY_MS;

const NOT_A_MOMENT = 'must be a date and time with its offset, such as 2026-11-15T12:00:00Z';

/** The text is a date-time of RFC 3339, as the schema asks; only leap seconds are none of our moments. */
function readInstant(text: string): number | undefined {
  const moment = Date.parse(text.replace(/[t\s]/i, 'T').replace(/z$/, 'Z'));
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

/** What is wrong with a window at its first page; `now` is the end where none is given. */
export function dateRangeError(
  { from, to }: DateRange,
  now: number,
  isLimited: boolean,
): FieldError | undefined {
  const end = to ?? now;
  if (end <= from) {
    return to === undefined
      ? { field: 'startDate', message: 'must be earlier than the current time' }
      : { field: 'endDate', message: 'must be later than startDate' };
  }
  return isLimited && end - from > LONGEST_WINDOW_MS
    ? { field: 'startDate', message: 'must be at most 30 days before the end' }
    : undefined;
}
