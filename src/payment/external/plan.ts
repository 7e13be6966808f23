// Makes the reports that an order needs, from what was paid and given back; what is made already is not made again.
import { timeOrderedId } from '../../base/ids.ts';
import type { Db } from '../../storage/db.ts';
import { findCancellations } from '../ledger/purchases-store.ts';
import type { Order } from '../orders/store.ts';
import type { Report } from './bodies.ts';
import { type Change, changesFor, givenBack, linesOf, thousandths, unitOf } from './lines.ts';
import { type MoneySettings, moneyOf } from './money.ts';
import { insertReports, markClosed, reportsOf } from './store.ts';

const HOUR_MS = 60 * 60_000;
/** Google within a day; Apple asks after ten. */
export const LIMITS_MS = { APPLE: 240 * HOUR_MS, GOOGLE: 24 * HOUR_MS } as const;

const KEPT_BY_GOOGLE =
  'Google Play cannot take back a refund that was reported. Settle it in the Play Console, then close this report.';

/** With all reports of the order, in their order. */
export async function planReports(
  db: Db,
  order: Order,
  settings: MoneySettings,
  now: number,
): Promise<readonly Report[]> {
  const { appid, game_index: gameIndex, order_id: subject } = order;
  for (;;) {
    const reports = await reportsOf(db, { appid, gameIndex, subject });
    const next =
      reports.length === 0
        ? await saleReport(db, order, settings, now)
        : await laterReport(db, order, reports, now);
    if (!next) return reports;
    // One at a time: each follows from those before it, also from those that another process makes.
    await insertReports(db, [next]);
  }
}

async function saleReport(
  db: Db,
  order: Order,
  settings: MoneySettings,
  now: number,
): Promise<Report> {
  const { money, missing } = await moneyOf(db, order, settings, now);
  const report_id = timeOrderedId(now);
  const happened_at = order.paid_at ?? now;
  return {
    ...blank(order, now),
    ...money,
    report_id,
    kind: 'sale',
    line_id: report_id,
    position: 1,
    happened_at,
    report_by: happened_at + LIMITS_MS[marketOf(order)],
    ...(missing !== null && { state: 'refused', refusal: missing }),
  };
}

const marketOf = ({ external_market }: Order): Report['market'] =>
  external_market as Report['market'];

const blank = (order: Order, now: number) => ({
  game_index: order.game_index,
  appid: order.appid,
  market: marketOf(order),
  subject: order.order_id,
  token: order.external_token ?? '',
  state: 'due' as const,
  is_void: 0 as const,
  created_at: now,
  sent_at: null,
  body: null,
  refusal: null,
});

async function laterReport(
  db: Db,
  order: Order,
  reports: readonly Report[],
  now: number,
): Promise<Report | undefined> {
  const [sale] = reports;
  // Its refunds follow once it can be reported.
  if (!sale || sale.amount === null) return undefined;
  const { appid, game_index: gameIndex, order_id: unique_key } = order;
  const name = { provider: 'PG', unique_key } as const;
  // Read after the reports, so that it is never older than what they were made of.
  const cancellations = await findCancellations(db, { appid, gameIndex }, [name]);
  const { amount, at = now } = givenBack(sale.market, order.amount, cancellations);
  const given = thousandths(amount, sale.rate);
  const unit = unitOf(sale.currency ?? '', sale.rate);
  const [change] = changesFor(linesOf(sale.market, reports), given, unit);
  if (sale.market === 'GOOGLE' && (await settleAtGoogle(db, reports, change))) return undefined;
  if (!change) return undefined;
  return numbered(sale, reports, [change], { now, happened_at: Math.min(at, now) })[0];
}

/** True when nothing is to be made: what Google cannot take back is said once. */
async function settleAtGoogle(
  db: Db,
  reports: readonly Report[],
  change: Change | undefined,
): Promise<boolean> {
  if (change?.kind !== 'correction') {
    const told = reports.filter(({ kind, state }) => kind === 'correction' && state === 'refused');
    for (const each of told) await markClosed(db, each);
    return false;
  }
  const last = reports.at(-1);
  return last?.kind === 'correction' && last.amount === change.amount;
}

interface When {
  readonly now: number;
  readonly happened_at: number;
}

/** Reports of these changes, after those that there are. */
export function numbered(
  sale: Report,
  reports: readonly Report[],
  changes: readonly Change[],
  { now, happened_at }: When,
): Report[] {
  const first = Math.max(...reports.map(({ position }) => position)) + 1;
  const isFinal = sale.market === 'GOOGLE';
  // As it was last corrected.
  const { tax_country } = reports.findLast(({ line_id }) => line_id === sale.line_id) ?? sale;
  return changes.map(({ kind, lineId, isVoid, amount, tax }, index) => {
    const report_id = timeOrderedId(now);
    const isRefused = isFinal && kind === 'correction';
    return {
      ...sale,
      report_id,
      kind,
      line_id: lineId ?? report_id,
      is_void: isVoid ? 1 : 0,
      amount,
      tax,
      tax_country,
      position: first + index,
      state: isRefused ? 'refused' : 'due',
      refusal: isRefused ? KEPT_BY_GOOGLE : null,
      happened_at,
      report_by: happened_at + LIMITS_MS[sale.market],
      created_at: now,
      sent_at: null,
      body: null,
    };
  });
}
