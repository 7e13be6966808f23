// The relay: finds lanes that are due, works each off on its own, and sleeps until the next is due or news comes.
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { Vault } from '../../base/vault.ts';
import type { Channel } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Channels, Result } from '../channel.ts';
import { OUTBOX_CHANGED } from '../outbox.ts';
import { pruneAttempts } from './attempts.ts';
import { attempt, type DeliveryDeps, giveBack, type Job, settle, takeJob } from './delivery.ts';
import { type Lane, LEASE_MS, readLanes } from './lanes.ts';
import type { Sender } from './send.ts';

/** Many, since a lane whose receiver hangs holds its place for ten seconds and nothing but a socket. */
const LANES_AT_ONCE = 1_000;
/** News can get lost, so the relay also looks by itself. */
const LOOK_EVERY_MS = 5_000;
const AFTER_TROUBLE_MS = 1_000;
const PRUNE_EVERY_MS = 60 * 60 * 1_000;

export interface RelayOptions {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly sender: Sender;
  readonly channels: Channels;
  readonly log: Logger;
  onAttempt?(channel: Channel, result: Result): void;
  readonly random?: () => number;
}

export interface Relay {
  /** Sends whatever is due now; resolves when nothing more is. */
  turn(): Promise<void>;
  /** Goes on by itself from now on. */
  start(): void;
  /** Finishes the requests under way and begins no other. */
  stop(): Promise<void>;
}

export function createRelay(options: RelayOptions): Relay {
  const { storage, clock, log, onAttempt } = options;
  const deps: DeliveryDeps = { ...options, db: storage.db, random: options.random ?? Math.random };
  const underWay = new Map<string, Promise<void>>();
  /** Lanes that failed for a reason of ours a moment ago. */
  const resting = new Set<string>();
  let running = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let lookAgain = false;
  let prunedAt = Number.NEGATIVE_INFINITY;

  /** Starts every due lane; answers when the next one is due. */
  async function look(): Promise<number> {
    const free = LANES_AT_ONCE - underWay.size;
    if (free <= 0) return Number.POSITIVE_INFINITY;
    for (const lane of await readLanes(storage.db, free)) {
      if (lane.dueAt > clock()) return lane.dueAt;
      begin(lane);
    }
    return Number.POSITIVE_INFINITY;
  }

  function begin(lane: Lane): void {
    const key = `${lane.gameIndex} ${lane.channel}`;
    if (stopped || underWay.has(key) || resting.has(key)) return;
    const work = workOff(lane).catch((error: unknown) => {
      // A lease that was taken runs out by itself; then the same batch is sent again.
      log.error({ err: error, project: lane.gameIndex, channel: lane.channel }, 'relay failed');
      resting.add(key);
      setTimeout(() => {
        resting.delete(key);
        wake();
      }, AFTER_TROUBLE_MS).unref();
    });
    underWay.set(
      key,
      work.then(() => {
        underWay.delete(key);
        // A row that was committed while the lane was being given back has nobody else to see it.
        wake();
      }),
    );
  }

  async function workOff(lane: Lane): Promise<void> {
    let job = await takeJob(deps, lane);
    while (job) job = await step(job);
  }

  async function step(job: Job): Promise<Job | undefined> {
    const now = clock();
    if (stopped) return void (await giveBack(deps, job));
    // After a long standstill somebody else may be sending already, and further than this batch.
    if (now > job.leasedUntil - LEASE_MS / 2) return undefined;
    const attempted = await attempt(deps, job);
    onAttempt?.(job.lane.channel, attempted.result);
    const settlement = await settle(deps, job, attempted, !stopped);
    const about = {
      project: job.lane.gameIndex,
      channel: job.lane.channel,
      batch: job.batch.batch_id,
      result: attempted.result,
      reason: attempted.error,
    };
    switch (settlement.kind) {
      case 'lost':
        log.warn(about, 'the lease ran out during an attempt');
        return undefined;
      case 'retry':
        log.warn({ ...about, next_at: new Date(settlement.nextAt).toISOString() }, 'not delivered');
        return undefined;
      case 'dead':
        log.error(about, 'given up after three days: a dead letter');
        return settlement.next;
      case 'done':
        return settlement.next;
    }
  }

  function wake(): void {
    if (!running) return;
    lookAgain = true;
    if (looking) return;
    looking = true;
    clearTimeout(timer);
    void lookAround().then((wait) => {
      looking = false;
      if (lookAgain) wake();
      else sleep(wait);
    });
  }

  async function lookAround(): Promise<number> {
    try {
      lookAgain = false;
      const next = await look();
      if (clock() - prunedAt >= PRUNE_EVERY_MS) {
        prunedAt = clock();
        await pruneAttempts(storage.db, prunedAt);
      }
      return Math.min(next - clock(), LOOK_EVERY_MS);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the outbox cannot be read');
      lookAgain = false;
      return AFTER_TROUBLE_MS;
    }
  }

  function sleep(ms: number): void {
    clearTimeout(timer);
    if (running) timer = setTimeout(wake, Math.max(ms, 0)).unref();
  }

  const settled = async (): Promise<void> => void (await Promise.all(underWay.values()));

  return {
    async turn() {
      do {
        await settled();
        await look();
      } while (underWay.size > 0);
    },
    start() {
      running = true;
      storage.signals.on(OUTBOX_CHANGED, wake);
      wake();
    },
    async stop() {
      running = false;
      stopped = true;
      clearTimeout(timer);
      await settled();
    },
  };
}
