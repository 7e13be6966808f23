// The consumer of the feed: finds accounts whose purchases or restrictions have changed, and applies the rules to them.
import type { Logger } from 'pino';
import { enqueueJobs, JOBS_CHANGED, type JobHandler } from '../background/jobs.ts';
import { createWorker, type NextTurn, type Worker } from '../background/worker.ts';
import type { Clock } from '../base/clock.ts';
import { assumedAccountUuid } from '../identity/logins.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../outbox/outbox.ts';
import { PURCHASES_CHANGED, PURCHASES_RECORDED } from '../payment/ledger/changes.ts';
import { movePosition, openPosition, positionOf, removeFollowed } from '../payment/ledger/feed.ts';
import { RESTRICTIONS_CHANGED } from '../restriction/changes.ts';
import { secondOf } from '../restriction/rules.ts';
import type { Db } from '../storage/db.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, type AppName, type Directory, nameOf } from '../tenants/directory.ts';
import { DEBTS_CHANGED } from './debts/debts.ts';
import { type Applied, applyRules, type Subject } from './effects/apply.ts';
import {
  AT_ONCE,
  CHANGES,
  changedApps,
  closeApp,
  isOpen,
  openAppsBehind,
  overdue,
  type Source,
  soonestEnd,
  WHILE_OPEN,
} from './sources.ts';

interface MeasuresDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Logger;
  /** For the metrics. */
  readonly onApplied: (applied: Pick<Applied, 'begun' | 'ended'>) => void;
}

export interface Measures extends Worker {
  /** Applies the rules to an account where that has failed. */
  readonly retry: JobHandler;
}

/** How far a source is followed, before and after an account. */
interface Move {
  readonly consumer: Source['consumer'];
  readonly from: number;
  readonly to: number;
}

interface RetryPayload {
  readonly account: string;
  readonly playerId?: string | undefined;
}

export const MEASURES_JOB = 'measures';
/** For what a process has recorded which is gone. */
const EVERY_MS = 60_000;
const WITHIN_MS = 2_000;
const SECOND_MS = 1_000;

