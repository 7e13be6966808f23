// Answers Google's question about a refund that a buyer wants, from what the game reported about the purchase.
import type { Job } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { addActivity } from '../ledger/activity.ts';
import { findPurchase } from '../ledger/purchases-store.ts';
import type { ReviewPayload } from '../markets/google/notice.ts';
import type { GooglePlay, RefundOpinion } from '../markets/google/play.ts';
import type { MarketRejection, Unavailable } from '../markets/market.ts';
import type { MarketApps } from '../settings/market-apps.ts';

export interface ReviewDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly play: GooglePlay;
}

/** Google rejects answers after a day, which ends the job. */
export function refundReviews({ storage, clock, marketApps, play }: ReviewDeps) {
  return async ({
    appid,
    gameIndex,
    payload,
  }: Job): Promise<'done' | MarketRejection | Unavailable> => {
    const { orderId, pendingRefundToken } = payload as ReviewPayload;
    const app = await marketApps(appid, 'GOOGLE');
    if (!app) return { unavailable: 'the app has no settings for GOOGLE' };
    const place = { game_index: gameIndex, appid, provider: 'GOOGLE' } as const;
    const purchase = await findPurchase(storage.db, { ...place, unique_key: orderId });
    // Nothing is known about a purchase that no app server verified.
    if (!purchase || !app.settings.answer_refund_requests) return 'done';
    const opinion = { pendingRefundToken, ...opinionOf(purchase) };
    const answered = await play.reviewRefund(app, orderId, opinion);
    if (answered !== 'done') return answered;
    const entry = { ...place, subject: orderId, reference: '' } as const;
    await addActivity(storage.db, [{ ...entry, kind: 'refund_request.answered', at: clock() }]);
    return 'done';
  };
}

const PREFERENCES = { 1: 'DECLINE', 2: 'APPROVE', 3: 'APPROVE' } as const;

/** Delivered: decline. Not delivered or taken back: approve. Not reported: no preference. */
function opinionOf(purchase: PurchaseTable): Omit<RefundOpinion, 'pendingRefundToken'> {
  const { delivery, delivery_at, account_uuid, product_id } = purchase;
  const isDelivered = delivery === 1 && delivery_at !== null;
  return {
    refundPreference: delivery === null ? 'NEUTRAL' : PREFERENCES[delivery],
    sampleContentProvided: false,
    ...(isDelivered && {
      consumptionUsageEvents: [
        {
          consumptionTime: isoTime(delivery_at),
          obfuscatedAccountId: account_uuid,
          consumptionItemDescription: `${product_id} delivered in the game`,
        },
      ],
    }),
  };
}
