// Stripe gateway, built on Stripe's SDK: one Checkout session per order.
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Clock } from '../../../../base/clock.ts';
import { parseFields, textOf } from '../../fields.ts';
import type { MarketHttp } from '../../http.ts';
import { accessOf, type OnAccess, type Unavailable } from '../../market.ts';
import { type Gateway, type GatewayRejection, type GatewayTraits, LIST_BYTES } from '../gateway.ts';
import type { PgApp } from '../settings.ts';
import { disputeOf, refundState, SUBMISSION } from './disputes.ts';
import { toStripe } from './money.ts';
import {
  ACTION,
  chargeOf,
  objectOf,
  openedPayment,
  paymentOf,
  sessionOf,
  subjectOf,
  warningOf,
} from './objects.ts';

export interface StripeOptions {
  readonly http: MarketHttp;
  readonly url: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly onAccess?: OnAccess | undefined;
}

const TRAITS: GatewayTraits = {
  name: 'Stripe',
  madeUp: 'cs_tollgate_check',
  needs: ['api_secret'],
  hint: 'check api_secret',
  signsWebhooks: true,
};

/** Loaded lazily: the package takes 100 ms to load. */
const loadStripe = async () => (await import('stripe')).default;

export function createStripe(options: StripeOptions): Gateway {
  const { http, url, log, clock, onAccess } = options;
  const { hostname, port, protocol } = new URL(url);

  /** Stripe's client, with requests sent through our HTTP client. */
  async function clientOf(app: PgApp, key: string, operation: string): Promise<Stripe> {
    const StripeClient = await loadStripe();
    const send = async (address: string | URL | Request, request?: RequestInit) => {
      const answer = await http.call({
        market: 'PG STRIPE',
        appid: app.appid,
        operation,
        method: request?.method === 'POST' ? 'POST' : 'GET',
        url: String(address),
        headers: Object.fromEntries(new Headers(request?.headers)),
        ...(typeof request?.body === 'string' && request.body !== '' && { body: request.body }),
        // Reads, and writes with an idempotency key.
        repeatable: true,
        ...(operation.endsWith('.list') && { answerBytes: LIST_BYTES }),
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

  async function ask<T extends object>(
    app: PgApp,
    operation: string,
    call: (client: Stripe) => Promise<T>,
  ): Promise<T | GatewayRejection | Unavailable> {
    const answer = await exchange(app, operation, call);
    const noted = accessOf(operation, answer);
    if (noted) onAccess?.(app, 'PG', noted);
    return answer;
  }

  async function exchange<T extends object>(
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
      const { type, code, message } = error as Stripe.errors.StripeError;
      if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
        log.error(
          { app: app.appid, call: operation },
          'Stripe rejected the API key; check the market settings of the app',
        );
        const alarm = type === 'StripePermissionError' ? 'call' : 'credentials';
        return { unavailable: STRIPE_ERRORS[type], alarm };
      }
      // The same call is under way: its own answer says what came of it.
      if (code === 'idempotency_key_in_use') return { unavailable: 'Stripe is still at it' };
      return type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError'
        ? { declined: message }
        : { unavailable: `Stripe is unreachable: ${message}` };
    }
  }

  return {
    traits: TRAITS,
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
        client.checkout.sessions.retrieve(reference, {
          expand: ['payment_intent.latest_charge.refunds'],
        }),
      );
      if (!('id' in session)) return session;
      const charge = chargeOf(session);
      const refunds = charge?.refunds?.has_more
        ? await ask(app, 'stripe.refunds.list', (client) =>
            client.refunds.list({ charge: charge.id, limit: MOST_REFUNDS }),
          )
        : { data: charge?.refunds?.data ?? [] };
      if (!('data' in refunds)) return refunds;
      if (!charge?.disputed) return paymentOf(session, refunds.data, []);
      const disputes = await ask(app, 'stripe.disputes.list', (client) =>
        client.disputes.list({ charge: charge.id, limit: MOST_DISPUTES }),
      );
      return 'data' in disputes ? paymentOf(session, refunds.data, disputes.data) : disputes;
    },
    async refund(app, { paymentId, currency }, { amount, key }) {
      const minor = toStripe(amount, currency);
      if (minor === undefined) return { declined: `Stripe cannot pay back ${amount} ${currency}.` };
      const refund = await ask(app, 'stripe.refund.create', (client) =>
        client.refunds.create(
          { payment_intent: paymentId ?? '', amount: minor, metadata: { [ACTION]: key } },
          // Stripe answers a repetition like the first call.
          { idempotencyKey: key },
        ),
      );
      if (!('id' in refund)) return refund;
      const state = refundState(refund);
      return state === 'failed' ? { declined: 'The refund failed at Stripe.' } : state;
    },
    async isGenuine(app, body, headers) {
      const signature = headers['stripe-signature'];
      const secret = app.secrets.webhook_secret;
      if (typeof signature !== 'string' || secret === undefined) return false;
      if (!isRecent(signature, clock())) return false;
      const { webhooks } = await loadStripe();
      try {
        webhooks.constructEvent(body, signature, secret, undefined, undefined, clock());
        return true;
      } catch {
        return false;
      }
    },
    subjectOf: (body) => subjectOf(objectOf(body)),
    // Stripe shows all disputes of a charge, also those that are closed.
    endsDisputes: () => false,
    hasFailed: (body) => parseFields(body)?.type === 'checkout.session.async_payment_failed',
    async warningOf(app, body, { paymentId }) {
      const id = textOf(objectOf(body).id) ?? '';
      const type = textOf(parseFields(body)?.type);
      const found =
        type === 'radar.early_fraud_warning.created'
          ? await ask(app, 'stripe.early_fraud_warning.retrieve', (client) =>
              client.radar.earlyFraudWarnings.retrieve(id),
            )
          : type === 'charge.dispute.created'
            ? await ask(app, 'stripe.dispute.retrieve', (client) => client.disputes.retrieve(id))
            : undefined;
      if (!found || 'declined' in found) return undefined;
      if ('unavailable' in found) return found;
      // A webhook must not warn about another payment than the one it names.
      return found.payment_intent === paymentId ? warningOf(found) : undefined;
    },
    evidence: {
      async read(app, id) {
        const found = await ask(app, 'stripe.dispute.retrieve', (client) =>
          client.disputes.retrieve(id),
        );
        return 'id' in found ? disputeOf(found) : found;
      },
      async send(app, id, evidence, submissionId) {
        const sent = await ask(app, 'stripe.dispute.update', (client) =>
          client.disputes.update(
            id,
            { evidence, metadata: { [SUBMISSION]: submissionId }, submit: true },
            { idempotencyKey: submissionId },
          ),
        );
        return 'id' in sent ? disputeOf(sent) : sent;
      },
    },
    async events(app, { since, after }) {
      const page = await ask(app, 'stripe.events.list', (client) =>
        client.events.list({
          types: [...EVENT_TYPES],
          created: { gte: Math.floor(since / 1_000) },
          limit: PAGE,
          ...(after !== undefined && { starting_after: after }),
        }),
      );
      if (!('data' in page)) return page;
      const events = page.data.map((event) => ({ id: event.id, body: JSON.stringify(event) }));
      return { events, next: page.has_more ? events.at(-1)?.id : undefined };
    },
  };
}

const TOLERANCE_MS = 300_000;

/** Stripe's own check takes a time in the future, and one that it cannot read. */
function isRecent(signature: string, now: number): boolean {
  const [time = '', ...others] = signature.split(',').filter((each) => each.startsWith('t='));
  const seconds = /^t=(\d{1,12})$/.exec(time)?.[1];
  if (seconds === undefined || others.length > 0) return false;
  return Math.abs(now - Number(seconds) * 1_000) <= TOLERANCE_MS;
}

const PAGE = 100;
/** Stripe's largest page; a charge rarely has more than one. */
const MOST_DISPUTES = 100;
const MOST_REFUNDS = 100;

/** What a webhook endpoint of Tollgate needs, and what is read again when a webhook was lost. */
const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
] as const;

/** Stripe's own messages quote parts of the key. */
const STRIPE_ERRORS = {
  StripeAuthenticationError: 'Stripe does not accept the API key',
  StripePermissionError: 'the API key lacks a permission at Stripe',
} as const;
