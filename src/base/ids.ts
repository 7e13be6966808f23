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

/** A clock that goes back further was wrong before. */
export const LARGEST_STEP_BACK_MS = 60 * 60_000;
/** For ids of one moment; an overflow advances the time, as the RFC suggests. */
const COUNT_BITS = 12n;
const LARGEST_COUNT = 0x0fffn;

/** The last id's moment and count, as one number. */
let lastId = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));

/** For another thread of this process, so that the ids of both increase together. */
export const sharedIds = (): SharedArrayBuffer => lastId.buffer;

export function shareIds(shared: SharedArrayBuffer): void {
  lastId = new BigInt64Array(shared);
}

function nextId(now: number): bigint {
  for (;;) {
    const last = Atomics.load(lastId, 0);
    const moment = Number(last >> COUNT_BITS);
    const isNew = now > moment || now < moment - LARGEST_STEP_BACK_MS;
    const next = isNew ? BigInt(now) << COUNT_BITS : last + 1n;
    if (Atomics.compareExchange(lastId, 0, last, next) === last) return next;
  }
}

/** UUIDv7 (RFC 9562), increasing even within one millisecond. */
export function timeOrderedId(now: number): string {
  const id = nextId(now);
  const time = (id >> COUNT_BITS).toString(16).padStart(12, '0');
  const count = (id & LARGEST_COUNT).toString(16).padStart(3, '0');
  // The rest is random in both versions, and has the same variant.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}

/** What the ids of a moment begin with: ids made from then on are not less, as text. */
export function idsFrom(moment: number): string {
  const time = Math.max(moment, 0).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
