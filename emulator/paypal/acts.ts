// What happens to an order at PayPal, with the webhooks that tell of it.
import { captureObject, disputeObject, orderObject, refundObject } from './objects.ts';
import { type Dispute, newId, type Order, type Refund, type Store, settleStatus } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface Paypal {
  readonly store: Store;
  readonly webhooks: Webhooks;
}

export const apiOf = ({ store }: Paypal, { environment }: Pick<Order, 'environment'>): string =>
  `${store.world.baseUrl()}/paypal${environment === 'live' ? '' : '/sandbox'}`;

export const payPageOf = ({ store }: Paypal, { id }: Order): string =>
  `${store.world.baseUrl()}/pay/paypal/${id}`;

export const showOrder = (paypal: Paypal, order: Order): object =>
  orderObject(apiOf(paypal, order), payPageOf(paypal, order), order);

function touch({ store }: Paypal, order: Order): number {
  order.updatedAt = store.world.clock.now();
  return order.updatedAt;
}

function tellOfCapture(paypal: Paypal, order: Order, type: string): void {
  const { capture, environment } = order;
  if (!capture) return;
  const resource = captureObject(apiOf(paypal, order), order, capture);
  paypal.webhooks.announce(environment, `PAYMENT.CAPTURE.${type}`, 'capture', resource);
}

/** The buyer agrees to pay; only the merchant's capture moves the money. */
export function approve(paypal: Paypal, order: Order, atCapture: Order['atCapture']): void {
  touch(paypal, order);
  order.status = 'APPROVED';
  order.atCapture = atCapture;
  const { environment } = order;
  paypal.webhooks.announce(
    environment,
    'CHECKOUT.ORDER.APPROVED',
    'checkout-order',
    showOrder(paypal, order),
  );
}

/** False when the buyer's bank refuses. */
export function captureOrder(paypal: Paypal, order: Order): boolean {
  const now = touch(paypal, order);
  if (order.atCapture === 'decline') {
    order.status = 'PAYER_ACTION_REQUIRED';
    return false;
  }
  order.status = 'COMPLETED';
  const isPending = order.atCapture === 'pending';
  order.capture = {
    id: newId(paypal.store.world),
    status: isPending ? 'PENDING' : 'COMPLETED',
    ...(isPending && { reason: 'ECHECK' }),
    createdAt: now,
    updatedAt: now,
  };
  tellOfCapture(paypal, order, isPending ? 'PENDING' : 'COMPLETED');
  return true;
}

export function settle(paypal: Paypal, order: Order, succeeds: boolean): void {
  const { capture } = order;
  if (!capture) return;
  capture.updatedAt = touch(paypal, order);
  capture.status = succeeds ? 'COMPLETED' : 'DECLINED';
  delete capture.reason;
  tellOfCapture(paypal, order, succeeds ? 'COMPLETED' : 'DENIED');
}

export function refund(
  paypal: Paypal,
  order: Order,
  amount: number,
  status: 'COMPLETED' | 'PENDING',
  type: 'REFUNDED' | 'REVERSED' = 'REFUNDED',
  invoiceId?: string,
): Refund {
  const now = touch(paypal, order);
  const id = newId(paypal.store.world);
  const made: Refund = {
    id,
    status,
    amount,
    ...(invoiceId !== undefined && { invoiceId }),
    createdAt: now,
    updatedAt: now,
  };
  order.refunds.push(made);
  if (status === 'COMPLETED') tellOfRefund(paypal, order, type);
  return made;
}

function tellOfRefund(paypal: Paypal, order: Order, type: 'REFUNDED' | 'REVERSED'): void {
  settleStatus(order);
  const newest = order.refunds.at(-1);
  if (!newest) return;
  const resource = refundObject(apiOf(paypal, order), order, newest);
  paypal.webhooks.announce(order.environment, `PAYMENT.CAPTURE.${type}`, 'refund', resource);
}

export function stepRefund(
  paypal: Paypal,
  order: Order,
  newest: Refund,
  status: Refund['status'],
): void {
  newest.updatedAt = touch(paypal, order);
  newest.status = status;
  settleStatus(order);
  // PayPal has a webhook for refunds that are paid out, and none for those that fail.
  if (status === 'COMPLETED') tellOfRefund(paypal, order, 'REFUNDED');
}

function tellOfDispute(paypal: Paypal, order: Order, dispute: Dispute, type: string): void {
  const resource = disputeObject(order, dispute);
  paypal.webhooks.announce(order.environment, `CUSTOMER.DISPUTE.${type}`, 'dispute', resource);
}

export function openDispute(
  paypal: Paypal,
  order: Order,
  { amount, reason, inquiry }: { amount: number; reason: string; inquiry: boolean },
): void {
  const now = touch(paypal, order);
  const dispute: Dispute = {
    id: `PP-D-${newId(paypal.store.world)}`,
    stage: inquiry ? 'INQUIRY' : 'CHARGEBACK',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    reason,
    amount,
    createdAt: now,
    updatedAt: now,
  };
  order.disputes.push(dispute);
  tellOfDispute(paypal, order, dispute, 'CREATED');
}

export function updateDispute(paypal: Paypal, order: Order, dispute: Dispute): void {
  dispute.updatedAt = touch(paypal, order);
  tellOfDispute(paypal, order, dispute, 'UPDATED');
}

export function endDispute(paypal: Paypal, order: Order, dispute: Dispute, outcome: string): void {
  dispute.updatedAt = touch(paypal, order);
  dispute.status = 'RESOLVED';
  dispute.outcome = outcome;
  tellOfDispute(paypal, order, dispute, 'RESOLVED');
}
