// What a subscription is worth in a month, from its price and the length of its period.

const DAY_MS = 24 * 60 * 60_000;
/** Shorter periods are counted in weeks, and below half a week in days. */
const SHORTEST_MONTH_DAYS = 25;
const MONTH_DAYS = 30.436875;

/** In the smallest unit, rounded half up. Without a known length, a month. */
export function monthlyAmount(amount: number, lengthMs: number | undefined): number {
  if (lengthMs === undefined) return amount;
  const days = lengthMs / DAY_MS;
  if (days >= SHORTEST_MONTH_DAYS) return share(amount, 1, Math.round(days / MONTH_DAYS));
  const weeks = Math.round(days / 7);
  if (weeks >= 1) return share(amount, 52, 12 * weeks);
  return share(amount, 365, 12 * Math.max(1, Math.round(days)));
}

function share(amount: number, times: number, parts: number): number {
  const exact = BigInt(amount) * BigInt(times) * 2n + BigInt(parts);
  return Number(exact / (2n * BigInt(parts)));
}
