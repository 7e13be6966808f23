// What Tollgate sends: notifications to the game server, and events about purchases, subscriptions, measures, restrictions and appeals.
// Written by hand, with the names of this package: openapi.json has the same shapes as `webhooks`.
import type { RequestOf } from './names.ts';

type Market = RequestOf<'/payment/v1/purchase/verify'>['providerId'];
type SubscriptionMarket = RequestOf<'/payment/v1/subscription/verify'>['providerId'];

/** Players whose restriction was registered or changed. */
export interface Notification {
  readonly gameIndex: number;
  readonly serverUrl: string;
  readonly data: readonly RestrictedPlayer[];
}

export interface RestrictedPlayer {
  readonly playerId: bigint;
  /** `P` permanent, `B` from `startDate` to `endDate`. */
  readonly status: 'P' | 'B';
  /** `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
  readonly startDate: string;
  readonly endDate: string;
}

interface PurchaseData {
  readonly appid: string;
  readonly providerId: Market;
  readonly transactionId: string;
  readonly serviceTransactionId: string;
  readonly storeTransactionId: string | null;
  readonly accountUuid: string | null;
  readonly productId: string;
}

interface CancelledData extends PurchaseData {
  /** `1`: take the goods back. */
  readonly servicePurchaseCancelState: 0 | 1;
}

interface Refund {
  /** Refunded so far, as exact decimal text; null where it is not known. */
  readonly amount: string | null;
  readonly quantity: number | null;
  /** Whether the goods were taken, too; if not, the player keeps them. */
  readonly revoked: boolean;
  readonly currency: string | null;
  readonly reason: string | null;
  /** Unix epoch milliseconds. */
  readonly date: number;
  /** Only of a refund that an operator of the studio made through Tollgate. */
  readonly byStudio?: true;
}

export interface RefundedData extends CancelledData {
  readonly refund: Refund;
}

export interface DisputedData extends CancelledData {
  readonly dispute: {
    readonly id: string;
    readonly state: 'open' | 'won' | 'lost';
    readonly amount: string | null;
    readonly currency: string | null;
    readonly reason: string | null;
    /** Unix epoch milliseconds. */
    readonly date: number;
  };
}

export interface SubscriptionData {
  readonly appid: string;
  readonly providerId: SubscriptionMarket;
  readonly accountUuid: string | null;
  readonly originalStoreTransactionId: string | null;
  readonly productId: string;
  readonly autoRenewProductId: string | null;
  readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked' | 'replaced';
  /** With `replaced`: the purchase token of the one that took its place. */
  readonly replacedBy?: string | null;
  /** Unix epoch milliseconds. */
  readonly expiresDate: number | null;
  readonly gracePeriodExpiresDate: number | null;
  readonly refundDate: number | null;
  readonly test: 'N' | 'Y';
}

export interface RefundedSubscriptionData extends SubscriptionData {
  /** Of one cycle. */
  readonly refund: Refund;
  readonly byStudio?: true;
}

/** An order whose payment with a delayed method failed. */
export interface PaymentFailedData {
  readonly appid: string;
  readonly providerId: Market;
  readonly orderId: string;
  readonly accountUuid: string | null;
  readonly productId: string;
  readonly quantity: number;
  readonly amount: string;
  readonly currency: string;
}

interface ConsentData {
  readonly appid: string;
  readonly providerId: Market;
  /** The download of the app at the App Store, where it is at hand. */
  readonly appTransactionId?: string;
  /** The install at Google Play or Amazon, where it is at hand. */
  readonly installId?: string;
  /** Null: nobody has logged in from the download. 0 once the player was erased. */
  readonly playerId: bigint | null;
  /** Unix epoch milliseconds. */
  readonly date: number;
}

/** A parent has withdrawn the consent for a child to use the app. */
export interface ConsentWithdrawnData extends ConsentData {
  /** Whether the player was restricted for it. */
  readonly restricted: boolean;
}

/** Consent was given again. */
export interface ConsentRestoredData extends ConsentData {
  /** The store said so, the player has another download of the App Store, or an operator decided. */
  readonly reason: 'store' | 'new_download' | 'operator';
  /** Whether the restriction for it was released. */
  readonly released: boolean;
}

/** A sale that the market reported and no app server has verified. */
export interface UnclaimedData extends PurchaseData {
  readonly quantity: number;
  /** Exact decimal, as text. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** Send it as `serviceReceipt`. Null once the player was erased. */
  readonly receipt: string | null;
}

export interface UnclaimedSubscriptionData extends SubscriptionData {
  readonly storeTransactionId: string;
  /** Send it as `serviceReceipt`. Null once the player was erased. */
  readonly receipt: string | null;
}

/** A token of a purchase outside the App Store that nobody has reported to Apple. */
export interface ExternalPurchaseData {
  readonly appid: string;
  readonly providerId: Market;
  readonly externalPurchaseId: string;
  /** Unix epoch milliseconds. */
  readonly tokenCreationDate: number | null;
  readonly date: number;
}

