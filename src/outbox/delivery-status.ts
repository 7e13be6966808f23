// Where messages are by their number: still in line, among the dead letters, or gone out.
import type { Db } from '../storage/db.ts';
import { oneOf, query } from '../storage/rows.ts';
import type { Lane } from './relay/lanes.ts';

export type Whereabouts = 'waiting' | 'dead' | 'done';

/** A dead letter that was replayed has gone out under another number. */
export async function whereaboutsOf(
  db: Db,
  { gameIndex, channel }: Lane,
  numbers: readonly number[],
): Promise<(number: number) => Whereabouts> {
  if (numbers.length === 0) return () => 'done';
  const among = oneOf(db, 'seq', numbers);
  const waiting = await query<{ seq: number }>(
    db,
    `select seq from outbox where game_index = ? and channel = ? and ${among.text}`,
    [gameIndex, channel, among.parameter],
  );
  const dead = await query<{ first_seq: number; last_seq: number }>(
    db,
    `select first_seq, last_seq from outbox_batch where game_index = ? and channel = ?
      and state = 'dead' and first_seq <= ? and last_seq >= ?`,
    [gameIndex, channel, Math.max(...numbers), Math.min(...numbers)],
  );
  const inLine = new Set(waiting.map(({ seq }) => seq));
  return (number) => {
    if (inLine.has(number)) return 'waiting';
    const isDead = dead.some(
      ({ first_seq, last_seq }) => first_seq <= number && number <= last_seq,
    );
    return isDead ? 'dead' : 'done';
  };
}
