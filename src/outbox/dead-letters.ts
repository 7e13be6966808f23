// Dead letters: batches given up after three days, kept with their bytes until somebody replays them.
import type { Db } from '../storage/db.ts';
import { query } from '../storage/rows.ts';
import type { OutboxBatchTable } from '../storage/schema.ts';
import type { ChannelPort, QueuedRow } from './channel.ts';
import { enqueue } from './outbox.ts';
import type { Lane } from './relay/lanes.ts';
import { takeNumbers } from './sequence.ts';

export type DeadLetter = Omit<OutboxBatchTable, 'state' | 'died_at'> & { readonly died_at: number };

/** The oldest first, from just behind `afterSeq`. */
export async function listDeadLetters(
  db: Db,
  { gameIndex, channel }: Lane,
  afterSeq: number,
  limit: number,
): Promise<readonly DeadLetter[]> {
  return query<DeadLetter>(
    db,
    `select * from outbox_batch where game_index = ? and channel = ? and state = 'dead'
     and first_seq > ? order by first_seq limit ?`,
    [gameIndex, channel, afterSeq, limit],
  );
}

export async function readDeadLetter(
  db: Db,
  { gameIndex, channel }: Lane,
  batchId: string,
): Promise<DeadLetter | undefined> {
  const [letter] = await query<DeadLetter>(
    db,
    `select * from outbox_batch
     where game_index = ? and channel = ? and batch_id = ? and state = 'dead'`,
    [gameIndex, channel, batchId],
  );
  return letter;
}

export interface Replay {
  /** Messages put at the end of the line. */
  readonly queued: number;
  /** Messages left out, since a newer change of the same subject has been told or will be. */
  readonly overtaken: number;
}

/** Puts what is still true in it at the end of the line, under a new id; undefined when there is no such letter. */
export async function replayDeadLetter(
  tx: Db,
  port: ChannelPort,
  lane: Lane,
  batchId: string,
  now: number,
): Promise<Replay | undefined> {
  const { gameIndex, channel } = lane;
  const gone = await query(
    tx,
    `delete from outbox_batch where game_index = ? and channel = ? and batch_id = ? and state = 'dead'
     returning batch_id`,
    [gameIndex, channel, batchId],
  );
  if (gone.length === 0) return undefined;
  const rows = await query<QueuedRow>(
    tx,
    `delete from outbox_dead where game_index = ? and batch_id = ?
     returning seq, subject, payload, traceparent`,
    [gameIndex, batchId],
  );
  // The numbers come first: from here to the commit the project changes no more.
  const firstSeq = await takeNumbers(tx, gameIndex, channel, rows.length);
  const overtaken = await port.overtaken(tx, gameIndex, rows);
  const queued = rows
    .filter((row) => !overtaken.has(row.seq))
    .sort((one, other) => one.seq - other.seq)
    .map((row, index) => ({
      ...row,
      game_index: gameIndex,
      channel,
      seq: firstSeq + index,
      created_at: now,
    }));
  await enqueue(tx, queued);
  return { queued: queued.length, overtaken: rows.length - queued.length };
}
