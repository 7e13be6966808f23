// Batches: the head of a lane as bytes, written down before they are sent so that a retry sends the same.

import { randomUUID } from 'node:crypto';
import type { Db } from '../../storage/db.ts';
import { insertRows, query } from '../../storage/rows.ts';
import type { OutboxBatchTable } from '../../storage/schema.ts';
import type { ChannelPort, QueuedRow, Target } from '../channel.ts';
import type { Lane } from './lanes.ts';

const MAX_MESSAGES = 100;
/** More rows than messages are read, since a subject that changed again takes no second place. */
const ROWS_READ = 2 * MAX_MESSAGES;

export type Batch = OutboxBatchTable;

/** The batch under way. One that was made for another URL is undone: its rows are still in the line. */
export async function readPending(tx: Db, lane: Lane, url: string): Promise<Batch | undefined> {
  const [batch] = await query<Batch>(
    tx,
    "select * from outbox_batch where game_index = ? and channel = ? and state = 'pending'",
    [lane.gameIndex, lane.channel],
  );
  if (!batch || batch.url === url) return batch;
  await removeBatch(tx, batch);
  return undefined;
}

/** The next batch of the lane, written down; undefined when there is nothing left to send. */
export async function formBatch(
  tx: Db,
  lane: Lane,
  port: ChannelPort,
  target: Target,
  now: number,
  afterSeq = 0,
): Promise<Batch | undefined> {
  // Starting behind what was just sent spares PostgreSQL a walk over the rows deleted before it.
  const rows = await query<QueuedRow>(
    tx,
    `select seq, subject, payload, traceparent from outbox
     where game_index = ? and channel = ? and seq > ? order by seq limit ?`,
    [lane.gameIndex, lane.channel, afterSeq, ROWS_READ],
  );
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

export async function countFailure(tx: Db, batch: Batch): Promise<void> {
  await query(
    tx,
    'update outbox_batch set attempts = attempts + 1 where game_index = ? and batch_id = ?',
    [batch.game_index, batch.batch_id],
  );
}

/** It has arrived: the bytes and the rows they were made of go. */
export async function completeBatch(tx: Db, batch: Batch): Promise<void> {
  await removeBatch(tx, batch);
  await removeRows(tx, batch);
}

/** Given up: the bytes stay as a dead letter, the rows leave the line so that later changes flow. */
export async function buryBatch(tx: Db, batch: Batch, now: number): Promise<void> {
  await query(
    tx,
    `update outbox_batch set state = 'dead', died_at = ?, attempts = attempts + 1
     where game_index = ? and batch_id = ?`,
    [now, batch.game_index, batch.batch_id],
  );
  await query(
    tx,
    `insert into outbox_dead (game_index, batch_id, seq, subject, payload, traceparent)
     select game_index, ?, seq, subject, payload, traceparent from outbox
     where game_index = ? and channel = ? and seq between ? and ?`,
    [batch.batch_id, batch.game_index, batch.channel, batch.first_seq, batch.last_seq],
  );
  await removeRows(tx, batch);
}

async function removeBatch(tx: Db, { game_index, batch_id }: Batch): Promise<void> {
  await query(tx, 'delete from outbox_batch where game_index = ? and batch_id = ?', [
    game_index,
    batch_id,
  ]);
}

async function removeRows(tx: Db, batch: Batch): Promise<void> {
  await query(
    tx,
    'delete from outbox where game_index = ? and channel = ? and seq between ? and ?',
    [batch.game_index, batch.channel, batch.first_seq, batch.last_seq],
  );
}
