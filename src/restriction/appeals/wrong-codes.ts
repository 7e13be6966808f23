// Counts wrong codes by address, so that nobody guesses many. Right ones do not count.

const WINDOW_MS = 10 * 60_000;
const MOST_WRONG = 10;
const MOST_TRACKED = 100_000;

export interface WrongCodes {
  /** Seconds until the address may try again; 0 if it may now. */
  waitOf(address: string): number;
  count(address: string): void;
}

export function createWrongCodes(now: () => number): WrongCodes {
  let since = now();
  let counts = new Map<string, number>();
  const current = (): Map<string, number> => {
    if (now() - since >= WINDOW_MS || counts.size >= MOST_TRACKED) {
      since = now();
      counts = new Map();
    }
    return counts;
  };
  return {
    waitOf(address) {
      const isOver = (current().get(address) ?? 0) >= MOST_WRONG;
      return isOver ? Math.ceil((since + WINDOW_MS - now()) / 1_000) : 0;
    },
    count(address) {
      const wrong = current();
      wrong.set(address, (wrong.get(address) ?? 0) + 1);
    },
  };
}
