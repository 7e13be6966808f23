// W3C Trace Context: continues the caller's trace, or starts one.
import { randomBytes } from 'node:crypto';

export interface Trace {
  readonly traceId: string;
  /** The header for outgoing requests, with a new span id. */
  readonly traceparent: string;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** An invalid header starts a new trace, as the standard requires. */
export function continueTrace(header: string | undefined): Trace {
  const parts = header === undefined ? null : TRACEPARENT.exec(header);
  const [, version, traceId, parentId, flags, more] = parts ?? [];
  const valid =
    traceId !== undefined &&
    version !== 'ff' &&
    !(version === '00' && more !== undefined) &&
    !ZEROS.test(traceId) &&
    !ZEROS.test(parentId ?? '0');
  return makeTrace(valid ? traceId : nextHex(16), valid ? (flags ?? '01') : '01');
}

function makeTrace(traceId: string, flags: string): Trace {
  return { traceId, traceparent: `00-${traceId}-${nextHex(8)}-${flags}` };
}

// Reads random bytes in bulk: a call per request would cost more than the rest of this file.
let pool = Buffer.alloc(0);
let used = 0;

function nextHex(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(16_384);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
