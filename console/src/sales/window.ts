// A window of time: the last day, week or month, or one's own on the clock of the app.
import { wallTime } from '../wall-time.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const SPANS = { '24h': 1, '7d': 7, '30d': 30 } as const;
export type Span = keyof typeof SPANS;

export const WINDOW_FILTERS = ['span', 'from', 'to'] as const;

/** As it stands in the address; `from` and `to` are wall times of the app. */
export interface ChosenWindow {
  readonly span: string;
  readonly from: string;
  readonly to: string;
}

export const isSpan = (text: string): text is Span => text in SPANS;

/** The ends as moments. A span begins with a whole hour, so that it stays the same for a while. */
export function momentsOf(
  { span, from, to }: ChosenWindow,
  timeZone: string,
): { readonly from?: string | undefined; readonly to?: string | undefined } {
  if (isSpan(span)) {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    return { from: new Date(hour + HOUR_MS - SPANS[span] * DAY_MS).toISOString() };
  }
  if (span !== 'own') return {};
  return { from: momentOf(from, timeZone), to: endOfSecond(momentOf(to, timeZone)) };
}

/** What the clock of the app shows at a moment; a wall time stays as it is. Links from alerts have moments. */
export function asWall(time: string, timeZone: string): string {
  if (!time.endsWith('Z')) return time;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? '' : wallTime(at, timeZone);
}

/** A clock shows a second until it is over. */
const endOfSecond = (moment: string | undefined): string | undefined =>
  moment?.replace('.000Z', '.999Z');

/** When a clock in the time zone shows this; of two such moments the earlier, of none the later side. */
export function momentOf(wall: string, timeZone: string): string | undefined {
  const shown = Date.parse(`${wall.replace(' ', 'T')}Z`);
  if (Number.isNaN(shown)) return undefined;
  const offsetAt = (at: number): number =>
    Date.parse(`${wallTime(new Date(at), timeZone).replace(' ', 'T')}Z`) - at;
  const guess = shown - offsetAt(shown - DAY_MS);
  const isRight = guess + offsetAt(guess) === shown;
  return new Date(isRight ? guess : shown - offsetAt(guess)).toISOString();
}
