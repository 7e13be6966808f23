// Refused messages: each waits outside of the queue and is retried on its own schedule.
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { QueuedRow } from '../channel.ts';
import { type Batch, type BatchName, type LaneWork, moveRowsOut, removeBatch } from './batches.ts';
import type { Lane } from './lanes.ts';
import { logSuperseded } from './superseded.ts';

/** Looked at together, because some of them may be superseded. */
const AT_ONCE = 20;

/** Takes a refused message out of the queue until `dueAt`. */
export async function takeOutOfQueue(tx: Db, batch: Batch, dueAt: number): Promise<void> {
  await markRefused(tx, { ...batch, dueAt });
  await moveRowsOut(tx, batch);
}

const markRefused = statement(
  (db, $: Params<BatchName & Pick<Batch, 'channel' | 'last_seq'> & { dueAt: number }>) =>
    ofProject(db, { gameIndex: $.game_index })
      .updateTable('outbox_batch')
      .set((eb) => ({
        state: 'refused',
        due_at: $.dueAt,
        attempts: eb('attempts', '+', 1),
        subject: ofProject(db, { gameIndex: $.game_index })
          .selectFrom('outbox')
          .select('subject')
          .where('channel', '=', $.channel)
          .where('seq', '=', $.last_seq),
      }))
      .where('batch_id', '=', $.batch_id),
);

/** The longest due refused message that is still true. */
export async function nextRefused(work: LaneWork): Promise<Batch | undefined> {
  const { tx, lane, port, target, now } = work;
  const due = await findDue(tx, { ...lane, now, limit: AT_ONCE });
  if (due.length === 0) return undefined;
  const rows = await rowsOutOfQueue(tx, due);
  const superseded = await port.superseded(
    tx,
    lane.gameIndex,
    [...rows.values()].flat(),
    now,
    target.apps,
  );
  let next: Batch | undefined;
  for (const batch of due) {
    const own = rows.get(batch.batch_id) ?? [];
    if (own.every((row) => superseded.has(row.seq))) await dropRefused(work, batch, own);
    else if (batch.url !== target.url) await requeue(tx, batch);
    else next ??= batch;
  }
  return next;
}

const findDue = statement((db, $: Params<Lane & { now: number; limit: number }>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .selectAll()
    .where('channel', '=', $.channel)
    .where('state', '=', 'refused')
    .where('due_at', '<=', $.now)
    .orderBy('due_at')
    .limit($.limit),
);

/** The next refused message, due or not. */
export const findRefused = statement((db, $: Params<Lane>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .selectAll()
    .where('channel', '=', $.channel)
    .where('state', '=', 'refused')
    .orderBy('due_at')
    .limit(1),
);

/** Drops the refused messages of subjects of which newer ones are about to be sent. */
export async function replaceRefused(work: LaneWork, newer: readonly QueuedRow[]): Promise<void> {
  const subjects = newer.map((row) => row.subject);
  const older = await findBySubject(work.tx, { ...work.lane, subjects });
  if (older.length === 0) return;
  const rows = await rowsOutOfQueue(work.tx, older);
  for (const batch of older) await dropRefused(work, batch, rows.get(batch.batch_id) ?? []);
}

const findBySubject = statement((db, $: Params<Lane & { subjects: readonly string[] }>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .select(['game_index', 'batch_id', 'first_seq', 'attempts'])
    .where('channel', '=', $.channel)
    .where('state', '=', 'refused')
    .where('subject', 'in', $.subjects),
);

async function dropRefused(
  { tx, lane, now }: LaneWork,
  batch: BatchName & Pick<Batch, 'first_seq' | 'attempts'>,
  rows: readonly QueuedRow[],
): Promise<void> {
  await removeRefused(tx, batch);
  await logSuperseded(tx, lane, rows, batch, now);
}

/** Deletes a refused message that was delivered or is superseded. */
export async function removeRefused(tx: Db, batch: BatchName): Promise<void> {
  await removeBatch(tx, batch);
  await removeRowsOut(tx, batch);
}

/** Back into the queue: another receiver has not refused it. */
async function requeue(tx: Db, batch: Batch): Promise<void> {
  await putBack(tx, batch);
  await removeRefused(tx, batch);
}

const putBack = statement((db, $: Params<BatchName & Pick<Batch, 'channel' | 'created_at'>>) =>
  db
    .insertInto('outbox')
    .columns([
      'game_index',
      'channel',
      'seq',
      'subject',
      'payload',
      'traceparent',
      'created_at',
      'appid',
    ])
    .expression(
      ofProject(db, { gameIndex: $.game_index })
        .selectFrom('outbox_dead')
        .select(({ cast }) => [
          'game_index',
          cast<Batch['channel']>($.channel, 'text').as('channel'),
          'seq',
          'subject',
          'payload',
          'traceparent',
          cast<number>($.created_at, 'bigint').as('created_at'),
          'appid',
        ])
        .where('batch_id', '=', $.batch_id),
    ),
);

const removeRowsOut = statement((db, $: Params<BatchName>) =>
  ofProject(db, { gameIndex: $.game_index })
    .deleteFrom('outbox_dead')
    .where('batch_id', '=', $.batch_id),
);

export async function rowsOutOfQueue(
  tx: Db,
  batches: readonly BatchName[],
): Promise<ReadonlyMap<string, readonly QueuedRow[]>> {
  const rows = await readRowsOut(tx, {
    game_index: batches[0]?.game_index ?? 0,
    batches: batches.map((batch) => batch.batch_id),
  });
  return Map.groupBy(rows, (row) => row.batch_id);
}

const readRowsOut = statement((db, $: Params<{ game_index: number; batches: readonly string[] }>) =>
  ofProject(db, { gameIndex: $.game_index })
    .selectFrom('outbox_dead')
    .select(['batch_id', 'seq', 'subject', 'appid', 'payload', 'traceparent'])
    .where('batch_id', 'in', $.batches)
    .orderBy('seq'),
);
