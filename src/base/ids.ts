// Ids: 64-bit integers, exact from 1 to 9223372036854775807, and time-ordered UUIDs.
import { randomUUID } from 'node:crypto';

const LARGEST = 9_223_372_036_854_775_807n;

/** The keyword for these ids in schemas; the request validator converts them to bigint. */
export const INT64_KEYWORD = 'x-int64';

/** The id, or undefined when the JSON value is not one; text is never a number. */
export function toId64(value: unknown): bigint | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 1 ? BigInt(value) : undefined;
  return typeof value === 'bigint' && value >= 1n && value <= LARGEST ? value : undefined;
}

let lastMoment = 0;
let countInMoment = 0;
/** A clock that goes back further was wrong before. */
export const LARGEST_STEP_BACK_MS = 60 * 60_000;

/** UUIDv7 (RFC 9562), increasing even within one millisecond. */
export function timeOrderedId(now: number): string {
  const isNew = now > lastMoment || now < lastMoment - LARGEST_STEP_BACK_MS;
  countInMoment = isNew ? 0 : countInMoment + 1;
  if (isNew) lastMoment = now;
  // 12 bits of the count; an overflow advances the time, as the RFC suggests.
  const time = (lastMoment + (countInMoment >> 12)).toString(16).padStart(12, '0');
  const count = (countInMoment & 0x0fff).toString(16).padStart(3, '0');
  // The rest is random in both versions, and has the same variant.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}

/** What the ids of a moment begin with: ids made from then on are not less, as text. */
export function idsFrom(moment: number): string {
  const time = Math.max(moment, 0).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
