// What Google Play remembers: purchases by token, orders by id, voided purchases. Plain JSON, kept small:
// fields that come and go are there from the start, because deleting one makes an object several times larger.

export const day = 24 * 60 * 60 * 1000;
/** A paid purchase that nobody acknowledges goes back to the buyer after this time. */
export const acknowledgeWithin = 3 * day;

/** The price of one unit without tax, and the tax on the whole order, in millionths. */
export interface Price {
  readonly currency: string;
  readonly micros: number;
  readonly taxMicros: number;
}

interface Owned {
  readonly token: string;
  readonly packageName: string;
  readonly regionCode: string;
  readonly createdAt: number;
  accountId: string | undefined;
  profileId: string | undefined;
  acknowledged: boolean;
  developerPayload?: string;
  /** The buyer's account was deleted: the token is no longer valid. */
  forgotten?: true;
}

export type ProductType = 'standard' | 'test' | 'promo';

export interface Product extends Owned {
  readonly kind: 'product';
  readonly productId: string;
  readonly orderId: string | undefined;
  readonly type: ProductType;
  readonly quantity: number;
  state: 'pending' | 'purchased' | 'cancelled';
  paidAt: number | undefined;
  refunded: number;
  consumed: boolean;
}

export type SubscriptionState =
  | 'PENDING'
  | 'ACTIVE'
  | 'PAUSED'
  | 'IN_GRACE_PERIOD'
  | 'ON_HOLD'
  | 'CANCELED'
  | 'EXPIRED'
  | 'PENDING_PURCHASE_CANCELED';

export type Canceller = 'user' | 'developer' | 'system' | 'replacement';

export interface Subscription extends Owned {
  readonly kind: 'subscription';
  productId: string;
  readonly basePlanId: string;
  readonly offerId: string | undefined;
  readonly prepaid: boolean;
  readonly test: boolean;
  readonly periodMs: number;
  readonly price: Price;
  /** The first payment's order id; renewals append to it. */
  readonly orderBase: string;
  readonly replaces: { token: string; productId: string; basePlanId: string } | undefined;
  /** Bought in the Play Store itself, without the app. */
  readonly outOfApp?: true;
  /** The expired subscription that the buyer took up again in the Play Store. */
  readonly resumes?: Pick<Owned, 'token' | 'accountId' | 'profileId'>;
  /** How many periods were paid. */
  cycles: number;
  state: SubscriptionState;
  autoRenew: boolean;
  startedAt: number | undefined;
  expiresAt: number;
  /** When a hold or a pause ends. */
  until: number | undefined;
  /** The pause that begins when this period ends. */
  pauseForMs: number | undefined;
  cancelled: { by: Canceller; at: number } | undefined;
  /** The product that the next renewal switches to. */
  nextProductId: string | undefined;
  replaced?: true;
  /** Counts changes, for the etag. */
  revision: number;
}

export type Purchase = Product | Subscription;

export interface Refund {
  readonly at: number;
  readonly micros: number;
  readonly taxMicros: number;
}

/** A refund that Google has decided on but not paid out. */
export interface PendingRefund extends VoidCause {
  readonly at: number;
  /** Whether the buyer also loses the item. */
  readonly revoke: boolean;
  /** Listed as voided already. */
  readonly voided: boolean;
}

/** Google asks what the developer thinks of a refund, and what came of the purchase. */
export interface RefundReview {
  readonly token: string;
  readonly at: number;
  answer?: Readonly<Record<string, unknown>>;
}

export interface Order {
  readonly orderId: string;
  readonly token: string;
  readonly productId: string;
  readonly quantity: number;
  readonly price: Price;
  readonly createdAt: number;
  /** What a subscription's order pays for. */
  periodFrom: number | undefined;
  periodTo: number | undefined;
  /** `orders.get` does not find it, as with some licence testers' orders. */
  readonly hidden?: true;
  state:
    | 'PENDING'
    | 'PROCESSED'
    | 'CANCELED'
    | 'PENDING_REFUND'
    | 'PARTIALLY_REFUNDED'
    | 'REFUNDED';
  processedAt: number | undefined;
  cancelledAt?: number;
  refund?: Refund & { reason: 'OTHER' | 'CHARGEBACK' };
  partialRefunds?: Refund[];
  pendingRefund?: PendingRefund | undefined;
  refundDeclinedAt?: number;
  review?: RefundReview;
}

/** Google's numbers: who voided a purchase and why. */
export interface VoidCause {
  readonly source: number;
  readonly reason: number;
}
export const voidSource = { user: 0, developer: 1, google: 2 } as const;
export const voidReason = { other: 0, chargeback: 7, unacknowledged: 8 } as const;

export interface Voided extends VoidCause {
  readonly token: string;
  readonly orderId: string | undefined;
  readonly kind: Purchase['kind'];
  readonly purchasedAt: number;
  readonly at: number;
  /** Set for a refund of some of several units. */
  readonly quantity?: number;
}

/** Why a purchase does not allow what was asked, in Google's words for the wire. */
export interface Refusal {
  readonly reason: 'invalidPurchaseState' | 'productNotOwnedByUser';
  readonly message: string;
}
