// W3C Trace Context: continues the caller's trace, or starts one; the spans of a trace.
import { randomBytes } from 'node:crypto';

export interface Trace {
  readonly traceId: string;
  /** Our own part of the trace. */
  readonly spanId: string;
  /** The caller's part; undefined if the trace begins here. */
  readonly parentId: string | undefined;
  readonly isSampled: boolean;
  /** The header for outgoing requests. */
  readonly traceparent: string;
}

/** Whether a trace is recorded; `asked` is what the caller says, if there is one. */
export type Sampler = (traceId: string, asked: boolean | undefined) => boolean;

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** Never a value of a caller, a player or a secret: names, numbers and codes of our own. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface EndedSpan extends Trace {
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with their fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
  /** A span of another trace, in which this one goes on. */
  readonly link?: Pick<Trace, 'traceId' | 'spanId'> | undefined;
}

/** Where spans go. */
export interface Traces {
  readonly sampler: Sampler;
  record(span: EndedSpan): void;
}

export interface Span {
  readonly trace: Trace;
  readonly traces: Traces;
  set(attributes: Attributes): void;
  fail(): void;
  end(): void;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
const SAMPLED = 1;

const asCallerSays: Sampler = (_traceId, asked) => asked ?? true;

/** An invalid header starts a new trace, as the standard requires. */
export function continueTrace(
  header: string | null | undefined,
  sampler: Sampler = asCallerSays,
): Trace {
  const parts = typeof header === 'string' ? TRACEPARENT.exec(header) : null;
  const [, version, traceId, parentId, flags, more] = parts ?? [];
  const valid =
    traceId !== undefined &&
    version !== 'ff' &&
    !(version === '00' && more !== undefined) &&
    !ZEROS.test(traceId) &&
    !ZEROS.test(parentId ?? '0');
  if (!valid) return makeTrace(nextHex(16), undefined, sampler);
  const asked = (Number.parseInt(flags ?? '', 16) & SAMPLED) === SAMPLED;
  return makeTrace(traceId, parentId, (id) => sampler(id, asked));
}

/** The part of a trace that another part begins. */
export const childTrace = ({ traceId, spanId, isSampled }: Trace): Trace =>
  makeTrace(traceId, spanId, () => isSampled);

function makeTrace(traceId: string, parentId: string | undefined, sampler: Sampler): Trace {
  const spanId = nextHex(8);
  const isSampled = sampler(traceId, undefined);
  const flags = isSampled ? '01' : '00';
  return { traceId, spanId, parentId, isSampled, traceparent: `00-${traceId}-${spanId}-${flags}` };
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
