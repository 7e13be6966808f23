// One delivery of a lane: lease it, attempt its batch, then record the result and form the next batch in one transaction.

import type { Clock } from '../../base/clock.ts';
import { beginSpan, inOpenSpan } from '../../base/span.ts';
import { continueTrace, type Traces } from '../../base/trace.ts';
import type { Vault } from '../../base/vault.ts';
import type { Db } from '../../storage/db.ts';
import type { ChannelPort, Channels, Target, Verdict } from '../channel.ts';
import { channelOf, nameOf } from '../lane-name.ts';
import { completeReplayed, endReplay, sendAgainLast } from '../replay/steps.ts';
import { answerStart, writeAttempt } from './attempts.ts';
import { afterAttempt, isAnswered } from './batch-rules.ts';
import { type Batch, buryBatch, countFailure, removeBatch, removeRows } from './batches.ts';
import { emptyLane } from './lane-life.ts';
import { type Lane, LEASE_MS, releaseLane, renewLease, takeLease } from './lanes.ts';
import { halveBatch, nextBatch } from './next-batch.ts';
import { removeRefused, takeOutOfQueue } from './refused.ts';
import type { Sender } from './send.ts';
import { keepSent } from './sent.ts';
import { readTarget, toPost } from './target.ts';

export interface DeliveryDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly sender: Sender;
  readonly channels: Channels;
  readonly random: () => number;
  readonly keepsSent: boolean;
  readonly traces?: Traces | undefined;
}

/** A batch that this process may send until the lease ends. */
export interface Job {
  readonly lane: Lane;
  readonly lease: string;
  readonly leasedUntil: number;
  readonly batch: Batch;
  readonly target: Target;
  /** Whether the receiver answered the request before this one. */
  readonly isReached: boolean;
}

interface Held {
  readonly lease: string;
  readonly replay: string | null;
}

/** What the holder of the lane sent before, and whether the receiver answered it. */
interface Before {
  readonly batch: Batch;
  readonly isAnswered: boolean;
}

export interface Attempt extends Verdict {
  readonly at: number;
  readonly durationMs: number;
  readonly status?: number;
  readonly answer?: string;
  readonly retryAfter?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How long the lane of a channel's first receiver waits for one; registering it ends the wait. */
const NO_TARGET_MS = 60 * 60 * 1_000;

/** The lane's batch with its lease; undefined when there is nothing to do. */
export function takeJob(deps: DeliveryDeps, lane: Lane): Promise<Job | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock();
    const held = await takeLease(tx, lane, now);
    return held && nextJob(deps, tx, lane, held, now);
  });
}

async function nextJob(
  deps: DeliveryDeps,
  tx: Db,
  lane: Lane,
  { lease, replay }: Held,
  now: number,
  before?: Before,
): Promise<Job | undefined> {
  const target = await readTarget(tx, deps.vault, lane, now);
  const port = portOf(deps, lane);
  const batch =
    target &&
    (await nextBatch({ tx, lane, port, target, now, replay, traces: deps.traces }, before?.batch));
  const isReached = before?.isAnswered ?? false;
  if (batch) return { lane, lease, leasedUntil: now + LEASE_MS, batch, target, isReached };
  if (!target && nameOf(lane.channel) !== undefined) {
    await emptyLane(tx, lane);
    return undefined;
  }
  await releaseLane(tx, { ...lane, dueAt: target ? 0 : now + NO_TARGET_MS });
  return undefined;
}

export async function attempt(deps: DeliveryDeps, job: Job): Promise<Attempt> {
  const { lane, batch } = job;
  const trace = continueTrace(batch.traceparent, deps.traces?.sampler);
  const span = beginSpan(deps.traces, trace, `deliver ${lane.channel}`, 'client');
  if (!span) return send(deps, job, trace.traceparent);
  return inOpenSpan(span, async () => {
    const attempted = await send(deps, job, trace.traceparent);
    if (attempted.result !== 'delivered') span.fail();
    span.set({
      'server.address': new URL(job.target.url).hostname,
      'http.response.status_code': attempted.status,
      'tollgate.project': lane.gameIndex,
      'tollgate.result': attempted.result,
      'tollgate.attempt': batch.attempts + 1,
      'messaging.batch.message_count': batch.message_count,
    });
    return attempted;
  });
}

async function send(
  deps: DeliveryDeps,
  { lane, batch, target }: Job,
  traceparent: string,
): Promise<Attempt> {
  const at = deps.clock();
  const started = performance.now();
  const { batch_id: id, body, replay } = batch;
  const message = { id, body, traceparent, replay };
  const reply = await deps.sender.post(toPost(target, message, at));
  const durationMs = Math.round(performance.now() - started);
  if ('failure' in reply) return { at, durationMs, result: reply.failure, error: reply.detail };
  return {
    ...portOf(deps, lane).judge(reply),
    at,
    durationMs,
    status: reply.status,
    answer: answerStart(reply.text),
    retryAfter: reply.retryAfter,
    headers: reply.headers,
  };
}

