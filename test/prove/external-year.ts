// A year of sales in the web shop to buyers from both stores: outages, lost answers, kill -9, refunds and
// corrections. In the end the stores have each token once, in time, and the amounts that we have.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { correctReport } from '../../src/payment/external/operations.ts';
import type { ExternalReportTable } from '../../src/storage/schema.ts';
import { openExternalShop } from '../payment/external/external-shop.ts';
import { expectDone, type Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { ownProcess } from './own-process.ts';
import { seeded } from './seeded.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 365;
/** Longer than the lease of a job. */
const LEASE_MS = 2 * 60_000;
/** To the database and the stores, in a turn: rarely more. */
const MOST_MESSAGES = 80;

interface Year {
  readonly orders: number;
  readonly seed: number;
  readonly days?: number;
  readonly kills: number;
}

interface Sale {
  readonly market: 'APPLE' | 'GOOGLE';
  readonly token: string;
  readonly orderId: string;
  readonly paidAt: number;
  /** In thousandths. */
  readonly amount: number;
  tax: number;
  country: string;
  refunded: number;
}

/** What the two prices are in. */
const moneyOf = ({ amount }: Pick<Sale, 'amount'>) =>
  amount > 1_000_000 ? { unit: 1_000, digits: 0 } : { unit: 10, digits: 2 };

/** The tax within what was given back. */
function refundedTax({ amount, tax, refunded }: Sale): number {
  const { unit } = moneyOf({ amount });
  return refunded === amount ? tax : Math.round((tax * refunded) / amount / unit) * unit;
}

const COUNTRIES = { DE: 'DEU', FR: 'FRA', US: 'USA', KR: 'KOR', BR: 'BRA' } as const;

export async function liveAnExternalYear(
  gate: Gate,
  markets: Markets,
  { orders, seed, kills, days = YEAR_DAYS }: Year,
) {
  const random = seeded(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const shop = await openExternalShop(gate, markets);
  const worker = ownProcess(gate, markets);
  after(worker.stop);
  const sales: Sale[] = [];
  const unsold: string[] = [];
  const unknown: string[] = [];
  let [corrected, killed] = [0, 0];

  /** False when the process has died meanwhile. */
  const turn = async (diesBefore?: number): Promise<boolean> =>
    (await worker.run({ turn: 'payment jobs' }, diesBefore)) !== undefined;

  /** What chance decides is decided at once: the visits of a day are made together. */
  async function visit(): Promise<Sale | undefined> {
    const isApple = random() < 0.5;
    const chance = random();
    const [currency, amount] =
      random() < 0.3 ? (['KRW', 12_000_000] as const) : (['USD', 9_900] as const);
    const country = pick(Object.keys(COUNTRIES));
    const { unit } = moneyOf({ amount });
    const minorTax = Math.floor((random() * amount) / unit / 4);
    const apple = isApple ? await shop.appleVisit() : undefined;
    const token = apple?.externalPurchaseId ?? (await shop.googleVisit());
    if (apple && chance < 0.03) {
      unknown.push(token);
      return undefined;
    }
    const from = apple
      ? { externalPurchaseToken: apple.token, currency }
      : { externalTransactionToken: token, currency };
    if (apple && chance < 0.08) {
      await shop.open(from);
      unsold.push(token);
      return undefined;
    }
    const orderId = await shop.sell(from, { tax: minorTax, country });
    const market = isApple ? 'APPLE' : 'GOOGLE';
    const tax = minorTax * unit;
    return { market, token, orderId, paidAt: gate.now, country, amount, tax, refunded: 0 };
  }

  /** What happens to a sale later. */
  async function upset(sale: Sale): Promise<void> {
    const { orderId, amount } = sale;
    const { unit } = moneyOf(sale);
    const left = (amount - sale.refunded) / unit;
    if (left <= 1) return;
    const chance = random();
    if (chance < 0.5) {
      const part = 1 + Math.floor(random() * (left - 1));
      await shop.act(orderId, 'refund', { amount: part });
      sale.refunded += part * unit;
    } else if (chance < 0.75) {
      await shop.act(orderId, 'refund');
      sale.refunded = amount;
    } else if (sale.market === 'APPLE' && sale.refunded === 0) {
      await shop.act(orderId, chance < 0.9 ? 'dispute' : 'refund');
      if (random() < 0.5) await work();
      await shop.act(orderId, chance < 0.9 ? 'dispute/win' : 'refund/fail');
    } else if (sale.refunded === 0) {
      await shop.act(orderId, 'dispute');
      await shop.act(orderId, 'dispute/lose');
      sale.refunded = amount;
    }
  }

  async function correct(sale: Sale): Promise<void> {
    const [report] = await shop.reports(sale.orderId);
    if (sale.market !== 'APPLE' || !report?.sent_at) return;
    const { context, directory } = gate.service;
    const app = await directory.app(shop.app.appid);
    assert.ok(app);
    sale.country = pick(Object.keys(COUNTRIES));
    const { digits, unit } = moneyOf(sale);
    sale.tax = Math.floor((random() * sale.amount) / unit / 4) * unit;
    const tax = (sale.tax / 1_000).toFixed(digits);
    const change = { tax_country: sale.country, tax, reason: 'The buyer moved' };
    expectDone(
      await correctReport({ context, app }, SYSTEM, { report_id: report.report_id, ...change }),
    );
    corrected += 1;
  }

  /** Within a day everything is sent, whatever happens meanwhile. */
  async function work(): Promise<void> {
    const trouble = random();
    if (trouble < 0.2) {
      const market = pick(['apple', 'google']);
      await markets.fault(market, pick(['500', 'lost', 'reset']), { rate: 0.7 });
      await turn();
      gate.now += Math.floor(random() * 3 * HOUR_MS);
      await turn();
      await markets.clearFaults();
    } else if (killed < kills && trouble < 0.5) {
      if (!(await turn(1 + Math.floor(random() * MOST_MESSAGES)))) {
        killed += 1;
        // Nobody else does its jobs until the lease has ended.
        gate.now += LEASE_MS;
      }
    }
    await turn();
  }

  async function pass(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      gate.now += HOUR_MS;
      await turn();
    }
  }

  const perDay = orders / days;
  for (let [day, opened] = [0, 0]; day < days; day++) {
    const visits: Promise<Sale | undefined>[] = [];
    for (; opened < (day + 1) * perDay; opened++) visits.push(visit());
    sales.push(...(await Promise.all(visits)).filter((sale) => sale !== undefined));
    for (const _ of visits) {
      if (random() < 0.25 && sales.length > 0) await upset(pick(sales.slice(-50)));
      if (random() < 0.05 && sales.length > 0) await correct(pick(sales.slice(-50)));
    }
    await work();
    await pass(24);
  }
  await pass(48);
  for (const token of unknown) assert.equal(await shop.ask(token), 200);
  gate.now += 8 * DAY_MS;
  await turn();

  const reports = await gate.service.context.storage.db
    .selectFrom('external_report')
    .selectAll()
    .where('appid', '=', shop.app.appid)
    .orderBy('subject')
    .orderBy('position')
    .execute();
  const [atApple, atGoogle] = [await shop.atApple(), await shop.atGoogle()];
  compareApple(sales, { unsold, unknown }, atApple);
  compareGoogle(sales, reports, atGoogle);
  compareRecords(reports, atApple);
  return {
    sales: sales.length,
    refunded: sales.filter(({ refunded }) => refunded > 0).length,
    unsold: unsold.length,
    unknown: unknown.length,
    corrected,
    kills: killed,
  };
}

interface Unsold {
  readonly unsold: readonly string[];
  readonly unknown: readonly string[];
}

function compareApple(sales: readonly Sale[], { unsold, unknown }: Unsold, reports: Json[]): void {
  const byToken = Map.groupBy(reports, ({ externalPurchaseId }) => externalPurchaseId);
  const own = sales.filter(({ market }) => market === 'APPLE');
  for (const sale of own) {
    const items = (byToken.get(sale.token) ?? []).flatMap(({ lineItems = [], reportedAt }) =>
      lineItems.map((item: object) => ({ ...item, reportedAt })),
    );
    const lines = new Map<string, Json>(items.map((item: Json) => [item.lineItemId, item]));
    const firsts = items.filter(
      (item: Json) => item.eventType === 'BUY' && item.restatement !== true,
    );
    assert.equal(firsts.length, 1, `${sale.orderId} is reported once`);
    assert.ok(firsts[0].reportedAt - sale.paidAt < DAY_MS, `${sale.orderId} is reported in time`);
    const sums = { amount: 0, tax: 0, refunded: 0, refundedTax: 0 };
    for (const line of lines.values()) {
      if (line.erroneouslySubmitted === true) continue;
      const isSale = line.eventType === 'BUY';
      sums[isSale ? 'amount' : 'refunded'] += line.amountTaxInclusive;
      sums[isSale ? 'tax' : 'refundedTax'] += line.taxAmount;
      const country = COUNTRIES[sale.country as keyof typeof COUNTRIES];
      assert.equal(line.taxCountry, country, sale.orderId);
    }
    const { amount, tax, refunded } = sale;
    const expected = { amount, tax, refunded, refundedTax: refundedTax(sale) };
    assert.deepEqual(sums, expected, sale.orderId);
  }
  const statusesOf = (token: string) => (byToken.get(token) ?? []).map(({ status }) => status);
  for (const token of unsold) {
    const [status, ...others] = statusesOf(token);
    assert.match(status, /^(NO_LINE_ITEM|DUPLICATE_TOKEN)$/);
    assert.deepEqual(others, []);
  }
  for (const token of unknown) assert.deepEqual(statusesOf(token), ['UNRECOGNIZED_TOKEN']);
  assert.equal(byToken.size, own.length + unsold.length + unknown.length);
}

function compareGoogle(
  sales: readonly Sale[],
  reports: readonly ExternalReportTable[],
  transactions: Json[],
): void {
  const ids = new Map(
    reports.flatMap(({ kind, subject, report_id }) =>
      kind === 'sale' ? [[subject, report_id] as const] : [],
    ),
  );
  const byId = new Map(transactions.map((each) => [each.externalTransactionId, each]));
  const own = sales.filter(({ market }) => market === 'GOOGLE');
  assert.equal(transactions.length, own.length);
  for (const sale of own) {
    const { orderId, amount, tax, refunded, country, paidAt } = sale;
    const found = byId.get(ids.get(orderId));
    assert.ok(found, orderId);
    const { originalPreTaxAmount, originalTaxAmount, currentPreTaxAmount } = found;
    const thousandths = ({ priceMicros }: Json) => Number(priceMicros) / 1_000;
    assert.deepEqual(
      [thousandths(originalPreTaxAmount), thousandths(originalTaxAmount)],
      [amount - tax, tax],
    );
    assert.equal(found.userTaxAddress.regionCode, country);
    assert.ok(Date.parse(found.createTime) - paidAt < DAY_MS, `${orderId} is reported in time`);
    const left = thousandths(currentPreTaxAmount);
    assert.equal(left, amount - tax - (refunded - refundedTax(sale)));
  }
}

/** Nothing is open, each token has one beginning, and Apple has each report as we have written it down. */
function compareRecords(reports: readonly ExternalReportTable[], atApple: Json[]): void {
  assert.deepEqual(
    reports.filter(({ state }) => state !== 'sent' && state !== 'corrected'),
    [],
  );
  const first = reports.filter(({ kind }) => kind !== 'refund' && kind !== 'correction');
  assert.equal(new Set(first.map(({ token }) => token)).size, first.length);
  const own = reports.filter(({ market }) => market === 'APPLE');
  const found = new Map(atApple.map((each) => [each.requestIdentifier, each]));
  assert.equal(found.size, own.length);
  for (const { report_id, amount, tax, sent_at, body } of own) {
    const { reportedAt, bundleId: _, environment: __, ...report } = found.get(report_id);
    assert.deepEqual(report, JSON.parse(body ?? ''));
    assert.ok(reportedAt <= Number(sent_at));
    const [line] = report.lineItems ?? [];
    assert.deepEqual([line?.amountTaxInclusive ?? null, line?.taxAmount ?? null], [amount, tax]);
  }
}
