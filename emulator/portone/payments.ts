// PortOne's payments: compact records, and everything that can happen to one.
import type { TaxedBuyer } from '../pg/buyer.ts';
import type { World } from '../world.ts';
import {
  type Channel,
  type CustomerField,
  defaultChannel,
  findChannel,
  type PayMethod,
} from './channels.ts';
import { PortoneError } from './errors.ts';
import type { Webhooks } from './webhooks.ts';

export interface Store {
  storeId: string;
  secret: string;
  /** The channel of payments that name none. */
  channel: Channel['type'];
}

export interface Cancellation {
  id: string;
  totalAmount: number;
  taxFreeAmount: number;
  vatAmount: number;
  reason: string;
  at: number;
  /** Absent: the money went back, as in all files of earlier releases. */
  status?: 'REQUESTED' | 'FAILED';
  /** When the provider did it, where that was later. */
  doneAt?: number;
}

/** PortOne does not say who won it. */
export interface Dispute {
  status: 'UNRESOLVED' | 'RESOLVED';
  pgDisputeId: string;
  reason: string;
  createdAt: number;
  resolvedAt?: number;
}

/** What the merchant fixed before the customer comes. */
interface Terms {
  totalAmount?: number;
  taxFreeAmount?: number;
  currency?: string;
}

export interface Payment {
  id: string;
  storeId: string;
  transactionId: string;
  status:
    | 'READY'
    | 'VIRTUAL_ACCOUNT_ISSUED'
    | 'PAID'
    | 'FAILED'
    | 'PARTIAL_CANCELLED'
    | 'CANCELLED';
  total: number;
  taxFree: number;
  currency: string;
  orderName: string;
  requestedAt: number;
  changedAt: number;
  paidAt?: number;
  pgTxId?: string;
  /** Proof of the customer's consent, where the merchant's server has the last word. */
  token?: string;
  failure?: string;
  /** Absent: the store's own. */
  channelKey?: string;
  payMethod?: PayMethod;
  easyPayProvider?: string;
  customer?: Customer;
  buyer?: TaxedBuyer;
  disputes?: Dispute[];
  cancellations: Cancellation[];
}

type Customer = Partial<Record<CustomerField, string>>;

export interface PaymentRequest extends Terms {
  orderName?: string;
  channelKey?: string;
  payMethod?: PayMethod;
  easyPayProvider?: string;
  customer?: Customer;
}

