// Asks a market about recent purchases again, round after round, where it has no list of what has changed.
import type { Unavailable } from '../markets/market.ts';
import type { Reading } from './pollers.ts';

/** After a whole round. */
const PAUSE_MS = 6 * 60 * 60_000;

/** Which purchases come next. */
export interface Next {
  readonly above: number;
  readonly since: number;
}

interface Round<Row> {
  readonly reachMs: number;
  /** Steps of one look, so that it ends within its lease. */
  readonly steps: number;
  /** In the order of their numbers. */
  next(wanted: Next): Promise<readonly Row[]>;
  /** Records what the market says of them. */
  ask(rows: readonly Row[]): Promise<Unavailable | undefined>;
}

/** The position is the number of the last purchase; below 0 it is the time of the next round. */
export async function readRound<Row extends { readonly number: number }>(
  position: number,
  now: number,
  { reachMs, steps, next, ask }: Round<Row>,
): Promise<Reading> {
  if (position < 0 && now < -position) return { position };
  let above = Math.max(position, 0);
  for (let step = 0; step < steps; step++) {
    const rows = await next({ above, since: now - reachMs });
    const last = rows.at(-1);
    if (!last) return { position: -(now + PAUSE_MS) };
    const failed = await ask(rows);
    if (failed) return { ...failed, position: above };
    above = last.number;
  }
  return { position: above };
}
