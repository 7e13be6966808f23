// Reads PayPal's objects: the order to open, the payment it became, and what webhooks name.
import { amountText } from '../../../money.ts';
import { countryOf } from '../../countries.ts';
import { type Fields, fieldsOf, listOf, parseFields, textOf } from '../../fields.ts';
import { type Kept, keep } from '../../redact.ts';
import type {
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  GatewayRejection,
  Subject,
} from '../gateway.ts';
import type { PgApp } from '../settings.ts';
import { cancellationsOf, captureState } from './disputes.ts';
import { fromPaypal, type Money, toPaypal } from './money.ts';

const LONGEST_DESCRIPTION = 127;

export function orderBodyOf(
  { settings }: PgApp,
  { orderId, title, amount, currency, returnUrl, customer }: GatewayOrder,
): object | GatewayRejection {
  const value = toPaypal(amount, currency);
  if (value === undefined) return { declined: `PayPal cannot charge ${amount} ${currency}.` };
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: orderId,
        invoice_id: orderId,
        description: title.slice(0, LONGEST_DESCRIPTION),
        amount: { currency_code: currency, value },
      },
    ],
    payment_source: {
      paypal: {
        ...(customer.email !== undefined && { email_address: customer.email }),
        experience_context: {
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: returnUrl,
          cancel_url: settings.cancel_url ?? returnUrl,
        },
      },
    },
  };
}

/** PayPal names the link differently, depending on how the order was opened. */
export const approvalUrlOf = (order: Fields): string | undefined =>
  textOf(listOf(order.links).find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href);

const unitOf = (order: Fields): Fields => listOf(order.purchase_units)[0] ?? {};

const breakdownOf = (order: Fields): Fields =>
  fieldsOf(fieldsOf(unitOf(order).amount)?.breakdown) ?? {};

/** PayPal shows the payer at the order, and newer accounts at the source alone. */
function payerOf(order: Fields): Fields {
  const payer = fieldsOf(order.payer);
  return payer?.address ? payer : (fieldsOf(fieldsOf(order.payment_source)?.paypal) ?? {});
}

const paymentsOf = (order: Fields): Fields => fieldsOf(unitOf(order).payments) ?? {};

/** The capture that counts: a declined one may have been followed by another. */
export function captureOf(order: Fields): Fields | undefined {
  const captures = listOf(paymentsOf(order).captures);
  return captures.find((each) => captureState(each) !== 'ended') ?? captures.at(-1);
}

export interface Paid extends Money {
  readonly capture: Fields;
}

/** Undefined when PayPal shows no capture, or one without an amount. */
export function paidOf(order: Fields): Paid | undefined {
  const capture = captureOf(order);
  const money = fromPaypal(fieldsOf(capture?.amount));
  return capture && money && { ...money, capture };
}

const OVER = 'VOIDED';

/** Before anything is captured. */
export const unpaidOf = (order: Fields, issue: string | undefined): GatewayPayment => ({
  state: order.status === OVER ? 'ended' : 'pending',
  orderId: textOf(unitOf(order).custom_id) ?? null,
  paymentId: null,
  amount: '0',
  currency: '',
  tax: null,
  country: null,
  live: false,
  cancellations: [],
  refunds: [],
  paidAt: null,
  record: { ...keep(order, KEPT), ...(issue !== undefined && { issue }) },
});

export function paymentOf(
  { environment }: PgApp,
  order: Fields,
  { capture, amount, currency }: Paid,
  disputes: readonly Fields[],
): GatewayPayment {
  const refunds = listOf(paymentsOf(order).refunds);
  const paidAt = Date.parse(textOf(capture.create_time) ?? '');
  return {
    state: captureState(capture),
    orderId: textOf(capture.custom_id) ?? textOf(unitOf(order).custom_id) ?? null,
    paymentId: textOf(capture.id) ?? null,
    amount,
    currency,
    // Without a breakdown, none was charged.
    tax: fromPaypal(fieldsOf(breakdownOf(order).tax_total))?.amount ?? amountText('0', currency),
    country: countryOf(fieldsOf(payerOf(order).address)?.country_code),
    // The host decides: PayPal's live host knows no test money, and the other one no real money.
    live: environment === 'production',
    cancellations: cancellationsOf(capture, refunds, disputes, { amount, currency }),
    refunds: refunds.map(refundOf),
    paidAt: Number.isNaN(paidAt) ? null : paidAt,
    record: keep(order, KEPT),
  };
}

/** `invoice_id` of a refund is ours to give; without one, PayPal shows that of the payment. */
const refundOf = (refund: Fields): GatewayRefund => ({
  key: textOf(refund.invoice_id) ?? null,
  amount: fromPaypal(fieldsOf(refund.amount))?.amount ?? '0',
  state: refundState(refund),
});

const REFUNDS: Readonly<Record<string, GatewayRefund['state']>> = {
  COMPLETED: 'done',
  PENDING: 'pending',
};

export const refundState = ({ status }: Fields): GatewayRefund['state'] =>
  REFUNDS[String(status)] ?? 'failed';

const MONEY: Kept = { currency_code: true, value: true };

const KEPT: Kept = {
  id: true,
  intent: true,
  status: true,
  create_time: true,
  update_time: true,
  purchase_units: {
    custom_id: true,
    invoice_id: true,
    amount: MONEY,
    payments: {
      captures: {
        id: true,
        status: true,
        status_details: { reason: true },
        amount: MONEY,
        custom_id: true,
        invoice_id: true,
        create_time: true,
        update_time: true,
      },
      refunds: { id: true, status: true, amount: MONEY, create_time: true, update_time: true },
    },
  },
};

const KEPT_EVENT: Kept = {
  id: true,
  event_type: true,
  create_time: true,
  resource_type: true,
  resource: {
    id: true,
    status: true,
    status_details: { reason: true },
    amount: MONEY,
    custom_id: true,
    invoice_id: true,
    create_time: true,
    update_time: true,
    purchase_units: { custom_id: true, invoice_id: true, amount: MONEY },
    dispute_id: true,
    reason: true,
    dispute_life_cycle_stage: true,
    dispute_amount: MONEY,
    dispute_outcome: { outcome_code: true, amount_refunded: MONEY },
    disputed_transactions: { seller_transaction_id: true, custom: true, invoice_number: true },
    links: { rel: true, href: true },
  },
};

/** Webhooks name the payer, and disputes what the buyer wrote. */
export const keptOf = (body: string): string =>
  JSON.stringify(keep(parseFields(body) ?? {}, KEPT_EVENT));

export const resourceOf = (body: string): Fields => fieldsOf(parseFields(body)?.resource) ?? {};

/** Orders, captures and refunds carry our order number; disputes, and some refunds, only the capture. */
export function subjectOf(resource: Fields): Subject {
  const orderId = textOf(resource.custom_id) ?? textOf(unitOf(resource).custom_id);
  if (orderId !== undefined) return { orderId };
  const [disputed] = listOf(resource.disputed_transactions);
  const paymentId = textOf(disputed?.seller_transaction_id) ?? captureAbove(resource);
  if (paymentId !== undefined) return { paymentId };
  const named = textOf(resource.invoice_id) ?? textOf(disputed?.custom);
  return named === undefined ? 'unrelated' : { orderId: named };
}

/** A refund links to its capture. */
function captureAbove({ links }: Fields): string | undefined {
  const up = textOf(listOf(links).find(({ rel }) => rel === 'up')?.href);
  return /\/captures\/([A-Za-z0-9]+)$/.exec(up ?? '')?.[1];
}
