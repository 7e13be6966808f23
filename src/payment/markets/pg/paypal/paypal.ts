// PayPal gateway (Orders v2): the buyer approves an order, and reading it captures the payment, once.
import { createCache } from '../../../../base/cache.ts';
import { type Fields, fieldsOf, listOf, parseFields, textOf } from '../../fields.ts';
import type { Unavailable } from '../../market.ts';
import { type Gateway, type GatewayRejection, type GatewayTraits, LIST_BYTES } from '../gateway.ts';
import type { PgApp } from '../settings.ts';
import { createPaypalApi, type PaypalAnswer, type PaypalOptions } from './api.ts';
import { isInquiry, isResolved } from './disputes.ts';
import { fromPaypal, toPaypal } from './money.ts';
import {
  approvalUrlOf,
  keptOf,
  orderBodyOf,
  paidOf,
  paymentOf,
  refundState,
  resourceOf,
  subjectOf,
  unpaidOf,
} from './objects.ts';
import { signatureQuestion } from './webhook.ts';

const TRAITS: GatewayTraits = {
  name: 'PayPal',
  madeUp: '0TOLLGATECHECK000',
  needs: ['client_id', 'api_secret', 'webhook_id'],
  hint: 'check client_id and api_secret, and that both are of the live app in production and of the sandbox app in sandbox',
  // PayPal itself is asked about each.
  signsWebhooks: false,
};

/** A reader that saw the order before the capture must not capture it again. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 10_000;
/** Anybody can send webhooks, and each is a call. */
const MOST_CHECKS = 16;
const PAGE = 100;

