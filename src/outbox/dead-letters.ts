// Dead letters: batches that failed for three days, stored with their bytes until an operator replays them.

import type { NotNull } from 'kysely';
import type { Db } from '../storage/db.ts';
import type { OutboxBatchTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofProject } from '../storage/tenancy.ts';
import type { ChannelPort } from './channel.ts';
import { channelOf } from './lane-name.ts';
import { enqueueAgain, takeNumbers } from './outbox.ts';
import type { Lane } from './relay/lanes.ts';
import { filterIn } from './relay/target.ts';

type LetterName = Lane & Pick<OutboxBatchTable, 'batch_id'>;

/** Oldest first, starting after `afterSeq`. */
export const listDeadLetters = statement(
  (db, $: Params<Lane & { afterSeq: number; limit: number }>) =>
    ofProject(db, $)
      .selectFrom('outbox_batch')
      .selectAll()
      .$narrowType<{ died_at: NotNull }>()
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
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .selectAll()
    .$narrowType<{ died_at: NotNull }>()
    .where('channel', '=', $.channel)
    .where('batch_id', '=', $.batch_id)
    .where('state', '=', 'dead'),
);

export interface Replay {
  /** Messages added to the end of the queue. */
  readonly queued: number;
  /** Messages skipped, because a newer change of the same subject supersedes them. */
  readonly overtaken: number;
}

/** Queues its current messages again under a new id; undefined when the dead letter does not exist. */
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
  // Numbers first: they lock the project until the commit.
  const firstSeq = await takeNumbers(tx, gameIndex, channelOf(channel), rows.length);
  const { apps } = await filterIn(tx, lane);
  const superseded = await port.superseded(tx, gameIndex, rows, now, apps ?? []);
  const queued = rows
    .filter((row) => !superseded.has(row.seq))
    .sort((one, other) => one.seq - other.seq)
    .map((row, index) => ({
      ...row,
      game_index: gameIndex,
      channel,
      seq: firstSeq + index,
      created_at: now,
    }));
  await enqueueAgain(tx, queued);
  return { queued: queued.length, overtaken: rows.length - queued.length };
}

/** False when it does not exist. */
export async function deleteDeadLetter(tx: Db, lane: Lane, batchId: string): Promise<boolean> {
  const name = { ...lane, batch_id: batchId };
  if ((await removeDeadLetter(tx, name)) === 0) return false;
  await takeRows(tx, name);
  return true;
}

const removeDeadLetter = statement((db, $: Params<LetterName>) =>
  ofProject(db, $)
    .deleteFrom('outbox_batch')
    .where('channel', '=', $.channel)
    .where('batch_id', '=', $.batch_id)
    .where('state', '=', 'dead'),
);

const takeRows = statement((db, $: Params<LetterName>) =>
  ofProject(db, $)
    .deleteFrom('outbox_dead')
    .where('batch_id', '=', $.batch_id)
    .returning(['seq', 'subject', 'payload', 'traceparent', 'appid']),
);
