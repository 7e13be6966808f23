// Counts what leaves no record: rejections, duplicates, market answers. Counted in memory and
// written every few seconds, so that no request waits for the counters.

import type { Logger } from 'pino';
import { createWorker } from '../background/worker.ts';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import type { PurchaseRepeatTable, PurchaseTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { lockApp } from '../tenants/apps.ts';
import { type AppCount, count } from '../tenants/counters.ts';
import type { MarketCall } from './markets/http.ts';

export interface Usage {
  refused(appid: string, provider: string, reason: string): void;
  /** A recorded purchase was verified again. */
  repeated(purchase: Pick<PurchaseTable, 'appid' | 'provider' | 'number'>): void;
  /** `result` is an HTTP status, `unreachable`, or `closed` when the circuit breaker rejected the call. */
  marketCall(call: Pick<MarketCall, 'appid' | 'market'>, result: string, seconds: number): void;
  /** Writes the counters; keeps them for the next attempt if that fails. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface UsageOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
}

const WRITE_INTERVAL_MS = 3_000;
/** Upper bounds of the response time buckets. */
const LATENCIES_MS = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000];
const SLOWER_MS = 10_000;

export function createUsage({ storage, clock, log }: UsageOptions): Usage {
  let changes = new Map<string, AppCount>();
  let repeats = new Map<string, PurchaseRepeatTable>();

  function add(change: AppCount): void {
    const key = `${change.appid} ${change.metric} ${change.dimension}`;
    const known = changes.get(key);
    const value = Number(known?.value ?? 0) + Number(change.value);
    changes.set(key, { ...change, value });
  }

  function repeat(row: PurchaseRepeatTable): void {
    const key = `${row.appid} ${row.number}`;
    const known = repeats.get(key);
    repeats.set(key, known ? mergeRepeats(known, row) : row);
  }

  async function write(): Promise<void> {
    const [counted, repeated] = [changes, repeats];
    if (counted.size === 0 && repeated.size === 0) return;
    [changes, repeats] = [new Map(), new Map()];
    try {
      const rows = [...repeated.values()];
      await storage.db
        .transaction()
        .execute((tx) => writeUsage(tx, [...counted.values()], rows, clock()));
    } catch (error) {
      for (const change of counted.values()) add(change);
      for (const row of repeated.values()) repeat(row);
      throw error;
    }
  }

  const worker = createWorker({ name: 'usage', log, everyMs: WRITE_INTERVAL_MS, work: write });

  return {
    refused: (appid, provider, reason) =>
      add({ appid, metric: 'purchase.refused', dimension: `${provider} ${reason}`, value: 1 }),
    repeated({ appid, provider, number }) {
      const at = clock();
      repeat({ appid, number, repeats: 1, first_at: at, last_at: at });
      add({ appid, metric: 'purchase.repeated', dimension: provider, value: 1 });
    },
    marketCall({ appid, market: lane }, result, seconds) {
      // A circuit breaker may cover less than a market: `APPLE Sandbox`.
      const [market = lane] = lane.split(' ', 1);
      const outcome = outcomeOf(result);
      add({ appid, metric: 'market.calls', dimension: `${market} ${outcome}`, value: 1 });
      if (outcome === 'unavailable') return;
      const ms = Math.round(seconds * 1_000);
      const within = LATENCIES_MS.find((upper) => ms <= upper) ?? SLOWER_MS;
      add({ appid, metric: 'market.milliseconds', dimension: market, value: ms });
      add({ appid, metric: 'market.latency', dimension: `${market} ${within}`, value: 1 });
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
function outcomeOf(result: string): 'ok' | 'failed' | 'unavailable' {
  const status = Number(result);
  if (Number.isNaN(status)) return 'unavailable';
  return status >= 500 || status === 429 ? 'failed' : 'ok';
}

const mergeRepeats = (one: PurchaseRepeatTable, other: PurchaseRepeatTable) => ({
  ...one,
  repeats: one.repeats + other.repeats,
  first_at: Math.min(one.first_at, other.first_at),
  last_at: Math.max(one.last_at, other.last_at),
});

async function writeUsage(
  tx: Db,
  changes: readonly AppCount[],
  repeats: readonly PurchaseRepeatTable[],
  now: number,
): Promise<void> {
  const appids = new Set([...changes, ...repeats].map(({ appid }) => appid));
  const present = new Map<string, number>();
  // Counters of a deleted app are dropped, so that a later app of the same name starts empty.
  for (const appid of [...appids].sort()) {
    const app = await lockApp(tx, appid);
    if (app) present.set(appid, app.game_index);
  }
  await insertRows(
    tx,
    'purchase_repeat',
    repeats.filter(({ appid }) => present.has(appid)),
    `on conflict (appid, number) do update set
      repeats = purchase_repeat.repeats + excluded.repeats,
      last_at = case when excluded.last_at > purchase_repeat.last_at
        then excluded.last_at else purchase_repeat.last_at end`,
  );
  await count(
    tx,
    now,
    changes.flatMap((change) => {
      const gameIndex = present.get(change.appid);
      return gameIndex === undefined ? [] : { ...change, gameIndex };
    }),
  );
}