export interface Payments {
  readonly size: number;
  get(storeId: string, paymentId: string): Payment | undefined;
  terms(storeId: string, paymentId: string): Terms | undefined;
  preRegister(storeId: string, paymentId: string, terms: Terms): void;
  /** The customer opens the pay window. */
  open(storeId: string, paymentId: string, request: PaymentRequest): Payment;
  /** The customer pays; with `confirm`, the merchant's server has to confirm it. */
  pay(payment: Payment, confirm?: boolean): void;
  /** The customer gets the number of an account, and pays into it later. */
  issueAccount(payment: Payment): void;
  confirm(payment: Payment): void;
  fail(payment: Payment, reason: string): void;
  cancel(payment: Payment, request: CancelRequest): Cancellation;
  /** The provider does what was requested, or does not. */
  endCancellation(payment: Payment, cancellation: Cancellation, succeeds: boolean): void;
  newestFirst(): Payment[];
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

interface CancelRequest {
  amount?: number | undefined;
  taxFreeAmount?: number | undefined;
  vatAmount?: number | undefined;
  /** Cancels only if this is what is left: the guard against cancelling twice. */
  currentCancellableAmount?: number | undefined;
  reason: string;
  skipWebhook?: boolean | undefined;
  /** The provider takes its time. */
  isPending?: boolean | undefined;
}

interface PaymentsState {
  payments: Payment[];
  terms: [string, Terms][];
}

export function createPayments(world: World, webhooks: Webhooks): Payments {
  let payments = new Map<string, Payment>();
  let terms = new Map<string, Terms>();
  const { now } = world.clock;

  function change(payment: Payment, status: Payment['status']) {
    payment.status = status;
    payment.changedAt = now();
  }

  function settle(payment: Payment) {
    change(payment, 'PAID');
    payment.paidAt = payment.changedAt;
    payment.pgTxId = world.id('pg_');
    delete payment.token;
    webhooks.announce('Transaction.Paid', payment);
  }

  /** Puts the payment into the state that its cancellations have led to; answers with its webhook. */
  function conclude(payment: Payment): string {
    const wholly = cancelled(payment) === payment.total;
    change(payment, wholly ? 'CANCELLED' : 'PARTIAL_CANCELLED');
    return wholly ? 'Transaction.Cancelled' : 'Transaction.PartialCancelled';
  }

  function load(state: PaymentsState) {
    payments = new Map(
      state.payments.map((payment) => [keyOf(payment.storeId, payment.id), payment]),
    );
    terms = new Map(state.terms);
  }

  return {
    get size() {
      return payments.size;
    },
    get: (storeId, paymentId) => payments.get(keyOf(storeId, paymentId)),
    terms: (storeId, paymentId) => terms.get(keyOf(storeId, paymentId)),
    preRegister(storeId, paymentId, fixed) {
      const payment = payments.get(keyOf(storeId, paymentId));
      if (payment && !isUnpaid(payment)) throw alreadyPaid();
      terms.set(keyOf(storeId, paymentId), fixed);
    },
    open(storeId, paymentId, request) {
      const key = keyOf(storeId, paymentId);
      const earlier = payments.get(key);
      if (earlier && !isUnpaid(earlier)) throw alreadyPaid();
      const { channelKey, payMethod, easyPayProvider, customer } = request;
      const chosen = {
        ...(channelKey !== undefined && { channelKey }),
        ...(payMethod !== undefined && { payMethod }),
        ...(easyPayProvider !== undefined && { easyPayProvider }),
        ...(customer && { customer }),
      };
      if (earlier && earlier.status !== 'FAILED') return Object.assign(earlier, chosen);
      const { totalAmount, taxFreeAmount = 0, currency } = agree(terms.get(key) ?? {}, request);
      const payment: Payment = {
        id: paymentId,
        storeId,
        transactionId: world.id('tx_'),
        status: 'READY',
        total: totalAmount,
        taxFree: taxFreeAmount,
        currency,
        orderName: request.orderName ?? paymentId,
        requestedAt: now(),
        changedAt: now(),
        cancellations: [],
        ...chosen,
      };
      payments.delete(key);
      payments.set(key, payment);
      webhooks.announce('Transaction.Ready', payment);
      return payment;
    },
    pay(payment, confirm = false) {
      if (!confirm) return settle(payment);
      payment.token = world.id('token_');
      payment.changedAt = now();
      webhooks.announce('Transaction.Confirm', payment, { totalAmount: payment.total });
    },
    issueAccount(payment) {
      change(payment, 'VIRTUAL_ACCOUNT_ISSUED');
      payment.payMethod = 'VIRTUAL_ACCOUNT';
      webhooks.announce('Transaction.VirtualAccountIssued', payment);
    },
    confirm: settle,
    fail(payment, reason) {
      change(payment, 'FAILED');
      payment.failure = reason;
      delete payment.token;
      webhooks.announce('Transaction.Failed', payment);
    },
    cancel(payment, request) {
      const cancellation: Cancellation = {
        id: world.id('cancel_'),
        ...shareOut(payment, request),
        reason: request.reason,
        at: now(),
        ...(request.isPending && { status: 'REQUESTED' }),
      };
      payment.cancellations.push(cancellation);
      const type = request.isPending ? 'Transaction.CancelPending' : conclude(payment);
      if (!request.skipWebhook) {
        webhooks.announce(type, payment, { cancellationId: cancellation.id });
      }
      return cancellation;
    },
    endCancellation(payment, cancellation, succeeds) {
      cancellation.doneAt = now();
      // PortOne has no webhook for a cancellation that fails.
      if (!succeeds) {
        cancellation.status = 'FAILED';
        return;
      }
      delete cancellation.status;
      webhooks.announce(conclude(payment), payment, { cancellationId: cancellation.id });
    },
    newestFirst: () => [...payments.values()].reverse(),
    exportState: (): PaymentsState => ({ payments: [...payments.values()], terms: [...terms] }),
    importState: (state) => load(structuredClone(state) as PaymentsState),
    reset: () => load({ payments: [], terms: [] }),
  };
}

/** The customer's browser may not change what the merchant fixed. */
function agree(fixed: Terms, request: Terms) {
  for (const field of ['totalAmount', 'taxFreeAmount', 'currency'] as const) {
    const differs =
      request[field] !== undefined && (fixed[field] ?? request[field]) !== request[field];
    if (differs)
      throw new PortoneError('INFORMATION_MISMATCH', `${field} was registered otherwise.`);
  }
  const { totalAmount, currency, ...rest } = { ...request, ...fixed };
  if (totalAmount === undefined || currency === undefined) {
    throw new PortoneError('INVALID_REQUEST', 'totalAmount and currency are needed to pay.');
  }
  return { ...rest, totalAmount, currency };
}

/** What a cancellation takes back, after every check PortOne makes. */
function shareOut(payment: Payment, request: CancelRequest) {
  if (isUnpaid(payment)) {
    throw new PortoneError('PAYMENT_NOT_PAID', `The payment is ${payment.status}.`);
  }
  if (payment.status === 'CANCELLED') {
    throw new PortoneError('PAYMENT_ALREADY_CANCELLED', 'The payment is cancelled already.');
  }
  const left = cancellable(payment);
  if ((request.currentCancellableAmount ?? left) !== left) {
    throw new PortoneError('CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN', `${left} can be cancelled.`);
  }
  const totalAmount = request.amount ?? left;
  // Nothing is left either while all of it is requested.
  if (left === 0 || totalAmount > left) {
    throw new PortoneError('CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT', `Only ${left} is left.`);
  }
  const leftTaxFree = payment.taxFree - sumOf(payment, 'taxFreeAmount', isTaken);
  const taxFreeAmount = request.taxFreeAmount ?? (totalAmount === left ? leftTaxFree : 0);
  if (taxFreeAmount > leftTaxFree) {
    throw new PortoneError(
      'CANCEL_TAX_FREE_AMOUNT_EXCEEDS_CANCELLABLE_TAX_FREE_AMOUNT',
      `Only ${leftTaxFree} tax-free is left.`,
    );
  }
  const vatAmount = request.vatAmount ?? vatOf(totalAmount - taxFreeAmount, payment.currency);
  if (taxFreeAmount + vatAmount > totalAmount) {
    throw new PortoneError(
      'SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT',
      'taxFreeAmount and vatAmount exceed the amount.',
    );
  }
  return { totalAmount, taxFreeAmount, vatAmount };
}

export const channelOf = ({ channelKey }: Payment, store: Store): Channel =>
  findChannel(channelKey) ?? defaultChannel(store.channel);

export function isUnpaid({ status }: Payment): boolean {
  return status === 'READY' || status === 'FAILED' || status === 'VIRTUAL_ACCOUNT_ISSUED';
}

type Amount = 'totalAmount' | 'taxFreeAmount';

function sumOf(
  { cancellations }: Payment,
  amount: Amount,
  counts: (cancellation: Cancellation) => boolean,
): number {
  return cancellations.filter(counts).reduce((sum, each) => sum + each[amount], 0);
}

const isDone = ({ status }: Cancellation) => status === undefined;
/** What is requested cannot be cancelled once more, either. */
const isTaken = ({ status }: Cancellation) => status !== 'FAILED';

export const cancelled = (payment: Payment): number => sumOf(payment, 'totalAmount', isDone);

export const cancelledTaxFree = (payment: Payment): number =>
  sumOf(payment, 'taxFreeAmount', isDone);

export const cancellable = (payment: Payment): number =>
  payment.total - sumOf(payment, 'totalAmount', isTaken);

/** Korean prices contain a tenth of VAT. */
export function vatOf(taxable: number, currency: string): number {
  return currency === 'KRW' ? Math.round(taxable / 11) : 0;
}

function alreadyPaid(): PortoneError {
  return new PortoneError('ALREADY_PAID', 'This payment has been paid already.');
}

function keyOf(storeId: string, paymentId: string): string {
  return `${storeId}/${paymentId}`;
}
