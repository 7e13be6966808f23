// The jobs behind external sales: reports of orders, and of tokens that have led to no sale.
import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import { timeOrderedId } from '../../base/ids.ts';
import type { AppName, Directory } from '../../tenants/directory.ts';
import { TOKEN_JOB, type TokenPayload } from '../markets/apple/external-token.ts';
import { REPORT_JOB } from '../orders/external.ts';
import { findOrder } from '../orders/store.ts';
import type { Report } from './bodies.ts';
import { LIMITS_MS, planReports } from './plan.ts';
import { type SendDeps, type Sent, sendReports } from './send.ts';
import { insertReports, ordersOfToken, reportsOf, soldWithAnother } from './store.ts';

export interface ReportJobDeps extends SendDeps {
  readonly directory: Directory;
}

const MINUTE_MS = 60_000;

export const reportHandlers = (deps: ReportJobDeps): Readonly<Record<string, JobHandler>> => ({
  [REPORT_JOB]: orderReports(deps),
  [TOKEN_JOB]: tokenReport(deps),
});

function outcomeOf(sent: Sent): JobOutcome {
  if (sent === 'busy') return { againInMs: MINUTE_MS };
  return sent === 'done' ? 'done' : { retry: sent.unavailable };
}

const orderReports =
  (deps: ReportJobDeps): JobHandler =>
  async ({ appid, gameIndex, payload }) => {
    const { orderId: order_id } = payload as { readonly orderId: string };
    const { db, clock, directory, marketApps } = deps;
    const order = await findOrder(db, { game_index: gameIndex, appid, order_id });
    const app = await directory.app(appid);
    if (!app || order?.state !== 'paid' || order.external_market === null) return 'done';
    const isApple = order.external_market === 'APPLE';
    const apple = isApple ? await marketApps(appid, 'APPLE') : undefined;
    const reporting = apple?.settings.external_reporting_currency ?? 'USD';
    const settings = { timeZone: app.timeZone, reporting };
    const reports = await planReports(db, order, settings, clock());
    return outcomeOf(await sendReports(deps, order, reports));
  };

const tokenReport =
  (deps: ReportJobDeps): JobHandler =>
  async (job) => {
    const { appid, gameIndex } = job;
    const { externalPurchaseId: subject } = job.payload as TokenPayload;
    const app = await deps.marketApps(appid, 'APPLE');
    if (!app?.settings.report_external_sales) return 'done';
    const report = await reportWithoutSale(deps, job);
    if (report) await insertReports(deps.db, [report]);
    const reports = await reportsOf(deps.db, { appid, gameIndex, subject });
    return outcomeOf(await sendReports(deps, undefined, reports));
  };

/** Undefined when the token has led to a sale, or is reported already. */
async function reportWithoutSale(
  { db, clock }: ReportJobDeps,
  { appid, gameIndex, payload }: Job,
): Promise<Report | undefined> {
  const { externalPurchaseId: token, createdAt, isAsked } = payload as TokenPayload;
  const orders = await ordersOfToken(db, { appid, gameIndex, token });
  if (orders.some(({ state }) => state === 'paid')) return undefined;
  // Nobody knows it until Apple asks about it.
  if (orders.length === 0 && !isAsked) return undefined;
  const now = clock();
  const [order] = orders;
  const kind =
    order === undefined
      ? 'unrecognized'
      : (await isDuplicate({ appid, gameIndex }, order))
        ? 'duplicate'
        : 'no_sale';
  return {
    game_index: gameIndex,
    appid,
    report_id: timeOrderedId(now),
    market: 'APPLE',
    kind,
    subject: token,
    position: 1,
    token,
    state: 'due',
    line_id: '',
    is_void: 0,
    currency: null,
    amount: null,
    tax: null,
    tax_country: null,
    rate: null,
    happened_at: createdAt,
    report_by: createdAt + LIMITS_MS.APPLE,
    created_at: now,
    sent_at: null,
    body: null,
    refusal: null,
  };

  /** The buyer came back with another token and bought the same. */
  async function isDuplicate(
    app: AppName,
    { player_id, product_id }: (typeof orders)[number],
  ): Promise<boolean> {
    // Of players who were erased, nobody knows who came back.
    if (BigInt(player_id) === 0n) return false;
    const visit = { playerId: BigInt(player_id), productId: product_id, since: createdAt, token };
    return (await soldWithAnother(db, { ...app, ...visit })) !== undefined;
  }
}
