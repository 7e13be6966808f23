// PayPal's wire: tokens, orders v2, disputes, and what it says about its own webhooks.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyText, keepBodiesAsText } from '../pg/form.ts';
import { digitsOf } from '../pg/money.ts';
import { sameSecret } from '../pg/secret.ts';
import { apiOf, captureOrder, type Paypal, refund, showOrder } from './acts.ts';
import { errorBody, PaypalError } from './errors.ts';
import { decimalsOf, disputeObject, disputeSummary, refundObject } from './objects.ts';
import { type Environment, newId, type Order, takenOf } from './store.ts';

const tokenSeconds = 32_400;
const currencies = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  ),
);

interface ById {
  Params: { id: string };
}

// biome-ignore lint/suspicious/noExplicitAny: what a caller sends may have any shape
type Json = any;

export function paypalRoutes(
  scope: FastifyInstance,
  paypal: Paypal,
  environment: Environment,
): void {
  const { store, webhooks } = paypal;
  const { world } = store;
  keepBodiesAsText(scope);
  scope.setErrorHandler((error, _request, reply) => {
    const known = error instanceof PaypalError;
    const wrong = known ? error : new PaypalError(500, 'INTERNAL_SERVER_ERROR', String(error));
    const debugId = world.id('f');
    reply.code(wrong.status).header('paypal-debug-id', debugId);
    return reply.send(errorBody(wrong, debugId));
  });
  scope.setNotFoundHandler((_request, reply) => reply.code(404).send({}));

  scope.post('/v1/oauth2/token', async (request, reply) => {
    const [, basic = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const { clientId, secret } = store.apps[environment];
    const given = Buffer.from(basic, 'base64').toString();
    if (!sameSecret(given, `${clientId}:${secret}`)) {
      const error_description = 'Client Authentication failed';
      return reply.code(401).send({ error: 'invalid_client', error_description });
    }
    const access_token = `A21AA${randomUUID()}`;
    const expiresAt = world.clock.now() + tokenSeconds * 1_000;
    store.tokens.set(access_token, { environment, expiresAt });
    return { access_token, token_type: 'Bearer', app_id: 'APP-EMULATOR', expires_in: tokenSeconds };
  });

  /** False when the call has been answered. */
  function isKnown(request: FastifyRequest, reply: FastifyReply): boolean {
    const [, text = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const token = store.tokens.get(text);
    if (token?.environment === environment && token.expiresAt > world.clock.now()) return true;
    const error_description = 'Token signature verification failed';
    reply.code(401).send({ error: 'invalid_token', error_description });
    return false;
  }

  function jsonOf(request: FastifyRequest): Json {
    if (!/^application\/json/.test(request.headers['content-type'] ?? '')) {
      throw new PaypalError(415, 'INVALID_CONTENT_TYPE');
    }
    try {
      return JSON.parse(bodyText(request));
    } catch {
      throw new PaypalError(400, 'MALFORMED_REQUEST_JSON');
    }
  }

  function find(id: string): Order {
    const order = store.orders.get(id);
    if (order?.environment !== environment) throw new PaypalError(404, 'INVALID_RESOURCE_ID');
    return order;
  }

  /** A repetition with the same request id is answered like the first call, with 200. */
  function once(
    request: FastifyRequest,
    reply: FastifyReply,
    what: string,
    work: () => object,
  ): FastifyReply {
    const requestId = request.headers['paypal-request-id'];
    const key = `${environment} ${what} ${String(requestId)}`;
    const known = requestId === undefined ? undefined : store.answers.get(key);
    if (known) return reply.code(200).send(known);
    const answer = structuredClone(work());
    if (requestId !== undefined) store.answers.set(key, answer);
    return reply.code(201).send(answer);
  }

  scope.post('/v2/checkout/orders', async (request, reply) => {
    if (!isKnown(request, reply)) return reply;
    const body = jsonOf(request);
    if (body.payment_source && request.headers['paypal-request-id'] === undefined) {
      throw new PaypalError(400, 'PAYPAL_REQUEST_ID_REQUIRED');
    }
    return once(request, reply, 'create', () => {
      const order = newOrder(body);
      store.orders.set(order.id, order);
      return showOrder(paypal, order);
    });
  });

  function newOrder(body: Json): Order {
    const [unit, second] = body.purchase_units ?? [];
    if (body.intent !== 'CAPTURE' || !unit || second) {
      throw new PaypalError(400, 'INVALID_PARAMETER_VALUE');
    }
    const { currency_code: currency, value } = unit.amount ?? {};
    const context = body.payment_source?.paypal?.experience_context ?? {};
    const now = world.clock.now();
    return {
      id: newId(world),
      environment,
      customId: unit.custom_id ?? '',
      invoiceId: unit.invoice_id ?? '',
      description: unit.description ?? '',
      amount: minorOf(value, currency),
      currency,
      ...(body.payment_source?.paypal?.email_address && {
        email: body.payment_source.paypal.email_address,
      }),
      returnUrl: context.return_url ?? '',
      cancelUrl: context.cancel_url ?? '',
      createdAt: now,
      updatedAt: now,
      status: 'PAYER_ACTION_REQUIRED',
      atCapture: 'complete',
      refunds: [],
      disputes: [],
    };
  }

  scope.get<ById>('/v2/checkout/orders/:id', async (request, reply) =>
    isKnown(request, reply) ? showOrder(paypal, find(request.params.id)) : reply,
  );

  scope.post<ById>('/v2/checkout/orders/:id/capture', async (request, reply) => {
    if (!isKnown(request, reply)) return reply;
    jsonOf(request);
    const order = find(request.params.id);
    return once(request, reply, `capture ${order.id}`, () => {
      if (order.status === 'COMPLETED') throw new PaypalError(422, 'ORDER_ALREADY_CAPTURED');
      if (order.status !== 'APPROVED') throw new PaypalError(422, 'ORDER_NOT_APPROVED');
      if (!captureOrder(paypal, order)) throw new PaypalError(422, 'INSTRUMENT_DECLINED');
      return showOrder(paypal, order);
    });
  });

  scope.post<ById>('/v2/payments/captures/:id/refund', async (request, reply) => {
    if (!isKnown(request, reply)) return reply;
    const body = jsonOf(request);
    const { id } = request.params;
    return once(request, reply, `refund ${id}`, () => {
      const order = [...store.orders.values()].find(
        (each) => each.environment === environment && each.capture?.id === id,
      );
      if (!order) throw new PaypalError(404, 'INVALID_RESOURCE_ID');
      const made = refund(
        paypal,
        order,
        refundedBy(body, order),
        'COMPLETED',
        'REFUNDED',
        body.invoice_id,
      );
      return refundObject(apiOf(paypal, order), order, made);
    });
  });

  const disputesHere = () =>
    [...store.orders.values()]
      .filter((order) => order.environment === environment)
      .flatMap((order) => order.disputes.map((dispute) => ({ order, dispute })));

  function mayReadDisputes(): void {
    if (!store.readsDisputes) throw new PaypalError(403, 'PERMISSION_DENIED');
  }

  scope.get('/v1/customer/disputes', async (request, reply) => {
    if (!isKnown(request, reply)) return reply;
    mayReadDisputes();
    const { disputed_transaction_id: captureId } = request.query as Record<string, string>;
    const items = disputesHere()
      .filter(({ order }) => order.capture?.id === captureId)
      .map(({ order, dispute }) => disputeSummary(order, dispute));
    return { items, links: [] };
  });

  scope.get<ById>('/v1/customer/disputes/:id', async (request, reply) => {
    if (!isKnown(request, reply)) return reply;
    mayReadDisputes();
    const found = disputesHere().find(({ dispute }) => dispute.id === request.params.id);
    if (!found) throw new PaypalError(404, 'INVALID_RESOURCE_ID');
    return disputeObject(found.order, found.dispute);
  });

  scope.post('/v1/notifications/verify-webhook-signature', async (request, reply) => {
    if (!isKnown(request, reply)) return reply;
    const asked = jsonOf(request);
    const text = bodyText(request);
    const start = text.indexOf(EVENT_FIELD) + EVENT_FIELD.length;
    const transmission = {
      id: asked.transmission_id,
      time: asked.transmission_time,
      webhookId: asked.webhook_id,
    };
    // The bytes of the event count, as the caller has put them in.
    const isSigned =
      asked.webhook_id === store.apps[environment].webhookId &&
      webhooks.isSigned(transmission, asked.transmission_sig, text.slice(start, -1));
    return { verification_status: isSigned ? 'SUCCESS' : 'FAILURE' };
  });

  scope.get('/v1/notifications/webhooks-events', async (request, reply) => {
    if (!isKnown(request, reply)) return reply;
    const { start_time, end_time, page_size, page } = request.query as Record<string, string>;
    const size = Number(page_size ?? 10);
    const first = Number(page ?? 0) * size;
    const all = webhooks.events
      .filter((each) => each.environment === environment)
      .map(({ event }) => event)
      .filter(
        ({ create_time }) => create_time >= (start_time ?? '') && create_time <= (end_time ?? '9'),
      )
      .reverse();
    const events = all.slice(first, first + size);
    const next = new URLSearchParams({
      start_time: start_time ?? '',
      end_time: end_time ?? '',
      page_size: String(size),
      page: String(Number(page ?? 0) + 1),
    });
    const href = `${apiOf(paypal, { environment })}/v1/notifications/webhooks-events?${next}`;
    const isLast = first + size >= all.length;
    return {
      events,
      count: events.length,
      links: isLast ? [] : [{ href, rel: 'next', method: 'GET' }],
    };
  });
}

const EVENT_FIELD = '"webhook_event":';

/** What a refund pays back, after every check that PayPal makes. Without an amount: all that is left. */
function refundedBy({ amount }: Json, order: Order): number {
  const left = order.amount - takenOf(order);
  const { capture, disputes } = order;
  if (left === 0) throw new PaypalError(422, 'CAPTURE_FULLY_REFUNDED');
  if (capture?.status !== 'COMPLETED' && capture?.status !== 'PARTIALLY_REFUNDED') {
    throw new PaypalError(422, 'REFUND_NOT_ALLOWED');
  }
  if (disputes.some(({ status }) => status !== 'RESOLVED')) {
    throw new PaypalError(422, 'CAPTURE_DISPUTED');
  }
  if (amount === undefined) return left;
  if (amount.currency_code !== order.currency) throw new PaypalError(422, 'CURRENCY_MISMATCH');
  const minor = minorOf(amount.value, amount.currency_code);
  if (minor > left) throw new PaypalError(422, 'REFUND_AMOUNT_EXCEEDED');
  return minor;
}

function minorOf(value: unknown, currency: unknown): number {
  if (typeof currency !== 'string' || !currencies.has(currency)) {
    throw new PaypalError(422, 'CURRENCY_NOT_SUPPORTED');
  }
  const [, fraction = ''] = /^\d+(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (!/^\d+(\.\d+)?$/.test(String(value)) || Number(value) === 0) {
    throw new PaypalError(422, 'CANNOT_BE_ZERO_OR_NEGATIVE');
  }
  const decimals = decimalsOf(currency);
  if (fraction.length > decimals) {
    throw new PaypalError(422, decimals === 0 ? 'DECIMALS_NOT_SUPPORTED' : 'DECIMAL_PRECISION');
  }
  return Math.round(Number(value) * 10 ** digitsOf(currency));
}
