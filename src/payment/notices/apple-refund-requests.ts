// A buyer asked Apple for a refund (CONSUMPTION_REQUEST): answers Apple if the app wants that.

import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { addActivity, type RefundAnswerKind } from '../ledger/activity.ts';
import { findPurchase } from '../ledger/purchases-store.ts';
import { type AppleApi, appleCredentials } from '../markets/apple/api.ts';
import { ANSWER_WITHIN_MS, type RefundRequest } from '../markets/apple/refund-request.ts';
import type { AppleApp } from '../markets/apple/settings.ts';
import { appleKey } from '../markets/apple/transaction.ts';
import type { MarketApps } from '../settings/market-apps.ts';

const HOUR_MS = 60 * 60_000;
/** An attempt after this is the last: the next could come too late. */
const LAST_ATTEMPT_MS = 10.5 * HOUR_MS;

export interface RefundRequestDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly api: AppleApi;
}

/** What came of a request; it is shown on the timeline of the purchase. */
interface Result {
  readonly kind: RefundAnswerKind;
  readonly details: object;
}

const verifiedCycle = statement((db, $: Params<AppName & { id: string }>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select('number')
    .where('provider', '=', 'APPLE')
    .where('subscription_id', 'is not', null)
    .where('subscription_id', '=', $.id)
    .where('claimed', '=', 1)
    .limit(1),
);

type NoAnswerReason =
  | 'switched_off'
  | 'no_api_key'
  | 'no_consent'
  | 'delivery_unknown'
  | 'too_late'
  | 'unavailable';

const unanswered = (reason: NoAnswerReason): Result => ({
  kind: 'refund_request.unanswered',
  details: { reason },
});

export function refundRequestJob(deps: RefundRequestDeps): JobHandler {
  const { db, clock, marketApps, api } = deps;

  async function note({ appid, gameIndex, id }: Job, subject: string, { kind, details }: Result) {
    const purchase = { game_index: gameIndex, appid, provider: 'APPLE', subject } as const;
    await addActivity(db, [
      { ...purchase, kind, reference: id, at: clock(), details: JSON.stringify(details) },
    ]);
  }

  /** The player has the benefits of a subscription from its first verification on. */
  async function withDelivery(purchase: PurchaseTable): Promise<PurchaseTable> {
    const { game_index: gameIndex, appid, subscription_id: id, delivery } = purchase;
    if (delivery !== null || id === null) return purchase;
    const [verified] = await verifiedCycle(db, { appid, gameIndex, id });
    return verified ? { ...purchase, delivery: 1 } : purchase;
  }

  async function send(
    app: AppleApp,
    { transactionId, environment }: RefundRequest,
    answer: Answer,
  ): Promise<Result | { readonly retry: string }> {
    const path = `/inApps/v2/transactions/consumption/${encodeURIComponent(transactionId)}`;
    const sent = await api.put(app, environment, 'consumption', path, answer);
    if (sent === 'done') return { kind: 'refund_request.answered', details: shown(answer) };
    if ('unavailable' in sent) return { retry: sent.unavailable };
    // The key may be corrected in time.
    if (sent.status === 401) return { retry: 'the App Store rejected the API key' };
    const code = sent.errorCode ?? sent.status;
    return { kind: 'refund_request.refused', details: { code, ...shown(answer) } };
  }

  async function answer(
    app: AppleApp,
    request: RefundRequest,
    purchase: PurchaseTable | undefined,
  ): Promise<Result | { readonly retry: string }> {
    const { answer_refund_requests, customer_consented } = app.settings;
    const isLast = clock() - request.askedAt > LAST_ATTEMPT_MS;
    if (!answer_refund_requests) return unanswered('switched_off');
    if (!appleCredentials(app)) return unanswered('no_api_key');
    // Apple accepts no answer without the customer's consent.
    if (!customer_consented) return unanswered('no_consent');
    if (clock() - request.askedAt >= ANSWER_WITHIN_MS) return unanswered('too_late');
    const prepared = purchase && answerOf(app, purchase);
    if (!prepared) {
      return isLast
        ? unanswered('delivery_unknown')
        : { retry: 'the delivery result of the purchase is not reported yet' };
    }
    const result = await send(app, request, prepared);
    return 'retry' in result && isLast ? unanswered('unavailable') : result;
  }

  return async (job): Promise<JobOutcome> => {
    const request = job.payload as RefundRequest;
    const app = await marketApps(job.appid, 'APPLE');
    if (!app) return 'done';
    const unique_key = appleKey(request.environment, request.transactionId);
    const name = { game_index: job.gameIndex, appid: job.appid } as const;
    const found = await findPurchase(db, { ...name, provider: 'APPLE', unique_key });
    const purchase = found && (await withDelivery(found));
    const result = await answer(app, request, purchase);
    if ('retry' in result) return result;
    if (purchase) await note(job, unique_key, result);
    return 'done';
  };
}

/** Apple's ConsumptionRequest, with what Tollgate knows. */
interface Answer {
  readonly customerConsented: true;
  readonly deliveryStatus: 'DELIVERED' | 'UNDELIVERED_OTHER';
  readonly sampleContentProvided: boolean;
  /** In thousandths of a percent. */
  readonly consumptionPercentage?: number;
  readonly refundPreference?: AppleApp['settings']['refund_preference'];
}

/** Undefined while the delivery result is unknown. */
function answerOf({ settings }: AppleApp, purchase: PurchaseTable): Answer | undefined {
  if (purchase.delivery === null) return undefined;
  const used = consumptionOf(purchase);
  const refundPreference = preferenceOf(settings.refund_preference, purchase);
  return {
    customerConsented: true,
    deliveryStatus: purchase.delivery === 1 ? 'DELIVERED' : 'UNDELIVERED_OTHER',
    sampleContentProvided: settings.sample_content_provided ?? false,
    ...(used !== null && { consumptionPercentage: used }),
    ...(refundPreference && { refundPreference }),
  };
}

/** Of a subscription Apple knows it by the time, and accepts none. */
function consumptionOf({ kind, delivery, consumption }: PurchaseTable): number | null {
  if (kind === 'subscription') return null;
  // Apple requires 0 % with everything that was not delivered.
  return delivery === 1 ? consumption : 0;
}

const ALL = 100_000;

/** Apple accepts a part only for what is used in part. */
function preferenceOf(
  preferred: Answer['refundPreference'],
  { kind, delivery, consumption }: PurchaseTable,
): Answer['refundPreference'] {
  if (preferred !== 'GRANT_PRORATED') return preferred;
  if (delivery !== 1 || consumption === 0) return 'GRANT_FULL';
  if (kind === 'subscription') return preferred;
  if (consumption === null) return undefined;
  return consumption === ALL ? 'DECLINE' : preferred;
}

const shown = ({ deliveryStatus, consumptionPercentage: used, refundPreference }: Answer) => ({
  delivery_status: deliveryStatus,
  ...(deliveryStatus === 'DELIVERED' && used !== undefined && { used_percent: used / 1_000 }),
  ...(refundPreference && { refund_preference: refundPreference }),
});
