// The retry schedule of failed batches.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After the first failure, the second, …; the last one repeats. */
const DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
] as const;
const LONGEST = 10 * HOUR;
/** Minimum delay for a receiver's `Retry-After`. */
const SHORTEST = DELAYS[0];
const JITTER = 0.2;
const LIFE = 3 * DAY;
/** How often a receiver that is away is probed, whatever the schedule of its messages. */
const PROBE = MINUTE;

export interface Failure {
  /** Failed attempts, including this one. */
  readonly failures: number;
  readonly firstAttemptAt: number;
  readonly now: number;
  /** The receiver's `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter?: string | undefined;
}

/** The time of the next attempt; undefined when the batch's three days are over. */
export function nextAttempt(failure: Failure, random: () => number): number | undefined {
  const end = failure.firstAttemptAt + LIFE;
  if (failure.now >= end) return undefined;
  const asked = readRetryAfter(failure.retryAfter, failure.now);
  const delay =
    asked === undefined
      ? (DELAYS[failure.failures - 1] ?? LONGEST) * (1 - JITTER + 2 * JITTER * random())
      : Math.min(Math.max(asked, SHORTEST), LONGEST);
  return Math.min(failure.now + Math.round(delay), end);
}

/** When the waiting lane tries again: at `nextAt`, or with a probe before it, unless the receiver asked to wait. */
export function nextProbe({ now, retryAfter }: Failure, nextAt: number): number {
  const isAsked = readRetryAfter(retryAfter, now) !== undefined;
  return isAsked ? nextAt : Math.min(nextAt, now + PROBE);
}

/** The same for a message that has been due since `dueAt`: it waits as long again, between 5 s and a minute. */
export function nextProbeOfDue(failure: Failure, dueAt: number): number {
  const { now } = failure;
  const asked = readRetryAfter(failure.retryAfter, now) ?? Math.min(now - dueAt, PROBE);
  return now + Math.min(Math.max(asked, SHORTEST), LONGEST);
}

function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * SECOND;
  // An HTTP date begins with a weekday; Date.parse alone accepts almost anything.
  const at = /^[A-Z][a-z]{2},? /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : at - now;
}
