// PortOne's side of the shared order control: what the customer or the merchant does by order number.
import { buyerIn } from '../pg/buyer.ts';
import {
  type Gateway,
  type GatewayOrder,
  type GatewayPage,
  impossible,
  type OrderState,
} from '../pg/control.ts';
import { DISPUTE } from '../pg/records.ts';
import { ControlError, type World } from '../world.ts';
import { defaultChannel } from './channels.ts';
import { openDispute, stepDispute } from './disputes.ts';
import {
  cancellable,
  cancelled,
  channelOf,
  isUnpaid,
  type Payment,
  type Payments,
  type Store,
} from './payments.ts';
import type { PortoneApi } from './routes.ts';
import { sendStray } from './stray.ts';
import type { Webhooks } from './webhooks.ts';

const states: Record<Payment['status'], OrderState['state']> = {
  READY: 'open',
  VIRTUAL_ACCOUNT_ISSUED: 'pending',
  FAILED: 'cancelled',
  PAID: 'paid',
  PARTIAL_CANCELLED: 'partially_refunded',
  CANCELLED: 'refunded',
};

const PAGE: GatewayPage = {
  pay: [['Pay with test money', 'pay', { channel: 'TEST' }]],
  pendingRefund: 'REQUESTED',
  disputes: ({ state }) => (state === 'paid' ? [DISPUTE] : []),
};

export function portoneGateway(world: World, webhooks: Webhooks, api: PortoneApi): Gateway {
  const { payments, stores } = api;
  const isTest = (payment: Payment) => {
    const store = stores().find(({ storeId }) => storeId === payment.storeId);
    return store !== undefined && channelOf(payment, store).type === 'TEST';
  };
  return {
    name: 'portone',
    page: PAGE,
    find(orderId) {
      return stores()
        .map((store) => findIn({ world, webhooks, payments }, store, orderId))
        .filter((order) => order !== undefined)
        .sort((a, b) => b.openedAt - a.openedAt)[0];
    },
    newest: (count) =>
      payments
        .newestFirst()
        .slice(0, count)
        .map((payment) => show(payment, isTest(payment))),
    sendStray: (kind) => sendStray(world, webhooks, payments, kind),
  };
}

interface Deps {
  readonly world: World;
  readonly webhooks: Webhooks;
  readonly payments: Payments;
}

function findIn(
  { world, webhooks, payments }: Deps,
  store: Store,
  orderId: string,
): GatewayOrder | undefined {
  const { storeId } = store;
  // What was only registered beforehand opens with the customer's first step.
  if (!payments.get(storeId, orderId) && !payments.terms(storeId, orderId)) return undefined;
  const current = () => payments.get(storeId, orderId) ?? payments.open(storeId, orderId, {});

  return {
    openedAt: payments.get(storeId, orderId)?.requestedAt ?? 0,
    show() {
      const payment = current();
      return show(payment, channelOf(payment, store).type === 'TEST');
    },
    pay(input) {
      input.only('gateway', 'confirm', 'channel', 'delayed', 'tax', 'country');
      const type = input.oneOf('channel', ['LIVE', 'TEST']);
      const confirm = input.oneOf('confirm', ['manual', 'automatic']) === 'manual';
      const payment = current();
      if (payment.status !== 'READY') throw impossible(orderId, payment.status, 'paid');
      const usual = payment.currency === 'KRW' ? 'KR' : 'US';
      payment.buyer = buyerIn(input, payment.total, usual);
      if (type) payment.channelKey = defaultChannel(type).key;
      if (input.boolean('delayed')) payments.issueAccount(payment);
      else payments.pay(payment, confirm);
    },
    settle(succeeds) {
      const payment = current();
      if (payment.status !== 'VIRTUAL_ACCOUNT_ISSUED') {
        throw impossible(orderId, payment.status, 'settled');
      }
      if (succeeds) payments.confirm(payment);
      else payments.fail(payment, 'Nobody paid into the account in time.');
    },
    cancel() {
      const payment = current();
      if (payment.status !== 'READY') throw impossible(orderId, payment.status, 'cancelled');
      payments.fail(payment, 'The customer cancelled the payment.');
    },
    refund(input) {
      input.only('gateway', 'amount', 'status');
      const amount = input.integer('amount', { min: 1 });
      const isPending = input.oneOf('status', ['SUCCEEDED', 'REQUESTED']) === 'REQUESTED';
      const payment = current();
      if (isUnpaid(payment) || payment.status === 'CANCELLED') {
        throw impossible(orderId, payment.status, 'refunded');
      }
      if (payment.disputes?.some(({ status }) => status === 'UNRESOLVED')) {
        throw new ControlError(`Order ${orderId} is disputed: the bank decides about the money.`);
      }
      const left = cancellable(payment);
      if (left === 0 || (amount !== undefined && amount > left)) {
        throw new ControlError(`amount must be at most ${left}.`);
      }
      payments.cancel(payment, { amount, reason: 'Refunded by the control API.', isPending });
    },
    stepRefund(step, input) {
      input.only('gateway');
      const payment = current();
      const open = payment.cancellations.findLast(({ status }) => status === 'REQUESTED');
      if (!open) throw new ControlError(`Order ${orderId} has no refund that is under way.`);
      if (step === 'cancel') {
        throw new ControlError('PortOne has no step cancel: a refund succeeds or fails.');
      }
      payments.endCancellation(payment, open, step === 'succeed');
    },
    dispute(input) {
      input.only('gateway', 'reason');
      const payment = current();
      if (payment.status !== 'PAID') throw impossible(orderId, payment.status, 'disputed');
      openDispute(world, webhooks, payment, input.string('reason'));
    },
    stepDispute: (step) => stepDispute(world, webhooks, payments, current(), step),
    warn() {
      throw new ControlError('PortOne has no fraud warnings.');
    },
  };
}

function show(payment: Payment, test: boolean): OrderState {
  return {
    gateway: 'portone',
    orderId: payment.id,
    paymentId: payment.transactionId,
    status: payment.status,
    state: states[payment.status],
    amount: payment.total,
    amountRefunded: cancelled(payment),
    currency: payment.currency,
    test,
    ...(payment.cancellations.length > 0 && {
      refunds: payment.cancellations.map(({ id, status = 'SUCCEEDED', totalAmount }) => ({
        id,
        status,
        amount: totalAmount,
      })),
    }),
    ...(payment.disputes && {
      disputes: payment.disputes.map(({ pgDisputeId: id, status }) => ({ id, status })),
    }),
    ...(payment.token !== undefined && { paymentToken: payment.token }),
  };
}
