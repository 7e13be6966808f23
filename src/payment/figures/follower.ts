// Follows the ledger: within a few seconds the sums of each app that is behind are brought up to date.
import type { Logger } from 'pino';
import { APPS_CHANGED } from '../../audit/operation.ts';
import { extendTurn, putBack } from '../../background/turns.ts';
import { createWorker, type Worker } from '../../background/worker.ts';
import { createCalendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AppName, Directory } from '../../tenants/directory.ts';
import { PURCHASES_CHANGED, PURCHASES_RECORDED } from '../ledger/changes.ts';
import { lastNumberOf } from '../ledger/feed.ts';
import { prepareUpdate, writeUpdate } from './follow.ts';
import {
  findBehind,
  isOutdated,
  LEASE_MS,
  readPosition,
  startAnew,
  takePosition,
} from './positions.ts';

interface FollowDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
}

/** For purchases that a process has recorded which is gone. */
const EVERY_MS = 60_000;
const WITHIN_MS = 5_000;

export function createFollower(deps: FollowDeps & { readonly log: Logger }): Worker {
  return createWorker({
    name: 'figures',
    log: deps.log,
    everyMs: EVERY_MS,
    wakeOn: {
      signals: deps.storage.signals,
      topics: {
        [PURCHASES_RECORDED]: WITHIN_MS,
        [PURCHASES_CHANGED]: WITHIN_MS,
        [APPS_CHANGED]: WITHIN_MS,
      },
    },
    async work(stopping) {
      for (const app of await findBehind(deps.storage.db)) {
        if (stopping.aborted) return;
        await followApp(deps, app, stopping);
      }
    },
  });
}

/** True when the sums are as far as the ledger was; false when another process follows the app. */
export async function followApp(
  { storage, directory, clock }: FollowDeps,
  { appid, gameIndex }: AppName,
  stopping?: AbortSignal,
): Promise<boolean> {
  const app = await directory.app(appid);
  if (!app) return false;
  const { db } = storage;
  const held = await takePosition(db, { appid, gameIndex }, app.timeZone, clock());
  if (!held) return false;
  const { turn, position: first } = held;
  try {
    if (isOutdated(first, app.timeZone)) await startAnew(db, first, app.timeZone);
    const calendar = createCalendar(app.timeZone);
    while (!stopping?.aborted) {
      const position = await readPosition(db, { appid, gameIndex });
      const upTo = position && (await lastNumberOf(db, position));
      if (!position || upTo === undefined) return false;
      const update = await prepareUpdate(db, position, upTo, calendar);
      if (update.number > position.number && !(await writeUpdate(db, position, update)))
        return false;
      if (!update.isFull) return true;
      if (!(await extendTurn(db, turn, clock() + LEASE_MS))) return false;
    }
    return false;
  } finally {
    await putBack(db, turn, { dueAt: 0 });
  }
}
