// PortOne V2 gateway. Its SDK verifies webhooks; calls use our own client,
// because the SDK's client has no configurable time limit.
import { Big } from 'big.js';
import type { Logger } from 'pino';
import { currencyDigits, scaledAmount } from '../../../money.ts';
import type { Cancellation, DisputeReport, RefundReport } from '../../cancellation.ts';
import { countryOf } from '../../countries.ts';
import { type Fields, fieldsOf, listOf, parseFields, textOf } from '../../fields.ts';
import type { MarketHttp } from '../../http.ts';
import { accessOf, type OnAccess, type Unavailable } from '../../market.ts';
import { type Kept, keep } from '../../redact.ts';
import {
  type Gateway,
  type GatewayPayment,
  type GatewayRefund,
  type GatewayRejection,
  type GatewayTraits,
  LIST_BYTES,
  type Subject,
} from '../gateway.ts';
import type { PgApp } from '../settings.ts';

export interface PortoneOptions {
  readonly http: MarketHttp;
  readonly url: string;
  readonly log: Logger;
  readonly onAccess?: OnAccess | undefined;
}

/** PortOne uses our order number, and has no payment before the buyer starts to pay. */
const UNKNOWN = 'PAYMENT_NOT_FOUND';

const TRAITS: GatewayTraits = {
  name: 'PortOne',
  madeUp: 'tollgate-check',
  needs: ['api_secret'],
  hint: 'check api_secret and store_id',
  signsWebhooks: true,
};

const PAGE = 100;

export interface PortoneGateway extends Gateway {
  /** Payments whose status changed within the range, oldest first. Pages count from 0. */
  payments(app: PgApp, range: PaymentRange): Promise<PaymentPage | GatewayRejection | Unavailable>;
}

interface PaymentRange {
  readonly status: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly page: number;
}

interface PaymentPage {
  readonly payments: readonly {
    readonly orderId: string;
    /** Neither cancelled nor disputed, nor was either tried. */
    readonly isOnlyPaid: boolean;
  }[];
  readonly isLast: boolean;
}

interface PortoneCall {
  readonly method: 'GET' | 'POST';
  /** Below `/payments`. */
  readonly path: string;
  readonly body?: object;
  /** The call does something each time. */
  readonly isSentOnce?: true;
  /** Longest answer, if not as usual. */
  readonly answerBytes?: number;
}

