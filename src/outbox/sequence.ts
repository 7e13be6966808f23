// Numbers of a project's messages: taken under a lock that is held until the commit, so they follow commit order.
import type { Queryable } from '../storage/rows.ts';
import type { Channel } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';

/** Takes `count` numbers and answers the first. Until the commit nobody else gets one of this project. */
export async function takeNumbers(
  tx: Queryable,
  gameIndex: number,
  channel: Channel,
  count: number,
): Promise<number> {
  const [row] = await advance(tx, { gameIndex, channel, count });
  if (!row) throw new Error(`project ${gameIndex} has no change sequence`);
  return row.last_seq - count + 1;
}

const advance = statement(
  (db, $: Params<{ gameIndex: number; channel: Channel; count: number }>) =>
    db
      .updateTable('change_sequence')
      .set((eb) => ({ last_seq: eb('last_seq', '+', $.count) }))
      .where('game_index', '=', $.gameIndex)
      .where('channel', '=', $.channel)
      .returning('last_seq'),
  { constant: true },
);
