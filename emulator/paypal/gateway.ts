// PayPal's side of the shared order control: what the buyer or the merchant does by order number.
import { buyerIn } from '../pg/buyer.ts';
import {
  type Gateway,
  type GatewayOrder,
  type GatewayPage,
  impossible,
  type OrderState,
  type StrayWebhook,
} from '../pg/control.ts';
import { DISPUTE, INQUIRY } from '../pg/records.ts';
import { ControlError } from '../world.ts';
import {
  approve,
  captureOrder,
  endDispute,
  openDispute,
  type Paypal,
  payPageOf,
  refund,
  settle,
  stepRefund,
  updateDispute,
} from './acts.ts';
import { captureObject } from './objects.ts';
import { newId, type Order, ordersOf, refundedOf, takenOf } from './store.ts';

const PAGE: GatewayPage = {
  pay: [['Pay, but the bank declines', 'pay', { declined: true }]],
  pendingRefund: 'PENDING',
  disputes: () => [DISPUTE, INQUIRY, ['Reverse', 'refund', { reversed: true }, 'bad']],
};

export const paypalGateway = (paypal: Paypal): Gateway => ({
  name: 'paypal',
  page: PAGE,
  find(orderId) {
    const order = ordersOf(paypal.store, orderId);
    return order && orderOf(paypal, order);
  },
  newest: (count) =>
    [...paypal.store.orders.values()]
      .slice(-count)
      .reverse()
      .map((order) => show(paypal, order)),
  sendStray: (kind) => sendStray(paypal, kind),
});

/** What its capture will show. */
const APPROVED = { complete: 'paid', pending: 'pending', decline: 'cancelled' } as const;

function stateOf(order: Order): OrderState['state'] {
  const { status, capture } = order;
  if (status === 'VOIDED' || capture?.status === 'DECLINED') return 'cancelled';
  if (!capture) return status === 'APPROVED' ? APPROVED[order.atCapture] : 'open';
  if (capture.status === 'PENDING') return 'pending';
  const refunded = refundedOf(order);
  if (refunded === 0) return 'paid';
  return refunded < order.amount ? 'partially_refunded' : 'refunded';
}

function show(paypal: Paypal, order: Order): OrderState {
  const { refunds, disputes, capture, status } = order;
  return {
    gateway: 'paypal',
    orderId: order.customId,
    paymentId: capture?.id ?? order.id,
    status: capture ? `${status} ${capture.status}` : status,
    state: stateOf(order),
    amount: order.amount,
    amountRefunded: refundedOf(order),
    currency: order.currency,
    test: order.environment === 'sandbox',
    ...(refunds.length > 0 && {
      refunds: refunds.map(({ id, status: each, amount }) => ({ id, status: each, amount })),
    }),
    ...(disputes.length > 0 && {
      disputes: disputes.map(({ id, stage, status: each }) => ({
        id,
        status: stage === 'INQUIRY' && each !== 'RESOLVED' ? stage : each,
      })),
    }),
    ...(status === 'PAYER_ACTION_REQUIRED' && { payUrl: payPageOf(paypal, order) }),
  };
}

