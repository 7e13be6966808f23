// What every payment gateway behind PG is: opens a payment page, tells how a payment stands, signs its notices.
import type { IncomingHttpHeaders } from 'node:http';
import type { MarketApp, Unavailable } from './market.ts';

export type PgApp = MarketApp<'PG'>;
export type GatewayName = PgApp['settings']['gateway'];

export interface GatewayOrder {
  readonly orderId: string;
  /** What the buyer reads: the product, and how many. */
  readonly title: string;
  /** Decimal text of the whole order. */
  readonly amount: string;
  readonly currency: string;
  /** Where the gateway sends the buyer afterwards, whatever came of it. */
  readonly returnUrl: string;
  /** Our own page, for a gateway that has none. */
  readonly pageUrl: string;
}

export interface OpenedPayment {
  readonly payUrl: string;
  /** Under which name to ask about the payment. */
  readonly reference: string;
}

/** The gateway understood the call and said no. */
export interface GatewayRejection {
  readonly declined: string;
}

export interface GatewayPayment {
  readonly state: 'pending' | 'paid' | 'ended';
  /** The order as the gateway knows it; null before anybody has begun to pay. */
  readonly orderId: string | null;
  readonly paymentId: string | null;
  /** Decimal text of what was paid. */
  readonly amount: string;
  readonly currency: string;
  readonly refunded: 'none' | 'partly' | 'wholly';
  readonly paidAt: number | null;
  /** What the gateway said, without a word about the card or the buyer. */
  readonly record: object;
}

/** Which order a notice is about: by its number, or by the gateway's own id of the payment. */
export type Subject = { readonly orderId: string } | { readonly paymentId: string } | 'unrelated';

export interface Gateway {
  open(app: PgApp, order: GatewayOrder): Promise<OpenedPayment | GatewayRejection | Unavailable>;
  read(app: PgApp, reference: string): Promise<GatewayPayment | GatewayRejection | Unavailable>;
  /** Whether the gateway sent this notice to the app. `body` is the exact text that was signed. */
  isGenuine(app: PgApp, body: string, headers: IncomingHttpHeaders): Promise<boolean>;
  /** What a genuine notice is about. */
  subjectOf(body: string): Subject;
}
