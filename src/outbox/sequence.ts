// Numbers of a project's messages: taken under a lock that is held until the commit, so they follow commit order.
import { type Queryable, queryPrepared } from '../storage/rows.ts';
import type { Channel } from '../storage/schema.ts';

/** Takes `count` numbers and answers the first. Until the commit nobody else gets one of this project. */
export async function takeNumbers(
  tx: Queryable,
  gameIndex: number,
  channel: Channel,
  count: number,
): Promise<number> {
  const [row] = await queryPrepared<{ last_seq: number }>(
    tx,
    `update change_sequence set last_seq = last_seq + ?
     where game_index = ? and channel = ? returning last_seq`,
    [count, gameIndex, channel],
  );
  if (!row) throw new Error(`project ${gameIndex} has no change sequence`);
  return row.last_seq - count + 1;
}
