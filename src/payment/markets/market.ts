// What every market adapter is: a receipt in, a verdict out. Adapters see no database.
import type { RejectionFor } from '../../base/rejection.ts';
import type { MarketSecrets, MarketSettings, marketShapes } from '../../tenants/market-shapes.ts';

export type Market = keyof typeof marketShapes;

/** Where the markets are reached; the real hosts unless configured otherwise. */
export interface MarketAddresses {
  readonly appleUrl: string;
  readonly appleSandboxUrl: string;
  /** SHA-256 fingerprints (lower-case hex) of roots to trust beside Apple's own. */
  readonly appleRoots: readonly string[];
  readonly googleUrl: string;
  readonly googleTokenUrl: string;
  readonly googleCertsUrl: string;
  readonly steamUrl: string;
  readonly stripeUrl: string;
  readonly portoneUrl: string;
}

/** An app at one market: what it was told about it, and in which environment it lives. */
export interface MarketApp<M extends Market = Market> {
  readonly appid: string;
  readonly environment: 'production' | 'sandbox';
  readonly settings: MarketSettings<M>;
  readonly secrets: MarketSecrets<M>;
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
}

/** What must be done at the market once our record is durable; done by a job that survives a crash. */
export interface FollowUp {
  readonly kind: string;
  /** Unique within the app: the same follow-up twice is one job. */
  readonly id: string;
  readonly payload: object;
}

export interface VerifiedPurchase {
  readonly provider: Market;
  readonly providerTransactionId: string;
  readonly storeTransactionId: string | null;
  /** What makes it this purchase and no other of the app at this market. */
  readonly uniqueKey: string;
  readonly productId: string;
  readonly quantity: number;
  /** Decimal text with the currency's digits. */
  readonly price: string | null;
  readonly currency: string | null;
  readonly cancelState: 0 | 1;
  readonly test: boolean;
  readonly purchasedAt: number | null;
  readonly purchaseDateSource: PurchaseDateSource;
  /** The buyer as the market knows them; null when the market knows none. */
  readonly marketAccountId: string | null;
  readonly marketResult: object | null;
  readonly priceVerifyKey: string | null;
  readonly followUp?: FollowUp | undefined;
}

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

/** The market said no; the detail goes to the caller. */
export type MarketRejection = RejectionFor<RejectionReason>;

/** The market could not be asked: neither a pass nor a refusal. The reason goes to the log. */
export interface Unavailable {
  readonly unavailable: string;
  /** The market refused the app's credentials, so that only their owner can help. */
  readonly alarm?: true;
}

export type Verdict = { readonly accepted: VerifiedPurchase } | MarketRejection | Unavailable;

export interface Provider<M extends Market = Market> {
  verifyPurchase(app: MarketApp<M>, request: PurchaseRequest): Promise<Verdict>;
  /** Whether the market itself is asked, so that a repeat of a known receipt may bring news of a refund. */
  asksMarket(app: MarketApp<M>): boolean;
}
