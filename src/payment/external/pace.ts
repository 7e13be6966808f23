// How fast a store is called: so many calls a minute for each account, the rest waits.

const MINUTE_MS = 60_000;
const MOST_ACCOUNTS = 10_000;

/** False when the calls of the minute are used up; else it counts one. */
export function createPace(perMinute: number, clock: () => number): (account: string) => boolean {
  const minutes = new Map<string, { readonly minute: number; count: number }>();
  return (account) => {
    const minute = Math.floor(clock() / MINUTE_MS);
    const known = minutes.get(account);
    if (known?.minute === minute) {
      if (known.count >= perMinute) return false;
      known.count += 1;
      return true;
    }
    if (minutes.size >= MOST_ACCOUNTS) minutes.clear();
    minutes.set(account, { minute, count: 1 });
    return true;
  };
}
