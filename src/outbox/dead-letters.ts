// Dead letters: batches given up after three days, kept with their bytes until somebody replays them.

import type { NotNull } from 'kysely';
import type { Db } from '../storage/db.ts';
import type { OutboxBatchTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { ChannelPort } from './channel.ts';
import { enqueue, takeNumbers } from './outbox.ts';
import type { Lane } from './relay/lanes.ts';

type LetterName = Lane & Pick<OutboxBatchTable, 'batch_id'>;

/** The oldest first, from just behind `afterSeq`. */
export const listDeadLetters = statement(
  (db, $: Params<Lane & { afterSeq: number; limit: number }>) =>
    db
      .selectFrom('outbox_batch')
      .selectAll()
      .$narrowType<{ died_at: NotNull }>()
      .where('game_index', '=', $.gameIndex)
      .where('channel', '=', $.channel)
      .where('state', '=', 'dead')
      .where('first_seq', '>', $.afterSeq)
      .orderBy('first_seq')
      .limit($.limit),
);

export type DeadLetter = Awaited<ReturnType<typeof listDeadLetters>>[number];

export async function readDeadLetter(
  db: Db,
  lane: Lane,
  batchId: string,
): Promise<DeadLetter | undefined> {
  const [letter] = await findDeadLetter(db, { ...lane, batch_id: batchId });
  return letter;
}

const findDeadLetter = statement((db, $: Params<LetterName>) =>
  db
    .selectFrom('outbox_batch')
    .selectAll()
    .$narrowType<{ died_at: NotNull }>()
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('batch_id', '=', $.batch_id)
    .where('state', '=', 'dead'),
);

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
  const name = { ...lane, batch_id: batchId };
  if ((await removeDeadLetter(tx, name)) === 0) return undefined;
  const rows = await takeRows(tx, name);
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

const removeDeadLetter = statement((db, $: Params<LetterName>) =>
  db
    .deleteFrom('outbox_batch')
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('batch_id', '=', $.batch_id)
    .where('state', '=', 'dead'),
);

const takeRows = statement((db, $: Params<LetterName>) =>
  db
    .deleteFrom('outbox_dead')
    .where('game_index', '=', $.gameIndex)
    .where('batch_id', '=', $.batch_id)
    .returning(['seq', 'subject', 'payload', 'traceparent']),
);
