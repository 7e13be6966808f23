// The state of a subscription at its market, in one shape for all markets.
import type { Cancellation } from './cancellation.ts';
import type {
  FollowUp,
  Market,
  MarketApp,
  MarketRejection,
  Ownership,
  Shapes,
  Unavailable,
} from './market.ts';

export interface SubscriptionState {
  readonly provider: Market;
  /** The same in every cycle: the original transaction id, or the purchase token. */
  readonly subscriptionId: string;
  /** Transaction id of the first payment, as app servers see it. */
  readonly originalTransactionId: string | null;
  readonly marketAccountId: string | null;
  /** The subscription that this one replaced or, bought outside of the app, took up again. */
  readonly replaces: string | null;
  /** Bought together with this subscription, and a subscription of its own beside it. */
  readonly addOnTo?: string;
  /** What was bought together with it. */
  readonly addOns?: readonly SubscriptionState[];
  /** Bought at the market itself, so that perhaps no app server verifies it in time. */
  readonly outOfApp?: true;
  readonly test: boolean;
  readonly reportedAt: number;
  readonly cycle: Cycle;
  /** Missing when the market reports only a cycle. */
  readonly lifecycle?: Lifecycle | undefined;
  /** The market's answer, as sent to the app server. */
  readonly marketResult: object;
  readonly followUp?: FollowUp | undefined;
  /** Looks at something the market has not decided yet. */
  readonly watch?: FollowUp | undefined;
  /**
   * Reads the cycles between this one and the newest on record, which the ledger adds as `since`; of a subscription
   * that is new, those since it began.
   */
  readonly missed?: FollowUp | undefined;
  /** When its first cycle was bought, where the market says so. */
  readonly beganAt?: number | undefined;
}

export interface Cycle {
  /** Identifies the cycle within the app and market. */
  readonly uniqueKey: string;
  /** The same on all devices, where the unique key is not; the order, where it pays for several products. */
  readonly paymentKey?: string | undefined;
  /** With add-ons: the key of this product in the order, which may be recorded under the unique key, too. */
  readonly lineKey?: string | undefined;
  readonly storeTransactionId: string;
  readonly productId: string;
  /** Decimal text with the currency's digits. */
  readonly price: string | null;
  readonly currency: string | null;
  readonly ownership?: Ownership | undefined;
  readonly purchasedAt: number | null;
  readonly expiresAt: number | null;
  /** Null at markets that report refunds without a time. */
  readonly refundedAt: number | null;
  /** Refunds and chargebacks of this cycle that the market reports. */
  readonly cancellations: readonly Cancellation[];
  /** Grows from cycle to cycle of a subscription. */
  readonly place: number;
  readonly receipt: string;
}

/** As app servers and operators see it. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'grace',
  'hold',
  'paused',
  'expired',
  'revoked',
  'replaced',
] as const;

export interface Lifecycle {
  readonly status: Exclude<(typeof SUBSCRIPTION_STATUSES)[number], 'replaced'>;
  /** With `expired`: another one took its place, which the market says, or does not say (`unknown`). */
  readonly replaced?: true | 'unknown';
  /** Null while it will not renew. */
  readonly autoRenewProductId: string | null;
  readonly graceUntil: number | null;
}

export interface SubscriptionProvider<S extends Shapes = Shapes> {
  verifySubscription(
    app: MarketApp<S>,
    receipt: string,
    /** Says which one is meant when a receipt contains several. */
    storeTransactionId?: string,
  ): Promise<SubscriptionState | MarketRejection | Unavailable>;
  /**
   * The cycles before the current one that are not on record, oldest first, where the market shows only that: since
   * the recorded one or, of a subscription that is new, since the app was created. While they cannot be read: the job
   * that does it later.
   */
  missedCycles?(
    app: MarketApp<S>,
    now: SubscriptionState,
    recordedKey: string | undefined,
  ): Promise<readonly SubscriptionState[] | FollowUp>;
  /** Those that a job is about, oldest first; the payload is the market's own. */
  readMissedCycles?(
    app: MarketApp<S>,
    payload: object,
  ): Promise<readonly SubscriptionState[] | Unavailable>;
}

/** The job that reads cycles that were missed. */
export const missedCyclesJob = (market: Market): string => `${market.toLowerCase()}.missed-cycles`;

/** An add-on is a subscription of its own. */
export const addOnId = (subscriptionId: string, productId: string): string =>
  `${subscriptionId} ${productId}`;

/** The purchase token in the id of a subscription or of an add-on. */
export const purchaseTokenOf = (subscriptionId: string): string =>
  subscriptionId.split(' ', 1)[0] as string;
