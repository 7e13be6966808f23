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

/** One of the products that a purchase holds. */
export interface ProductLine {
  readonly productId: string;
  readonly quantity: number;
  /** How many were given back. */
  refunded: number;
  consumed: boolean;
}

/** A purchase is its own first line: nearly all have one only. */
export interface Product extends Owned, ProductLine {
  readonly kind: 'product';
  readonly orderId: string | undefined;
  readonly type: ProductType;
  state: 'pending' | 'purchased' | 'cancelled';
  paidAt: number | undefined;
  readonly otherLines?: ProductLine[];
  /** A pre-order is paid when its product is released. */
  readonly releaseAt?: number;
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

/** What a subscription sells: its base plan, and each of its add-ons. */
export interface Plan {
  readonly productId: string;
  readonly basePlanId: string;
  readonly offerId: string | undefined;
  readonly periodMs: number;
  readonly price: Price;
}

export interface SubscriptionItem extends Omit<Plan, 'productId'> {
  productId: string;
  expiresAt: number;
  /** The number of the order that last paid it; absent: of the latest order. */
  paidBy?: number;
  /** Taken out of the subscription: at the end of its period, or at once with its money back. */
  leaving?: 'removed' | 'revoked';
}

export const replacementModes = [
  'CHARGE_FULL_PRICE',
  'WITH_TIME_PRORATION',
  'CHARGE_PRORATED_PRICE',
  'WITHOUT_PRORATION',
  'DEFERRED',
] as const;
export type ReplacementMode = (typeof replacementModes)[number];

/** The purchase that this one takes the place of. */
interface Replaced {
  readonly token: string;
  readonly productId: string;
  readonly basePlanId: string;
  /** Missing in the files of earlier releases, which only know the first mode. */
  readonly mode?: ReplacementMode | 'SIGNED_UP_AGAIN';
}

/** A subscription is its own first item: nearly all have one only. */
export interface Subscription extends Owned, SubscriptionItem {
  readonly kind: 'subscription';
  readonly prepaid: boolean;
  readonly test: boolean;
  /** The first payment's order id; renewals append to it. */
  readonly orderBase: string;
  readonly replaces: Replaced | undefined;
  addOns?: SubscriptionItem[];
  /** What the buyer has until the first payment: the plan that the replaced purchase paid for. */
  follows?:
    | (Plan & { readonly expiresAt: number; readonly orderId: string | undefined })
    | undefined;
  /** Bought in the Play Store itself, without the app. */
  readonly outOfApp?: true;
  /** The expired subscription that the buyer took up again in the Play Store. */
  readonly resumes?: Pick<Owned, 'token' | 'accountId' | 'profileId'>;
  /** How many periods were paid. */
  cycles: number;
  state: SubscriptionState;
  autoRenew: boolean;
  startedAt: number | undefined;
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

export interface OrderLine {
  readonly productId: string;
  readonly quantity: number;
  readonly price: Price;
  /** Of an add-on, whose plan is not that of the purchase. */
  readonly plan?: Pick<Plan, 'basePlanId' | 'offerId'>;
  /** What a line of a subscription pays for. */
  periodFrom: number | undefined;
  periodTo: number | undefined;
}

/** An order is its own first line. */
export interface Order extends OrderLine {
  readonly orderId: string;
  readonly token: string;
  readonly createdAt: number;
  readonly otherLines?: OrderLine[];
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
