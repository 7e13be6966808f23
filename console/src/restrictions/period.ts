// Periods on the clock of the app, `YYYY-MM-DD HH:mm:ss`, as the service reads them.
import { DAY_MS, momentOf } from '../sales/window.ts';
import { wallTime } from '../wall-time.ts';
import type { RestrictionStatus } from './records.ts';

/** The interface wants an end of permanent restrictions too, and does not judge it. */
const NO_END = '9999-12-31 23:59:59';

/** The end that is sent. */
export const endOf = (status: RestrictionStatus, end: string): string =>
  status === 'P' ? NO_END : end;

/** So many times 24 hours after a start; after now where there is none. */
export function daysAfter(start: string, days: number, timeZone: string): string {
  const moment = momentOf(start, timeZone);
  const from = moment === undefined ? Date.now() : Date.parse(moment);
  return wallTime(new Date(from + days * DAY_MS), timeZone);
}

/** What the clock of the app shows. */
export const nowIn = (timeZone: string): string => wallTime(new Date(), timeZone);

export const weekFromNow = (timeZone: string) => ({
  start_date: nowIn(timeZone),
  end_date: daysAfter(nowIn(timeZone), 7, timeZone),
});
