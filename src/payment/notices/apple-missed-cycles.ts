// Records the cycles of an App Store subscription that were missed in an outage.
import type { JobHandler } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { appleCredentials } from '../markets/apple/api.ts';
import type { ReadMissedCycles } from '../markets/apple/missed-cycles.ts';
import type { MissedCycles } from '../markets/apple/subscription.ts';
import type { MarketApps } from '../settings/market-apps.ts';

export interface MissedCyclesDeps {
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly readMissedCycles: ReadMissedCycles;
  readonly ledger: Ledger;
}

const GIVE_UP_MS = 7 * 24 * 60 * 60_000;

export const missedCyclesHandler =
  ({ clock, marketApps, readMissedCycles, ledger }: MissedCyclesDeps): JobHandler =>
  async ({ appid, payload, createdAt }) => {
    const app = await marketApps(appid, 'APPLE');
    // Without an API key only notifications and receipts say what was paid.
    if (!app || !appleCredentials(app)) return 'done';
    const asked = payload as MissedCycles;
    // An app that moves to Tollgate leaves behind what was paid before.
    const since = Math.max(asked.since, app.createdAt - 1);
    if (since >= asked.until) return 'done';
    const missed = await readMissedCycles(app, { ...asked, since });
    if ('unavailable' in missed) {
      const { unavailable } = missed;
      const isLate = clock() - createdAt > GIVE_UP_MS;
      return isLate ? { giveUp: unavailable } : { retry: unavailable };
    }
    const subscriptions = missed.map((state) => ({ state }));
    if (subscriptions.length > 0) await ledger.apply({ appid, subscriptions });
    return 'done';
  };
