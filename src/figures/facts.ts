// Facts: what a record adds to the sums, and when. The halves make them; here they are added up.

/** Refunds and disputes that Tollgate learned of, less those that were reversed or won. */
export const REFUNDS_RECEIVED = 'refunds.received';

/** Cycles of subscriptions for the overview; the detail is the market. */
export const SUBSCRIPTION_EVENTS = ['started', 'renewed', 'ended'] as const;
export const subscriptionEvent = (event: (typeof SUBSCRIPTION_EVENTS)[number]): string =>
  `cycle.${event}`;

export type CountGrain = 'hour' | 'day' | 'week' | 'month';

/** Money of one moment; counts and amounts may be negative. */
export interface MoneyFact {
  readonly at: number;
  readonly market: string;
  readonly product: string;
  readonly country: string;
  /** A test purchase: counted by market, and nowhere else. */
  readonly test?: true;
  /** Empty when the amount is not known or cannot be added up. */
  readonly currency: string;
  readonly purchases?: number;
  readonly gross?: number;
  readonly refunds?: number;
  readonly refunded?: number;
  readonly disputes?: number;
  readonly disputed?: number;
  readonly cancelled?: number;
}

/** A purchase that was paid for. */
export interface PayerFact {
  readonly at: number;
  readonly payer: string;
  /** Empty when the amount is not known or cannot be added up. */
  readonly currency: string;
}

/** Anything else that is counted. */
export interface CountFact {
  readonly at: number;
  readonly metric: string;
  /** Days and months unless said. */
  readonly grains?: readonly CountGrain[];
  readonly detail?: string;
  readonly currency?: string;
  readonly amount: number;
}

export type Fact = MoneyFact | PayerFact | CountFact;
