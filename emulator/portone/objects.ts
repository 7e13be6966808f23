// Prints records as PortOne's objects, built when asked for.
import type { PayMethod } from './channels.ts';
import {
  type Cancellation,
  cancelled,
  cancelledTaxFree,
  channelOf,
  type Dispute,
  type Payment,
  type Store,
  vatOf,
} from './payments.ts';

export function showPayment(payment: Payment, store: Store): object {
  const unpaid = payment.status === 'READY' || payment.status === 'FAILED';
  const channel = channelOf(payment, store);
  const vat = vatOf(payment.total - payment.taxFree, payment.currency);
  return {
    status: payment.status,
    id: payment.id,
    transactionId: payment.transactionId,
    merchantId: 'merchant-emulator',
    storeId: payment.storeId,
    ...(!unpaid && { method: showMethod(payment.payMethod) }),
    channel: {
      type: channel.type,
      id: channel.id,
      key: channel.key,
      name: 'Emulated channel',
      pgProvider: channel.pgProvider,
      pgMerchantId: 'emulator',
    },
    version: 'V2',
    requestedAt: isoTime(payment.requestedAt),
    updatedAt: isoTime(payment.changedAt),
    statusChangedAt: isoTime(payment.changedAt),
    orderName: payment.orderName,
    amount: {
      total: payment.total,
      taxFree: payment.taxFree,
      vat,
      supply: payment.total - payment.taxFree - vat,
      discount: 0,
      paid: unpaid ? 0 : payment.total,
      cancelled: cancelled(payment),
      cancelledTaxFree: cancelledTaxFree(payment),
    },
    currency: payment.currency,
    customer: showCustomer(payment),
    ...showOutcome(payment),
  };
}

function showOutcome(payment: Payment): object {
  const { status, paidAt, pgTxId, cancellations, changedAt } = payment;
  const paid = { paidAt: isoTime(paidAt ?? changedAt), pgTxId };
  switch (status) {
    case 'READY':
      return {};
    case 'FAILED':
      return { failedAt: isoTime(changedAt), failure: { reason: payment.failure } };
    case 'PAID':
      return { ...paid, disputes: (payment.disputes ?? []).map(showDispute) };
    case 'PARTIAL_CANCELLED':
    case 'CANCELLED':
      return {
        ...paid,
        cancellations: cancellations.map(showCancellation),
        cancelledAt: isoTime(changedAt),
      };
  }
}

/** PortOne reads names as `name`, whatever the browser calls them. */
function showCustomer({ customer = {} }: Payment): object {
  const { fullName, ...rest } = customer;
  return { ...rest, ...(fullName !== undefined && { name: fullName }) };
}

const showDispute = ({ createdAt, resolvedAt, ...dispute }: Dispute): object => ({
  ...dispute,
  createdAt: isoTime(createdAt),
  ...(resolvedAt !== undefined && { resolvedAt: isoTime(resolvedAt) }),
});

export function showCancellation(cancellation: Cancellation): object {
  return {
    status: 'SUCCEEDED',
    id: cancellation.id,
    pgCancellationId: `pg_${cancellation.id}`,
    totalAmount: cancellation.totalAmount,
    taxFreeAmount: cancellation.taxFreeAmount,
    vatAmount: cancellation.vatAmount,
    reason: cancellation.reason,
    cancelledAt: isoTime(cancellation.at),
    requestedAt: isoTime(cancellation.at),
    trigger: 'API',
  };
}

/** Mostly a card, because merchants must be able to show that they do not keep its data. */
function showMethod(method: PayMethod = 'CARD'): object {
  if (method === 'EASY_PAY') return { type: 'PaymentMethodEasyPay', provider: 'KAKAOPAY' };
  if (method === 'TRANSFER') return { type: 'PaymentMethodTransfer' };
  if (method === 'MOBILE') return { type: 'PaymentMethodMobile' };
  if (method === 'VIRTUAL_ACCOUNT') {
    return { type: 'PaymentMethodVirtualAccount', accountNumber: '00000000000' };
  }
  return {
    type: 'PaymentMethodCard',
    card: {
      publisher: 'EMULATOR',
      issuer: 'EMULATOR',
      brand: 'VISA',
      type: 'CREDIT',
      ownerType: 'PERSONAL',
      bin: '424242',
      name: 'Emulated card',
      number: '424242******4242',
    },
    approvalNumber: '00000000',
    installment: { month: 0, isInterestFree: false },
    pointUsed: false,
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
