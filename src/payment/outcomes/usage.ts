// Counts what leaves no record: rejections, duplicates, market answers. Counted in memory and
// written every few seconds, so that no request waits for the counters.

import type { Logger } from 'pino';
import { createGatherer, type Gatherer } from '../../background/gatherer.ts';
import { type Calendar, createCalendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import { boundOf } from '../../base/percentile.ts';
import { addCounts, countedAt, REFUSED, VERIFIED } from '../../figures/activity-counts.ts';
import type { Db } from '../../storage/db.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Directory } from '../../tenants/directory.ts';
import { holdNumbers } from '../ledger/numbers.ts';
import type { MarketCall } from '../markets/http.ts';

export interface Usage extends Omit<Gatherer<UsageCount>, 'add'> {
  /** A purchase or cycle was recorded by a verification. */
  verified(appid: string, provider: string): void;
  refused(appid: string, provider: string, reason: string): void;
  /** A recorded purchase was verified again. */
  repeated(appid: string, provider: string): void;
  /** `result` is an HTTP status, `unreachable`, or `closed` when the circuit breaker rejected the call. */
  marketCall(
    call: Required<Pick<MarketCall, 'appid' | 'market'>>,
    result: string,
    seconds: number,
  ): void;
}

export interface UsageOptions {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Logger;
}

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
  const calendars = new Map<string, Calendar>();

  function calendarOf(timeZone: string): Calendar {
    const calendar = calendars.get(timeZone) ?? createCalendar(timeZone);
    calendars.set(timeZone, calendar);
    return calendar;
  }

  async function placed(counted: readonly UsageCount[]): Promise<PlacedCount[]> {
    const found = counted.map(async (change) => {
      const app = await directory.app(change.appid);
      if (!app) return [];
      return { ...change, gameIndex: app.gameIndex, calendar: calendarOf(app.timeZone) };
    });
    return (await Promise.all(found)).flat();
  }

  const { add, ...gatherer } = createGatherer<UsageCount>({
    name: 'usage counters',
    log,
    keyOf: ({ appid, metric, detail }) => `${appid} ${metric} ${detail}`,
    // On a cluster a transaction stays on the node of its project.
    groupOf: ({ appid }) => (storage.isDistributed() ? appid : ''),
    merge: (known, { amount }) => ({ ...known, amount: known.amount + amount }),
    async write(counted) {
      const counts = await placed(counted);
      await storage.db.transaction().execute((tx) => writeUsage(tx, counts, clock()));
    },
  });
  return {
    ...gatherer,
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
