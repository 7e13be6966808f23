// One market for one app: how many calls at a time, and none at all while it keeps failing.
import type { Clock } from '../../base/clock.ts';

const MAX_IN_FLIGHT = 64;
const MAX_WAITING = 1_000;
/** So many failures in a row, and the lane closes. */
const FAILURES_TO_CLOSE = 10;
const CLOSED_MS = 5_000;
const LONGEST_CLOSED_MS = 60_000;

export interface Lane {
  /** A place in the lane, or the reason why there is none. */
  enter(patienceMs: number): Promise<{ leave(): void } | { readonly closed: string }>;
  /** How a call went; `retryAt` is when the market wants to be asked again. */
  settle(failed: boolean, retryAt: number | undefined): void;
  isOpen(): boolean;
}

export function createLane(clock: Clock): Lane {
  let inFlight = 0;
  let failures = 0;
  let closedUntil = 0;
  let probing = false;
  const waiting = new Set<(admitted: boolean) => void>();

  const isOpen = (): boolean => clock() >= closedUntil;
  const admitNext = (): void => {
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    next(isOpen());
  };
  const closed = { closed: 'the market keeps failing; it is left alone for a moment' };

  /** After a closure one call tries the market out before the others follow. */
  function take(): { leave(): void } | { readonly closed: string } {
    const probe = failures >= FAILURES_TO_CLOSE;
    if (probe && probing) return closed;
    if (probe) probing = true;
    inFlight++;
    return {
      leave() {
        inFlight--;
        if (probe) probing = false;
        admitNext();
      },
    };
  }

  function waitForPlace(patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (admitted: boolean): void => {
        clearTimeout(timer);
        waiting.delete(answer);
        resolve(admitted);
      };
      const timer = setTimeout(answer, patienceMs, false);
      waiting.add(answer);
    });
  }

  return {
    isOpen,
    async enter(patienceMs) {
      if (!isOpen()) return closed;
      if (inFlight >= MAX_IN_FLIGHT) {
        if (waiting.size >= MAX_WAITING) return { closed: 'too many calls wait for the market' };
        if (!(await waitForPlace(patienceMs))) return { closed: 'no place at the market in time' };
      }
      return take();
    },
    settle(failed, retryAt) {
      failures = failed ? failures + 1 : 0;
      if (failures < FAILURES_TO_CLOSE) return;
      const now = clock();
      const wanted = retryAt ?? now + CLOSED_MS;
      closedUntil = Math.min(Math.max(wanted, now + CLOSED_MS), now + LONGEST_CLOSED_MS);
      for (const each of [...waiting]) each(false);
    },
  };
}