export function createMeasures(deps: MeasuresDeps): Measures {
  const { storage, directory, clock, log } = deps;
  const { db, signals } = storage;

  /** One account at a time in a project, in all processes; operators wait here too. */
  const locked = <T>({ gameIndex }: AppName, work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await takeNumbers(tx, gameIndex, 'restriction', 0);
      return work(tx);
    });

  const isMoved = async (tx: Db, app: App, move: Move): Promise<boolean> =>
    (await movePosition(tx, { ...nameOf(app), ...move })).length > 0;

  /** False when another process has moved the position. */
  async function apply(app: App, subject: Subject, move?: Move): Promise<boolean> {
    const applied = await locked(app, async (tx) =>
      move && !(await isMoved(tx, app, move)) ? undefined : applyRules(tx, app, subject, clock()),
    );
    if (!applied) return false;
    if (applied.isNotified || applied.hasEvents) signals.emit(OUTBOX_CHANGED);
    signals.emit(DEBTS_CHANGED);
    signals.deliver(RESTRICTIONS_CHANGED);
    deps.onApplied(applied);
    return true;
  }

  /** An account that fails is left to a job, so that it is neither lost nor in the way of the others. */
  async function applyOrRetry(app: App, subject: Subject, move: Move): Promise<boolean> {
    try {
      return await apply(app, subject, move);
    } catch (error) {
      logFailure(app, error);
      const isOurs = await db.transaction().execute(async (tx) => {
        if (!(await isMoved(tx, app, move))) return false;
        await enqueueJobs(tx, [retryJob(app, subject, move)], clock());
        return true;
      });
      signals.emit(JOBS_CHANGED);
      return isOurs;
    }
  }

  const logFailure = ({ appid }: App, error: unknown): void =>
    log.error({ err: error, app: appid }, 'rules could not be applied to an account; tried again');

  async function follow(app: App, source: Source, stopping: AbortSignal): Promise<void> {
    const { consumer } = source;
    const name = nameOf(app);
    const last = await source.last(db, app);
    let from = (await positionOf(db, { ...name, consumer }))?.number;
    const done = new Set<string>();
    while (from !== undefined && from < last) {
      const span = { ...name, above: from, upTo: last, limit: AT_ONCE };
      const affected = await source.read(db, app, span);
      for (const { number, account, playerId } of affected) {
        if (stopping.aborted) return;
        const key = `${account} ${playerId}`;
        if (done.has(key)) continue;
        done.add(key);
        const move: Move = { consumer, from, to: number };
        if (!(await applyOrRetry(app, { account, playerId }, move))) return;
        from = number;
      }
      const to: number = affected.length === AT_ONCE ? (affected.at(-1)?.number ?? last) : last;
      if (!(await isMoved(db, app, { consumer, from, to }))) return;
      from = to;
    }
  }

  async function followChanges(stopping: AbortSignal): Promise<void> {
    for (const { appid } of await changedApps(db, {})) {
      const app = stopping.aborted ? undefined : await directory.app(appid);
      if (!app) continue;
      const { consumer } = CHANGES;
      if (!(await positionOf(db, { ...nameOf(app), consumer }))) {
        await openPosition(db, app, { consumer, facts: 0, time_zone: '' });
      }
      await follow(app, CHANGES, stopping);
      await removeFollowed(db, app);
    }
  }

  async function followOpen(stopping: AbortSignal): Promise<void> {
    for (const appid of await openAppsBehind(db)) {
      const app = stopping.aborted ? undefined : await directory.app(appid);
      if (!app) continue;
      for (const source of WHILE_OPEN) await follow(app, source, stopping);
      const name = nameOf(app);
      if (await isOpen(db, name)) continue;
      // Under the lock, so that nothing opens meanwhile.
      await locked(name, async (tx) => {
        if (!(await isOpen(tx, name))) await closeApp(tx, name);
      });
    }
  }

  /** What fails is found again in the next turn. */
  async function followEnds(): Promise<void> {
    for (const { appid, player_id } of await overdue(db, { second: secondOf(clock()) })) {
      const app = await directory.app(appid);
      if (!app) continue;
      const playerId = BigInt(player_id);
      const subject = { account: assumedAccountUuid(app, playerId), playerId };
      await apply(app, subject).catch((error: unknown) => logFailure(app, error));
    }
  }

  /** Not sooner than that, because what fails stays overdue. */
  async function nextEnd(): Promise<NextTurn | undefined> {
    const next = await soonestEnd(db, {});
    return next && { inMs: Math.max(next.until + SECOND_MS - clock(), WITHIN_MS) };
  }

  const worker = createWorker({
    name: 'measures',
    log,
    everyMs: EVERY_MS,
    wakeOn: {
      signals,
      topics: {
        [PURCHASES_CHANGED]: 0,
        [PURCHASES_RECORDED]: WITHIN_MS,
        [RESTRICTIONS_CHANGED]: WITHIN_MS,
      },
    },
    async work(stopping) {
      await followEnds();
      await followOpen(stopping);
      await followChanges(stopping);
      return nextEnd();
    },
  });
  return {
    ...worker,
    async retry({ appid, payload }) {
      const app = await directory.app(appid);
      if (app) await apply(app, subjectOf(payload as RetryPayload));
      return 'done';
    },
  };
}

/** One for each number, so that a later change of the account is not taken for this one. */
const retryJob = (app: AppName, { account, playerId }: Subject, { consumer, to }: Move) => {
  const payload: RetryPayload = { account, playerId: playerId?.toString() };
  return { ...nameOf(app), kind: MEASURES_JOB, id: `${MEASURES_JOB} ${consumer} ${to}`, payload };
};

const subjectOf = ({ account, playerId }: RetryPayload): Subject => ({
  account,
  playerId: playerId === undefined ? undefined : BigInt(playerId),
});
