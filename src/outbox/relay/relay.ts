// The relay: processes each due lane independently, and sleeps until the next one is due or new messages arrive.
import type { Logger } from 'pino';
import { applyRule } from '../../background/retention-rule.ts';
import { createWorker, type NextTurn, type Worker } from '../../background/worker.ts';
import type { Clock } from '../../base/clock.ts';
import type { Traces } from '../../base/trace.ts';
import type { Vault } from '../../base/vault.ts';
import type { LaneName } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Channels, Result } from '../channel.ts';
import { channelOf } from '../lane-name.ts';
import { OUTBOX_CHANGED } from '../outbox.ts';
import { attempt, type DeliveryDeps, giveBack, type Job, settle, takeJob } from './delivery.ts';
import { type Lane, LEASE_MS, readLanes } from './lanes.ts';
import type { Sender } from './send.ts';
import { SENT_LIMITS, type SentLimits, sentRules } from './sent.ts';

/** High, because a lane with a hanging receiver costs only a socket for ten seconds. */
const LANES_AT_ONCE = 1_000;
const LOOK_EVERY_MS = 60_000;
const AFTER_TROUBLE_MS = 1_000;

export interface RelayOptions {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly sender: Sender;
  readonly channels: Channels;
  readonly log: Logger;
  readonly traces?: Traces | undefined;
  onAttempt?(lane: LaneName, result: Result): void;
  readonly random?: () => number;
  /** How many requests are kept, and for how long. */
  readonly sentLimits?: SentLimits | undefined;
}

export function createRelay(options: RelayOptions): Worker {
  const { storage, clock, log, onAttempt, sentLimits = SENT_LIMITS } = options;
  const deps: DeliveryDeps = {
    ...options,
    db: storage.db,
    random: options.random ?? Math.random,
    keepsSent: sentLimits.days > 0,
  };
  /** Requests kept since a lane was last cut: a flood is cut while it lasts, not once a day. */
  const kept = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  /** Lanes with an internal failure, and until when they wait, by the monotonic clock. */
  const resting = new Map<string, number>();

  /** Starts every due lane; returns when the next one is due. */
  async function look(stopping: AbortSignal): Promise<NextTurn> {
    const rest = endOfRest();
    const free = LANES_AT_ONCE - underWay.size;
    if (free <= 0) return { inMs: rest };
    for (const lane of await readLanes(storage.db, { limit: free })) {
      const wait = lane.dueAt - clock();
      if (wait > 0) return { inMs: Math.min(wait, rest) };
      begin(lane, stopping);
    }
    return { inMs: rest };
  }

  /** Milliseconds until the first waiting lane may continue. */
  function endOfRest(): number {
    const now = performance.now();
    for (const [key, until] of resting) if (until <= now) resting.delete(key);
    return Math.min(...resting.values()) - now;
  }

  function begin(lane: Lane, stopping: AbortSignal): void {
    const key = `${lane.gameIndex} ${lane.channel}`;
    if (stopping.aborted || underWay.has(key) || resting.has(key)) return;
    const work = workOff(lane, stopping)
      .catch((error: unknown) => {
        // The lease runs out by itself; then the same batch is sent again.
        log.error({ err: error, project: lane.gameIndex, channel: lane.channel }, 'relay failed');
        resting.set(key, performance.now() + AFTER_TROUBLE_MS);
      })
      .then(() => {
        underWay.delete(key);
        // Rows committed while the lane was being released would otherwise be missed.
        worker.wake();
      });
    underWay.set(key, work);
  }

  async function workOff(lane: Lane, stopping: AbortSignal): Promise<void> {
    let job = await takeJob(deps, lane);
    while (job) job = await deliver(job, stopping);
  }

  async function deliver(job: Job, stopping: AbortSignal): Promise<Job | undefined> {
    const now = clock();
    if (stopping.aborted) return void (await giveBack(deps, job));
    // After a long stall another process may already be sending later batches.
    if (now > job.leasedUntil - LEASE_MS / 2) return undefined;
    const attempted = await attempt(deps, job);
    onAttempt?.(job.lane.channel, attempted.result);
    const settlement = await settle(deps, job, attempted, !stopping.aborted);
    await cutFlood(job.lane);
    const about = {
      project: job.lane.gameIndex,
      channel: job.lane.channel,
      batch: job.batch.batch_id,
      result: attempted.result,
      reason: attempted.error,
    };
    switch (settlement.kind) {
      case 'lost':
        log.warn(about, 'lease ran out during a delivery attempt');
        return undefined;
      case 'retry':
        log.warn({ ...about, next_at: new Date(settlement.nextAt).toISOString() }, 'not delivered');
        return undefined;
      case 'dead':
        log.error(about, 'delivery failed for three days; the batch is now a dead letter');
        return settlement.next;
      case 'halved':
        log.info(about, 'refused; the batch is sent again in halves');
        return settlement.next;
      case 'refused':
        log.warn(about, 'refused; the message is retried later, and the others go on');
        return settlement.next;
      case 'done':
        return settlement.next;
    }
  }

  async function cutFlood(lane: Lane): Promise<void> {
    const key = `${lane.gameIndex} ${lane.channel}`;
    const count = (kept.get(key) ?? 0) + 1;
    kept.set(key, count);
    if (count * 10 < sentLimits.perLane) return;
    kept.delete(key);
    const place = { game_index: lane.gameIndex, appid: '' };
    for (const rule of sentRules(channelOf(lane.channel), sentLimits)) {
      await applyRule(storage.db, rule, place, clock());
    }
  }

  const settled = async (): Promise<void> => void (await Promise.all(underWay.values()));

  const worker = createWorker({
    name: 'relay',
    log,
    everyMs: LOOK_EVERY_MS,
    retryMs: AFTER_TROUBLE_MS,
    wakeOn: { signals: storage.signals, topics: { [OUTBOX_CHANGED]: 0 } },
    work: look,
  });

  return {
    wake: worker.wake,
    wakeAfter: worker.wakeAfter,
    /** Sends whatever is due now; resolves when nothing more is. */
    async turn() {
      do {
        await settled();
        await worker.turn();
      } while (underWay.size > 0);
    },
    start: worker.start,
    /** Finishes current requests and starts no new ones. */
    async stop() {
      await worker.stop();
      await settled();
    },
  };
}
