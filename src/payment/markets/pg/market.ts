// The payment gateways: Stripe, PortOne and PayPal.
import { Type } from 'typebox';
import type { MarketDescription, MarketOptions } from '../description.ts';
import type { OnAccess } from '../market.ts';
import { address } from '../shapes.ts';
import { createGatewayActions } from './action-calls.ts';
import { pgActions } from './actions.ts';
import { createGatewayCredentialCheck } from './credential-check.ts';
import { createPaypal } from './paypal/paypal.ts';
import { createPortone } from './portone/portone.ts';
import { pgShapes, settingsProblem } from './settings.ts';
import { createStripe } from './stripe/stripe.ts';

const addresses = {
  stripeUrl: address('STRIPE_URL', 'Stripe API.', 'https://api.stripe.com', ''),
  portoneUrl: address('PORTONE_URL', 'PortOne API.', 'https://api.portone.io', ''),
  portoneScriptUrl: address(
    'PORTONE_SCRIPT_URL',
    'Script of PortOne for the payment page.',
    'https://cdn.portone.io/v2/browser-sdk.js',
    '/v2/browser-sdk.js',
  ),
  paypalUrl: address('PAYPAL_URL', 'PayPal REST API.', 'https://api-m.paypal.com', '/paypal'),
  paypalSandboxUrl: address(
    'PAYPAL_SANDBOX_URL',
    'PayPal REST API for the sandbox environment.',
    'https://api-m.sandbox.paypal.com',
    '/paypal/sandbox',
  ),
} as const satisfies MarketDescription['addresses'];

export const pg = {
  code: 'PG',
  prefix: 'PG',
  name: { en: 'Payment gateway', ko: '결제 대행사' },
  seller: 'the payment gateway',
  ...pgShapes,
  /** Gateway orders are our own, so accounts may be shared. */
  identity: null,
  required: 'api_secret',
  settingsProblem,
  strict: { product: false, price: true },
  hasGateways: true,
  orders: { numberPrefix: 'H' },
  transactionId: 'order id',
  imports: { dateSource: 'PAYMENT_CONFIRMED' },
  notices: {
    path: 'pg',
    summary: 'Webhooks of the payment gateways',
    description:
      'Called by the payment gateway. The signature in the headers proves the sender; about webhooks of PayPal, Tollgate asks PayPal.',
    body: Type.Object(
      {},
      { additionalProperties: true, examples: [{ id: 'evt_1PqM2', type: 'charge.refunded' }] },
    ),
    id: "the gateway's webhook id",
  },
  actions: pgActions,
  addresses,
  emulator: 'stripe',
  demo: ({ environment }, { liveSecretKey, secretKey, webhookSecret }) => ({
    settings: { gateway: 'STRIPE' },
    secrets: {
      api_secret: environment === 'production' ? liveSecretKey : secretKey,
      webhook_secret: webhookSecret,
    },
  }),
  create({ http, addresses: at, clock, log, onAccess }: MarketOptions<typeof addresses>) {
    // A closed account at a former gateway says nothing about the settings of the app.
    const note: OnAccess = (app, market, access) => {
      if (!app.isFormer) onAccess?.(app, market, access);
    };
    const gateways = {
      STRIPE: createStripe({ http, url: at.stripeUrl, log, clock, onAccess: note }),
      PORTONE: createPortone({ http, url: at.portoneUrl, log, onAccess: note }),
      PAYPAL: createPaypal({
        http,
        hosts: { production: at.paypalUrl, sandbox: at.paypalSandboxUrl },
        clock,
        log,
        onAccess: note,
      }),
    };
    return {
      gateways,
      check: createGatewayCredentialCheck(gateways),
      actions: createGatewayActions(gateways),
    };
  },
} as const satisfies MarketDescription;