export interface MeasureData {
  readonly appid: string;
  /** `0n` once the player was erased. */
  readonly playerId: bigint;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly effectId: string;
  readonly kind: 'restriction' | 'flag';
  readonly blockType: number | null;
  /** Of the escalation, from 1. */
  readonly step: number | null;
  /** Unix epoch milliseconds; null for a permanent restriction and for a flag. */
  readonly until: number | null;
  readonly purchases: readonly {
    readonly providerId: Market;
    readonly transactionId: string;
    readonly serviceTransactionId: string;
    readonly productId: string;
    readonly cause: string;
  }[];
}

export interface MeasureLiftedData extends MeasureData {
  readonly reason: 'time_over' | 'paid_again' | 'undone' | 'operator';
}

export interface RestrictionData {
  readonly appid: string;
  readonly playerId: bigint;
  /** `login`, or the feature that is restricted. */
  readonly scope: string;
  readonly status: 'P' | 'B';
  /** Number of the restriction type: the reason. */
  readonly blockType: number;
  /** `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
  readonly startDate: string;
  readonly endDate: string;
  /** Through what it was done; `system` when the period is over. */
  readonly actorKind:
    | 'key'
    | 'client'
    | 'console'
    | 'admin'
    | 'cli'
    | 'system'
    | 'measure'
    | 'consent';
}

export interface RestrictionReleasedData extends RestrictionData {
  /** After `replaced`, `restriction.set` has the new values. */
  readonly reason: 'released' | 'replaced';
}

export interface AppealData {
  readonly appid: string;
  readonly appealId: string;
  readonly playerId: bigint;
  readonly scope: string;
  readonly blockType: number;
  readonly source: 'page' | 'app_server';
}

export interface AppealDecidedData extends AppealData {
  /** `ended`: the restriction ended before anyone decided. */
  readonly decision: 'released' | 'shortened' | 'upheld' | 'ended';
  readonly answer: string | null;
}

interface EventData {
  'purchase.verified': PurchaseData;
  'purchase.unclaimed': UnclaimedData;
  'purchase.refunded': RefundedData;
  'purchase.revoked': RefundedData;
  'purchase.partially_refunded': RefundedData;
  'purchase.refund_reversed': RefundedData;
  'purchase.disputed': DisputedData;
  'purchase.dispute_won': DisputedData;
  'purchase.dispute_lost': DisputedData;
  /** The other fields depend on the market. */
  'purchase.fraud_warning': PurchaseData & Readonly<Record<string, unknown>>;
  'purchase.refund_requested': PurchaseData & Readonly<Record<string, unknown>>;
  'purchase.payment_failed': PaymentFailedData;
  'consent.withdrawn': ConsentWithdrawnData;
  'consent.restored': ConsentRestoredData;
  'external_purchase.unreported': ExternalPurchaseData;
  'subscription.unclaimed': UnclaimedSubscriptionData;
  'subscription.renewed': SubscriptionData;
  'subscription.changed': SubscriptionData;
  'subscription.expired': SubscriptionData;
  'subscription.refunded': RefundedSubscriptionData;
  'measure.taken': MeasureData;
  'measure.lifted': MeasureLiftedData;
  'restriction.set': RestrictionData;
  'restriction.released': RestrictionReleasedData;
  'restriction.expired': RestrictionData;
  'appeal.opened': AppealData;
  'appeal.decided': AppealDecidedData;
}

export type EventType = keyof EventData;

/** One type for each `type`: a switch over it narrows `data`. */
export type TollgateEvent = {
  [Type in EventType]: {
    readonly type: Type;
    /** When Tollgate wrote it: ISO 8601, UTC. */
    readonly timestamp: string;
    readonly data: EventData[Type];
  };
}[EventType];

/** An event of a newer service. */
export interface UnknownEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: unknown;
}

const KNOWN: Readonly<Record<EventType, true>> = {
  'purchase.verified': true,
  'purchase.unclaimed': true,
  'purchase.refunded': true,
  'purchase.revoked': true,
  'purchase.partially_refunded': true,
  'purchase.refund_reversed': true,
  'purchase.disputed': true,
  'purchase.dispute_won': true,
  'purchase.dispute_lost': true,
  'purchase.fraud_warning': true,
  'purchase.refund_requested': true,
  'purchase.payment_failed': true,
  'consent.withdrawn': true,
  'consent.restored': true,
  'external_purchase.unreported': true,
  'subscription.unclaimed': true,
  'subscription.renewed': true,
  'subscription.changed': true,
  'subscription.expired': true,
  'subscription.refunded': true,
  'measure.taken': true,
  'measure.lifted': true,
  'restriction.set': true,
  'restriction.released': true,
  'restriction.expired': true,
  'appeal.opened': true,
  'appeal.decided': true,
};

export const isKnownEvent = (event: TollgateEvent | UnknownEvent): event is TollgateEvent =>
  Object.hasOwn(KNOWN, event.type);
