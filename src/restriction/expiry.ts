// Records ended restrictions as expired in the history, soon after their end.
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../background/worker.ts';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import type { Signals } from '../storage/signals.ts';
import type { App, Directory } from '../tenants/directory.ts';
import { type Actor, type ExpireChange, RESTRICTIONS_CHANGED } from './changes.ts';
import { secondOf } from './rules.ts';
import { readExpired, type StoredRestriction, soonestEnds } from './store.ts';

/** For restrictions that another process has written. */
const EVERY_MS = 60_000;
const WITHIN_MS = 10_000;
const SECOND_MS = 1_000;
const SYSTEM: Actor = { kind: 'system', name: 'expiry' };
const BATCH = 200;

/** The change that expires a player's restriction. */
export function expiryOf(
  app: App,
  { playerId, scope }: Pick<StoredRestriction, 'playerId' | 'scope'>,
  now: number,
): ExpireChange {
  return { kind: 'expire', app, playerId, scope, actor: SYSTEM, now };
}

/** Expires some ended restrictions of each type; returns how many. */
export async function writeOffExpired(
  db: Db,
  directory: Directory,
  now: number,
  submit: (change: ExpireChange) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  const ends = await soonestEnds(db, { limit: BATCH });
  const due = ends.filter(({ endsAt }) => endsAt < secondOf(now));
  for (const { appid, blockType } of due) {
    const app = await directory.app(appid);
    if (!app) continue;
    const ended = await readExpired(db, app, blockType, now, BATCH);
    await Promise.all(ended.map((each) => submit(expiryOf(app, each, now))));
    count += ended.length;
  }
  return count;
}

interface ExpiryOptions {
  readonly db: Db;
  readonly signals: Signals;
  readonly clock: Clock;
  readonly restrictions: { expire(): Promise<unknown> };
  readonly log: Logger;
}

export function createExpiry({ db, signals, clock, restrictions, log }: ExpiryOptions): Worker {
  return createWorker({
    name: 'expiry',
    log,
    everyMs: EVERY_MS,
    wakeOn: { signals, topics: { [RESTRICTIONS_CHANGED]: WITHIN_MS } },
    async work() {
      await restrictions.expire();
      const [next] = await soonestEnds(db, { limit: 1 });
      // Not sooner than that, because what fails has ended already.
      return next && { inMs: Math.max(next.endsAt + SECOND_MS - clock(), SECOND_MS) };
    },
  });
}
