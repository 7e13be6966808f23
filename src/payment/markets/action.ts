// The interface of what can be done at a market after the sale: refund, cancel the renewal, extend, defer.
import type { GatewayName } from '../../base/market.ts';
import type { MarketApp, Shapes, Unavailable } from './market.ts';

/** What a market can do after the sale; what `read` answers may be less, for one purchase. */
export interface Abilities {
  readonly refund?: RefundAbilities;
  /** The subscription ends with what is paid. */
  readonly cancel?: true;
  /** The next renewal is postponed, and nobody pays for the days until then. */
  readonly extend?: Extension;
  readonly defer?: Extension;
}

export interface RefundAbilities {
  /** Any amount; otherwise the whole payment, or one of the following. */
  readonly part: boolean;
  /** One product of several. */
  readonly byLine: boolean;
  /** The money for the time that is left of a subscription, which ends. */
  readonly prorated: boolean;
  /** Whether the buyer may keep what a whole refund was for; `taken` when every whole refund takes it. */
  readonly goods: 'choice' | 'taken';
}

interface Extension {
  readonly mostDays: number;
  /** How often within 365 days. */
  readonly perYear?: number;
}

export interface ActionTraits extends Abilities {
  /** What only the market can do, and how the player asks for it. */
  readonly elsewhere?: { readonly en: string; readonly ko: string };
}

export type Action = Refund | { readonly kind: 'cancel' } | Postponement;

export interface Refund {
  readonly kind: 'refund';
  /** Decimal text in the currency of the payment. `rest`: all that is not refunded yet. */
  readonly amount: string | 'rest' | 'prorated';
  /** The product whose line is refunded, where the market refunds by line. */
  readonly line?: string;
  /** The buyer loses what was bought. */
  readonly takesGoods: boolean;
}

export interface Postponement {
  readonly kind: 'extend' | 'defer';
  readonly days: number;
}

/** What the record knows of a purchase, or of the newest cycle of a subscription. */
export interface Sold {
  readonly uniqueKey: string;
  /** The payment behind it, where that is not the unique key. */
  readonly paymentKey: string | null;
  /** Both as the columns of `purchase`. */
  readonly providerTransactionId: string;
  readonly storeTransactionId: string | null;
  readonly productId: string;
  readonly receipt: string;
  readonly price: string | null;
  readonly currency: string | null;
  readonly test: boolean;
  readonly subscriptionId: string | null;
  /** Of a payment gateway: where it was paid. */
  readonly gateway: GatewayName | null;
  readonly gatewayReference: string | null;
}

/** What the market says now. Amounts are decimal text; null when it does not tell them. */
export interface SaleState {
  readonly currency: string | null;
  /** Of the payment, which may be for several products. */
  readonly paid: string | null;
  /** What is under way included. */
  readonly refunded: string | null;
  readonly refundable: string | null;
  /** The products of the payment. A whole refund is for all of them. */
  readonly lines: readonly {
    readonly productId: string;
    readonly paid: string | null;
  }[];
  /** Null for what is no subscription. */
  readonly subscription: {
    readonly renews: boolean;
    readonly endsAt: number | null;
  } | null;
  /** What can be done about this one now. */
  readonly can: Abilities;
  /** What `act` and `settle` compare with what the market says then. */
  readonly version: string | null;
}

/** What is stored before the market is called. It stays the same in all attempts. */
export interface Intent {
  readonly action: Action;
  /** A UUID; the idempotency key where the market has one. */
  readonly key: string;
  readonly intendedAt: number;
  /** What the market said when it was intended. */
  readonly before: SaleState;
}

/** The market refuses, in words for the operator. Nothing was done. */
export interface ActionRefused {
  readonly refused: string;
}

/** `pending`: the market has taken it, and reports later how it ends. */
export type Acted = 'done' | 'pending' | ActionRefused | Unavailable;

export interface Actions<S extends Shapes = Shapes> {
  read(app: MarketApp<S>, sold: Sold): Promise<SaleState | ActionRefused | Unavailable>;
  /** Only when it has certainly not been done: at first, and after `settle` has answered `not done`. */
  act(app: MarketApp<S>, sold: Sold, intent: Intent): Promise<Acted>;
  /** After a lost answer: what has become of it, found by reading. Acts never. */
  settle(app: MarketApp<S>, sold: Sold, intent: Intent): Promise<Acted | 'not done'>;
}

/** A market also refuses what an earlier attempt has done, whose answer got lost. */
export async function unlessDone(
  refused: ActionRefused,
  settle: () => Promise<Acted | 'not done'>,
): Promise<Acted> {
  const outcome = await settle();
  return outcome === 'not done' ? refused : outcome;
}
