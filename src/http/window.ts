// Counts what happens within a second, for each key.

const WINDOW_MS = 1_000;
const MAX_TRACKED = 100_000;

/** Whole seconds, and the next window begins within one. */
const WAIT_S = 1;

/** Counts one more; returns how many seconds to wait when the limit is exceeded, else 0. */
export function createWindow(limit: number, now: () => number): (key: string) => number {
  let start = Number.NEGATIVE_INFINITY;
  const counts = new Map<string, number>();
  return (key) => {
    const at = now();
    if (at - start >= WINDOW_MS || counts.size > MAX_TRACKED) {
      start = at;
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > limit ? WAIT_S : 0;
  };
}