function orderOf(paypal: Paypal, order: Order): GatewayOrder {
  const { customId } = order;

  /** Whoever refunds or disputes has found the money captured. */
  function captured(verb: string): void {
    if (order.status === 'APPROVED') captureOrder(paypal, order);
    const isPaid = order.capture && stateOf(order) !== 'pending' && stateOf(order) !== 'cancelled';
    if (!isPaid) throw impossible(customId, order.status, verb);
  }

  return {
    openedAt: order.createdAt,
    show: () => show(paypal, order),
    pay(input) {
      input.only('gateway', 'delayed', 'declined', 'amount', 'tax', 'country');
      if (order.status !== 'PAYER_ACTION_REQUIRED')
        throw impossible(customId, order.status, 'paid');
      // The merchant has changed the order meanwhile.
      order.amount = input.integer('amount', { min: 1 }) ?? order.amount;
      order.buyer = buyerIn(input, order.amount);
      const isDelayed = input.boolean('delayed') ?? false;
      const isDeclined = input.boolean('declined') ?? false;
      approve(paypal, order, isDeclined ? 'decline' : isDelayed ? 'pending' : 'complete');
    },
    settle(succeeds) {
      if (order.status === 'APPROVED') captureOrder(paypal, order);
      if (order.capture?.status !== 'PENDING') throw impossible(customId, order.status, 'settled');
      settle(paypal, order, succeeds);
    },
    cancel() {
      if (order.status !== 'PAYER_ACTION_REQUIRED') {
        throw impossible(customId, order.status, 'cancelled');
      }
      order.status = 'VOIDED';
    },
    refund(input) {
      input.only('gateway', 'amount', 'status', 'reversed');
      const status = input.oneOf('status', ['COMPLETED', 'PENDING'] as const) ?? 'COMPLETED';
      const isReversed = input.boolean('reversed') ?? false;
      const amount = input.integer('amount', { min: 1 });
      captured('refunded');
      const left = order.amount - takenOf(order);
      if (left === 0 || (amount ?? left) > left) {
        throw new ControlError(`amount must be at most ${left}.`);
      }
      refund(paypal, order, amount ?? left, status, isReversed ? 'REVERSED' : 'REFUNDED');
    },
    stepRefund(step, input) {
      input.only('gateway');
      const newest = order.refunds.at(-1);
      if (newest?.status !== 'PENDING') {
        throw new ControlError(`Order ${customId} has no refund that is under way.`);
      }
      const states = { succeed: 'COMPLETED', fail: 'FAILED', cancel: 'CANCELLED' } as const;
      stepRefund(paypal, order, newest, states[step]);
    },
    dispute(input) {
      input.only('gateway', 'amount', 'reason', 'inquiry');
      captured('disputed');
      openDispute(paypal, order, {
        amount: input.integer('amount', { min: 1 }) ?? order.amount,
        reason: input.string('reason') ?? 'UNAUTHORISED',
        inquiry: input.boolean('inquiry') ?? false,
      });
    },
    stepDispute(step) {
      const newest = order.disputes.at(-1);
      if (!newest || newest.status === 'RESOLVED') {
        throw new ControlError(`Order ${customId} has no open dispute.`);
      }
      if (step === 'win') return endDispute(paypal, order, newest, 'RESOLVED_SELLER_FAVOUR');
      if (step === 'lose') return endDispute(paypal, order, newest, 'RESOLVED_BUYER_FAVOUR');
      if (step === 'escalate') newest.stage = 'CHARGEBACK';
      newest.status = 'UNDER_REVIEW';
      updateDispute(paypal, order, newest);
    },
    warn() {
      throw new ControlError('PayPal has no fraud warnings.');
    },
  };
}

/** Webhooks that must change nothing at the merchant: about strangers, or not signed by PayPal. */
function sendStray({ store, webhooks }: Paypal, kind: StrayWebhook): string[] {
  const stranger = (custom_id: string) => ({ id: newId(store.world), custom_id });
  const newest = [...store.orders.values()].at(-1);
  switch (kind) {
    case 'unknown-order':
      return webhooks.sendStray('PAYMENT.CAPTURE.COMPLETED', 'capture', stranger('H1'));
    case 'foreign-shop':
      return webhooks.sendStray('PAYMENT.CAPTURE.COMPLETED', 'capture', stranger('another-shop-1'));
    case 'unknown-payment-dispute':
      return webhooks.sendStray('CUSTOMER.DISPUTE.CREATED', 'dispute', {
        dispute_id: 'PP-D-1',
        disputed_transactions: [{ seller_transaction_id: newId(store.world) }],
      });
    case 'wrong-secret': {
      const resource = newest?.capture
        ? captureObject(store.world.baseUrl(), newest, newest.capture)
        : stranger(newest?.customId ?? 'H1');
      return webhooks.sendStray('PAYMENT.CAPTURE.COMPLETED', 'capture', resource, true);
    }
  }
}
