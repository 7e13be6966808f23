// Follows purchases, and what people do to restrictions: finds whose consequences are to be drawn, and draws them.
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../background/worker.ts';
import type { Clock } from '../base/clock.ts';
import { assumedAccountUuid } from '../identity/logins.ts';
import { OUTBOX_CHANGED, takeNumbers } from '../outbox/outbox.ts';
import { ACCOUNTS_MARKED } from '../payment/ledger/account-marks.ts';
import { secondOf } from '../restriction/rules.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { App, AppName, Directory } from '../tenants/directory.ts';
import { type Drawn, drawConsequences, type Subject } from './consequences.ts';
import { DEBTS_CHANGED } from './look-up.ts';
import {
  AT_ONCE,
  changedPlayers,
  insertMarks,
  isOpen,
  type Marked,
  markedApps,
  marksOf,
  movePosition,
  overdue,
  payingAccounts,
  positions,
  removePosition,
  takeMarks,
} from './marks-store.ts';

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

const EVERY_MS = 2_000;

export function createMeasures(deps: FollowDeps): Worker {
  const { storage, directory, clock, log } = deps;
  const { db, signals } = storage;

  /** One transaction. Undefined when another process has drawn them. */
  function draw(app: App, subject: Subject, marks: readonly string[]): Promise<Drawn | undefined> {
    const { appid, gameIndex } = app;
    return db.transaction().execute(async (tx) => {
      // One at a time in a project, in all processes; operators wait here too.
      await takeNumbers(tx, gameIndex, 'restriction', 0);
      const isFirst =
        marks.length === 0 || (await takeMarks(tx, { appid, gameIndex, ids: marks })).length > 0;
      return isFirst ? drawConsequences(tx, app, subject, clock()) : undefined;
    });
  }

  async function follow(app: App, subject: Subject, marks: readonly string[]): Promise<boolean> {
    try {
      const drawn = await draw(app, subject, marks);
      if (!drawn) return true;
      if (drawn.isNotified || drawn.hasEvents) signals.emit(OUTBOX_CHANGED);
      signals.emit(DEBTS_CHANGED);
      deps.onEffects(drawn.taken, drawn.ended);
      return true;
    } catch (error) {
      // The marks stay, and the others go on.
      log.error({ err: error, app: app.appid }, 'consequences could not be drawn; tried again');
      return false;
    }
  }

  async function followMarks(stopping: AbortSignal): Promise<void> {
    for (const { appid } of await markedApps(db, {})) {
      const app = await directory.app(appid);
      if (!app) continue;
      for (let isMore = true; isMore && !stopping.aborted; ) {
        const marks = await marksOf(db, { appid, gameIndex: app.gameIndex });
        const bySubject = Map.groupBy(marks, (mark) => `${mark.account_uuid} ${mark.player_id}`);
        let done = 0;
        for (const group of bySubject.values()) {
          if (stopping.aborted) return;
          const [{ account_uuid: account, player_id }] = group as [(typeof group)[number]];
          const playerId = player_id === null ? undefined : BigInt(player_id);
          const ids = group.map(({ mark_id }) => mark_id);
          if (await follow(app, { account, playerId }, ids)) done += 1;
        }
        isMore = marks.length === AT_ONCE && done > 0;
      }
    }
  }

  async function followPosition(position: Position): Promise<void> {
    const { appid, game_index: gameIndex, number, seq } = position;
    const app = await directory.app(appid);
    if (!app) return;
    const name = { appid, gameIndex };
    const toNumber = Math.min(position.next_number - 1, number + AT_ONCE);
    const toSeq = Math.min(position.last_seq, seq + AT_ONCE);
    if (toNumber > number || toSeq > seq) {
      const marked: Marked[] = [
        ...(await payingAccounts(db, { ...name, above: number, upTo: toNumber })).map((row) => ({
          account: row.account_uuid,
          playerId: undefined,
        })),
        ...(await changedPlayers(db, { ...name, above: seq, upTo: toSeq })).map((row) => {
          const playerId = BigInt(row.player_id);
          return { account: assumedAccountUuid(app, playerId), playerId };
        }),
      ];
      await db.transaction().execute(async (tx) => {
        const moved = await movePosition(tx, { ...name, number, seq, toNumber, toSeq });
        if (moved.length > 0) await insertMarks(tx, name, marked, clock());
      });
      const isBehind = toNumber < position.next_number - 1 || toSeq < position.last_seq;
      if (isBehind) return followPosition({ ...position, number: toNumber, seq: toSeq });
    }
    if (!(await isOpen(db, name))) await close(name);
  }

  /** Under the lock of the project, so that nothing opens meanwhile. */
  const close = (name: AppName): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await takeNumbers(tx, name.gameIndex, 'restriction', 0);
      if (!(await isOpen(tx, name))) await removePosition(tx, name);
    });

  async function followEnds(): Promise<void> {
    for (const { appid, player_id } of await overdue(db, { second: secondOf(clock()) })) {
      const app = await directory.app(appid);
      const playerId = BigInt(player_id);
      if (app) await follow(app, { account: assumedAccountUuid(app, playerId), playerId }, []);
    }
  }

  return createWorker({
    name: 'measures',
    log,
    everyMs: EVERY_MS,
    wakeOn: { signals, topics: [ACCOUNTS_MARKED] },
    async work(stopping) {
      await followEnds();
      for (const position of await positions(db, {})) {
        if (stopping.aborted) return;
        await followPosition(position);
      }
      await followMarks(stopping);
    },
  });
}

type Position = Awaited<ReturnType<typeof positions>>[number];
