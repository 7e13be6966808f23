// Reads Stripe's objects: the session to open, the payment it became, and what webhooks name.
import type Stripe from 'stripe';
import { countryOf } from '../../countries.ts';
import { type Fields, fieldsOf, parseFields, textOf } from '../../fields.ts';
import type { Unavailable } from '../../market.ts';
import { type Kept, keep } from '../../redact.ts';
import type {
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  GatewayRejection,
  GatewayWarning,
  OpenedPayment,
  Subject,
} from '../gateway.ts';
import type { PgApp } from '../settings.ts';
import { amountOf, cancellationsOf, disputeOf, isInquiry, refundState } from './disputes.ts';
import { fromStripe, toStripe } from './money.ts';

export function sessionOf(
  { settings }: PgApp,
  order: GatewayOrder,
): Stripe.Checkout.SessionCreateParams | GatewayRejection {
  const { orderId, currency, title, amount, returnUrl, customer } = order;
  const unit_amount = toStripe(amount, currency);
  if (unit_amount === undefined) return { declined: `Stripe cannot charge ${amount} ${currency}.` };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount,
          product_data: { name: title },
        },
      },
    ],
    client_reference_id: orderId,
    ...(customer.email !== undefined && { customer_email: customer.email }),
    metadata: { orderId },
    payment_intent_data: { metadata: { orderId } },
    success_url: returnUrl,
    cancel_url: settings.cancel_url ?? returnUrl,
  };
}

export function openedPayment({ id, url }: Stripe.Checkout.Session): OpenedPayment | Unavailable {
  return url
    ? { payUrl: url, reference: id }
    : { unavailable: 'Stripe answered without a payment URL' };
}

const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session) =>
  typeof intent === 'object' ? intent : null;

export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === 'object' ? charge : null;
}

/** Only a payment intent that succeeded counts as paid. */
export function paymentOf(
  session: Stripe.Checkout.Session,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): GatewayPayment {
  const currency = (session.currency ?? '').toUpperCase();
  const intent = intentOf(session);
  const charge = chargeOf(session);
  const isPaid = intent?.status === 'succeeded' && charge?.paid === true;
  const isOver = session.status === 'expired' || intent?.status === 'canceled';
  return {
    state: isPaid ? 'paid' : isOver ? 'ended' : 'pending',
    orderId: intent?.metadata.orderId ?? session.metadata?.orderId ?? null,
    paymentId: intent?.id ?? null,
    amount: fromStripe(intent?.amount_received ?? 0, currency),
    currency,
    tax: isPaid ? fromStripe(session.total_details?.amount_tax ?? 0, currency) : null,
    country: countryOf(session.customer_details?.address?.country),
    live: session.livemode && intent?.livemode === true && charge?.livemode === true,
    cancellations: cancellationsOf(charge, refunds, disputes),
    refunds: refunds.map(refundOf),
    disputes: disputes.map(disputeOf),
    paidAt: charge ? charge.created * 1_000 : null,
    record: keep((intent as unknown as Fields) ?? {}, KEPT),
  };
}

const refundOf = (refund: Stripe.Refund): GatewayRefund => ({
  key: refund.metadata?.[ACTION] ?? null,
  amount: amountOf(refund),
  state: refundState(refund),
});

/** In the metadata of a refund: which action it is. */
export const ACTION = 'tollgate_action';

const KEPT: Kept = {
  id: true,
  object: true,
  amount: true,
  amount_received: true,
  currency: true,
  status: true,
  created: true,
  canceled_at: true,
  livemode: true,
  metadata: { orderId: true },
  latest_charge: {
    id: true,
    object: true,
    amount: true,
    amount_captured: true,
    amount_refunded: true,
    captured: true,
    created: true,
    currency: true,
    disputed: true,
    livemode: true,
    paid: true,
    refunded: true,
    status: true,
  },
};

/** Sessions, intents and charges carry our order number; refunds and disputes only the intent. */
export function subjectOf(object: Fields): Subject {
  const orderId = textOf(fieldsOf(object.metadata)?.orderId) ?? textOf(object.client_reference_id);
  if (orderId !== undefined) return { orderId };
  const paymentId = textOf(object.payment_intent);
  return paymentId === undefined ? 'unrelated' : { paymentId };
}

export const objectOf = (body: string): Fields =>
  fieldsOf(fieldsOf(parseFields(body)?.data)?.object) ?? {};

export function warningOf(
  found: Stripe.Radar.EarlyFraudWarning | Stripe.Dispute,
): GatewayWarning | undefined {
  if (found.object === 'radar.early_fraud_warning') {
    const { id, fraud_type: reason, created } = found;
    const warning = { id, reason, date: created * 1_000 };
    return { type: 'purchase.fraud_warning', details: { warning } };
  }
  if (!isInquiry(found)) return undefined;
  const { id, reason, currency, created } = found;
  const amount = amountOf(found);
  const refundRequest = {
    id,
    amount,
    currency: currency.toUpperCase(),
    reason,
    date: created * 1_000,
  };
  return { type: 'purchase.refund_requested', details: { refundRequest } };
}
