// SQL of reports to stores. Each update names the state it starts from, so only one of several wins.
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { ExternalReportTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Report } from './bodies.ts';

type ReportName = Pick<Report, 'game_index' | 'appid' | 'report_id'>;

/** What has its place already is left as it is: another process was faster. */
export const insertReports = (db: Db, reports: readonly Report[]): Promise<void> =>
  insertRows(
    db,
    'external_report',
    reports,
    'on conflict (game_index, appid, subject, position) do nothing',
  );

/** All of them, or an error: each follows from those before it. */
export const insertCorrections = (tx: Db, reports: readonly Report[]): Promise<void> =>
  insertRows(tx, 'external_report', reports);

/** In the order in which they are sent. */
export const reportsOf = statement((db, $: Params<AppName & { subject: string }>) =>
  ofApp(db, $)
    .selectFrom('external_report')
    .selectAll()
    .where('subject', '=', $.subject)
    .orderBy('position'),
);

export const findReport = statement((db, $: Params<ReportName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .selectFrom('external_report')
    .selectAll()
    .where('report_id', '=', $.report_id),
).first;

/** The intent: a repeated call sends the same. */
export const keepBody = statement((db, $: Params<ReportName & { body: string }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('external_report')
    .set({ body: $.body })
    .where('report_id', '=', $.report_id)
    .where('state', '=', 'due')
    .where('body', 'is', null),
);

export const markSent = statement((db, $: Params<ReportName & { now: number }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('external_report')
    .set({ state: 'sent', sent_at: $.now, refusal: null })
    .where('report_id', '=', $.report_id)
    .where('state', '=', 'due'),
);

export const markRefused = statement((db, $: Params<ReportName & { refusal: string }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('external_report')
    .set({ state: 'refused', refusal: $.refusal })
    .where('report_id', '=', $.report_id)
    .where('state', '=', 'due'),
);

interface Corrected extends Omit<ReportName, 'report_id'> {
  readonly subject: string;
  readonly line_id: string;
  readonly position: number;
}

/** What was sent about the line before. */
export const markCorrected = statement((db, $: Params<Corrected>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('external_report')
    .set({ state: 'corrected' })
    .where('subject', '=', $.subject)
    .where('line_id', '=', $.line_id)
    .where('position', '<', $.position)
    .where('state', '=', 'sent'),
);

/** Settled by somebody, or no longer needed. */
export const markClosed = statement((db, $: Params<ReportName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('external_report')
    .set({ state: 'closed' })
    .where('report_id', '=', $.report_id)
    .where('state', 'in', ['due', 'refused']),
);

type Again = ReportName &
  Pick<ExternalReportTable, 'currency' | 'amount' | 'tax' | 'tax_country' | 'rate'>;

/** A refused report is sent again, with what was corrected. */
export const sendAgain = statement((db, $: Params<Again>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('external_report')
    .set({
      state: 'due',
      body: null,
      refusal: null,
      currency: $.currency,
      amount: $.amount,
      tax: $.tax,
      tax_country: $.tax_country,
      rate: $.rate,
    })
    .where('report_id', '=', $.report_id)
    .where('state', '=', 'refused'),
);

/** Orders that came with a token, the first opened first. */
export const ordersOfToken = statement((db, $: Params<AppName & { token: string }>) =>
  ofApp(db, $)
    .selectFrom('purchase_order')
    .select(['order_id', 'state', 'player_id', 'product_id', 'external_token_at'])
    .where('external_token', '=', $.token)
    .orderBy('created_at'),
);

interface Visit extends AppName {
  readonly playerId: bigint;
  readonly productId: string;
  readonly since: number;
  readonly token: string;
}

/** A sale of the same thing to the same player, who came with another token. */
export const soldWithAnother = statement((db, $: Params<Visit>) =>
  ofApp(db, $)
    .selectFrom('purchase_order')
    .select('order_id')
    .where('player_id', '=', $.playerId)
    .where('product_id', '=', $.productId)
    .where('external_market', '=', 'APPLE')
    .where('external_token', '<>', $.token)
    .where('state', '=', 'paid')
    .where('paid_at', '>=', $.since)
    .limit(1),
).first;
