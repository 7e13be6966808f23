// Asks the markets about subscriptions whose end has passed without a notification, so that app servers hear of renewals and ends.
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../../background/worker.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { findPast } from '../verify/recheck-store.ts';
import type { Subscriptions } from '../verify/subscriptions.ts';

export interface SweepOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly subscriptions: Pick<Subscriptions, 'refresh'>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Notifications usually come first. */
const PATIENCE_MS = 10 * MINUTE_MS;
/** A pause lasts at most three months. */
const REACH_MS = 100 * DAY_MS;

export function createSweep({ storage, clock, log, subscriptions }: SweepOptions): Worker {
  async function due() {
    const now = clock();
    return findPast(storage.db, { now, before: now - PATIENCE_MS, after: now - REACH_MS });
  }

  return createWorker({
    name: 'subscription sweep',
    log,
    everyMs: MINUTE_MS,
    async work(stopping) {
      for (let past = await due(); past.length > 0 && !stopping.aborted; past = await due()) {
        await Promise.all(past.map((each) => subscriptions.refresh(each, 'sweep')));
      }
    },
  });
}
