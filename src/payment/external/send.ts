// Sends the reports of an order one after another. The body is written before the call, so that a repeated call
// says the same; the store knows it by its id.
import type { Db } from '../../storage/db.ts';
import type { SendAppleReport } from '../markets/apple/external-reports.ts';
import type { ReportAnswer } from '../markets/external.ts';
import type { SendGoogleReport } from '../markets/google/external-transactions.ts';
import type { Unavailable } from '../markets/market.ts';
import type { Order } from '../orders/store.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { appleReport, googleReport, type Report } from './bodies.ts';
import { linesOf } from './lines.ts';
import { keepBody, markCorrected, markRefused, markSent } from './store.ts';

export interface SendDeps {
  readonly db: Db;
  readonly clock: () => number;
  readonly marketApps: MarketApps;
  readonly apple: SendAppleReport;
  readonly google: SendGoogleReport;
  /** True when a call to Google may be made now. */
  readonly mayCall: (account: string) => boolean;
  readonly onAnswer: (report: Report, outcome: 'sent' | 'refused' | 'unavailable') => void;
}

/** `busy`: Google's calls of this minute are used up. */
export type Sent = 'done' | 'busy' | Unavailable;

/** Until all are sent, one is refused that others need, or a store does not answer. */
export async function sendReports(
  deps: SendDeps,
  order: Order | undefined,
  reports: readonly Report[],
): Promise<Sent> {
  const stopped = new Set<string>();
  for (const [index, report] of reports.entries()) {
    if (report.state === 'refused') stopped.add(report.line_id);
    if (report.state !== 'due') continue;
    const isWaiting =
      stopped.has(report.line_id) || stopped.has(reports[0]?.line_id ?? report.line_id);
    if (isWaiting) continue;
    const answer = await sendOne(deps, order, report, reports.slice(0, index + 1));
    if (answer === 'busy') return answer;
    if (answer !== 'taken' && 'unavailable' in answer) {
      deps.onAnswer(report, 'unavailable');
      return answer;
    }
    await settle(deps, report, answer);
    if (answer !== 'taken') stopped.add(report.line_id);
  }
  return 'done';
}

async function settle(
  { db, clock, onAnswer }: SendDeps,
  report: Report,
  answer: Exclude<ReportAnswer, Unavailable>,
): Promise<void> {
  if (answer !== 'taken') {
    await markRefused(db, { ...report, refusal: answer.refused });
    onAnswer(report, 'refused');
    return;
  }
  await markSent(db, { ...report, now: clock() });
  if (report.kind === 'correction') await markCorrected(db, report);
  onAnswer(report, 'sent');
}

/** `until` ends with the report. */
async function sendOne(
  deps: SendDeps,
  order: Order | undefined,
  report: Report,
  until: readonly Report[],
): Promise<ReportAnswer | 'busy'> {
  const { db, marketApps } = deps;
  const [sale] = until as [Report];
  if (report.market === 'APPLE') {
    const app = await marketApps(report.appid, 'APPLE');
    if (!app) return noSettings(report);
    const line = until.find(({ line_id }) => line_id === report.line_id) as Report;
    const made = appleReport(report, order && { order, sale, line });
    const isRepeated = await keep(db, report, made);
    return deps.apple(app, isRepeated ? JSON.parse(report.body ?? '') : made, isRepeated);
  }
  const app = await marketApps(report.appid, 'GOOGLE');
  if (!app) return noSettings(report);
  if (!deps.mayCall(app.secrets.service_account ?? '')) return 'busy';
  const refunds = linesOf('GOOGLE', until).filter(({ kind }) => kind === 'refund');
  const made = googleReport(report, sale, refunds);
  const isRepeated = await keep(db, report, made);
  return deps.google(app, isRepeated ? JSON.parse(report.body ?? '') : made);
}

const noSettings = ({ market }: Report): Unavailable => ({
  unavailable: `the app has no settings for ${market}`,
});

/** True when it was sent before, perhaps without an answer. */
async function keep(db: Db, report: Report, made: object): Promise<boolean> {
  if (report.body !== null) return true;
  await keepBody(db, { ...report, body: JSON.stringify(made) });
  return false;
}
