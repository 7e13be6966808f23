// The interface of store notifications: a notification in, its changes of purchases and subscriptions out.
import type { IncomingHttpHeaders } from 'node:http';
import type { Market } from '../../base/market.ts';
import type { Cancellation } from './cancellation.ts';
import type { FollowUp, MarketApp, Shapes, Unavailable, VerifiedPurchase } from './market.ts';
import type { SubscriptionState } from './subscription.ts';

export interface ReadNotice {
  /** Given by the market: the same notification twice is one. */
  readonly id: string;
  readonly kind: string;
  /** `waiting` until its jobs are done. */
  readonly state: 'waiting' | 'applied' | 'kept';
  readonly reportedAt: number;
  /** The subscription, or the purchase. */
  readonly subject: string | null;
  /** Sales, which perhaps no app server verifies. */
  readonly sales?: readonly Sale[];
  readonly subscriptions: readonly { readonly state: SubscriptionState }[];
  readonly cancellations: readonly {
    readonly purchase: NamedPurchase;
    readonly report: Cancellation;
  }[];
  /** What the app server learns although it changes nothing. */
  readonly alerts: readonly NoticeAlert[];
  /** The same, where no purchase is concerned. */
  readonly events?: readonly NoticeEvent[];
  readonly jobs: readonly FollowUp[];
}

export interface Sale {
  readonly accepted: VerifiedPurchase;
  /** One that can be verified. */
  readonly receipt: string;
}

interface NamedPurchase {
  readonly provider: Market;
  readonly unique_key: string;
}

export interface NoticeAlert {
  readonly purchase: NamedPurchase;
  readonly type: 'purchase.refund_requested' | 'purchase.fraud_warning';
  readonly details: object;
}

export interface NoticeEvent {
  readonly type: 'external_purchase.unreported';
  /** The market's id of what it is about. */
  readonly subject: string;
  readonly details: object;
}

/** The job that reads a purchase again, where a notification only names it. */
export const READ_JOB = 'purchase.read';

export interface ReadPayload {
  readonly provider: Market;
  /** The receipt is that of a subscription. */
  readonly isSubscription?: true;
  /** Of the purchase, where the notification tells it. */
  readonly uniqueKey?: string | undefined;
  /** Where it is part of what the market is asked. */
  readonly productId?: string | undefined;
  /** Without it, only a recorded purchase has one. */
  readonly receipt?: string | undefined;
  /** Where only notifications tell it. */
  readonly price?: string | undefined;
  readonly currency?: string | undefined;
  /** The notification that caused the job. */
  readonly noticeId: string;
}

/** The job that applies withdrawn consent: of players, whom no market knows. */
export const CONSENT_JOB = 'consent.withdrawn';

export interface ConsentPayload {
  readonly appTransactionId: string;
  /** When the store said so. */
  readonly at: number;
  /** The notification that caused the job. */
  readonly noticeId: string;
}

/** `again` as for `read`. */
export const readJob = (payload: ReadPayload, again: string): FollowUp => ({
  kind: READ_JOB,
  id: `${READ_JOB} ${payload.provider} ${payload.noticeId}${again}`,
  payload,
});

export interface NoticeReader<S extends Shapes = Shapes> {
  /** Whether the market sent it, where the body alone does not prove it. `address` is ours. */
  authenticate?(
    app: MarketApp<S>,
    headers: IncomingHttpHeaders,
    address: string,
    body: string,
  ): Promise<'genuine' | 'forged' | Unavailable>;
  /**
   * `forged` when it is not from the market or not for this app; `foreign` when it is for another app.
   * `again` tells the jobs of a replay apart from those of the first time.
   */
  read(
    app: MarketApp<S>,
    body: string,
    now: number,
    again: string,
  ): Promise<ReadNotice | 'forged' | 'foreign' | Unavailable>;
}
