// Reads and writes `YYYY-MM-DD HH:mm:ss` in the app's time zone.
import { isoTime } from './iso-time.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The instant, or undefined when the text is not a valid date and time. When clocks go back, an
 * ambiguous time means its first occurrence; a skipped time counts on from the change.
 */
export function readDate(text: string, timeZone: string): number | undefined {
  const local = asUtc(text);
  if (local === undefined || timeZone === 'UTC') return local;
  const before = offsetAt(local - DAY_MS, timeZone);
  const after = offsetAt(local + DAY_MS, timeZone);
  const isTrue = (offset: number) => offsetAt(local - offset, timeZone) === offset;
  return local - (before === after || isTrue(before) || !isTrue(after) ? before : after);
}

function asUtc(text: string): number | undefined {
  const parts = DATE.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map(Number);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  // A month or day that does not exist ends up in another month.
  if (instant.getUTCMonth() !== month - 1) return undefined;
  return instant.setUTCHours(hour, minute, second, 0);
}

/** The instant as local date and time. */
export const writeDate = (instant: number, timeZone: string): string => {
  const offset = timeZone === 'UTC' ? 0 : offsetAt(instant, timeZone);
  return isoTime(instant + offset)
    .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
    .replace('T', ' ');
};

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** UTC offset of the zone at an instant, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const field = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  return Math.round((local - instant) / MINUTE_MS) * MINUTE_MS;
}
