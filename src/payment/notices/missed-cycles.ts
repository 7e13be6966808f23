// Jobs that record the cycles of subscriptions that were missed in an outage, or could not be read in time.
import type { JobHandler } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Adapter } from '../markets/description.ts';
import type { Market } from '../markets/market.ts';
import { missedCyclesJob } from '../markets/subscription.ts';
import type { MarketApps } from '../settings/market-apps.ts';

export interface MissedCyclesDeps {
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly adapters: readonly (readonly [Market, Adapter])[];
  readonly ledger: Ledger;
}

/** As long as for a price. */
const GIVE_UP_MS = 35 * 24 * 60 * 60_000;

export function missedCyclesJobs({
  clock,
  marketApps,
  adapters,
  ledger,
}: MissedCyclesDeps): Readonly<Record<string, JobHandler>> {
  const handler =
    (market: Market, read: NonNullable<Adapter['readMissedCycles']>): JobHandler =>
    async ({ appid, payload, createdAt }) => {
      const app = await marketApps(appid, market);
      const missed = app
        ? await read(app, payload)
        : { unavailable: `the app has no settings for ${market}` };
      if ('unavailable' in missed) {
        const { unavailable } = missed;
        const isLate = clock() - createdAt > GIVE_UP_MS;
        return isLate ? { giveUp: unavailable } : { retry: unavailable };
      }
      const subscriptions = missed.map((state) => ({ state }));
      if (subscriptions.length > 0) await ledger.apply({ appid, subscriptions });
      return 'done';
    };

  return Object.fromEntries(
    adapters.flatMap(([market, { readMissedCycles: read }]) =>
      read ? [[missedCyclesJob(market), handler(market, read)]] : [],
    ),
  );
}
