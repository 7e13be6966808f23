// A subscription as its market shows it at one moment; the same shape for both markets.
import type { FollowUp, MarketApp, MarketRejection, Unavailable } from './market.ts';

export type SubscriptionMarket = 'APPLE' | 'GOOGLE';

export interface SubscriptionState {
  readonly provider: SubscriptionMarket;
  /** The same in every cycle: APPLE original transaction id, GOOGLE purchase token. */
  readonly subscriptionId: string;
  /** What the app server knows the first payment by. */
  readonly originalTransactionId: string | null;
  readonly marketAccountId: string | null;
  /** The subscription whose place this one took. */
  readonly replaces: string | null;
  readonly test: boolean;
  readonly reportedAt: number;
  readonly cycle: Cycle;
  /** Missing when the market told of a cycle and not of what becomes of the subscription. */
  readonly standing?: Standing | undefined;
  /** Everything the market said, as it goes to the app server. */
  readonly marketResult: object;
  readonly followUp?: FollowUp | undefined;
}

export interface Cycle {
  /** What makes it this cycle and no other purchase of the app at this market. */
  readonly uniqueKey: string;
  readonly storeTransactionId: string;
  readonly productId: string;
  /** Decimal text with the currency's digits. */
  readonly price: string | null;
  readonly currency: string | null;
  readonly purchasedAt: number | null;
  readonly expiresAt: number | null;
  /** Always null at GOOGLE, which says that money went back but not when. */
  readonly refundedAt: number | null;
  /** The whole price went back; `restored` when that was taken back, and null when nothing is said. */
  readonly refund: 'given' | 'restored' | null;
  /** Grows from cycle to cycle of a subscription. */
  readonly place: number;
  readonly receipt: string;
}

export interface Standing {
  readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked';
  /** Null while it will not renew. */
  readonly autoRenewProductId: string | null;
  readonly graceUntil: number | null;
}

export interface SubscriptionProvider<M extends SubscriptionMarket = SubscriptionMarket> {
  verifySubscription(
    app: MarketApp<M>,
    receipt: string,
  ): Promise<SubscriptionState | MarketRejection | Unavailable>;
}
