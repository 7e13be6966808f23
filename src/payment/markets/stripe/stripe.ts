// Stripe gateway, built on Stripe's SDK: one Checkout session per order.
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Clock } from '../../../base/clock.ts';
import { type Fields, fieldsOf, parseFields, textOf } from '../fields.ts';
import type {
  Gateway,
  GatewayOrder,
  GatewayPayment,
  GatewayRejection,
  OpenedPayment,
  PgApp,
  Subject,
} from '../gateway.ts';
import type { MarketHttp } from '../http.ts';
import type { Unavailable } from '../market.ts';
import { type Kept, keep } from '../redact.ts';
import { fromStripe, toStripe } from './money.ts';

export interface StripeOptions {
  readonly http: MarketHttp;
  readonly url: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Loaded lazily: the package takes 100 ms to load. */
const loadStripe = async () => (await import('stripe')).default;

export function createStripe({ http, url, log, clock }: StripeOptions): Gateway {
  const { hostname, port, protocol } = new URL(url);

  /** Stripe's client, with requests sent through our HTTP client. */
  async function clientOf(app: PgApp, key: string, operation: string): Promise<Stripe> {
    const StripeClient = await loadStripe();
    const send = async (address: string | URL | Request, request?: RequestInit) => {
      const answer = await http.call({
        market: 'PG',
        appid: app.appid,
        operation,
        method: request?.method === 'POST' ? 'POST' : 'GET',
        url: String(address),
        headers: Object.fromEntries(new Headers(request?.headers)),
        ...(typeof request?.body === 'string' && request.body !== '' && { body: request.body }),
        // Reads, and one write with an idempotency key.
        repeatable: true,
      });
      if ('unreachable' in answer) throw new Error(answer.unreachable);
      return new Response(answer.text, { status: answer.status });
    };
    return new StripeClient(key, {
      host: hostname,
      protocol: protocol === 'http:' ? 'http' : 'https',
      ...(port !== '' && { port: Number(port) }),
      httpClient: StripeClient.createFetchHttpClient(send),
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }

  async function ask<T>(
    app: PgApp,
    operation: string,
    call: (client: Stripe) => Promise<T>,
  ): Promise<T | GatewayRejection | Unavailable> {
    const key = app.secrets.api_secret;
    if (key === undefined) return { unavailable: 'the app has no Stripe key' };
    const client = await clientOf(app, key, operation);
    try {
      return await call(client);
    } catch (error) {
      const { type, message } = error as Stripe.errors.StripeError;
      if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
        log.error(
          { app: app.appid, call: operation },
          'Stripe rejected the API key; check the market settings of the app',
        );
        return { unavailable: STRIPE_REFUSALS[type], alarm: true };
      }
      return type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError'
        ? { declined: message }
        : { unavailable: `Stripe is unreachable: ${message}` };
    }
  }

  return {
    async open(app, order) {
      const parameters = sessionOf(app, order);
      if ('declined' in parameters) return parameters;
      const session = await ask(app, 'stripe.session.create', (client) =>
        client.checkout.sessions.create(parameters, { idempotencyKey: order.orderId }),
      );
      return 'id' in session ? openedPayment(session) : session;
    },
    async read(app, reference) {
      const session = await ask(app, 'stripe.session.retrieve', (client) =>
        client.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] }),
      );
      return 'id' in session ? paymentOf(session) : session;
    },
    async isGenuine(app, body, headers) {
      const signature = headers['stripe-signature'];
      const secret = app.secrets.webhook_secret;
      if (typeof signature !== 'string' || secret === undefined) return false;
      const { webhooks } = await loadStripe();
      try {
        webhooks.constructEvent(body, signature, secret, undefined, undefined, clock());
        return true;
      } catch {
        return false;
      }
    },
    subjectOf: (body) => subjectOf(fieldsOf(fieldsOf(parseFields(body)?.data)?.object) ?? {}),
  };
}

/** Stripe's own messages quote parts of the key. */
const STRIPE_REFUSALS = {
  StripeAuthenticationError: 'Stripe does not accept the API key',
  StripePermissionError: 'the API key lacks a permission at Stripe',
} as const;

function sessionOf(
  { settings }: PgApp,
  order: GatewayOrder,
): Stripe.Checkout.SessionCreateParams | GatewayRejection {
  const { orderId, currency, title, amount, returnUrl } = order;
  const unit_amount = toStripe(amount, currency);
  if (unit_amount === undefined) return { declined: `Stripe cannot charge ${amount} ${currency}.` };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount,
          product_data: { name: title },
        },
      },
    ],
    client_reference_id: orderId,
    metadata: { orderId },
    payment_intent_data: { metadata: { orderId } },
    success_url: returnUrl,
    cancel_url: settings.cancel_url ?? returnUrl,
  };
}

function openedPayment({ id, url }: Stripe.Checkout.Session): OpenedPayment | Unavailable {
  return url
    ? { payUrl: url, reference: id }
    : { unavailable: 'Stripe answered without a payment URL' };
}

/** Only a payment intent that succeeded counts as paid. */
function paymentOf(session: Stripe.Checkout.Session): GatewayPayment {
  const currency = (session.currency ?? '').toUpperCase();
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const isPaid = intent?.status === 'succeeded' && charge?.paid === true;
  const isOver = session.status === 'expired' || intent?.status === 'canceled';
  const refunded = charge?.amount_refunded ?? 0;
  return {
    state: isPaid ? 'paid' : isOver ? 'ended' : 'pending',
    orderId: intent?.metadata.orderId ?? session.metadata?.orderId ?? null,
    paymentId: intent?.id ?? null,
    amount: fromStripe(intent?.amount_received ?? 0, currency),
    currency,
    refunded: refunded === 0 ? 'none' : charge?.refunded ? 'wholly' : 'partly',
    paidAt: charge ? charge.created * 1_000 : null,
    record: keep((intent as unknown as Fields) ?? {}, KEPT),
  };
}

const KEPT: Kept = {
  id: true,
  object: true,
  amount: true,
  amount_received: true,
  currency: true,
  status: true,
  created: true,
  canceled_at: true,
  livemode: true,
  metadata: { orderId: true },
  latest_charge: {
    id: true,
    object: true,
    amount: true,
    amount_captured: true,
    amount_refunded: true,
    captured: true,
    created: true,
    currency: true,
    disputed: true,
    livemode: true,
    paid: true,
    refunded: true,
    status: true,
  },
};

/** Sessions, intents and charges carry our order number; refunds and disputes only the intent. */
function subjectOf(object: Fields): Subject {
  const orderId = textOf(fieldsOf(object.metadata)?.orderId) ?? textOf(object.client_reference_id);
  if (orderId !== undefined) return { orderId };
  const paymentId = textOf(object.payment_intent);
  return paymentId === undefined ? 'unrelated' : { paymentId };
}
