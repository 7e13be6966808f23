// Pure rules of batches: which messages are sent, how a refused batch is halved, and what follows an attempt.
import type { QueuedRow, Result } from '../channel.ts';
import type { Batch } from './batches.ts';
import { nextAttempt, nextProbe, nextProbeOfDue } from './schedule.ts';

export interface SplitRows {
  /** The newest row of each subject, if it is still true, in the order of their numbers. */
  readonly current: readonly QueuedRow[];
  readonly superseded: readonly QueuedRow[];
}

/** Takes rows from the front until `limit` subjects are in; later rows are in neither list. */
export function splitRows(
  rows: readonly QueuedRow[],
  outdated: ReadonlySet<number>,
  limit: number,
): SplitRows {
  const newest = new Map<string, QueuedRow>();
  const superseded: QueuedRow[] = [];
  for (const row of rows) {
    if (outdated.has(row.seq)) {
      superseded.push(row);
      continue;
    }
    const older = newest.get(row.subject);
    if (older) superseded.push(older);
    else if (newest.size === limit) break;
    newest.delete(row.subject);
    newest.set(row.subject, row);
  }
  return { current: [...newest.values()], superseded };
}

/** The first is the larger one of an odd number. */
export function halvesOf<T>(rows: readonly T[]): readonly [readonly T[], readonly T[]] {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
}

export type AfterAttempt =
  | { readonly kind: 'done' | 'dead' | 'halved' }
  /** Refused; the first time it leaves the queue, so that the lane goes on. */
  | { readonly kind: 'unqueued' | 'refused'; readonly dueAt: number }
  /** The batch is due at `dueAt`, the lane waits until `laneDueAt`. */
  | { readonly kind: 'retry'; readonly dueAt: number; readonly laneDueAt: number }
  /** Not an attempt of the schedule, which stays as it is. */
  | { readonly kind: 'probed'; readonly laneDueAt: number };

interface Ended {
  readonly result: Result;
  readonly retryAfter?: string | undefined;
}

interface Place {
  readonly now: number;
  /** Where messages go by now; a URL changed during the attempt does not wait for the old schedule. */
  readonly url: string | undefined;
  /** Whether the receiver answered the request just before this one, so that it is not away. */
  readonly isReached: boolean;
}

/** Whether the receiver said something about the messages; anything else says that it is away. */
export const isAnswered = ({ result }: Ended): boolean =>
  result === 'delivered' || result === 'result_code';

export function afterAttempt(
  batch: Pick<Batch, 'attempts' | 'created_at' | 'due_at' | 'message_count' | 'state' | 'url'>,
  { result, retryAfter }: Ended,
  { now, url, isReached }: Place,
  random: () => number,
): AfterAttempt {
  if (result === 'delivered') return { kind: 'done' };
  const isRefused = result === 'result_code';
  if (isRefused && batch.message_count > 1) return { kind: 'halved' };
  const failures = batch.attempts + 1;
  const failure = { failures, firstAttemptAt: batch.created_at, now, retryAfter };
  const nextAt = nextAttempt(failure, random);
  if (nextAt === undefined) return { kind: 'dead' };
  const isMoved = url !== undefined && url !== batch.url;
  const isPending = batch.state === 'pending';
  const dueAt = isMoved ? now : nextAt;
  if (isRefused) return { kind: isPending && !isMoved ? 'unqueued' : 'refused', dueAt };
  if (isMoved) return { kind: 'retry', dueAt, laneDueAt: now };
  if (isPending) {
    const laneDueAt = nextProbe(failure, nextAt);
    return now < batch.due_at ? { kind: 'probed', laneDueAt } : { kind: 'retry', dueAt, laneDueAt };
  }
  if (isReached) {
    // Only this message breaks the receiver. Its delay, often long by now, is not that of the lane.
    const first = { ...failure, failures: 1, firstAttemptAt: now };
    return { kind: 'retry', dueAt, laneDueAt: nextAttempt(first, random) as number };
  }
  return { kind: 'probed', laneDueAt: nextProbeOfDue(failure, batch.due_at) };
}
