// The interface of market adapters: a receipt in, a verdict out. Adapters do not use the database.
import type { TObject, Type } from 'typebox';
import type { Market } from '../../base/market.ts';
import type { RejectionFor } from '../../base/rejection.ts';
import type { Cancellation } from './cancellation.ts';
import type { Fields } from './fields.ts';

export type { Market };

/** What a market requires of an app: settings, and secrets that are never shown again. */
export interface Shapes {
  readonly settings: TObject;
  readonly secrets: TObject;
  /** Stored with the settings that leave them out. */
  readonly defaults: object;
}

/** The stored settings, with defaults filled in. */
export type MarketSettings<S extends Shapes> = Type.Static<S['settings']> & S['defaults'];

export type MarketSecrets<S extends Shapes> = {
  readonly [Name in keyof Type.Static<S['secrets']>]?: string;
};

/** An app at one market: its settings, secrets and environment. */
export interface MarketApp<S extends Shapes = Shapes> {
  readonly appid: string;
  /** The project. */
  readonly gameIndex: number;
  readonly createdAt: number;
  readonly environment: 'production' | 'sandbox';
  readonly settings: MarketSettings<S>;
  readonly secrets: MarketSecrets<S>;
  /** Of payment gateways that it used before, for the orders that were opened there. */
  readonly former?: readonly Pick<MarketApp<S>, 'settings' | 'secrets'>[];
  /** It is one of those. */
  readonly isFormer?: true;
}

export interface PurchaseRequest {
  readonly receipt: string;
  readonly productId: string;
  readonly storeTransactionId?: string | undefined;
  readonly orderId?: string | undefined;
  /** Exact decimal text. */
  readonly price?: string | undefined;
  readonly currency?: string | undefined;
  readonly accountUuid: string;
  /** Undefined when the app has no such product. */
  readonly product?: ProductTerms | undefined;
}

/** What the studio has set for a product. */
export interface ProductTerms {
  readonly kind: 'consumable' | 'permanent' | 'subscription';
  readonly after_verify?: 'acknowledge' | 'consume';
}

/** The unique keys that a purchase with this `providerTransactionId` may have: Apple's sandbox counts apart. */
export const uniqueKeysOf = (transactionId: string): [string, string] => [
  transactionId,
  sandboxKey(transactionId),
];

export const sandboxKey = (transactionId: string): string => `sandbox ${transactionId}`;

/** A call to make once the purchase is recorded; a durable job makes it. */
export interface FollowUp {
  readonly kind: string;
  /** Unique within the app, so that the same follow-up creates one job. */
  readonly id: string;
  readonly payload: object;
}

export interface VerifiedPurchase {
  readonly provider: Market;
  readonly providerTransactionId: string;
  readonly storeTransactionId: string | null;
  /** Identifies the purchase within the app and market. */
  readonly uniqueKey: string;
  /** What was paid, where a restored purchase has an id of its own. */
  readonly paymentKey?: string | undefined;
  /** The key under which another system may have recorded it, which knew only its receipt. */
  readonly otherKey?: string | undefined;
  readonly productId: string;
  readonly quantity: number;
  /** Decimal text with the currency's digits. */
  readonly price: string | null;
  readonly currency: string | null;
  /** Refunds and disputes that the market shows. */
  readonly cancellations: readonly Cancellation[];
  readonly test: boolean;
  readonly purchasedAt: number | null;
  readonly purchaseDateSource: PurchaseDateSource;
  /** The buyer's account at the market; null when it reports none. */
  readonly marketAccountId: string | null;
  readonly marketResult: object | null;
  readonly priceVerifyKey: string | null;
  readonly ownership?: Ownership | undefined;
  /** Bought once and kept, by the word of the market. */
  readonly permanent?: boolean;
  readonly followUp?: FollowUp | undefined;
  /** Looks at something the market has not decided yet, however often the purchase is verified. */
  readonly watch?: FollowUp | undefined;
}

/** How an account got something that it did not pay for. */
export type Ownership = 'FAMILY_SHARED';

export type PurchaseDateSource =
  | 'STORE_PAYMENT'
  | 'PAYMENT_CONFIRMED'
  | 'ORDER_CREATED'
  | 'VERIFIED';

export type RejectionReason =
  | 'INVALID_RECEIPT'
  | 'PRICE_VERIFY_FAIL'
  | 'RECEIPT_VERIFY_FAIL'
  | 'PAYMENT_PENDING'
  | 'INVALID_REQUEST';

/** Rejected by the market; the caller gets the detail. */
export interface MarketRejection extends RejectionFor<RejectionReason> {
  /** The market knew it once, and knows nothing about it any more. */
  readonly isGone?: boolean;
  /** What the market answered, for the record of refused verifications; the caller does not get it. */
  readonly answer?: object | undefined;
}

/** The market gave no usable answer, so nothing is decided. The reason is logged. */
export interface Unavailable {
  readonly unavailable: string;
  /** The market rejected the app's credentials, or only this call with them; only their owner can fix that. */
  readonly alarm?: 'credentials' | 'call';
}

/** Whether a market accepted the credentials of an app. */
export interface Access {
  /** The call it is about; empty when every call is refused. */
  readonly call: string;
  /** In the market's words; absent when it accepted them. */
  readonly refused?: string;
}

/** Called after each call that says something about the credentials. */
export type OnAccess = (app: MarketApp, market: Market, access: Access) => void;

/** What an answer says about the credentials; nothing when the market gave none. */
export function accessOf(operation: string, answer: object): Access | undefined {
  if (!('unavailable' in answer)) return { call: operation };
  const { unavailable, alarm } = answer as Unavailable;
  return alarm && { call: alarm === 'call' ? operation : '', refused: unavailable };
}

export type Verdict = { readonly accepted: VerifiedPurchase } | MarketRejection | Unavailable;

/** What tells recorded purchases of one receipt apart. */
export interface KnownIds {
  readonly product_id: string;
  readonly provider_transaction_id: string;
  readonly store_transaction_id: string | null;
}

export interface Provider<S extends Shapes = Shapes> {
  verifyPurchase(app: MarketApp<S>, request: PurchaseRequest): Promise<Verdict>;
  /** Whether the market itself is asked, so that verifying a known receipt again can reveal a refund. */
  asksMarket(app: MarketApp<S>): boolean;
  /** Whether a purchase with this receipt is the one that the request means; without it, it is. */
  isMeant?(known: KnownIds, request: PurchaseRequest): boolean;
  /** The buyer's account in a stored market result, at markets that report one. */
  accountIn?(marketResult: Fields): string | null;
}
