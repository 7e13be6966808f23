// Counts what leaves no record: rejections, duplicates, market answers. Counted in memory and
// written every few seconds, so that no request waits for the counters.

import type { Logger } from 'pino';
import { createWorker } from '../../background/worker.ts';
import { type Calendar, createCalendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import { boundOf } from '../../base/percentile.ts';
import { addCounts, countedAt, REFUSED, VERIFIED } from '../../figures/activity-counts.ts';
import type { Db } from '../../storage/db.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Directory } from '../../tenants/directory.ts';
import { holdNumbers } from '../ledger/numbers.ts';
import type { MarketCall } from '../markets/http.ts';

export interface Usage {
  /** A purchase or cycle was recorded by a verification. */
  verified(appid: string, provider: string): void;
  refused(appid: string, provider: string, reason: string): void;
  /** A recorded purchase was verified again. */
  repeated(appid: string, provider: string): void;
  /** `result` is an HTTP status, `unreachable`, or `closed` when the circuit breaker rejected the call. */
  marketCall(call: Pick<MarketCall, 'appid' | 'market'>, result: string, seconds: number): void;
  /** Writes the counters; keeps them for the next attempt if that fails. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface UsageOptions {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Logger;
}

const WRITE_INTERVAL_MS = 3_000;
/** Upper bounds of the response time buckets; what is slower is in the last one. */
export const LATENCIES_MS = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

export const DUPLICATES = 'purchase.repeated';
export const MARKET_CALLS = 'market.calls';
export const MARKET_LATENCY = 'market.latency';

interface UsageCount {
  readonly appid: string;
  readonly metric: string;
  readonly detail: string;
  readonly amount: number;
}

export function createUsage({ storage, directory, clock, log }: UsageOptions): Usage {
  let changes = new Map<string, UsageCount>();
  const calendars = new Map<string, Calendar>();

  function calendarOf(timeZone: string): Calendar {
    const calendar = calendars.get(timeZone) ?? createCalendar(timeZone);
    calendars.set(timeZone, calendar);
    return calendar;
  }

  function add(change: UsageCount): void {
    const key = `${change.appid} ${change.metric} ${change.detail}`;
    const amount = (changes.get(key)?.amount ?? 0) + change.amount;
    changes.set(key, { ...change, amount });
  }

  /** On a cluster one for each project: a transaction stays on its node. */
  async function transactionsOf(counted: readonly UsageCount[]): Promise<PlacedCount[][]> {
    const found = counted.map(async (change) => {
      const app = await directory.app(change.appid);
      if (!app) return [];
      return { ...change, gameIndex: app.gameIndex, calendar: calendarOf(app.timeZone) };
    });
    const placed = (await Promise.all(found)).flat();
    if (!storage.isDistributed()) return [placed];
    return [...Map.groupBy(placed, ({ gameIndex }) => gameIndex).values()];
  }

  async function write(): Promise<void> {
    const counted = [...changes.values()];
    if (counted.length === 0) return;
    changes = new Map();
    let waiting: (readonly UsageCount[])[] = [counted];
    try {
      const parts = await transactionsOf(counted);
      waiting = parts;
      for (const part of [...parts]) {
        await storage.db.transaction().execute((tx) => writeUsage(tx, part, clock()));
        parts.shift();
      }
    } catch (error) {
      for (const change of waiting.flat()) add(change);
      throw error;
    }
  }

  const worker = createWorker({ name: 'usage', log, everyMs: WRITE_INTERVAL_MS, work: write });

  return {
    verified: (appid, provider) => add({ appid, metric: VERIFIED, detail: provider, amount: 1 }),
    refused: (appid, provider, reason) =>
      add({ appid, metric: REFUSED, detail: `${provider} ${reason}`, amount: 1 }),
    repeated: (appid, provider) => add({ appid, metric: DUPLICATES, detail: provider, amount: 1 }),
    marketCall({ appid, market: lane }, result, seconds) {
      // A circuit breaker may cover less than a market: `APPLE Sandbox`.
      const [market = lane] = lane.split(' ', 1);
      const outcome = outcomeOf(result);
      add({ appid, metric: MARKET_CALLS, detail: `${market} ${outcome}`, amount: 1 });
      if (outcome === 'unavailable') return;
      const ms = Math.round(seconds * 1_000);
      const within = boundOf(ms, LATENCIES_MS);
      add({ appid, metric: 'market.milliseconds', detail: market, amount: ms });
      add({ appid, metric: MARKET_LATENCY, detail: `${market} ${within}`, amount: 1 });
    },
    flush: worker.turn,
    start: worker.start,
    async stop() {
      await worker.stop();
      await write().catch((error) =>
        log.error({ err: error }, 'usage counters could not be written at shutdown and are lost'),
      );
    },
  };
}

/** A rejection by the market counts as an answer; a failure does not. */
export function outcomeOf(result: string): 'ok' | 'failed' | 'unavailable' {
  const status = Number(result);
  if (Number.isNaN(status)) return 'unavailable';
  return status >= 500 || status === 429 ? 'failed' : 'ok';
}

interface PlacedCount extends UsageCount {
  readonly gameIndex: number;
  readonly calendar: Calendar;
}

async function writeUsage(tx: Db, counted: readonly PlacedCount[], now: number): Promise<void> {
  const apps = new Map(counted.map(({ appid, gameIndex }) => [appid, gameIndex]));
  const present = new Set<string>();
  // Counts of a deleted app are dropped, so that a later app of the same name starts empty.
  for (const appid of [...apps.keys()].sort()) {
    const gameIndex = apps.get(appid) as number;
    if (await holdNumbers(tx, { appid, gameIndex })) present.add(appid);
  }
  const kept = counted.filter(({ appid }) => present.has(appid));
  await addCounts(
    tx,
    kept.flatMap(({ gameIndex: game_index, calendar, ...each }) =>
      countedAt(calendar, now, { game_index, ...each }),
    ),
  );
}
