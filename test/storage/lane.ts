// Rows of a small table to write, and which of them are there.
import type { Db } from '../../src/storage/db.ts';
import { query } from '../../src/storage/rows.ts';

export const laneOf = (game_index: number) => ({
  game_index,
  channel: 'restriction' as const,
  due_at: 0,
  lease: null,
  paused: 0 as const,
  replay: null,
});

export async function lanes(db: Db): Promise<number[]> {
  const rows = await query<{ game_index: number }>(
    db,
    'select game_index from outbox_lane order by game_index',
    [],
  );
  return rows.map((row) => row.game_index);
}
