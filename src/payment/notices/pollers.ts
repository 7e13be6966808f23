// Polls lists of the markets from a stored position; several processes share the work.
import type { Logger } from 'pino';
import { APPS_CHANGED } from '../../audit/operation.ts';
import {
  arrangeTurns,
  dueTurns,
  nextTurn,
  putBack,
  type TurnName,
  takeTurn,
} from '../../background/turns.ts';
import { createWorker, type Worker } from '../../background/worker.ts';
import type { Clock } from '../../base/clock.ts';
import { statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Market, MarketApp, Shapes, Unavailable } from '../markets/market.ts';
import type { MarketApps } from '../settings/market-apps.ts';

/** A list that could be read only in part says how far. */
export type Reading =
  | { readonly position: number }
  | (Unavailable & { readonly position?: number });

/** One list of a market. */
export interface PollSource<S extends Shapes = Shapes> {
  readonly source: string;
  readonly market: Market;
  readonly everyMs: number;
  /** Reads from `position`, which is 0 at first, and returns the next position. */
  read(app: MarketApp<S>, position: number): Promise<Reading>;
}

export interface PollerOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly marketApps: MarketApps;
  readonly sources: readonly PollSource[];
}

/** For settings whose signal got lost. */
const LOOK_EVERY_MS = 10 * 60_000;
/** Longer than reading a whole list takes. */
const LEASE_MS = 10 * 60_000;
const AT_ONCE = 8;
/** Settings are often changed several times in a row. */
const SETTLE_MS = 5_000;

/** Each turn reads every list that is due. Each list of an app is a turn, by the name of the list. */
export function createPollers({ storage, clock, log, marketApps, sources }: PollerOptions): Worker {
  const { db, signals } = storage;
  const works = sources.map(({ source }) => source);
  /** When the settings were last looked at. */
  let arrangedAt = Number.NEGATIVE_INFINITY;
  const forget = (): void => {
    arrangedAt = Number.NEGATIVE_INFINITY;
  };
  signals.on(APPS_CHANGED, forget);

  async function arrange(): Promise<void> {
    const now = clock();
    if (now - arrangedAt < LOOK_EVERY_MS) return;
    arrangedAt = now;
    await arrangeLists().catch((error: unknown) => {
      forget();
      throw error;
    });
  }

  /** An app has the lists of the markets that it has settings for. */
  async function arrangeLists(): Promise<void> {
    const settings = Map.groupBy(await marketSettings(db, {}), ({ market }) => market);
    const lists = sources.flatMap(({ source: work, market }) =>
      (settings.get(market) ?? []).map(({ appid, game_index: gameIndex }) => ({
        gameIndex,
        appid,
        work,
        subject: '',
      })),
    );
    await arrangeTurns(db, works, lists);
  }

  async function read(poll: PollSource, name: TurnName): Promise<void> {
    const turn = await takeTurn(db, name, { now: clock(), leaseMs: LEASE_MS });
    if (!turn) return;
    const app = await marketApps(turn.appid, poll.market);
    const outcome: Reading = app
      ? await poll.read(app, turn.position)
      : { unavailable: 'the app has no settings for the market' };
    if ('unavailable' in outcome) {
      const subject = { app: turn.appid, list: poll.source, reason: outcome.unavailable };
      log.warn(subject, 'polling a market failed and will be retried');
    }
    const { position = turn.position } = outcome;
    await putBack(db, turn, { position, dueAt: clock() + poll.everyMs });
  }

  async function drain(poll: PollSource, stopping: AbortSignal): Promise<void> {
    const dueLists = () => dueTurns(db, { work: poll.source, now: clock(), limit: AT_ONCE });
    for (let due = await dueLists(); due.length > 0 && !stopping.aborted; due = await dueLists()) {
      await Promise.all(due.map((name) => read(poll, name)));
    }
  }

  return createWorker({
    name: 'market lists',
    log,
    everyMs: LOOK_EVERY_MS,
    wakeOn: { signals, topics: { [APPS_CHANGED]: SETTLE_MS } },
    async work(stopping) {
      await arrange();
      await Promise.all(sources.map((poll) => drain(poll, stopping)));
      return nextTurn(db, works, clock());
    },
  });
}

const marketSettings = statement((db) =>
  db
    .selectFrom('market_setting as m')
    .innerJoin('app as a', 'a.appid', 'm.appid')
    .select(['m.appid', 'm.market', 'a.game_index']),
);
