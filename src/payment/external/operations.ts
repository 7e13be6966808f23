// What operators do with reports of external sales: send again, correct, close.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, isRejection, makeChange, type Rejection } from '../../audit/operation.ts';
import { enqueueJobs, JOBS_CHANGED } from '../../background/jobs.ts';
import type { Db } from '../../storage/db.ts';
import { isUniqueViolation } from '../../storage/failure.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { TOKEN_JOB } from '../markets/apple/external-token.ts';
import { countryOf } from '../markets/countries.ts';
import { currencyDigits, isAmount } from '../money.ts';
import { REPORT_JOB } from '../orders/external.ts';
import { findOrder, type Order } from '../orders/store.ts';
import type { Report } from './bodies.ts';
import { linesOf, retaxed, thousandths, unitOf } from './lines.ts';
import { readReport, unknownReport } from './list.ts';
import { moneyOf } from './money.ts';
import { numbered } from './plan.ts';
import { findReport, insertCorrections, markClosed, reportsOf, sendAgain } from './store.ts';
import { isAboutOrder, type ReportRecord, viewReport } from './view.ts';

const Tax = Type.Optional(
  Type.String({
    pattern: '^\\d{1,12}(\\.\\d{1,4})?$',
    examples: ['1.60'],
    description: 'The tax within the amount, in the currency of the order.',
  }),
);
const Country = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z]{2}$',
    examples: ['DE'],
    description: 'Country of the buyer, in two letters.',
  }),
);
const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Why, for the audit log.',
});

export const SendInput = Type.Object(
  { tax: Tax, tax_country: Country },
  { additionalProperties: false },
);
export const CorrectInput = Type.Object(
  { tax: Tax, tax_country: Country, reason: Reason },
  { additionalProperties: false },
);
export const CloseInput = Type.Object({ reason: Reason }, { additionalProperties: false });

interface Named {
  readonly report_id: string;
}
type Corrected = Type.Static<typeof SendInput>;

/** A refused report is sent once more: with what was corrected, and with rates that were added since. */
export function sendReport(
  command: AppContext,
  actor: Actor,
  { report_id, ...corrected }: Named & Corrected,
): Promise<ReportRecord | Rejection> {
  return change(command, actor, report_id, 'resend', corrected, async (tx, report, now) => {
    if (report.state !== 'refused') {
      return invalid(
        'report_id',
        `The report is ${report.state}. Only a refused one is sent again.`,
      );
    }
    if (report.market === 'GOOGLE' && report.kind === 'correction') {
      return invalid('report_id', 'Google Play takes no corrections. Close the report instead.');
    }
    const money = await moneyAgain(tx, command, report, corrected, now);
    if (isRejection(money)) return money;
    await sendAgain(tx, { ...report, ...money });
    return undefined;
  });
}

async function moneyAgain(
  tx: Db,
  { app }: AppContext,
  report: Report,
  corrected: Corrected,
  now: number,
) {
  if (report.kind !== 'sale') {
    return Object.keys(corrected).length === 0
      ? report
      : invalid('tax', 'Only the report of a sale takes another tax or country.');
  }
  const order = await orderOf(tx, report);
  if (!order) return unknownReport(report.appid, report.report_id);
  const wrong = problemOf(order, corrected);
  if (wrong) return wrong;
  const reporting = await reportingOf(tx, report.appid);
  const told = {
    ...corrected,
    tax_country: corrected.tax_country?.toUpperCase() ?? report.tax_country ?? undefined,
  };
  const settings = { timeZone: app.timeZone, reporting };
  const { money, missing } = await moneyOf(tx, order, settings, now, told);
  return missing === null ? money : invalid('report_id', missing);
}

/** The currency that the app has chosen for those that Apple takes no reports in. */
async function reportingOf(tx: Db, appid: string): Promise<string> {
  const row = await tx
    .selectFrom('market_setting')
    .select('settings')
    .where('appid', '=', appid)
    .where('market', '=', 'APPLE')
    .executeTakeFirst();
  const settings = JSON.parse(row?.settings ?? '{}') as { external_reporting_currency?: string };
  return settings.external_reporting_currency ?? 'USD';
}

