// What Tollgate and a market of one's own say to each other (docs/custom-market.md). Times are ISO 8601 in UTC, amounts
// decimal text.

/** What Tollgate asks, each with a POST to `{address}/{call}`. */
export interface Calls {
  readonly verify: {
    readonly asked: { readonly receipt: string; readonly productId?: string };
    /** `null`: there is no such receipt. */
    readonly answered:
      | { readonly purchase: Purchase | null }
      | { readonly subscription: Subscription };
  };
  readonly acknowledge: {
    readonly asked: { readonly receipt: string; readonly transactionId: string };
    readonly answered: { readonly acknowledged: boolean; readonly reason?: string };
  };
  /** Optional: an operator of Tollgate pays a buyer back. */
  readonly refund: {
    readonly asked: RefundOrder;
    readonly answered: { readonly refunded: boolean; readonly reason?: string };
  };
  readonly changes: {
    /** `null` at first: where does the list end? */
    readonly asked: { readonly from: number | null };
    readonly answered: { readonly changes: readonly Notice[]; readonly next: number };
  };
}

export interface RefundOrder {
  readonly receipt: string;
  /** Of a subscription: that of the cycle. */
  readonly transactionId: string;
  readonly amount: string;
  readonly currency: string;
  /** The same in every repetition: refund it once. */
  readonly key: string;
}

/** In every question. */
export interface Asker {
  readonly appid: string;
  readonly environment: 'production' | 'sandbox';
}

export interface Purchase {
  /** The app it was sold in. */
  readonly appid: string;
  /** The same however often the purchase is asked about, and of no other one. */
  readonly transactionId: string;
  readonly productId: string;
  readonly quantity: number;
  /** What was charged for all pieces together; `null` when that is not known. */
  readonly price: string | null;
  readonly currency: string | null;
  /** Where it was bought, ISO 3166. */
  readonly country?: string;
  /** `null` until it is paid. */
  readonly purchasedAt: string | null;
  readonly state: 'paid' | 'pending' | 'failed';
  /** Nobody paid real money. */
  readonly test: boolean;
  /** The `accountUuid` that the game bought for. */
  readonly account: string | null;
  /** Bought once and kept, such as a level. */
  readonly permanent?: boolean;
  readonly acknowledged: boolean;
  /** Missing or `null` when there has been none. */
  readonly refund?: Refund | null;
  readonly disputes?: readonly Dispute[];
}

export interface Refund {
  /** `reversed`: the buyer has paid again, or never got the money. */
  readonly state: 'pending' | 'partial' | 'full' | 'reversed';
  /** Paid back so far; needed with `partial`. */
  readonly amount?: string;
  readonly at?: string;
  readonly reason?: string;
}

/** A chargeback. */
export interface Dispute {
  readonly id: string;
  /** `won` by the studio. */
  readonly state: 'open' | 'won' | 'lost';
  readonly amount?: string;
  readonly reason?: string;
}

export interface Subscription {
  readonly appid: string;
  /** The same in every cycle. */
  readonly subscriptionId: string;
  readonly account: string | null;
  readonly test: boolean;
  readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked';
  /** What the next cycle is of; `null` when it will not renew. */
  readonly renewsAs: string | null;
  /** With `grace`: until when the player keeps it without having paid. */
  readonly graceUntil?: string | null;
  readonly beganAt: string;
  /** The newest cycle. */
  readonly cycle: Cycle;
}

export interface Cycle {
  readonly transactionId: string;
  /** 1, 2, 3 … */
  readonly number: number;
  readonly productId: string;
  readonly price: string | null;
  readonly currency: string | null;
  readonly purchasedAt: string;
  readonly expiresAt: string;
  readonly refund?: Refund | null;
}

/** Something has changed; Tollgate asks about the receipt. Sent to Tollgate, and listed for when it got lost. */
export interface Notice {
  readonly id: string;
  /** 1, 2, 3 … in the order in which they happened. */
  readonly number: number;
  /** `purchase.completed`, `purchase.refunded`, `subscription.renewed`: what comes first counts. */
  readonly type: `${'purchase' | 'subscription'}.${string}`;
  readonly appid: string;
  readonly receipt: string;
  readonly at: string;
}
