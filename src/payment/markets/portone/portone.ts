// PortOne V2 gateway. Its SDK verifies webhooks; calls use our own client,
// because the SDK's client has no configurable time limit.
import { Big } from 'big.js';
import type { Logger } from 'pino';
import { currencyDigits, scaledAmount } from '../../money.ts';
import { type Fields, fieldsOf, parseFields, textOf } from '../fields.ts';
import type { Gateway, GatewayPayment, GatewayRejection, PgApp, Subject } from '../gateway.ts';
import type { MarketHttp } from '../http.ts';
import type { Unavailable } from '../market.ts';
import { type Kept, keep } from '../redact.ts';

export interface PortoneOptions {
  readonly http: MarketHttp;
  readonly url: string;
  readonly log: Logger;
}

/** PortOne uses our order number, and has no payment before the buyer starts to pay. */
const UNKNOWN = 'PAYMENT_NOT_FOUND';

export function createPortone({ http, url, log }: PortoneOptions): Gateway {
  async function ask(
    app: PgApp,
    operation: string,
    orderId: string,
    action: { readonly name: string; readonly body: object } | undefined,
  ): Promise<Fields | GatewayRejection | Unavailable> {
    const secret = app.secrets.api_secret;
    if (secret === undefined) return { unavailable: 'the app has no PortOne secret' };
    const address = `${url}/payments/${encodeURIComponent(orderId)}`;
    const store = app.settings.store_id;
    const answer = await http.call({
      market: 'PG',
      appid: app.appid,
      operation,
      method: action ? 'POST' : 'GET',
      url: action ? `${address}/${action.name}` : address + storeQuery(store),
      headers: {
        authorization: `PortOne ${secret}`,
        ...(action && { 'content-type': 'application/json' }),
      },
      ...(action && { body: JSON.stringify({ storeId: store, ...action.body }) }),
      // Reads, and an idempotent registration of the amount.
      repeatable: true,
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
      return { unavailable: `PortOne answered ${status}`, alarm: true };
    }
    const isRejection = type !== undefined && (status === 400 || status === 404 || status === 409);
    return isRejection ? { declined: type } : { unavailable: `PortOne answered ${status}` };
  }

  return {
    async open(app, { orderId, amount, currency, pageUrl }) {
      const totalAmount = toMinor(amount, currency);
      const registered = await ask(app, 'portone.register', orderId, {
        name: 'pre-register',
        body: { totalAmount, currency },
      });
      if ('declined' in registered || 'unavailable' in registered) {
        return registered as GatewayRejection | Unavailable;
      }
      return { payUrl: pageUrl, reference: orderId };
    },
    async read(app, reference) {
      const found = await ask(app, 'portone.payment', reference, undefined);
      if ('declined' in found && found.declined === UNKNOWN) return NOT_BEGUN;
      if ('declined' in found || 'unavailable' in found) {
        return found as GatewayRejection | Unavailable;
      }
      return paymentOf(found) ?? { unavailable: 'PortOne answered without an amount' };
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
  };
}

const storeQuery = (store: string | undefined): string =>
  store === undefined ? '' : `?storeId=${encodeURIComponent(store)}`;

/** PortOne counts in the minor units of ISO 4217. */
export function toMinor(amount: string, currency: string): number {
  return new Big(amount).times(new Big(10).pow(currencyDigits(currency) ?? 0)).toNumber();
}

const NOT_BEGUN: GatewayPayment = {
  state: 'pending',
  orderId: null,
  paymentId: null,
  amount: '0',
  currency: '',
  refunded: 'none',
  paidAt: null,
  record: {},
};

const REFUNDED: Readonly<Record<string, GatewayPayment['refunded']>> = {
  PAID: 'none',
  PARTIAL_CANCELLED: 'partly',
  CANCELLED: 'wholly',
};

/** A failed attempt is not final: the buyer may try another card for the same order. */
function paymentOf(payment: Fields): GatewayPayment | undefined {
  const { total } = fieldsOf(payment.amount) ?? {};
  const currency = textOf(payment.currency);
  if (typeof total !== 'number' || !Number.isSafeInteger(total) || currency === undefined) {
    return undefined;
  }
  const refunded = REFUNDED[textOf(payment.status) ?? ''];
  const paidAt = Date.parse(textOf(payment.paidAt) ?? '');
  return {
    state: refunded === undefined ? 'pending' : 'paid',
    orderId: textOf(payment.id) ?? null,
    paymentId: textOf(payment.transactionId) ?? null,
    amount: scaledAmount(total, currencyDigits(currency) ?? 0, currency),
    currency,
    refunded: refunded ?? 'none',
    paidAt: Number.isNaN(paidAt) ? null : paidAt,
    record: keep(payment, KEPT),
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