export function createPortone(options: PortoneOptions): PortoneGateway {
  const { http, url, log, onAccess } = options;

  async function call(
    app: PgApp,
    operation: string,
    about: PortoneCall,
  ): Promise<Fields | GatewayRejection | Unavailable> {
    const answer = await exchange(app, operation, about);
    const noted = accessOf(operation, answer);
    if (noted) onAccess?.(app, 'PG', noted);
    return answer;
  }

  async function exchange(
    app: PgApp,
    operation: string,
    { method, path, body: sent, isSentOnce, answerBytes }: PortoneCall,
  ): Promise<Fields | GatewayRejection | Unavailable> {
    const secret = app.secrets.api_secret;
    if (secret === undefined) return { unavailable: 'the app has no PortOne secret' };
    const answer = await http.call({
      market: 'PG PORTONE',
      appid: app.appid,
      operation,
      method,
      url: `${url}/payments${path}`,
      headers: {
        authorization: `PortOne ${secret}`,
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
      // Reads, and an idempotent registration of the amount.
      repeatable: !isSentOnce,
      ...(answerBytes !== undefined && { answerBytes }),
    });
    if ('unreachable' in answer) {
      return { unavailable: `PortOne is unreachable: ${answer.unreachable}` };
    }
    const { status, text } = answer;
    const body = parseFields(text);
    if (status >= 200 && status < 300 && body) return body;
    const type = textOf(body?.type);
    if (status === 401 || status === 403) {
      log.error(
        { app: app.appid, call: operation, type },
        'PortOne rejected the API secret; check the market settings of the app',
      );
      const alarm = status === 401 ? 'credentials' : 'call';
      return { unavailable: `PortOne answered ${status}`, alarm };
    }
    const isRejection = type !== undefined && (status === 400 || status === 404 || status === 409);
    return isRejection ? { declined: type } : { unavailable: `PortOne answered ${status}` };
  }

  return {
    traits: TRAITS,
    async open(app, { orderId, amount, currency, pageUrl, customer }) {
      const totalAmount = toMinor(amount, currency);
      const registered = await call(app, 'portone.register', {
        method: 'POST',
        path: `/${encodeURIComponent(orderId)}/pre-register`,
        body: { storeId: app.settings.store_id, totalAmount, currency },
      });
      if ('declined' in registered || 'unavailable' in registered) {
        return registered as GatewayRejection | Unavailable;
      }
      // Behind the `#`, which the browser keeps to itself and its page reads.
      const fragment = new URLSearchParams({ ...customer }).toString();
      return { payUrl: fragment === '' ? pageUrl : `${pageUrl}#${fragment}`, reference: orderId };
    },
    async read(app, reference) {
      const path = `/${encodeURIComponent(reference)}${storeQuery(app.settings.store_id)}`;
      const found = await call(app, 'portone.payment', { method: 'GET', path });
      if ('declined' in found && found.declined === UNKNOWN) return NOT_BEGUN;
      if ('declined' in found || 'unavailable' in found) {
        return found as GatewayRejection | Unavailable;
      }
      return paymentOf(found) ?? { unavailable: 'PortOne answered without an amount' };
    },
    async refund(app, { orderId, currency }, { amount, key, refundable }) {
      const answer = await call(app, 'portone.cancel', {
        method: 'POST',
        path: `/${encodeURIComponent(orderId ?? '')}/cancel`,
        body: {
          storeId: app.settings.store_id,
          amount: toMinor(amount, currency),
          // Refused if anything was cancelled since: PortOne has no idempotency key.
          currentCancellableAmount: toMinor(refundable, currency),
          reason: `${REASON}${key}`,
        },
        isSentOnce: true,
      });
      if ('declined' in answer || 'unavailable' in answer) {
        return answer as GatewayRejection | Unavailable;
      }
      const state = cancellationState(fieldsOf(answer.cancellation) ?? {});
      return state === 'failed' ? { declined: 'The cancellation failed at the provider.' } : state;
    },
    async isGenuine(app, body, headers) {
      const secret = app.secrets.webhook_secret;
      if (secret === undefined) return false;
      const { verify } = await import('@portone/server-sdk/webhook');
      return verify(secret, body, headers).then(
        () => true,
        () => false,
      );
    },
    subjectOf: (body) => subjectOf(fieldsOf(parseFields(body)?.data) ?? {}),
    endsDisputes: (body) => parseFields(body)?.type === 'Transaction.DisputeResolved',
    // The buyer may try again with another method.
    hasFailed: () => false,
    // PortOne announces none.
    warningOf: async () => undefined,
    async payments(app, { status, from, until, page }) {
      const { store_id: storeId } = app.settings;
      const filter = {
        ...(storeId !== undefined && { storeId }),
        timestampType: 'STATUS_CHANGED_AT',
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
        status,
        isTest: app.environment === 'sandbox',
        sortBy: 'STATUS_CHANGED_AT',
        sortOrder: 'ASC',
      };
      const requestBody = JSON.stringify({ page: { number: page, size: PAGE }, filter });
      const query = new URLSearchParams({ requestBody });
      const found = await call(app, 'portone.payments', {
        method: 'GET',
        path: `?${query}`,
        answerBytes: LIST_BYTES,
      });
      if ('declined' in found || 'unavailable' in found) {
        return found as GatewayRejection | Unavailable;
      }
      const payments = listOf(found.items).map((item) => ({
        orderId: textOf(item.id) ?? '',
        isOnlyPaid:
          item.status === 'PAID' &&
          listOf(item.disputes).length === 0 &&
          listOf(item.cancellations).length === 0,
      }));
      return { payments, isLast: payments.length < PAGE };
    },
  };
}

const storeQuery = (store: string | undefined): string =>
  store === undefined ? '' : `?storeId=${encodeURIComponent(store)}`;

/** PortOne counts in the minor units of ISO 4217. */
export function toMinor(amount: string, currency: string): number {
  return new Big(amount).times(new Big(10).pow(currencyDigits(currency) ?? 0)).toNumber();
}

const fromMinor = (minor: number, currency: string): string =>
  scaledAmount(minor, currencyDigits(currency) ?? 0, currency);

const NOT_BEGUN: GatewayPayment = {
  state: 'pending',
  orderId: null,
  paymentId: null,
  amount: '0',
  currency: '',
  tax: null,
  country: null,
  live: false,
  cancellations: [],
  refunds: [],
  paidAt: null,
  record: {},
};

const PAID = new Set(['PAID', 'PARTIAL_CANCELLED', 'CANCELLED']);

/** A failed attempt is not final: the buyer may try another card for the same order. */
function paymentOf(payment: Fields): GatewayPayment | undefined {
  const { total, vat } = fieldsOf(payment.amount) ?? {};
  const currency = textOf(payment.currency);
  if (typeof total !== 'number' || !Number.isSafeInteger(total) || currency === undefined) {
    return undefined;
  }
  const status = textOf(payment.status) ?? '';
  const paidAt = Date.parse(textOf(payment.paidAt) ?? '');
  // A virtual account may be cancelled before anybody paid.
  const isUnpaid = status === 'CANCELLED' && Number.isNaN(paidAt);
  return {
    state: isUnpaid ? 'ended' : PAID.has(status) ? 'paid' : 'pending',
    orderId: textOf(payment.id) ?? null,
    paymentId: textOf(payment.transactionId) ?? null,
    amount: fromMinor(total, currency),
    currency,
    tax: typeof vat === 'number' && Number.isSafeInteger(vat) ? fromMinor(vat, currency) : null,
    country: countryOf(payment.country),
    // Whatever is not LIVE took no real money.
    live: fieldsOf(payment.channel)?.type === 'LIVE',
    cancellations: cancellationsOf(payment, status, currency),
    refunds: listOf(payment.cancellations).map((each) => refundOf(each, currency)),
    paidAt: Number.isNaN(paidAt) ? null : paidAt,
    record: keep(payment, KEPT),
  };
}

function cancellationsOf(payment: Fields, status: string, currency: string): Cancellation[] {
  const disputes = listOf(payment.disputes).map((each) => disputeOf(each, status));
  return [...refundsOf(payment, status, currency), ...disputes];
}

/** Payment and amount count only the cancellations that succeeded. */
function refundsOf(payment: Fields, status: string, currency: string): RefundReport[] {
  const complete = { kind: 'refund', isComplete: true } as const;
  if (status === 'CANCELLED') return [{ ...complete, state: 'given' }];
  if (status === 'PARTIAL_CANCELLED') {
    const { cancelled } = fieldsOf(payment.amount) ?? {};
    const amount = typeof cancelled === 'number' ? fromMinor(cancelled, currency) : null;
    return [{ ...complete, state: 'partial', amount }];
  }
  const states = listOf(payment.cancellations).map((each) => each.status);
  if (states.length === 0) return [];
  return [{ ...complete, state: states.includes('REQUESTED') ? 'pending' : 'restored' }];
}

/** Every cancellation has a reason, which is all that is ours in it. */
const REASON = 'Refunded by the studio. Tollgate ';

function refundOf(cancellation: Fields, currency: string): GatewayRefund {
  const { totalAmount } = cancellation;
  const reason = textOf(cancellation.reason) ?? '';
  return {
    key: reason.startsWith(REASON) ? reason.slice(REASON.length) : null,
    amount: typeof totalAmount === 'number' ? fromMinor(totalAmount, currency) : '0',
    state: cancellationState(cancellation),
  };
}

const CANCELLATIONS: Readonly<Record<string, GatewayRefund['state']>> = {
  SUCCEEDED: 'done',
  FAILED: 'failed',
};

const cancellationState = ({ status }: Fields): GatewayRefund['state'] =>
  CANCELLATIONS[String(status)] ?? 'pending';

/** PortOne does not say who won: the buyer did if the payment was cancelled, else the studio kept the money. */
function disputeOf(dispute: Fields, status: string): DisputeReport {
  const resolved = status === 'CANCELLED' ? 'lost' : 'won';
  return {
    kind: 'dispute',
    id: textOf(dispute.pgDisputeId) ?? textOf(dispute.createdAt) ?? '',
    state: dispute.status === 'RESOLVED' ? resolved : 'open',
  };
}

const KEPT: Kept = {
  status: true,
  id: true,
  transactionId: true,
  merchantId: true,
  storeId: true,
  channel: { type: true, id: true, pgProvider: true },
  version: true,
  requestedAt: true,
  updatedAt: true,
  statusChangedAt: true,
  paidAt: true,
  cancelledAt: true,
  pgTxId: true,
  orderName: true,
  amount: {
    total: true,
    taxFree: true,
    vat: true,
    supply: true,
    discount: true,
    paid: true,
    cancelled: true,
    cancelledTaxFree: true,
  },
  currency: true,
  disputes: { status: true, createdAt: true, resolvedAt: true },
  cancellations: {
    status: true,
    id: true,
    totalAmount: true,
    taxFreeAmount: true,
    vatAmount: true,
    requestedAt: true,
    cancelledAt: true,
  },
};

function subjectOf(data: Fields): Subject {
  const orderId = textOf(data.paymentId);
  return orderId === undefined ? 'unrelated' : { orderId };
}
