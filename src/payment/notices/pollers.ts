// Polls lists of the markets from a stored position; several processes share the work.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../../background/worker.ts';
import type { Clock } from '../../base/clock.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Market, MarketApp, Shapes, Unavailable } from '../markets/market.ts';
import type { MarketApps } from '../settings/market-apps.ts';

/** A list that could be read only in part says how far. */
type Reading = { readonly position: number } | (Unavailable & { readonly position?: number });

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

const LOOK_EVERY_MS = 30_000;
/** Longer than reading a whole list takes. */
const LEASE_MS = 10 * 60_000;
const AT_ONCE = 8;

/** Each turn reads every list that is due. */
export function createPollers({ storage, clock, log, marketApps, sources }: PollerOptions): Worker {
  const { db } = storage;

  async function dueApps({ source, market }: PollSource): Promise<string[]> {
    const rows = await findDue(db, { source, market, now: clock() });
    return rows.map(({ appid }) => appid);
  }

  /** Only one of several processes gets a list that is due. */
  async function take(appid: string, source: string) {
    const now = clock();
    const lease = randomUUID();
    const row = await takeDue(db, { appid, source, lease, now, leasedUntil: now + LEASE_MS });
    return row && { lease, position: row.position };
  }

  async function read(poll: PollSource, appid: string): Promise<void> {
    const taken = await take(appid, poll.source);
    if (!taken) return;
    const app = await marketApps(appid, poll.market);
    const outcome: Reading = app
      ? await poll.read(app, taken.position)
      : { unavailable: 'the app has no settings for the market' };
    if ('unavailable' in outcome) {
      const subject = { app: appid, list: poll.source, reason: outcome.unavailable };
      log.warn(subject, 'polling a market failed and will be retried');
    }
    await putBack(db, {
      appid,
      source: poll.source,
      lease: taken.lease,
      position: outcome.position ?? taken.position,
      dueAt: clock() + poll.everyMs,
    });
  }

  async function drain(poll: PollSource, stopping: AbortSignal): Promise<void> {
    for (
      let due = await dueApps(poll);
      due.length > 0 && !stopping.aborted;
      due = await dueApps(poll)
    ) {
      await Promise.all(due.map((appid) => read(poll, appid)));
    }
  }

  return createWorker({
    name: 'market lists',
    log,
    everyMs: LOOK_EVERY_MS,
    async work(stopping) {
      await Promise.all(sources.map((poll) => drain(poll, stopping)));
    },
  });
}

/** Apps whose list was never read, or is due again. */
const findDue = statement((db, $: Params<{ source: string; market: Market; now: number }>) =>
  db
    .selectFrom('market_setting as m')
    .leftJoin('market_poll as p', (join) =>
      join.onRef('p.appid', '=', 'm.appid').on('p.source', '=', $.source),
    )
    .select('m.appid')
    .where('m.market', '=', $.market)
    .where(({ fn, lit }) => fn.coalesce('p.due_at', lit(0)), '<=', $.now)
    .orderBy('p.due_at')
    .limit(AT_ONCE),
);

interface Taking {
  readonly appid: string;
  readonly source: string;
  readonly lease: string;
  readonly now: number;
  readonly leasedUntil: number;
}

const takeDue = statement((db, $: Params<Taking>) =>
  db
    .insertInto('market_poll')
    .values({
      appid: $.appid,
      source: $.source,
      position: 0,
      due_at: $.leasedUntil,
      lease: $.lease,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['appid', 'source'])
        .doUpdateSet(({ ref }) => ({
          due_at: ref('excluded.due_at'),
          lease: ref('excluded.lease'),
        }))
        .where('market_poll.due_at', '<=', $.now),
    )
    .returning('position'),
).first;

interface PutBack {
  readonly appid: string;
  readonly source: string;
  readonly lease: string;
  readonly position: number;
  readonly dueAt: number;
}

const putBack = statement((db, $: Params<PutBack>) =>
  db
    .updateTable('market_poll')
    .set({ position: $.position, due_at: $.dueAt, lease: null })
    .where('appid', '=', $.appid)
    .where('source', '=', $.source)
    .where('lease', '=', $.lease),
);
