// Jobs for Google notifications: read the named purchase or subscription from Google, with retries.
import { hash } from 'node:crypto';
import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { addActivity } from '../ledger/activity.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { unclaimedSale } from '../ledger/new-purchase.ts';
import { markNotice } from '../ledger/notices-store.ts';
import { findByReceipts } from '../ledger/purchases-store.ts';
import { findSubscriptions } from '../ledger/subscriptions-store.ts';
import {
  REREAD_JOB,
  REVIEW_JOB,
  type RereadPayload,
  SALE_JOB,
  type SalePayload,
  VOID_JOB,
} from '../markets/google/notice.ts';
import { PRICE_JOB, REFUND_WATCH_JOB } from '../markets/google/order.ts';
import type { GooglePlay } from '../markets/google/play.ts';
import type { googleShapes } from '../markets/google/settings.ts';
import {
  type GoogleSubscriptions,
  SUBSCRIPTION_GRANT_JOB,
  type SubscriptionGrant,
} from '../markets/google/subscription.ts';
import type { ReadVoided } from '../markets/google/voided.ts';
import type {
  MarketRejection,
  Provider,
  Unavailable,
  VerifiedPurchase,
} from '../markets/market.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { Subscriptions } from '../verify/subscriptions.ts';
import { googleRefundJobs } from './google-refund-jobs.ts';
import { refundReviews } from './google-review-job.ts';

export interface GoogleJobDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly google: GoogleSubscriptions &
    Pick<Provider<typeof googleShapes>, 'verifyPurchase'> & {
      readonly play: GooglePlay;
      readonly readVoided: ReadVoided;
    };
  readonly subscriptions: Subscriptions;
  readonly ledger: Ledger;
}

const DAY_MS = 24 * 60 * 60_000;
const GIVE_UP_MS = 7 * DAY_MS;

type Looked = 'done' | MarketRejection | Unavailable;

export function googleJobs(deps: GoogleJobDeps): Readonly<Record<string, JobHandler>> {
  const { storage, clock, marketApps, subscriptions, google, ledger } = deps;
  const { play, readVoided } = google;
  const shared = { storage, clock, marketApps, subscriptions, ledger };
  const refunds = googleRefundJobs({ ...shared, play, readVoided });

  async function reread({ appid, payload }: Job): Promise<Looked> {
    const { purchaseToken: receipt } = payload as RereadPayload;
    return subscriptions.reread({ appid, provider: 'GOOGLE', receipt });
  }

  /** Usually the game was quicker, and nothing has to be read. */
  async function isVerified({ appid, gameIndex }: Job, receipt: string, productId: string) {
    const receiptHash = hash('sha256', receipt, 'base64url');
    const name = { appid, gameIndex, provider: 'GOOGLE', receipt, receiptHash } as const;
    const [known = []] = await findByReceipts(storage.db, [name]);
    return known.some(({ product_id }) => product_id === productId);
  }

  /** Records every product of a purchase that no app server has verified. */
  async function recordSale(job: Job): Promise<Looked> {
    const { appid, payload } = job;
    const { purchaseToken, productId: named } = payload as SalePayload;
    if (named !== undefined && (await isVerified(job, purchaseToken, named))) return 'done';
    const app = await marketApps(appid, 'GOOGLE');
    if (!app) return noSettings;
    const products = named === undefined ? await play.productsOf(app, purchaseToken) : [named];
    if ('unavailable' in products || 'rejected' in products) return products;
    const sold: VerifiedPurchase[] = [];
    for (const productId of products) {
      const request = { receipt: purchaseToken, productId, accountUuid: '' };
      const verdict = await google.verifyPurchase(app, request);
      if ('unavailable' in verdict) return verdict;
      if ('accepted' in verdict) sold.push(verdict.accepted);
    }
    const now = clock();
    await ledger.apply({
      appid,
      purchases: sold.map((each) => unclaimedSale(appid, each, purchaseToken, now)),
      jobs: sold.flatMap(({ watch }) => watch ?? []),
    });
    return 'done';
  }

  async function grant(job: Job): Promise<Looked> {
    const { appid, gameIndex, payload } = job;
    const app = await marketApps(appid, 'GOOGLE');
    if (!app) return noSettings;
    const { outOfApp = false, ...name } = payload as SubscriptionGrant;
    const bought = { provider: 'GOOGLE', subscription_id: name.purchaseToken } as const;
    const [owned] = outOfApp ? await findSubscriptions(storage.db, job, [bought]) : [];
    const acknowledged = await google.acknowledge(app, name, owned?.account_uuid ?? undefined);
    if (acknowledged === 'done') {
      const { purchaseToken: subject } = name;
      const what = { provider: 'GOOGLE', kind: 'purchase.acknowledged', reference: '' } as const;
      await addActivity(storage.db, [
        { game_index: gameIndex, appid, subject, ...what, at: clock() },
      ]);
      return acknowledged;
    }
    if ('unavailable' in acknowledged) return acknowledged;
    // Rejected: an earlier call may have succeeded without its answer arriving, or the subscription has ended.
    const state = await google.verifySubscription(app, name.purchaseToken);
    if (!('cycle' in state)) return state;
    return state.followUp ? { unavailable: acknowledged.detail } : 'done';
  }

  function handler(look: (job: Job) => Promise<Looked>): JobHandler {
    return async (job) => {
      const result = await look(job);
      const outcome = outcomeOf(job, result, clock());
      const { noticeId } = job.payload as Partial<RereadPayload>;
      const isOver = outcome === 'done' || 'giveUp' in outcome;
      if (noticeId !== undefined && isOver) {
        const { appid, gameIndex: game_index } = job;
        const name = { game_index, appid, provider: 'GOOGLE', notice_id: noticeId } as const;
        await markNotice(storage.db, name, result === 'done' ? 'applied' : 'failed');
      }
      return outcome;
    };
  }

  return {
    [REREAD_JOB]: handler(reread),
    [SALE_JOB]: handler(recordSale),
    [VOID_JOB]: handler(refunds.readVoided),
    [REFUND_WATCH_JOB]: refunds.watchRefund,
    [PRICE_JOB]: refunds.fillInPrice,
    [REVIEW_JOB]: handler(refundReviews({ ...shared, play })),
    [SUBSCRIPTION_GRANT_JOB]: handler(grant),
  };
}

const noSettings: Unavailable = { unavailable: 'the app has no settings for GOOGLE' };

/** After a rejection by Google a retry would not help. */
function outcomeOf({ createdAt }: Job, result: Looked, now: number): JobOutcome {
  if (result === 'done' || 'rejected' in result) return 'done';
  const isLate = now - createdAt > GIVE_UP_MS;
  return isLate ? { giveUp: result.unavailable } : { retry: result.unavailable };
}
