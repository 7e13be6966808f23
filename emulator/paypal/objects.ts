// PayPal's objects as its API and its webhooks show them.
import { digitsOf } from '../pg/money.ts';
import type { Capture, Dispute, Order, Refund } from './store.ts';

/** Whole amounts only, at PayPal. */
const wholeOnly = new Set(['HUF', 'JPY', 'TWD']);

export const decimalsOf = (currency: string): number =>
  wholeOnly.has(currency) ? 0 : digitsOf(currency);

const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const money = (minor: number, currency: string) => ({
  currency_code: currency,
  value: (minor / 10 ** digitsOf(currency)).toFixed(decimalsOf(currency)),
});

const link = (href: string, rel: string, method = 'GET') => ({ href, rel, method });

export function captureObject(base: string, order: Order, capture: Capture): object {
  const self = `${base}/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason !== undefined && { status_details: { reason: capture.reason } }),
    amount: money(order.amount, order.currency),
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: { status: 'NOT_ELIGIBLE' },
    seller_receivable_breakdown: {
      gross_amount: money(order.amount, order.currency),
      platform_fees: [],
    },
    invoice_id: order.invoiceId,
    custom_id: order.customId,
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${base}/v2/checkout/orders/${order.id}`, 'up'),
    ],
    create_time: time(capture.createdAt),
    update_time: time(capture.updatedAt),
  };
}

export function refundObject(base: string, order: Order, refund: Refund): object {
  return {
    id: refund.id,
    amount: money(refund.amount, order.currency),
    invoice_id: refund.invoiceId ?? order.invoiceId,
    custom_id: order.customId,
    seller_payable_breakdown: { gross_amount: money(refund.amount, order.currency) },
    status: refund.status,
    create_time: time(refund.createdAt),
    update_time: time(refund.updatedAt),
    links: [
      link(`${base}/v2/payments/refunds/${refund.id}`, 'self'),
      link(`${base}/v2/payments/captures/${order.capture?.id}`, 'up'),
    ],
  };
}

/** Who pays, as PayPal knows it. */
const payerOf = ({ email, buyer = { country: 'US' } }: Order) => ({
  email_address: email ?? 'buyer@example.com',
  name: { given_name: 'Kim', surname: 'Buyer', full_name: 'Kim Buyer' },
  phone: { phone_number: { national_number: '010-1234-5678' } },
  payer_id: 'QYR5Z8XDVJNXQ',
  ...(buyer.country !== undefined && { address: { country_code: buyer.country } }),
});

const breakdownOf = ({ amount, currency, buyer: { tax } = {} }: Order) =>
  tax === undefined
    ? {}
    : { item_total: money(amount - tax, currency), tax_total: money(tax, currency) };

export function orderObject(base: string, payPage: string, order: Order): object {
  const { capture, refunds } = order;
  const self = `${base}/v2/checkout/orders/${order.id}`;
  const isApproved = order.status === 'APPROVED' || order.status === 'COMPLETED';
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: { paypal: isApproved ? payerOf(order) : {} },
    purchase_units: [
      {
        reference_id: 'default',
        amount: { ...money(order.amount, order.currency), breakdown: breakdownOf(order) },
        payee: { email_address: 'merchant@example.com', merchant_id: 'TOLLGATEMERCHANT' },
        description: order.description,
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        ...(capture && {
          payments: {
            captures: [captureObject(base, order, capture)],
            ...(refunds.length > 0 && {
              refunds: refunds.map((refund) => refundObject(base, order, refund)),
            }),
          },
        }),
      },
    ],
    ...(isApproved && { payer: payerOf(order) }),
    create_time: time(order.createdAt),
    update_time: time(order.updatedAt),
    links: [
      link(self, 'self'),
      ...(order.status === 'PAYER_ACTION_REQUIRED' ? [link(payPage, 'payer-action')] : []),
      ...(order.status === 'APPROVED' ? [link(`${self}/capture`, 'capture', 'POST')] : []),
    ],
  };
}

/** As the list of disputes shows it: without the outcome. */
export const disputeSummary = (order: Order, dispute: Dispute) => ({
  dispute_id: dispute.id,
  create_time: time(dispute.createdAt),
  update_time: time(dispute.updatedAt),
  reason: dispute.reason,
  status: dispute.status,
  dispute_state: dispute.status === 'RESOLVED' ? 'RESOLVED' : 'REQUIRED_ACTION',
  dispute_amount: money(dispute.amount, order.currency),
  dispute_life_cycle_stage: dispute.stage,
  dispute_channel: 'INTERNAL',
});

export const disputeObject = (order: Order, dispute: Dispute): object => ({
  ...disputeSummary(order, dispute),
  disputed_transactions: [
    {
      seller_transaction_id: order.capture?.id,
      gross_amount: money(order.amount, order.currency),
      custom: order.customId,
      invoice_number: order.invoiceId,
      buyer: { name: 'Kim Buyer', email: order.email ?? 'buyer@example.com' },
    },
  ],
  messages: [{ posted_by: 'BUYER', content: 'Kim Buyer wants the money back.' }],
  ...(dispute.outcome !== undefined && {
    dispute_outcome: {
      outcome_code: dispute.outcome,
      amount_refunded: money(
        dispute.outcome === 'RESOLVED_BUYER_FAVOUR' ? dispute.amount : 0,
        order.currency,
      ),
    },
  }),
});
