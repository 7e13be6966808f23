// Follows changes of purchases, and what people do to restrictions: finds whose consequences are to be drawn, and
// draws them.
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../background/worker.ts';
import type { Clock } from '../base/clock.ts';
import { assumedAccountUuid } from '../identity/logins.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../outbox/outbox.ts';
import { PURCHASES_CHANGED } from '../payment/ledger/changes.ts';
import { movePosition, openPosition, positionOf, removeFollowed } from '../payment/ledger/feed.ts';
import { secondOf } from '../restriction/rules.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { App, AppName, Directory } from '../tenants/directory.ts';
import { type Drawn, drawConsequences, type Subject } from './consequences.ts';
import {
  AT_ONCE,
  CHANGES,
  changedApps,
  closeApp,
  isOpen,
  openApps,
  overdue,
  type Source,
  WHILE_OPEN,
} from './feed-store.ts';
import { DEBTS_CHANGED } from './look-up.ts';

interface FollowDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Logger;
  /** For the metrics. */
  readonly onEffects: (
    taken: readonly MeasureEffectTable[],
    ended: readonly MeasureEffectTable[],
  ) => void;
}

/** Moves a position in the transaction that draws the consequences. */
interface Move {
  readonly consumer: Source['consumer'];
  readonly from: number;
  readonly to: number;
}

const EVERY_MS = 2_000;

export function createMeasures(deps: FollowDeps): Worker {
  const { storage, directory, clock, log } = deps;
  const { db, signals } = storage;

  /** One transaction. Undefined when another process has moved the position. */
  function drawOnce(app: App, subject: Subject, move?: Move): Promise<Drawn | undefined> {
    const { appid, gameIndex } = app;
    return db.transaction().execute(async (tx) => {
      // One at a time in a project, in all processes; operators wait here too.
      await takeNumbers(tx, gameIndex, 'restriction', 0);
      const isFirst = !move || (await movePosition(tx, { appid, gameIndex, ...move })).length > 0;
      return isFirst ? drawConsequences(tx, app, subject, clock()) : undefined;
    });
  }

  async function draw(
    app: App,
    subject: Subject,
    move?: Move,
  ): Promise<'drawn' | 'others' | 'failed'> {
    try {
      const drawn = await drawOnce(app, subject, move);
      if (!drawn) return 'others';
      if (drawn.isNotified || drawn.hasEvents) signals.emit(OUTBOX_CHANGED);
      signals.emit(DEBTS_CHANGED);
      deps.onEffects(drawn.taken, drawn.ended);
      return 'drawn';
    } catch (error) {
      log.error({ err: error, app: app.appid }, 'consequences could not be drawn; tried again');
      return 'failed';
    }
  }

  /** After a failure the position stays, so that it is tried again; the others go on. */
  async function follow(app: App, source: Source, stopping: AbortSignal): Promise<void> {
    const { consumer } = source;
    const name = { appid: app.appid, gameIndex: app.gameIndex };
    const last = await source.last(db, app);
    let position = (await positionOf(db, { ...name, consumer }))?.number;
    const done = new Set<string>();
    for (let above = position ?? last; above < last; ) {
      const affected = await source.read(db, app, { ...name, above, upTo: last, limit: AT_ONCE });
      for (const { number, account, playerId } of affected) {
        if (stopping.aborted) return;
        const key = `${account} ${playerId}`;
        if (done.has(key)) continue;
        done.add(key);
        const move = position === undefined ? undefined : { consumer, from: position, to: number };
        const result = await draw(app, { account, playerId }, move);
        if (result === 'others') return;
        position = result === 'failed' || position === undefined ? undefined : number;
      }
      above = affected.length === AT_ONCE ? (affected.at(-1)?.number ?? last) : last;
      if (position === undefined) continue;
      const move = { ...name, consumer, from: position, to: above };
      if ((await movePosition(db, move)).length === 0) return;
      position = above;
    }
  }

  async function followChanges(stopping: AbortSignal): Promise<void> {
    for (const { appid } of await changedApps(db, {})) {
      const app = stopping.aborted ? undefined : await directory.app(appid);
      if (!app) continue;
      const { consumer } = CHANGES;
      if (!(await positionOf(db, { appid, gameIndex: app.gameIndex, consumer }))) {
        await openPosition(db, app, { consumer, facts: 0, time_zone: '' });
      }
      await follow(app, CHANGES, stopping);
      await removeFollowed(db, app);
    }
  }

  async function followOpen(stopping: AbortSignal): Promise<void> {
    for (const [appid, isBehind] of await openApps(db)) {
      const app = stopping.aborted ? undefined : await directory.app(appid);
      if (!app) continue;
      for (const source of isBehind ? WHILE_OPEN : []) await follow(app, source, stopping);
      const name = { appid, gameIndex: app.gameIndex };
      if (!(await isOpen(db, name))) await close(name);
    }
  }

  /** Under the lock of the project, so that nothing opens meanwhile. */
  const close = (name: AppName): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await takeNumbers(tx, name.gameIndex, 'restriction', 0);
      if (!(await isOpen(tx, name))) await closeApp(tx, name);
    });

  async function followEnds(): Promise<void> {
    for (const { appid, player_id } of await overdue(db, { second: secondOf(clock()) })) {
      const app = await directory.app(appid);
      const playerId = BigInt(player_id);
      if (app) await draw(app, { account: assumedAccountUuid(app, playerId), playerId });
    }
  }

  return createWorker({
    name: 'measures',
    log,
    everyMs: EVERY_MS,
    wakeOn: { signals, topics: [PURCHASES_CHANGED] },
    async work(stopping) {
      await followEnds();
      await followOpen(stopping);
      await followChanges(stopping);
    },
  });
}
