// Verifications that failed because of Tollgate itself: counted at once for Prometheus, and written for the alert of
// the project every few seconds, or as soon as the database can be written again.
import type { Logger } from 'pino';
import { createWorker } from '../../background/worker.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Directory } from '../../tenants/directory.ts';
import { keepFailures } from '../../tenants/verification-failures.ts';
import type { Market } from '../markets/market.ts';
import type { PaymentMetrics } from './metrics.ts';

export interface Failures {
  /** The app and the market are unknown when the request failed before it was read. */
  add(appid: string | undefined, provider: Market | undefined): void;
  /** Writes what waits; keeps it for the next attempt if that fails. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface FailureOptions {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: PaymentMetrics;
}

interface Waiting {
  readonly since: number;
  readonly count: number;
}

const WRITE_INTERVAL_MS = 3_000;

export function createFailures(options: FailureOptions): Failures {
  const { storage, directory, clock, log, metrics } = options;
  const waiting = new Map<string, Waiting>();

  async function write(): Promise<void> {
    for (const [appid, { since, count }] of [...waiting]) {
      const app = await directory.app(appid);
      if (app) {
        await keepFailures(storage.db, {
          appid,
          gameIndex: app.gameIndex,
          since,
          count,
          now: clock(),
        });
      }
      // Others may have failed meanwhile.
      const left = (waiting.get(appid)?.count ?? 0) - count;
      if (left > 0) waiting.set(appid, { since, count: left });
      else waiting.delete(appid);
    }
  }

  const worker = createWorker({ name: 'failures', log, everyMs: WRITE_INTERVAL_MS, work: write });
  return {
    add(appid, provider) {
      metrics.verification(provider ?? 'unknown', 'error');
      if (appid === undefined) return;
      const { since, count } = waiting.get(appid) ?? { since: clock(), count: 0 };
      waiting.set(appid, { since, count: count + 1 });
    },
    flush: worker.turn,
    start: worker.start,
    async stop() {
      await worker.stop();
      await write().catch((error) =>
        log.error({ err: error }, 'failed verifications could not be written at shutdown'),
      );
    },
  };
}
