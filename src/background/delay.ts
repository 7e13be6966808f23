// How long a failed job waits.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LONGEST = 60 * MINUTE;
/** After the first failure, the second, …; then the longest. */
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const JITTER = 0.2;

/** `before` counts the failures before this one; `random` is from 0 to 1. */
export function delayAfter(before: number, random: number): number {
  const delay = DELAYS[before] ?? LONGEST;
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}
