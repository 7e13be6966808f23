// Verifications that failed because of Tollgate itself: counted at once for Prometheus, and written for the alert of
// the project every few seconds, or as soon as the database can be written again.
import type { Logger } from 'pino';
import { createGatherer, type Gatherer } from '../../background/gatherer.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Directory, nameOf } from '../../tenants/directory.ts';
import { keepFailures } from '../../tenants/verification-failures.ts';
import type { Market } from '../markets/market.ts';
import type { PaymentMetrics } from './metrics.ts';

export interface Failures extends Omit<Gatherer<Failed>, 'add'> {
  /** The app and the market are unknown when the request failed before it was read. */
  add(appid: string | undefined, provider: Market | undefined): void;
}

export interface FailureOptions {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: PaymentMetrics;
}

interface Failed {
  readonly appid: string;
  readonly since: number;
  readonly count: number;
}

export function createFailures(options: FailureOptions): Failures {
  const { storage, directory, clock, log, metrics } = options;
  const gatherer = createGatherer<Failed>({
    name: 'failed verifications',
    log,
    keyOf: ({ appid }) => appid,
    groupOf: ({ appid }) => appid,
    merge: (known, { count }) => ({ ...known, count: known.count + count }),
    async write([failed]) {
      const app = failed && (await directory.app(failed.appid));
      if (app) await keepFailures(storage.db, { ...failed, ...nameOf(app), now: clock() });
    },
  });
  return {
    ...gatherer,
    add(appid, provider) {
      metrics.verification(provider ?? 'unknown', 'error');
      if (appid !== undefined) gatherer.add({ appid, since: clock(), count: 1 });
    },
  };
}
