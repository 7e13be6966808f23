// The interface of payment gateways: open a payment page, read a payment, verify webhooks.
import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayName } from '../../../base/market.ts';
import type { Cancellation } from '../cancellation.ts';
import type { Unavailable } from '../market.ts';
import type { PgApp } from './settings.ts';

/** Longest page of a list, whose entries carry what banks and providers wrote. */
export const LIST_BYTES = 16 * 1024 * 1024;

export type { GatewayName };

export interface GatewayOrder {
  readonly orderId: string;
  /** Shown to the buyer: the product and the quantity. */
  readonly title: string;
  /** Decimal text of the whole order. */
  readonly amount: string;
  readonly currency: string;
  /** Where the gateway sends the buyer afterwards, paid or not. */
  readonly returnUrl: string;
  /** Our own payment page, for a gateway without one. */
  readonly pageUrl: string;
  /** For the gateway only; never stored. */
  readonly customer: OrderCustomer;
}

export interface OrderCustomer {
  readonly fullName?: string;
  readonly phoneNumber?: string;
  readonly email?: string;
}

export interface OpenedPayment {
  readonly payUrl: string;
  /** The id by which the gateway finds the payment. */
  readonly reference: string;
}

/** The gateway rejected the call. */
export interface GatewayRejection {
  readonly declined: string;
}

export interface GatewayPayment {
  readonly state: 'pending' | 'paid' | 'ended';
  /** Our order number at the gateway; null before the buyer has begun to pay. */
  readonly orderId: string | null;
  readonly paymentId: string | null;
  /** Decimal text of what was paid. */
  readonly amount: string;
  readonly currency: string;
  /** Decimal text: the tax within the amount. Null: the gateway does not say. */
  readonly tax: string | null;
  /** Of the buyer, in two letters. */
  readonly country: string | null;
  /** Whether real money was paid. */
  readonly live: boolean;
  /** Refunds and disputes that the gateway shows. */
  readonly cancellations: readonly Cancellation[];
  readonly refunds: readonly GatewayRefund[];
  /** Disputes and inquiries with their deadlines, at a gateway that shows more of them than `cancellations`. */
  readonly disputes?: readonly GatewayDispute[];
  readonly paidAt: number | null;
  /** The gateway's answer without data about the card or the buyer. */
  readonly record: object;
}

export interface GatewayRefund {
  /** What we gave it, if it is ours. */
  readonly key: string | null;
  /** Decimal text. */
  readonly amount: string;
  readonly state: 'pending' | 'done' | 'failed';
}

/** What to pay back, and the key by which the gateway shows it afterwards. */
export interface RefundWish {
  /** Decimal text. */
  readonly amount: string;
  readonly key: string;
  /** What could be refunded when it was decided. */
  readonly refundable: string;
}

export interface GatewayDispute {
  readonly id: string;
  readonly state: 'open' | 'sent' | 'won' | 'lost' | 'closed';
  /** The bank only asks; no money has moved. */
  readonly inquiry: boolean;
  readonly reason: string | null;
  /** The code of the card network. */
  readonly networkReason: string | null;
  /** Decimal text; the bank may dispute in its own currency. */
  readonly amount: string;
  readonly currency: string;
  readonly openedAt: number;
  /** Until when evidence is taken. */
  readonly dueAt: number | null;
  /** How often the bank was given evidence. */
  readonly submissions: number;
  /** What we sent last, by the id that we gave it. */
  readonly submissionId: string | null;
}

/** Text by the gateway's names of the fields. */
export type Evidence = Readonly<Record<string, string>>;

export interface EvidencePort {
  read(app: PgApp, disputeId: string): Promise<GatewayDispute | GatewayRejection | Unavailable>;
  /** Sends it to the bank, which takes it once. Repeating it with the same id does nothing more. */
  send(
    app: PgApp,
    disputeId: string,
    evidence: Evidence,
    submissionId: string,
  ): Promise<GatewayDispute | GatewayRejection | Unavailable>;
}

/** The order in a webhook: by our number, or by the gateway's payment id. */
export type Subject = { readonly orderId: string } | { readonly paymentId: string } | 'unrelated';

/** A warning about a payment that changes nothing in it. */
export interface GatewayWarning {
  readonly type: 'purchase.fraud_warning' | 'purchase.refund_requested';
  readonly details: object;
}

/** What a check of the credentials says about a gateway. */
export interface GatewayTraits {
  readonly name: string;
  /** A payment that nobody has. */
  readonly madeUp: string;
  /** Without these settings and secrets, nothing works. */
  readonly needs: readonly (keyof PgApp['settings'] | keyof PgApp['secrets'])[];
  /** What to check when the gateway rejects the key. */
  readonly hint: string;
  /** `webhook_secret` signs its webhooks. */
  readonly signsWebhooks: boolean;
}

export interface EventPage {
  /** Each with the body that its webhook has. */
  readonly events: readonly { readonly id: string; readonly body: string }[];
  readonly next: string | undefined;
}

export interface Gateway {
  readonly traits: GatewayTraits;
  /** `read` charges what the buyer has approved, so open orders are read also when nobody asks. */
  readonly chargesApproved?: true;
  open(app: PgApp, order: GatewayOrder): Promise<OpenedPayment | GatewayRejection | Unavailable>;
  read(app: PgApp, reference: string): Promise<GatewayPayment | GatewayRejection | Unavailable>;
  /** Pays back. Only when `read` shows no refund with the key; the gateway may have done it although it answers nothing. */
  refund(
    app: PgApp,
    payment: GatewayPayment,
    wish: RefundWish,
  ): Promise<'done' | 'pending' | GatewayRejection | Unavailable>;
  /** Whether the gateway signed this webhook. `body` is the raw text. */
  isGenuine(app: PgApp, body: string, headers: IncomingHttpHeaders): Promise<boolean | Unavailable>;
  /** What is stored of an authentic webhook that tells about the buyer; otherwise all of it. */
  keptOf?(body: string): string;
  /** Which order an authentic webhook names. */
  subjectOf(body: string): Subject;
  /** Whether an authentic webhook says that the payment's disputes are over. */
  endsDisputes(body: string): boolean;
  /** Whether an authentic webhook says that a payment with a delayed method failed for good. */
  hasFailed(body: string): boolean;
  /** The warning that an authentic webhook announces, read from the gateway; undefined when it announces none. */
  warningOf(
    app: PgApp,
    body: string,
    payment: GatewayPayment,
  ): Promise<GatewayWarning | undefined | Unavailable>;
  /** At a gateway that takes evidence for disputes from us. */
  readonly evidence?: EvidencePort;
  /** Events since then, for webhooks that were lost. `after` is `next` of the previous page. Kept for 30 days. */
  events?(
    app: PgApp,
    range: { readonly since: number; readonly after: string | undefined },
  ): Promise<EventPage | GatewayRejection | Unavailable>;
}
