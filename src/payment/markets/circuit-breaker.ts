// A circuit breaker for one market and one app: limits concurrent calls, and rejects calls while the market keeps failing.
import type { Clock } from '../../base/clock.ts';

const MAX_IN_FLIGHT = 64;
const MAX_WAITING = 1_000;
/** Failures in a row after which calls are rejected. */
const FAILURES_TO_OPEN = 10;
const OPEN_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

export interface CircuitBreaker {
  /** Permission for one call, or the reason why there is none. */
  acquire(timeoutMs: number): Promise<Permit | Rejected>;
  /** The result of a call; `retryAt` is when the market allows the next one. */
  record(failed: boolean, retryAt: number | undefined): void;
  allowsCalls(): boolean;
}

export interface Permit {
  release(): void;
}

export interface Rejected {
  readonly rejected: string;
}

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let inFlight = 0;
  let failures = 0;
  let openUntil = 0;
  let probing = false;
  const waiting = new Set<(admitted: boolean) => void>();

  const allowsCalls = (): boolean => clock() >= openUntil;
  const admitNext = (): void => {
    const [next] = waiting;
    next?.(allowsCalls());
  };
  const open: Rejected = { rejected: 'the market keeps failing, so calls are paused for a moment' };

  /** Half-open: one call probes the market before the others follow. */
  function grant(): Permit | Rejected {
    const probe = failures >= FAILURES_TO_OPEN;
    if (probe && probing) return open;
    if (probe) probing = true;
    inFlight++;
    return {
      release() {
        inFlight--;
        if (probe) probing = false;
        admitNext();
      },
    };
  }

  function waitForTurn(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (admitted: boolean): void => {
        clearTimeout(timer);
        waiting.delete(answer);
        resolve(admitted);
      };
      const timer = setTimeout(answer, timeoutMs, false);
      waiting.add(answer);
    });
  }

  return {
    allowsCalls,
    async acquire(timeoutMs) {
      if (!allowsCalls()) return open;
      if (inFlight >= MAX_IN_FLIGHT) {
        if (waiting.size >= MAX_WAITING)
          return { rejected: 'too many calls are waiting for the market' };
        if (!(await waitForTurn(timeoutMs)))
          return { rejected: 'the call waited too long behind other calls to the market' };
      }
      return grant();
    },
    record(failed, retryAt) {
      failures = failed ? failures + 1 : 0;
      if (failures < FAILURES_TO_OPEN) return;
      const now = clock();
      openUntil = Math.min(Math.max(retryAt ?? now, now + OPEN_MS), now + LONGEST_OPEN_MS);
      for (const each of [...waiting]) each(false);
    },
  };
}
