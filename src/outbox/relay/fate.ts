// Pure rules of an attempt: what becomes of its batch, and until when the lane waits.
import type { Result } from '../channel.ts';
import type { Batch } from './batches.ts';
import { nextAttempt } from './schedule.ts';

export type Fate =
  | { readonly kind: 'done' | 'dead' | 'halved' }
  /** Refused; the first time it is set apart, so that the lane goes on. */
  | { readonly kind: 'set apart' | 'refused'; readonly dueAt: number }
  /** The batch is due at `dueAt`, the lane waits until `laneDueAt`. */
  | { readonly kind: 'retry'; readonly dueAt: number; readonly laneDueAt: number };

interface Ended {
  readonly result: Result;
  readonly retryAfter?: string | undefined;
}

/** `url` is where messages go by now; a URL changed during the attempt does not wait for the old schedule. */
export function fateOf(
  batch: Pick<Batch, 'attempts' | 'created_at' | 'message_count' | 'state' | 'url'>,
  { result, retryAfter }: Ended,
  now: number,
  url: string | undefined,
  random: () => number,
): Fate {
  if (result === 'delivered') return { kind: 'done' };
  const isRefusal = result === 'result_code';
  if (isRefusal && batch.message_count > 1) return { kind: 'halved' };
  const failures = batch.attempts + 1;
  const nextAt = nextAttempt(
    { failures, firstAttemptAt: batch.created_at, now, retryAfter },
    random,
  );
  if (nextAt === undefined) return { kind: 'dead' };
  const isMoved = url !== undefined && url !== batch.url;
  const isPending = batch.state === 'pending';
  const dueAt = isMoved ? now : nextAt;
  if (isRefusal) return { kind: isPending && !isMoved ? 'set apart' : 'refused', dueAt };
  if (isPending || isMoved) return { kind: 'retry', dueAt, laneDueAt: dueAt };
  // The delay of a message that was refused often is not that of its lane.
  const first = { failures: 1, firstAttemptAt: now, now, retryAfter };
  return { kind: 'retry', dueAt, laneDueAt: nextAttempt(first, random) as number };
}