export function createPaypal(options: PaypalOptions): Gateway {
  const { clock, log } = options;
  const ask = createPaypalApi(options);
  const captured = createCache<string, true>(clock, REMEMBERED_MS, MOST_REMEMBERED);
  const underWay = new Map<string, Promise<PaypalAnswer>>();
  let checks = 0;

  const readOrder = (app: PgApp, reference: string): Promise<PaypalAnswer> =>
    ask(app, {
      operation: 'paypal.order',
      method: 'GET',
      path: `/v2/checkout/orders/${encodeURIComponent(reference)}`,
    });

  /** The order afterwards, or why it was not captured. */
  async function capture(app: PgApp, reference: string, seen: Fields): Promise<PaypalAnswer> {
    const key = `${app.environment} ${reference}`;
    const answer = await ask(app, {
      operation: 'paypal.capture',
      method: 'POST',
      path: `/v2/checkout/orders/${encodeURIComponent(reference)}/capture`,
      body: '{}',
      // A buyer whose card was declined may approve again: that is another request.
      requestId: `${reference}-${textOf(seen.update_time) ?? ''}`,
    });
    const isDone = 'found' in answer || ('issue' in answer && answer.issue === ALREADY_CAPTURED);
    if (!isDone) return answer;
    captured.set(key, true);
    return 'found' in answer && paidOf(answer.found) ? answer : readOrder(app, reference);
  }

  function captureOnce(app: PgApp, reference: string, seen: Fields): Promise<PaypalAnswer> {
    const key = `${app.environment} ${reference}`;
    if (captured.get(key)) return readOrder(app, reference);
    let pending = underWay.get(key);
    if (!pending) {
      pending = capture(app, reference, seen).finally(() => underWay.delete(key));
      underWay.set(key, pending);
    }
    return pending;
  }

  /** Disputes of the capture. An app without the right to read them still sells. */
  async function readDisputes(
    app: PgApp,
    captureId: string,
  ): Promise<readonly Fields[] | GatewayRejection | Unavailable> {
    const query = new URLSearchParams({ disputed_transaction_id: captureId, page_size: '50' });
    const list = await ask(app, {
      operation: 'paypal.disputes',
      method: 'GET',
      path: `/v1/customer/disputes?${query}`,
    });
    if ('unavailable' in list) return list.alarm === 'call' ? [] : list;
    if (!('found' in list)) return list;
    const disputes: Fields[] = [];
    for (const dispute of listOf(list.found.items)) {
      // The list does not tell the outcome.
      const whole = isResolved(dispute) ? await readDispute(app, dispute) : { found: dispute };
      if (!('found' in whole)) return whole;
      disputes.push(whole.found);
    }
    return disputes;
  }

  const readDispute = (app: PgApp, { dispute_id }: Fields): Promise<PaypalAnswer> =>
    ask(app, {
      operation: 'paypal.dispute',
      method: 'GET',
      path: `/v1/customer/disputes/${encodeURIComponent(textOf(dispute_id) ?? '')}`,
    });

  return {
    traits: TRAITS,
    chargesApproved: true,
    async open(app, order) {
      const body = orderBodyOf(app, order);
      if ('declined' in body) return body;
      const answer = await ask(app, {
        operation: 'paypal.order.create',
        method: 'POST',
        path: '/v2/checkout/orders',
        body: JSON.stringify(body),
        requestId: order.orderId,
      });
      if (!('found' in answer)) return answer;
      const payUrl = approvalUrlOf(answer.found);
      const reference = textOf(answer.found.id);
      return payUrl !== undefined && reference !== undefined
        ? { payUrl, reference }
        : { unavailable: 'PayPal answered without a page for the buyer' };
    },
    async read(app, reference) {
      const seen = await readOrder(app, reference);
      if (!('found' in seen)) return seen;
      let order = seen.found;
      if (order.status === 'APPROVED') {
        const after = await captureOnce(app, reference, order);
        if ('unavailable' in after) return after;
        if ('declined' in after) {
          const { declined: reason } = after;
          log.warn({ app: app.appid, reference, reason }, 'PayPal did not capture the payment');
          return unpaidOf(order, reason);
        }
        order = after.found;
      }
      const paid = paidOf(order);
      if (!paid) {
        return order.status === 'COMPLETED'
          ? { unavailable: 'PayPal answered without the payment of a completed order' }
          : unpaidOf(order, undefined);
      }
      // What was captured just now, nobody has disputed yet.
      const isNew = seen.found.status === 'APPROVED';
      const disputes = isNew ? [] : await readDisputes(app, textOf(paid.capture.id) ?? '');
      if ('declined' in disputes || 'unavailable' in disputes) return disputes;
      return paymentOf(app, order, paid, disputes as readonly Fields[]);
    },
    async refund(app, { paymentId, orderId, currency }, { amount, key }) {
      const value = toPaypal(amount, currency);
      if (value === undefined) return { declined: `PayPal cannot pay back ${amount} ${currency}.` };
      const answer = await ask(app, {
        operation: 'paypal.refund',
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(paymentId ?? '')}/refund`,
        body: JSON.stringify({
          amount: { currency_code: currency, value },
          custom_id: orderId,
          invoice_id: key,
        }),
        requestId: key,
      });
      if (!('found' in answer)) return answer;
      const state = refundState(answer.found);
      return state === 'failed' ? { declined: 'The refund failed at PayPal.' } : state;
    },
    async isGenuine(app, body, headers) {
      const { webhook_id } = app.settings;
      const question =
        webhook_id !== undefined && signatureQuestion(webhook_id, body, headers, clock());
      if (!question) return false;
      if (checks >= MOST_CHECKS) return { unavailable: 'too many webhooks are being checked' };
      checks += 1;
      const answer = await ask(app, {
        operation: 'paypal.webhook.verify',
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: question,
      }).finally(() => {
        checks -= 1;
      });
      if ('unavailable' in answer) return answer;
      return 'found' in answer && answer.found.verification_status === 'SUCCESS';
    },
    keptOf,
    subjectOf: (body) => subjectOf(resourceOf(body)),
    // PayPal shows all disputes of a capture, also those that are over.
    endsDisputes: () => false,
    hasFailed: (body) => FAILURES.has(parseFields(body)?.event_type),
    async warningOf(app, body, { paymentId }) {
      if (parseFields(body)?.event_type !== 'CUSTOMER.DISPUTE.CREATED') return undefined;
      const answer = await readDispute(app, resourceOf(body));
      if ('unavailable' in answer) return answer.alarm === 'call' ? undefined : answer;
      if (!('found' in answer)) return undefined;
      const dispute = answer.found;
      const isOfPayment = listOf(dispute.disputed_transactions).some(
        ({ seller_transaction_id }) => seller_transaction_id === paymentId,
      );
      // A webhook must not warn about another payment than the one it names.
      if (!isOfPayment || !isInquiry(dispute)) return undefined;
      const money = fromPaypal(fieldsOf(dispute.dispute_amount));
      const refundRequest = {
        id: textOf(dispute.dispute_id) ?? '',
        amount: money?.amount ?? null,
        currency: money?.currency ?? null,
        reason: textOf(dispute.reason) ?? null,
        date: Date.parse(textOf(dispute.create_time) ?? '') || null,
      };
      return { type: 'purchase.refund_requested', details: { refundRequest } };
    },
    async events(app, { since, after }) {
      const range = new URLSearchParams({
        page_size: String(PAGE),
        start_time: new Date(since).toISOString(),
        end_time: new Date(clock()).toISOString(),
      });
      const answer = await ask(app, {
        operation: 'paypal.events',
        method: 'GET',
        path: `/v1/notifications/webhooks-events?${after ?? range}`,
        answerBytes: LIST_BYTES,
      });
      if (!('found' in answer)) return answer;
      const events = listOf(answer.found.events)
        .filter(({ event_type }) => EVENT_TYPES.has(event_type))
        .map((event) => ({ id: textOf(event.id) ?? '', body: JSON.stringify(event) }));
      return { events, next: nextOf(answer.found, after) };
    },
  };
}

const ALREADY_CAPTURED = 'ORDER_ALREADY_CAPTURED';

/** The query of the next page; the host stays the one that is set. */
function nextOf(page: Fields, after: string | undefined): string | undefined {
  const href = textOf(listOf(page.links).find(({ rel }) => rel === 'next')?.href);
  const query = href === undefined || !URL.canParse(href) ? '' : new URL(href).search.slice(1);
  return query === '' || query === after ? undefined : query;
}

const FAILURES: ReadonlySet<unknown> = new Set([
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
]);

/** What a webhook of Tollgate needs, and what is read again when a webhook was lost. */
const EVENT_TYPES: ReadonlySet<unknown> = new Set([
  ...FAILURES,
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]);