/** What Apple has of a sale was wrong: the sale and its refunds are restated. */
export function correctReport(
  command: AppContext,
  actor: Actor,
  { report_id, reason, ...corrected }: Named & Type.Static<typeof CorrectInput>,
): Promise<ReportRecord | Rejection> {
  const noted = { ...corrected, reason };
  return change(command, actor, report_id, 'correct', noted, async (tx, report, now) => {
    if (report.market === 'GOOGLE') {
      return invalid(
        'report_id',
        'Google Play takes no corrections from a server. Correct the transaction in the Play Console.',
      );
    }
    const { appid, game_index: gameIndex, subject } = report;
    const reports = await reportsOf(tx, { appid, gameIndex, subject });
    const [sale] = reports;
    const order = await orderOf(tx, report);
    if (!order || sale?.kind !== 'sale' || sale.sent_at === null) {
      return invalid('report_id', 'Only what was reported of an order can be corrected.');
    }
    const wrong = problemOf(order, corrected);
    if (wrong) return wrong;
    const lines = linesOf('APPLE', reports);
    const tax =
      corrected.tax === undefined ? (lines[0]?.tax ?? 0) : thousandths(corrected.tax, sale.rate);
    const changes = retaxed(lines, tax, unitOf(sale.currency ?? '', sale.rate));
    const news = numbered(sale, reports, changes, { now, happened_at: now });
    const tax_country = corrected.tax_country?.toUpperCase();
    await insertCorrections(
      tx,
      news.map((each) => ({ ...each, ...(tax_country !== undefined && { tax_country }) })),
    );
    return undefined;
  });
}

/** Settled by hand, at the store. */
export function closeReport(
  command: AppContext,
  actor: Actor,
  { report_id, reason }: Named & Type.Static<typeof CloseInput>,
): Promise<ReportRecord | Rejection> {
  return change(command, actor, report_id, 'settle', { reason }, async (tx, report) => {
    if (report.state !== 'refused' && report.state !== 'due') {
      return invalid('report_id', `The report is ${report.state}. Only an open one is closed.`);
    }
    await markClosed(tx, report);
    return undefined;
  });
}

const orderOf = (tx: Db, { game_index, appid, subject }: Report): Promise<Order | undefined> =>
  findOrder(tx, { game_index, appid, order_id: subject });

function problemOf(order: Order, { tax, tax_country }: Corrected): Rejection | undefined {
  if (tax === undefined && tax_country === undefined) return undefined;
  if (tax_country !== undefined && countryOf(tax_country) === null) {
    return invalid('tax_country', `${tax_country} is not a country. Use a code of ISO 3166.`);
  }
  if (tax === undefined) return undefined;
  const digits = currencyDigits(order.currency) ?? 2;
  const decimals = tax.split('.')[1]?.length ?? 0;
  if (!isAmount(tax) || decimals > digits || Number(tax) > Number(order.amount)) {
    return invalid(
      'tax',
      `tax is ${tax}, but the order is of ${order.amount} ${order.currency}. Send an amount in ${order.currency} that is at most that.`,
    );
  }
  return undefined;
}

/** One transaction with its audit entry and the job that sends. */
async function change(
  command: AppContext,
  actor: Actor,
  report_id: string,
  verb: 'resend' | 'correct' | 'settle',
  details: object,
  work: (tx: Db, report: Report, now: number) => Promise<Rejection | undefined>,
): Promise<ReportRecord | Rejection> {
  const { context, app } = command;
  const { appid, gameIndex } = app;
  const name = { game_index: gameIndex, appid, report_id };
  const done = makeChange(context, actor, async (tx, now) => {
    const report = await findReport(tx, name);
    if (!report) return unknownReport(appid, report_id);
    const problem = await work(tx, report, now);
    if (problem) return problem;
    await enqueueJobs(tx, [jobOf(report, now)], now);
    const after = (await findReport(tx, name)) ?? report;
    return {
      value: {},
      audit: {
        action: `report.${verb}`,
        gameIndex,
        target: `apps/${appid}/reports/${report_id}`,
        before: shown(report),
        after: { ...shown(after), ...details },
      },
    };
  });
  const outcome = await done.catch((error: unknown) => {
    // The order was refunded at this moment, say.
    if (isUniqueViolation(error)) {
      return invalid('report_id', 'Another report of the order was made meanwhile. Try again.');
    }
    throw error;
  });
  if (isRejection(outcome)) return outcome;
  context.storage.signals.emit(JOBS_CHANGED);
  return readReport(command, { report_id });
}

function shown(report: Report) {
  const { state, amount, tax, tax_country } = viewReport(report);
  return { state, amount, tax, tax_country };
}

function jobOf(report: Report, now: number) {
  const { appid, game_index: gameIndex, subject, happened_at: createdAt } = report;
  const about = isAboutOrder(report)
    ? { kind: REPORT_JOB, payload: { orderId: subject } }
    : { kind: TOKEN_JOB, payload: { externalPurchaseId: subject, createdAt } };
  return { appid, gameIndex, id: `${about.kind} ${subject} again ${now}`, ...about };
}
