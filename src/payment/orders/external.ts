// A buyer who came from an app of a store: the token in the request, and the jobs that report what comes of it.
import type { NewJob } from '../../background/jobs.ts';
import type { ExternalMarket } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { appleCredentials } from '../markets/apple/api.ts';
import {
  readExternalToken,
  TOKEN_JOB,
  type TokenPayload,
} from '../markets/apple/external-token.ts';
import type { FollowUp } from '../markets/market.ts';
import type { Problem } from '../problem.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { wrongField } from './orders.ts';
import { type ExternalVisit, type NewOrder, NO_VISIT } from './store.ts';

/** Makes the reports of an order and sends them. */
export const REPORT_JOB = 'external.report';

export interface SentTokens {
  readonly externalPurchaseToken?: string | undefined;
  readonly externalTransactionToken?: string | undefined;
}

export async function visitOf(
  marketApps: MarketApps,
  { appid }: Pick<App, 'appid'>,
  { externalPurchaseToken: apple, externalTransactionToken: google }: SentTokens,
  now: number,
): Promise<ExternalVisit | Problem> {
  if (apple !== undefined && google !== undefined) {
    return wrongField(
      'externalTransactionToken',
      'cannot be sent with externalPurchaseToken. Send the token of the app that the buyer came from',
    );
  }
  if (apple !== undefined) {
    const app = await marketApps(appid, 'APPLE');
    if (!app?.settings.report_external_sales) return notReported('externalPurchaseToken', 'APPLE');
    if (!appleCredentials(app)) {
      return wrongField('externalPurchaseToken', 'needs an App Store Server API key of the app');
    }
    const token = readExternalToken(app, apple, now);
    if (typeof token === 'string') return wrongField('externalPurchaseToken', token);
    const { externalPurchaseId: external_token, createdAt: external_token_at } = token;
    return { external_market: 'APPLE', external_token, external_token_at };
  }
  if (google !== undefined) {
    const app = await marketApps(appid, 'GOOGLE');
    if (!app?.settings.report_external_sales) {
      return notReported('externalTransactionToken', 'GOOGLE');
    }
    return { external_market: 'GOOGLE', external_token: google, external_token_at: now };
  }
  return NO_VISIT;
}

const notReported = (field: string, market: ExternalMarket): Problem =>
  wrongField(
    field,
    `is not accepted: report_external_sales is off in the ${market} settings of the app. Switch it on in the console or with the admin API`,
  );

type Reported = Pick<NewOrder, 'game_index' | 'appid' | 'order_id' | 'external_market'>;

/** `what` has happened to the order: each time once. */
export const reportJobs = ({ order_id, external_market }: Reported, what: string): FollowUp[] =>
  external_market === null
    ? []
    : [
        {
          kind: REPORT_JOB,
          id: `${REPORT_JOB} ${order_id} ${what}`,
          payload: { orderId: order_id },
        },
      ];

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Set before the order, so that no token is forgotten: without an order, it does nothing. */
export function tokenJobs(
  { appid, gameIndex }: Pick<App, 'appid' | 'gameIndex'>,
  { external_market, external_token, external_token_at }: ExternalVisit,
  waitDays: number,
  now: number,
): NewJob[] {
  if (external_market !== 'APPLE' || external_token === null) return [];
  const createdAt = external_token_at ?? now;
  const payload: TokenPayload = { externalPurchaseId: external_token, createdAt };
  // Who comes back with an old token gets the time to pay.
  const dueAt = Math.max(createdAt + waitDays * DAY_MS, now + HOUR_MS);
  const id = `${TOKEN_JOB} ${external_token}`;
  return [{ appid, gameIndex, kind: TOKEN_JOB, id, payload, dueAt }];
}
