// Reads the markets' own lists now and then, from where it left off; several processes share the work.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../../background/worker.ts';
import type { Clock } from '../../base/clock.ts';
import { query } from '../../storage/rows.ts';
import type { MarketPollTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { MarketApps } from '../market-apps.ts';
import type { Market, MarketApp, Unavailable } from '../markets/market.ts';

/** One list of a market. */
export interface PollSource<M extends Market = Market> {
  readonly source: MarketPollTable['source'];
  readonly market: M;
  readonly everyMs: number;
  /** Reads on from `position`, which is 0 at first; answers where to go on the next time. */
  read(app: MarketApp<M>, position: number): Promise<{ readonly position: number } | Unavailable>;
}

export interface PollerOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly marketApps: MarketApps;
  readonly sources: readonly PollSource[];
}

const LOOK_EVERY_MS = 30_000;
/** Longer than a list takes to read, page by page. */
const LEASE_MS = 10 * 60_000;
const AT_ONCE = 8;

/** Its turn reads every list that is due. */
export function createPollers({ storage, clock, log, marketApps, sources }: PollerOptions): Worker {
  const { db } = storage;

  async function dueApps({ source, market }: PollSource): Promise<string[]> {
    const rows = await query<{ appid: string }>(
      db,
      `select m.appid from market_setting m
        left join market_poll p on p.appid = m.appid and p.source = ?
        where m.market = ? and coalesce(p.due_at, 0) <= ? order by p.due_at limit ?`,
      [source, market, clock(), AT_ONCE],
    );
    return rows.map(({ appid }) => appid);
  }

  /** Of several processes that saw the list due, one gets it. */
  async function take(appid: string, source: string) {
    const now = clock();
    const lease = randomUUID();
    const [row] = await query<{ position: number }>(
      db,
      `insert into market_poll (appid, source, position, due_at, lease) values (?, ?, 0, ?, ?)
        on conflict (appid, source) do update set due_at = excluded.due_at, lease = excluded.lease
        where market_poll.due_at <= ? returning position`,
      [appid, source, now + LEASE_MS, lease, now],
    );
    return row && { lease, position: row.position };
  }

  async function read(poll: PollSource, appid: string): Promise<void> {
    const taken = await take(appid, poll.source);
    if (!taken) return;
    const app = await marketApps(appid, poll.market);
    const outcome = app
      ? await poll.read(app, taken.position)
      : { unavailable: 'the app has no settings for the market' };
    const isRead = 'position' in outcome;
    if (!isRead) {
      const subject = { app: appid, list: poll.source, reason: outcome.unavailable };
      log.warn(subject, "a market's list will be read again");
    }
    await query(
      db,
      `update market_poll set position = ?, due_at = ?, lease = null
        where appid = ? and source = ? and lease = ?`,
      [
        isRead ? outcome.position : taken.position,
        clock() + poll.everyMs,
        appid,
        poll.source,
        taken.lease,
      ],
    );
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
