// Batches: the next messages of a lane as bytes, stored before sending so that a retry sends the same.

import { randomUUID } from 'node:crypto';
import type { Traces } from '../../base/trace.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { OutboxBatchTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { ChannelPort, QueuedRow, Target } from '../channel.ts';
import type { Lane } from './lanes.ts';

export type Batch = OutboxBatchTable;

/** What the holder of a lane works with in one transaction. */
export interface LaneWork {
  readonly tx: Db;
  readonly lane: Lane;
  readonly port: ChannelPort;
  readonly target: Target;
  readonly now: number;
  /** The replay under way. */
  readonly replay: string | null;
  readonly traces?: Traces | undefined;
}

export const newBatchId = (): string => `msg_${randomUUID()}`;

/** When a batch was first tried, how often, and when its schedule goes on. */
type Schedule = Pick<Batch, 'attempts' | 'created_at' | 'due_at'>;

/** A pending batch of these rows, which are in the order of their numbers. */
export function composeBatch(
  { lane, port, target, now }: LaneWork,
  rows: readonly [QueuedRow, ...QueuedRow[]],
  { attempts, created_at, due_at }: Schedule = { attempts: 0, created_at: now, due_at: 0 },
): Batch {
  const payloads = rows.map((row) => row.payload);
  return {
    game_index: lane.gameIndex,
    batch_id: newBatchId(),
    channel: lane.channel,
    state: 'pending',
    first_seq: rows[0].seq,
    last_seq: (rows.at(-1) ?? rows[0]).seq,
    url: target.url,
    body: port.body(lane.gameIndex, target, payloads),
    message_count: rows.length,
    attempts,
    traceparent: rows[0].traceparent,
    created_at,
    died_at: null,
    due_at,
    subject: null,
    replay: null,
  };
}

export const writeBatches = (tx: Db, batches: readonly Batch[]): Promise<void> =>
  insertRows(tx, 'outbox_batch', batches);

/** The head of the queue; several while a refused batch is halved. */
export const findPending = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .selectAll()
    .where('channel', '=', $.channel)
    .where('state', '=', 'pending')
    .orderBy('first_seq')
    .limit(1),
);

export const readQueue = statement((db, $: Params<Lane & { afterSeq: number; limit: number }>) =>
  ofProject(db, $)
    .selectFrom('outbox')
    .select(['seq', 'subject', 'appid', 'payload', 'traceparent', 'created_at'])
    .where('channel', '=', $.channel)
    .where('seq', '>', $.afterSeq)
    .orderBy('seq')
    .limit($.limit),
);

export type BatchName = Pick<Batch, 'game_index' | 'batch_id'>;
type BatchRows = Pick<Batch, 'game_index' | 'channel' | 'first_seq' | 'last_seq'>;

/** The rows of a pending batch: nothing else is in its range. */
export const rowsOfBatch = statement((db, $: Params<BatchRows>) =>
  ofProject(db, { gameIndex: $.game_index })
    .selectFrom('outbox')
    .select(['seq', 'subject', 'appid', 'payload', 'traceparent'])
    .where('channel', '=', $.channel)
    .where(({ between }) => between('seq', $.first_seq, $.last_seq))
    .orderBy('seq'),
);

/** A refused message waits until `dueAt`; others wait with their lane, and probe the receiver before it. */
export const countFailure = statement((db, $: Params<BatchName & { dueAt: number }>) =>
  ofProject(db, { gameIndex: $.game_index })
    .updateTable('outbox_batch')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: $.dueAt }))
    .where('batch_id', '=', $.batch_id),
);

/** Turns a failed batch into a dead letter, so that later messages can be sent. */
export async function buryBatch(tx: Db, batch: Batch, now: number): Promise<void> {
  await markDead(tx, { ...batch, now });
  if (batch.state === 'pending') await moveRowsOut(tx, batch);
}

const markDead = statement((db, $: Params<BatchName & { now: number }>) =>
  ofProject(db, { gameIndex: $.game_index })
    .updateTable('outbox_batch')
    .set((eb) => ({ state: 'dead', died_at: $.now, attempts: eb('attempts', '+', 1) }))
    .where('batch_id', '=', $.batch_id),
);

/** Moves the rows of a batch from the queue to where refused and dead ones wait. */
export async function moveRowsOut(tx: Db, batch: Batch): Promise<void> {
  await keepRows(tx, batch);
  await removeRows(tx, batch);
}

const keepRows = statement((db, $: Params<BatchName & BatchRows>) =>
  db
    .insertInto('outbox_dead')
    .columns(['game_index', 'batch_id', 'seq', 'subject', 'payload', 'traceparent', 'appid'])
    .expression(
      ofProject(db, { gameIndex: $.game_index })
        .selectFrom('outbox')
        .select([
          'game_index',
          $.batch_id.as('batch_id'),
          'seq',
          'subject',
          'payload',
          'traceparent',
          'appid',
        ])
        .where('channel', '=', $.channel)
        .where((outbox) => outbox.between('seq', $.first_seq, $.last_seq)),
    ),
);

export const removeBatch = statement((db, $: Params<BatchName>) =>
  ofProject(db, { gameIndex: $.game_index })
    .deleteFrom('outbox_batch')
    .where('batch_id', '=', $.batch_id),
);

export const removeRows = statement((db, $: Params<BatchRows>) =>
  ofProject(db, { gameIndex: $.game_index })
    .deleteFrom('outbox')
    .where('channel', '=', $.channel)
    .where(({ between }) => between('seq', $.first_seq, $.last_seq)),
);
