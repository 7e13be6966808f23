// What the answers of a market of the studio's own mean. What does not have the documented form decides nothing.
import { amountText, currencyDigits } from '../../money.ts';
import type { Cancellation, DisputeReport, RefundReport } from '../cancellation.ts';
import { type Fields, fieldsOf, textOf } from '../fields.ts';
import type { MarketRejection, Unavailable } from '../market.ts';
import { keep } from '../redact.ts';
import type { Lifecycle } from '../subscription.ts';
import type { CustomApp } from './settings.ts';

export interface CustomPurchase {
  readonly transactionId: string;
  readonly productId: string;
  readonly quantity: number;
  readonly price: string | null;
  readonly currency: string | null;
  readonly purchasedAt: number | null;
  readonly test: boolean;
  readonly account: string | null;
  readonly isPermanent: boolean;
  readonly isAcknowledged: boolean;
  readonly cancellations: readonly Cancellation[];
  readonly resource: Fields;
}

export interface CustomSubscription {
  readonly subscriptionId: string;
  readonly account: string | null;
  readonly test: boolean;
  readonly beganAt: number;
  readonly lifecycle: Lifecycle;
  readonly cycle: CustomCycle;
  readonly resource: Fields;
}

interface CustomCycle {
  readonly transactionId: string;
  readonly number: number;
  readonly productId: string;
  readonly price: string | null;
  readonly currency: string | null;
  readonly purchasedAt: number;
  readonly expiresAt: number;
  readonly refundedAt: number | null;
  readonly cancellations: readonly Cancellation[];
}

type Read<T> = T | MarketRejection | Unavailable;
type App = Pick<CustomApp, 'appid' | 'environment'>;

export function readPurchase(app: App, { purchase, subscription }: Fields): Read<CustomPurchase> {
  if (purchase === null) return unknown;
  if (fieldsOf(subscription)) {
    return invalid('The receipt is of a subscription. Send it to subscription/verify.');
  }
  const found = fieldsOf(purchase);
  if (!found) return strange('purchase');
  const wrong = refusalOf(app, found) ?? unpaid(found.state);
  if (wrong) return wrong;
  const [transactionId, productId] = [textOf(found.transactionId), textOf(found.productId)];
  const purchasedAt = timeOf(found.purchasedAt);
  if (transactionId === undefined) return strange('purchase.transactionId');
  if (productId === undefined) return strange('purchase.productId');
  if (!isCount(found.quantity)) return strange('purchase.quantity');
  const price = priceOf(found);
  if (!price) return strange('purchase.price');
  if (purchasedAt === undefined) return strange('purchase.purchasedAt');
  const cancellations = cancellationsOf(found);
  if (!cancellations) return strange('purchase.refund');
  return {
    transactionId,
    productId,
    quantity: found.quantity,
    ...price,
    purchasedAt,
    test: found.test === true,
    account: textOf(found.account) ?? null,
    isPermanent: found.permanent === true,
    isAcknowledged: found.acknowledged === true,
    cancellations,
    resource: keep(found, PURCHASE),
  };
}

export function readSubscription(
  app: App,
  { purchase, subscription }: Fields,
): Read<CustomSubscription> {
  if (purchase === null) return unknown;
  if (fieldsOf(purchase)) {
    return invalid('The receipt is not of a subscription. Send it to purchase/verify.');
  }
  const found = fieldsOf(subscription);
  if (!found) return strange('subscription');
  const wrong = refusalOf(app, found);
  if (wrong) return wrong;
  const subscriptionId = textOf(found.subscriptionId);
  const beganAt = timeOf(found.beganAt);
  const status = STATUSES.find((each) => each === found.status);
  const cycle = cycleOf(fieldsOf(found.cycle) ?? {});
  if (subscriptionId === undefined) return strange('subscription.subscriptionId');
  if (typeof beganAt !== 'number') return strange('subscription.beganAt');
  if (!status) return strange('subscription.status');
  if (!cycle) return strange('subscription.cycle');
  const graceUntil = status === 'grace' ? (timeOf(found.graceUntil) ?? null) : null;
  return {
    subscriptionId,
    account: textOf(found.account) ?? null,
    test: found.test === true,
    beganAt,
    lifecycle: { status, autoRenewProductId: textOf(found.renewsAs) ?? null, graceUntil },
    cycle,
    resource: keep(found, SUBSCRIPTION),
  };
}

const STATUSES = ['active', 'grace', 'hold', 'paused', 'expired', 'revoked'] as const;