export type Settlement =
  /** Another process has the lane, because the lease ran out. */
  | { readonly kind: 'lost' }
  /** The lane waits. */
  | { readonly kind: 'retry'; readonly nextAt: number }
  /** The lane goes on. */
  | { readonly kind: Outcome; readonly next: Job | undefined };

type Outcome = 'done' | 'dead' | 'halved' | 'refused';

/** Records the result of the attempt. Without `more`, forms no further batch. */
export function settle(
  deps: DeliveryDeps,
  job: Job,
  attempted: Attempt,
  more: boolean,
): Promise<Settlement> {
  const { lane, lease, batch } = job;
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock();
    const held = await renewLease(tx, lane, lease, now);
    if (!held) return { kind: 'lost' };
    await writeAttempt(tx, toRow(batch, attempted));
    if (deps.keepsSent && batch.replay === null) await keepSent(tx, batch, attempted.at);
    const recorded = await record(deps, tx, job, attempted, now, held.replay);
    if (typeof recorded === 'number') {
      await releaseLane(tx, { ...lane, dueAt: recorded });
      return { kind: 'retry', nextAt: recorded };
    }
    if (more && !held.paused) {
      const before = { batch, isAnswered: isAnswered(attempted) };
      const next = await nextJob(deps, tx, lane, { lease, ...held }, now, before);
      return { kind: recorded, next };
    }
    await releaseLane(tx, { ...lane, dueAt: 0 });
    return { kind: recorded, next: undefined };
  });
}

/** How the attempt ended, or until when the lane waits. */
async function record(
  deps: DeliveryDeps,
  tx: Db,
  job: Job,
  attempted: Attempt,
  now: number,
  replay: string | null,
): Promise<Outcome | number> {
  const { lane, batch, isReached } = job;
  const isDelivered = attempted.result === 'delivered';
  const target = isDelivered ? undefined : await readTarget(tx, deps.vault, lane, now);
  const outcome = afterAttempt(batch, attempted, { now, url: target?.url, isReached }, deps.random);
  switch (outcome.kind) {
    case 'done':
      await completeBatch(tx, batch, replay);
      return 'done';
    case 'halved':
      await halveBatch({ ...job, tx, port: portOf(deps, lane), now, replay }, batch);
      return 'halved';
    case 'dead':
      if (batch.replay !== null) await endReplay(tx, lane, batch.replay, 'failed', now);
      else await buryBatch(tx, batch, now);
      return 'dead';
    case 'unqueued':
      await takeOutOfQueue(tx, batch, outcome.dueAt);
      return 'refused';
    case 'refused':
      await countFailure(tx, { ...batch, dueAt: outcome.dueAt });
      return 'refused';
    case 'retry':
      await countFailure(tx, { ...batch, dueAt: outcome.dueAt });
      return outcome.laneDueAt;
    case 'probed':
      return outcome.laneDueAt;
  }
}

async function completeBatch(tx: Db, batch: Batch, replay: string | null): Promise<void> {
  if (batch.replay !== null) return completeReplayed(tx, batch, batch.replay);
  if (replay !== null) await sendAgainLast(tx, batch, replay);
  if (batch.state === 'refused') return removeRefused(tx, batch);
  await removeBatch(tx, batch);
  await removeRows(tx, batch);
}

/** Releases a lane whose batch was not attempted. */
export function giveBack({ db, clock }: DeliveryDeps, { lane, lease }: Job): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (await renewLease(tx, lane, lease, clock())) await releaseLane(tx, { ...lane, dueAt: 0 });
  });
}

function portOf({ channels }: DeliveryDeps, { channel }: Lane): ChannelPort {
  const port = channels.get(channelOf(channel));
  if (!port) throw new Error(`nothing is known about the channel ${channel}`);
  return port;
}

function toRow(batch: Batch, attempted: Attempt): Parameters<typeof writeAttempt>[1] {
  return {
    game_index: batch.game_index,
    channel: batch.channel,
    at: attempted.at,
    first_seq: batch.first_seq,
    number: batch.attempts + 1,
    batch_id: batch.batch_id,
    message_count: batch.message_count,
    result: attempted.result,
    status: attempted.status ?? null,
    result_code: attempted.resultCode ?? null,
    duration_ms: attempted.durationMs,
    answer: attempted.answer ?? null,
    error: attempted.error ?? null,
    answer_headers: attempted.headers ? JSON.stringify(attempted.headers) : null,
  };
}
