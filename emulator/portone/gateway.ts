// PortOne's side of the shared order control: what the customer or the merchant does by order number.
import { type Gateway, type GatewayOrder, impossible, type OrderState } from '../pg/control.ts';
import { ControlError } from '../world.ts';
import { cancellable, cancelled, isUnpaid, type Payment, type Store } from './payments.ts';
import type { PortoneApi } from './routes.ts';

const states: Record<Payment['status'], OrderState['state']> = {
  READY: 'open',
  FAILED: 'cancelled',
  PAID: 'paid',
  PARTIAL_CANCELLED: 'partially_refunded',
  CANCELLED: 'refunded',
};

export function portoneGateway(api: PortoneApi): Gateway {
  const { payments, stores } = api;
  const storeOf = ({ storeId }: Payment) => stores().find((store) => store.storeId === storeId);
  return {
    name: 'portone',
    find(orderId) {
      return stores()
        .map((store) => findIn(api, store, orderId))
        .filter((order) => order !== undefined)
        .sort((a, b) => b.openedAt - a.openedAt)[0];
    },
    newest: (count) =>
      payments
        .newestFirst()
        .slice(0, count)
        .map((payment) => show(payment, storeOf(payment)?.channel === 'TEST')),
  };
}

function findIn({ payments }: PortoneApi, store: Store, orderId: string): GatewayOrder | undefined {
  const { storeId } = store;
  // What was only registered beforehand opens with the customer's first step.
  if (!payments.get(storeId, orderId) && !payments.terms(storeId, orderId)) return undefined;
  const current = () => payments.get(storeId, orderId) ?? payments.open(storeId, orderId, {});

  return {
    openedAt: payments.get(storeId, orderId)?.requestedAt ?? 0,
    show: () => show(current(), store.channel === 'TEST'),
    pay(input) {
      input.only('gateway', 'confirm');
      const confirm = input.oneOf('confirm', ['manual', 'automatic']) === 'manual';
      const payment = current();
      if (payment.status !== 'READY') throw impossible(orderId, payment.status, 'paid');
      payments.pay(payment, confirm);
    },
    cancel() {
      const payment = current();
      if (payment.status !== 'READY') throw impossible(orderId, payment.status, 'cancelled');
      payments.fail(payment, 'The customer cancelled the payment.');
    },
    refund(amount) {
      const payment = current();
      if (isUnpaid(payment) || payment.status === 'CANCELLED') {
        throw impossible(orderId, payment.status, 'refunded');
      }
      const left = cancellable(payment);
      if (amount !== undefined && amount > left) {
        throw new ControlError(`amount must be at most ${left}.`);
      }
      payments.cancel(payment, { amount, reason: 'Refunded by the control API.' });
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
    ...(payment.token !== undefined && { paymentToken: payment.token }),
  };
}