function cycleOf(found: Fields): CustomCycle | undefined {
  const [transactionId, productId] = [textOf(found.transactionId), textOf(found.productId)];
  const [purchasedAt, expiresAt] = [timeOf(found.purchasedAt), timeOf(found.expiresAt)];
  const price = priceOf(found);
  const cancellations = cancellationsOf(found);
  const isDated = typeof purchasedAt === 'number' && typeof expiresAt === 'number';
  if (!transactionId || !productId || !isDated) return undefined;
  if (!price || !cancellations || !isCount(found.number)) return undefined;
  const refund = fieldsOf(found.refund);
  return {
    transactionId,
    number: found.number,
    productId,
    ...price,
    purchasedAt,
    expiresAt,
    refundedAt: refund?.state === 'full' ? (timeOf(refund.at) ?? null) : null,
    cancellations,
  };
}

function refusalOf({ appid, environment }: App, found: Fields): Read<never> | undefined {
  if (textOf(found.appid) === undefined) return strange('appid');
  if (found.appid !== appid) return invalid('The purchase is of another app.');
  if (typeof found.test !== 'boolean') return strange('test');
  return environment === 'sandbox' && !found.test
    ? invalid('The purchase is for real money, and this is the sandbox environment.')
    : undefined;
}

function unpaid(state: unknown): Read<never> | undefined {
  switch (state) {
    case 'paid':
      return undefined;
    case 'pending':
      return { rejected: 'PAYMENT_PENDING', detail: 'The purchase is not paid yet.' };
    case 'failed':
      return invalid('The purchase was not paid.');
    default:
      return strange('purchase.state');
  }
}

/** Undefined when it has another form; both are null when the studio does not know it. */
function priceOf({ price, currency }: Fields) {
  if ((price ?? null) === null && (currency ?? null) === null) {
    return { price: null, currency: null };
  }
  const code = String(currency);
  const isKnown = currencyDigits(code) !== undefined;
  return isAmount(price) && isKnown
    ? { price: amountText(price, code), currency: code }
    : undefined;
}

const REFUNDS = { pending: 'pending', partial: 'partial', full: 'given', reversed: 'restored' };
const DISPUTES: readonly unknown[] = ['open', 'won', 'lost'] satisfies DisputeReport['state'][];

/** Undefined when one has another form: a refund must not be overlooked. */
function cancellationsOf(found: Fields): readonly Cancellation[] | undefined {
  const { refund, disputes = [], currency } = found;
  const given = (refund ?? null) === null ? [] : [refundOf(fieldsOf(refund) ?? {}, currency)];
  if (!Array.isArray(disputes)) return undefined;
  const disputed = disputes.map((each) => disputeOf(fieldsOf(each) ?? {}, currency));
  const reports = [...given, ...disputed];
  return reports.every((each) => each !== undefined) ? reports : undefined;
}

function refundOf(found: Fields, currency: unknown): RefundReport | undefined {
  const state = REFUNDS[String(found.state) as keyof typeof REFUNDS] as RefundReport['state'];
  const amount = amountOf(found.amount, currency);
  if (!state || amount === undefined || (state === 'partial' && amount === null)) return undefined;
  // The answer shows the whole refund as it is now.
  return { kind: 'refund', isComplete: true, state, amount, reason: textOf(found.reason) ?? null };
}

function disputeOf(found: Fields, currency: unknown): DisputeReport | undefined {
  const { state } = found;
  const [id, amount] = [textOf(found.id), amountOf(found.amount, currency)];
  if (id === undefined || amount === undefined || !DISPUTES.includes(state)) return undefined;
  const reason = textOf(found.reason) ?? null;
  return { kind: 'dispute', id, state: state as DisputeReport['state'], amount, reason };
}

/** Null when there is none, undefined when it has another form. */
function amountOf(value: unknown, currency: unknown): string | null | undefined {
  if ((value ?? null) === null) return null;
  return isAmount(value) ? amountText(value, String(currency)) : undefined;
}

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(value);

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** As for amounts. */
function timeOf(value: unknown): number | null | undefined {
  if ((value ?? null) === null) return null;
  const at = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

const unknown: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The studio has no such purchase.',
  answer: { purchase: null },
};

const invalid = (detail: string): MarketRejection => ({ rejected: 'INVALID_RECEIPT', detail });

const strange = (field: string): Unavailable => ({
  unavailable: `The answer has another form than documented: ${field}`,
});

const REFUND = { state: true, amount: true, at: true, reason: true } as const;

const PURCHASE = {
  transactionId: true,
  productId: true,
  quantity: true,
  price: true,
  currency: true,
  country: true,
  purchasedAt: true,
  state: true,
  test: true,
  account: true,
  permanent: true,
  acknowledged: true,
  refund: REFUND,
  disputes: { id: true, state: true, amount: true, reason: true },
} as const;

const SUBSCRIPTION = {
  subscriptionId: true,
  account: true,
  test: true,
  status: true,
  renewsAs: true,
  graceUntil: true,
  beganAt: true,
  cycle: {
    transactionId: true,
    number: true,
    productId: true,
    price: true,
    currency: true,
    purchasedAt: true,
    expiresAt: true,
    refund: REFUND,
  },
} as const;
