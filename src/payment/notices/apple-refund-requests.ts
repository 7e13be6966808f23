// A buyer asked Apple for a refund (CONSUMPTION_REQUEST): answers Apple if the app wants that.

import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
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
      const mayComeYet = !isLast && purchase?.kind !== 'subscription';
      return mayComeYet
        ? { retry: 'the delivery result of the purchase is not reported yet' }
        : unanswered('delivery_unknown');
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
    const purchase = await findPurchase(db, { ...name, provider: 'APPLE', unique_key });
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
  readonly consumptionPercentage?: 0;
  readonly refundPreference?: 'DECLINE' | 'GRANT_FULL';
}

/** Undefined while the delivery result is unknown. */
function answerOf({ settings }: AppleApp, { delivery }: PurchaseTable): Answer | undefined {
  if (delivery === null) return undefined;
  const { refund_preference: refundPreference, sample_content_provided: sample } = settings;
  return {
    customerConsented: true,
    // Apple requires 0 % with everything that was not delivered.
    ...(delivery === 1
      ? { deliveryStatus: 'DELIVERED' as const }
      : { deliveryStatus: 'UNDELIVERED_OTHER' as const, consumptionPercentage: 0 as const }),
    sampleContentProvided: sample ?? false,
    ...(refundPreference && { refundPreference }),
  };
}

const shown = ({ deliveryStatus, refundPreference }: Answer): object => ({
  delivery_status: deliveryStatus,
  ...(refundPreference && { refund_preference: refundPreference }),
});
