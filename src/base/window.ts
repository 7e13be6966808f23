// Counts within a span of time, for each key, up to a limit.

const MAX_TRACKED = 100_000;

export interface WindowOptions {
  readonly limit: number;
  readonly ms: number;
  readonly now: () => number;
}

export interface Window {
  /** Seconds until the key has less than its limit; 0 if it has. */
  waitOf(key: string): number;
  count(key: string): void;
  /** Counts one more, unless the limit is reached. */
  take(key: string): number;
}

export function createWindow({ limit, ms, now }: WindowOptions): Window {
  let start = Number.NEGATIVE_INFINITY;
  const counts = new Map<string, number>();
  function current(): number {
    const at = now();
    // A clock that was set back must not make the span longer.
    if (at - start >= ms || at < start || counts.size > MAX_TRACKED) {
      start = at;
      counts.clear();
    }
    return at;
  }
  function waitOf(key: string): number {
    const at = current();
    return (counts.get(key) ?? 0) < limit ? 0 : Math.ceil((start + ms - at) / 1_000);
  }
  function count(key: string): void {
    current();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    waitOf,
    count,
    take(key) {
      const wait = waitOf(key);
      if (wait === 0) count(key);
      return wait;
    },
  };
}
