// Polls Steam's reports for refunds and chargebacks, which Steam reports in no other way.
import type { Clock } from '../../base/clock.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ReportedOrder } from '../markets/steam/answers.ts';
import type { SteamApp, steamShapes } from '../markets/steam/settings.ts';
import { cancellationsOf } from '../markets/steam/status.ts';
import type { ReportKind, Steam } from '../markets/steam/steam.ts';
import type { PollSource } from './pollers.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far back the first report goes. */
const FIRST_REACH_MS = 90 * DAY_MS;
/** Rows may appear late. Reading one twice changes nothing. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Rows per page: as Steam recommends, and as many as it allows. */
const PAGE = { usual: 1_000, most: 50_000 };
/** Orders written in one transaction. */
const CHUNK = 500;

export interface SteamReportDeps {
  readonly steam: Steam;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly page?: typeof PAGE;
}

/** One list per kind, each with its own position. */
export function steamReports(deps: SteamReportDeps): readonly PollSource<typeof steamShapes>[] {
  return [
    reportList(deps, 'steam.settlement', 'SETTLEMENT'),
    reportList(deps, 'steam.chargeback', 'CHARGEBACK'),
  ];
}

function reportList(
  { steam, storage, ledger, clock, page = PAGE }: SteamReportDeps,
  source: PollSource['source'],
  kind: ReportKind,
): PollSource<typeof steamShapes> {
  /** Orders of another backend with the same Steam app are not ours to record. */
  async function record(
    { appid, gameIndex }: SteamApp,
    orders: readonly ReportedOrder[],
  ): Promise<void> {
    const reversed = orders.filter((order) => cancellationsOf(order).length > 0);
    for (let first = 0; first < reversed.length; first += CHUNK) {
      const chunk = reversed.slice(first, first + CHUNK);
      const numbers = chunk.map((each) => each.orderId);
      const rows = await findOwn(storage.db, { appid, gameIndex, orders: numbers });
      const own = new Set(rows.map(({ order_id }) => order_id));
      const cancellations = chunk
        .filter(({ orderId }) => own.has(orderId))
        .flatMap((order) =>
          cancellationsOf(order, order.at).map((report) => ({
            purchase: { provider: 'STEAM' as const, unique_key: order.orderId },
            report,
          })),
        );
      if (cancellations.length > 0) await ledger.apply({ appid, cancellations });
    }
  }

  return {
    source,
    market: 'STEAM',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      let reached = position;
      let since = wholeSecond(position === 0 ? clock() - FIRST_REACH_MS : position - OVERLAP_MS);
      let limit = page.usual;
      for (;;) {
        const report = await steam.report(app, { kind, since, limit });
        if ('unavailable' in report) return { ...report, position: reached };
        if ('failure' in report) {
          const unavailable = `Steam rejected the report call: ${report.description}`;
          return { unavailable, position: reached };
        }
        const { orders, last } = report;
        // Only an empty page is the end: a page may be short although there are more rows.
        if (last === undefined) return { position: reached };
        await record(app, orders);
        reached = Math.max(reached, last);
        if (last > since) {
          since = wholeSecond(last);
          limit = page.usual;
        } else if (limit < page.most) {
          // Everything is of one second: it may have more rows than such a page takes.
          limit = page.most;
        } else {
          since += SECOND_MS;
          limit = page.usual;
        }
      }
    },
  };
}

const wholeSecond = (at: number): number => Math.floor(at / SECOND_MS) * SECOND_MS;

const findOwn = statement((db, $: Params<AppName & { orders: readonly string[] }>) =>
  ofApp(db, $).selectFrom('purchase_order').select('order_id').where('order_id', 'in', $.orders),
);
