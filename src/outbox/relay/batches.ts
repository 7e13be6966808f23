// Batches: the next messages of a lane as bytes, stored before sending so that a retry sends the same.

import { randomUUID } from 'node:crypto';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { OutboxBatchTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { ChannelPort, QueuedRow, Target } from '../channel.ts';
import type { Lane } from './lanes.ts';

const MAX_MESSAGES = 100;
/** More rows than messages are read, because only the newest row of a subject counts. */
const ROWS_READ = 2 * MAX_MESSAGES;

export type Batch = OutboxBatchTable;

/** The current batch. One made for another URL is dissolved: its rows are still queued. */
export async function readPending(tx: Db, lane: Lane, url: string): Promise<Batch | undefined> {
  const [batch] = await findPending(tx, lane);
  if (!batch || batch.url === url) return batch;
  await removeBatch(tx, batch);
  return undefined;
}

export const findPending = statement((db, $: Params<Lane>) =>
  db
    .selectFrom('outbox_batch')
    .selectAll()
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('state', '=', 'pending'),
);

/** Stores and returns the next batch of the lane; undefined when nothing is left to send. */
export async function formBatch(
  tx: Db,
  lane: Lane,
  port: ChannelPort,
  target: Target,
  now: number,
  afterSeq = 0,
): Promise<Batch | undefined> {
  // Starting after the last sent row spares PostgreSQL a scan of deleted rows.
  const rows = await readQueue(tx, { ...lane, afterSeq });
  const { newest, last } = gather(rows);
  const first = rows[0];
  if (!first || !last) return undefined;
  const payloads = [...newest.values()].map((row) => row.payload);
  const batch: Batch = {
    game_index: lane.gameIndex,
    batch_id: `msg_${randomUUID()}`,
    channel: lane.channel,
    state: 'pending',
    first_seq: first.seq,
    last_seq: last.seq,
    url: target.url,
    body: port.body(lane.gameIndex, target, payloads),
    message_count: payloads.length,
    attempts: 0,
    traceparent: first.traceparent,
    created_at: now,
    died_at: null,
  };
  await insertRows(tx, 'outbox_batch', [batch]);
  return batch;
}

const readQueue = statement((db, $: Params<Lane & { afterSeq: number }>) =>
  db
    .selectFrom('outbox')
    .select(['seq', 'subject', 'payload', 'traceparent'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel)
    .where('seq', '>', $.afterSeq)
    .orderBy('seq')
    .limit(ROWS_READ),
);

/** As many rows from the front as fit: the newest of each subject, in the order of their numbers. */
function gather(rows: readonly QueuedRow[]) {
  const newest = new Map<string, QueuedRow>();
  let last: QueuedRow | undefined;
  for (const row of rows) {
    if (newest.size === MAX_MESSAGES && !newest.has(row.subject)) break;
    newest.delete(row.subject);
    newest.set(row.subject, row);
    last = row;
  }
  return { newest, last };
}

type BatchName = Pick<Batch, 'game_index' | 'batch_id'>;
type BatchRows = Pick<Batch, 'game_index' | 'channel' | 'first_seq' | 'last_seq'>;

export const countFailure = statement((db, $: Params<BatchName>) =>
  db
    .updateTable('outbox_batch')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('game_index', '=', $.game_index)
    .where('batch_id', '=', $.batch_id),
);

/** Deletes a delivered batch and its rows. */
export async function completeBatch(tx: Db, batch: Batch): Promise<void> {
  await removeBatch(tx, batch);
  await removeRows(tx, batch);
}

/** Turns a failed batch into a dead letter, so that later messages can be sent. */
export async function buryBatch(tx: Db, batch: Batch, now: number): Promise<void> {
  await markDead(tx, { ...batch, now });
  await keepRows(tx, batch);
  await removeRows(tx, batch);
}

const markDead = statement((db, $: Params<BatchName & { now: number }>) =>
  db
    .updateTable('outbox_batch')
    .set((eb) => ({ state: 'dead', died_at: $.now, attempts: eb('attempts', '+', 1) }))
    .where('game_index', '=', $.game_index)
    .where('batch_id', '=', $.batch_id),
);

const keepRows = statement((db, $: Params<BatchName & BatchRows>) =>
  db
    .insertInto('outbox_dead')
    .columns(['game_index', 'batch_id', 'seq', 'subject', 'payload', 'traceparent'])
    .expression(({ selectFrom }) =>
      selectFrom('outbox')
        .select([
          'game_index',
          $.batch_id.as('batch_id'),
          'seq',
          'subject',
          'payload',
          'traceparent',
        ])
        .where('game_index', '=', $.game_index)
        .where('channel', '=', $.channel)
        .where((outbox) => outbox.between('seq', $.first_seq, $.last_seq)),
    ),
);

const removeBatch = statement((db, $: Params<BatchName>) =>
  db
    .deleteFrom('outbox_batch')
    .where('game_index', '=', $.game_index)
    .where('batch_id', '=', $.batch_id),
);

const removeRows = statement((db, $: Params<BatchRows>) =>
  db
    .deleteFrom('outbox')
    .where('game_index', '=', $.game_index)
    .where('channel', '=', $.channel)
    .where(({ between }) => between('seq', $.first_seq, $.last_seq)),
);
