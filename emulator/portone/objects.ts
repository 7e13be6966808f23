// Prints records as PortOne's objects, built when asked for.
import {
  type Cancellation,
  cancelled,
  cancelledTaxFree,
  channelOf,
  type Dispute,
  isUnpaid,
  type Payment,
  type Store,
  vatOf,
} from './payments.ts';

/** `bulk` is the length of what the provider has answered, which comes along with a payment. */
export function showPayment(payment: Payment, store: Store, bulk: number | null): object {
  const unpaid = isUnpaid(payment);
  const hasMethod = !unpaid || payment.status === 'VIRTUAL_ACCOUNT_ISSUED';
  const channel = channelOf(payment, store);
  const vat = payment.buyer?.tax ?? vatOf(payment.total - payment.taxFree, payment.currency);
  return {
    status: payment.status,
    id: payment.id,
    transactionId: payment.transactionId,
    merchantId: 'merchant-emulator',
    storeId: payment.storeId,
    ...(hasMethod && { method: showMethod(payment) }),
    channel: {
      type: channel.type,
      id: channel.id,
      key: channel.key,
      name: 'Emulated channel',
      pgProvider: channel.pgProvider,
      pgMerchantId: 'emulator',
    },
    version: 'V2',
    ...(bulk !== null && { webhooks: [showWebhook(payment)] }),
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
    ...(payment.buyer?.country !== undefined && { country: payment.buyer.country }),
    customer: showCustomer(payment),
    ...showOutcome(payment, bulk),
  };
}

function showOutcome(payment: Payment, bulk: number | null): object {
  const { status, paidAt, pgTxId, cancellations, changedAt } = payment;
  const paid = { paidAt: isoTime(paidAt ?? changedAt), pgTxId };
  switch (status) {
    case 'READY':
    case 'VIRTUAL_ACCOUNT_ISSUED':
      return {};
    case 'FAILED':
      return { failedAt: isoTime(changedAt), failure: { reason: payment.failure } };
    case 'PAID':
      return {
        ...paid,
        ...(bulk !== null && { pgResponse: pgResponse(bulk) }),
        disputes: (payment.disputes ?? []).map(showDispute),
        ...(cancellations.length > 0 && { cancellations: cancellations.map(showCancellation) }),
      };
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
  const { status = 'SUCCEEDED', at, doneAt = at } = cancellation;
  const isDone = status === 'SUCCEEDED';
  return {
    status,
    id: cancellation.id,
    ...(isDone && { pgCancellationId: `pg_${cancellation.id}` }),
    totalAmount: cancellation.totalAmount,
    taxFreeAmount: cancellation.taxFreeAmount,
    vatAmount: cancellation.vatAmount,
    reason: cancellation.reason,
    ...(isDone && { cancelledAt: isoTime(doneAt) }),
    requestedAt: isoTime(at),
    trigger: 'API',
  };
}

/** The provider's own answer as text, so long. */
function pgResponse(length: number): string {
  const empty = JSON.stringify({ resultCode: '0000', resultMsg: '' });
  const resultMsg = '.'.repeat(Math.max(0, length - empty.length));
  return JSON.stringify({ resultCode: '0000', resultMsg });
}

/** How the merchant was told of the state. */
function showWebhook({ id, transactionId, storeId, status, changedAt }: Payment): object {
  const data = { storeId, paymentId: id, transactionId };
  const at = isoTime(changedAt);
  return {
    paymentStatus: status,
    id: `wh_${transactionId}`,
    status: 'SUCCEEDED',
    url: 'https://shop.example/webhooks',
    isAsync: false,
    currentExecutionCount: 1,
    maxExecutionCount: 6,
    request: {
      header: JSON.stringify({ 'content-type': 'application/json' }),
      body: JSON.stringify({ timestamp: at, data }),
      requestedAt: at,
    },
    response: { code: '200', header: '{}', body: '', respondedAt: at },
    triggeredAt: at,
  };
}

/** Mostly a card, because merchants must be able to show that they do not keep its data. */
function showMethod({ payMethod: method = 'CARD', easyPayProvider }: Payment): object {
  if (method === 'EASY_PAY') {
    return { type: 'PaymentMethodEasyPay', provider: easyPayProvider ?? 'KAKAOPAY' };
  }
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
