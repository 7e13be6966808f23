// Polls Steam's sales report for refunds and chargebacks, which Steam reports in no other way.
import type { Clock } from '../../base/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Steam } from '../markets/steam/steam.ts';
import { isRefundedOrder } from '../orders/steam.ts';
import type { PollSource } from './pollers.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far back the first report goes. */
const FIRST_REACH_MS = 90 * DAY_MS;
const OVERLAP_MS = 10 * MINUTE_MS;
const PAGE = 1_000;

export interface SteamReportDeps {
  readonly steam: Steam;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export function steamReports({ steam, ledger, clock }: SteamReportDeps): PollSource<'STEAM'> {
  return {
    source: 'steam.report',
    market: 'STEAM',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      const now = clock();
      let since = position === 0 ? now - FIRST_REACH_MS : position - OVERLAP_MS;
      for (;;) {
        const report = await steam.report(app, since, PAGE);
        if ('unavailable' in report) return report;
        if ('failure' in report) {
          return { unavailable: `Steam rejected the report call: ${report.description}` };
        }
        const cancellations = report.orders.filter(isRefundedOrder).map(({ orderId, at }) => ({
          purchase: { provider: 'STEAM' as const, unique_key: orderId },
          report: { kind: 'refund' as const, state: 'given' as const, reportedAt: at },
        }));
        if (cancellations.length > 0) await ledger.apply({ appid: app.appid, cancellations });
        const last = report.orders.at(-1);
        if (!last || report.orders.length < PAGE) return { position: now };
        // Steam's times are in seconds: a page full of one second must not repeat forever.
        since = Math.max(last.at, since + SECOND_MS);
      }
    },
  };
}
