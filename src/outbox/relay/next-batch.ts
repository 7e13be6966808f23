// The next batch of a lane: what is pending, what was refused and is due, or new messages.
import { continueTrace, type Traces } from '../../base/trace.ts';
import type { QueuedRow } from '../channel.ts';
import { nextReplayed } from '../replay/steps.ts';
import { halvesOf } from './batch-rules.ts';
import {
  type Batch,
  composeBatch,
  findPending,
  type LaneWork,
  newBatchId,
  readQueue,
  removeBatch,
  rowsOfBatch,
  writeBatches,
} from './batches.ts';
import { nextRefused, replaceRefused } from './refused.ts';
import { dropSuperseded, splitSuperseded } from './superseded.ts';

const MAX_MESSAGES = 100;
/** More rows than messages are read, because some of them may be superseded. */
const ROWS_READ = 2 * MAX_MESSAGES;

/** Undefined when nothing is due, or when everything that was read is superseded. */
export async function nextBatch(work: LaneWork, sent?: Batch): Promise<Batch | undefined> {
  // Before what is newer, so that the last event about a player is the newest.
  const replayed = work.replay === null ? undefined : await nextReplayed(work, work.replay);
  if (replayed) return replayed;
  for (;;) {
    const [pending] = await findPending(work.tx, work.lane);
    if (!pending) break;
    const batch = await refresh(work, pending);
    if (batch) return batch;
  }
  // They take turns, the queue first: refused messages delay nobody, and a busy queue does not delay them.
  if (sent?.state === 'pending') return (await nextRefused(work)) ?? formBatch(work, sent.last_seq);
  return (await formBatch(work, 0)) ?? nextRefused(work);
}

/** Stores and returns a batch of new messages. There must be no pending batch. */
async function formBatch(work: LaneWork, afterSeq: number): Promise<Batch | undefined> {
  // Starting after the last sent row spares PostgreSQL a scan of deleted rows.
  const rows = await readQueue(work.tx, { ...work.lane, afterSeq, limit: ROWS_READ });
  const { current, superseded } = await splitSuperseded(work, rows, MAX_MESSAGES);
  const batch = isSome(current) ? composeBatch(work, current) : undefined;
  const first_seq = batch?.first_seq ?? rows[0]?.seq ?? 0;
  // Logged before the first attempt.
  const place = { batch_id: batch?.batch_id ?? newBatchId(), first_seq, attempts: -1 };
  await dropSuperseded(work, superseded, place);
  if (!batch) return undefined;
  await replaceRefused(work, current);
  if (work.traces) {
    const taken = new Set<QueuedRow>(current);
    const own = rows.filter((row) => taken.has(row));
    recordWaits(work.traces, work, own, batch);
  }
  await writeBatches(work.tx, [batch]);
  return batch;
}

/** Each message's wait in the queue, in its own trace; the delivery is in the trace of the first. */
function recordWaits(
  traces: Traces,
  { lane, now }: LaneWork,
  rows: readonly (QueuedRow & { readonly created_at: number })[],
  batch: Batch,
): void {
  const { traceId, parentId: spanId } = continueTrace(batch.traceparent, traces.sampler);
  for (const { traceparent, created_at: startedAt } of rows) {
    if (traceparent === null) continue;
    const trace = continueTrace(traceparent, traces.sampler);
    if (!trace.isSampled) continue;
    traces.record({
      ...trace,
      name: `wait in ${lane.channel}`,
      kind: 'internal',
      startedAt,
      endedAt: now,
      attributes: { 'tollgate.project': lane.gameIndex },
      hasFailed: false,
      ...(trace.traceId !== traceId && spanId !== undefined && { link: { traceId, spanId } }),
    });
  }
}

/**
 * The batch as it is, if all of it is still true. Otherwise a new one of what is, under a new id but on
 * the same schedule; for another URL, on a schedule of its own.
 */
async function refresh(work: LaneWork, batch: Batch): Promise<Batch | undefined> {
  const { current, superseded } = await splitSuperseded(work, await rowsOfBatch(work.tx, batch));
  const isSameUrl = batch.url === work.target.url;
  if (isSameUrl && current.length === batch.message_count) return batch;
  await removeBatch(work.tx, batch);
  await dropSuperseded(work, superseded, batch);
  if (!isSome(current)) return undefined;
  const renewed = composeBatch(work, current, isSameUrl ? batch : undefined);
  await writeBatches(work.tx, [renewed]);
  return renewed;
}

/** Replaces a refused batch by its halves, each with an id of its own. */
export async function halveBatch(work: LaneWork, batch: Batch): Promise<void> {
  const { current, superseded } = await splitSuperseded(work, await rowsOfBatch(work.tx, batch));
  await removeBatch(work.tx, batch);
  await dropSuperseded(work, superseded, { ...batch, attempts: batch.attempts + 1 });
  await writeBatches(
    work.tx,
    halvesOf(current).flatMap((half) => (isSome(half) ? composeBatch(work, half) : [])),
  );
}

type Some = readonly [QueuedRow, ...QueuedRow[]];

const isSome = (rows: readonly QueuedRow[]): rows is Some => rows.length > 0;
