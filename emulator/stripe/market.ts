// Stripe: a stateful part of its API that the official package talks to unchanged.
import { controlGateway } from '../pg/control.ts';
import { gatewayActions, gatewayRecords } from '../pg/records.ts';
import { newSecret } from '../pg/secret.ts';
import type { CreateMarket, Market } from '../world.ts';
import { stripeControl } from './control.ts';
import { disputeCalls } from './dispute-calls.ts';
import { errorBody, StripeError } from './errors.ts';
import { eventCalls } from './event-calls.ts';
import { createEvents } from './events.ts';
import { stripeGateway } from './gateway.ts';
import { createIdempotency } from './idempotency.ts';
import { intentCalls } from './intent-calls.ts';
import { createLedger } from './ledger.ts';
import { stripePages } from './page.ts';
import { type Settings, usualSettings } from './payments.ts';
import { refundCalls } from './refund-calls.ts';
import { internalError, type Keys, stripeRoutes, type Wire } from './routes.ts';
import { sessionCalls } from './session-calls.ts';
import { watchExpiry } from './sessions.ts';

interface StripeState {
  keys: Keys;
  ledger: unknown;
  events: unknown;
  idempotency: unknown;
  /** Missing in the files of earlier releases. */
  settings?: Settings;
}

export const createStripe: CreateMarket = async (world): Promise<Market> => {
  let keys: Keys = { test: `sk_test_${newSecret()}`, live: `sk_live_${newSecret()}` };
  const ledger = createLedger(world);
  const events = createEvents(world);
  const settings = { ...usualSettings };
  const account = { ledger, events, settings };
  const expiry = watchExpiry(account);
  const idempotency = createIdempotency(world.clock.now);
  const calls = [
    ...intentCalls,
    ...sessionCalls(expiry),
    ...refundCalls,
    ...disputeCalls,
    ...eventCalls,
  ];
  const wire: Wire = { account, calls, idempotency, keys: () => keys, breakages: 0 };

  return {
    name: 'stripe',
    title: 'Stripe',
    // Stripe's package knows a host and a port and no path before `/v1`.
    mounts: ['/stripe', '/v1'],
    routes: (scope) => stripeRoutes(scope, scope.prefix === '/v1' ? '' : '/v1', wire),
    control(scope) {
      stripeControl(scope, account, wire);
      controlGateway(scope, stripeGateway(account));
    },
    pages: (scope) => stripePages(scope, account),
    records: () => gatewayRecords(stripeGateway(account)),
    actions: () => gatewayActions('stripe'),
    trust: () => ({}),
    credentials: () => ({
      secretKey: keys.test,
      liveSecretKey: keys.live,
      webhookSecret: events.webhookSecret(),
    }),
    summary: () => ({
      paymentIntents: ledger.intents.size,
      checkoutSessions: ledger.sessions.size,
      charges: ledger.charges.size,
      refunds: ledger.refunds.size,
      disputes: ledger.disputes.size,
      events: events.log.size,
      webhookEndpoints: events.endpoints().length,
    }),
    exportState: (): StripeState => ({
      keys,
      ledger: ledger.exportState(),
      events: events.exportState(),
      idempotency: idempotency.exportState(),
      settings,
    }),
    importState(state) {
      const saved = state as StripeState;
      keys = saved.keys;
      ledger.importState(saved.ledger);
      events.importState(saved.events);
      idempotency.importState(saved.idempotency);
      Object.assign(settings, usualSettings, saved.settings);
      expiry.reload();
    },
    reset() {
      ledger.reset();
      events.reset();
      idempotency.reset();
      expiry.reload();
      wire.breakages = 0;
      Object.assign(settings, usualSettings);
    },
    faultBody(kind) {
      const limited = new StripeError('Request rate limit exceeded.', { code: 'rate_limit' });
      return {
        status: Number(kind),
        headers: {
          'content-type': 'application/json',
          ...(kind === '429' && { 'retry-after': '1' }),
        },
        body: JSON.stringify(errorBody(kind === '429' ? limited : internalError())),
      };
    },
    close: () => events.sender.close(),
  };
};
