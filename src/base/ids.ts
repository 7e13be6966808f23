// Ids: 64-bit integers, exact from 1 to 9223372036854775807, and time-ordered UUIDs.
import { randomBytes } from 'node:crypto';

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

/** UUIDv7 (RFC 9562), increasing even within one millisecond. */
export function timeOrderedId(now: number): string {
  countInMoment = now > lastMoment ? 0 : countInMoment + 1;
  lastMoment = Math.max(now, lastMoment);
  const bytes = randomBytes(16);
  // 12 bits of the count; an overflow advances the time, as the RFC suggests.
  bytes.writeUIntBE(lastMoment + (countInMoment >> 12), 0, 6);
  bytes.writeUInt16BE(0x7000 | (countInMoment & 0x0fff), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
