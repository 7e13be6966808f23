// The payment gateways for the conformance kit.
import type { Driver, Json, Notice, NoticeDriver, Sale, Stage } from '../driver.ts';
import { forgeSealed, openOrder, orderSale } from '../sealed.ts';

const BUYER = {
  fullName: 'Kim Buyer',
  phoneNumber: '010-1234-5678',
  email: 'buyer@example.com',
};

async function open(stage: Stage): Promise<Sale> {
  const path = '/payment/v1/order/pay-page-url';
  const { orderId } = await openOrder(stage, path, { currency: 'USD', customer: BUYER });
  return orderSale(stage, orderId);
}

const act = ({ control }: Stage, { id }: Sale, step: string, fields = {}) =>
  control(`/pg/orders/${id}/${step}`, fields);

async function sell(stage: Stage, fields = {}): Promise<Sale> {
  const sale = await open(stage);
  await act(stage, sale, 'pay', fields);
  return sale;
}

const GATEWAY: Omit<Driver, 'name' | 'emulator' | 'setUp' | 'wrongSecrets' | 'lacks'> = {
  market: 'PG',
  sell: (stage) => sell(stage),
  forge: async (_stage, sale) => forgeSealed(sale),
  forged: 'RECEIPT_VERIFY_FAIL',
  refund: (stage, sale) => act(stage, sale, 'refund'),
  sellUnpaid: open,
  pay: (stage, sale) => act(stage, sale, 'pay'),
  sellElsewhere: async (stage) => sell(await stage.another()),
  namesPrice: true,
  refundPart: (stage, sale) => act(stage, sale, 'refund', { amount: 100 }),
  reversal: {
    cancel: (stage, sale) => act(stage, sale, 'dispute'),
    undo: (stage, sale) => act(stage, sale, 'dispute/win'),
  },
  polls: true,
  personal: Object.values(BUYER),
};

const noticesOf = (gateway: string, signature: string): NoticeDriver => ({
  control: `/${gateway}/webhooks`,
  path: (appid) => `/market/v1/pg/${gateway}/${appid}`,
  register: ({ control }, url) => control(`/${gateway}/webhooks`, { url }),
  ofSales: false,
  forge: async (_stage, { body, headers }): Promise<readonly Notice[]> => [
    { body, headers: { ...headers, [signature]: 'v1=0000' } },
    { body: body.replace(/"id":"/, '"id":"x'), headers: { ...headers, [signature]: '' } },
    { body: `${body} `, headers },
  ],
});

const LACKS = {
  otherForm: 'The sealed receipt of an order has one form.',
  namesBuyer: 'A gateway knows the buyer, not the account of the game.',
  settles: 'The gateway has the money before Tollgate asks.',
  subscriptions: 'Not offered at gateways.',
};

export const stripe: Driver = {
  ...GATEWAY,
  name: 'PG at Stripe',
  emulator: 'stripe',
  setUp: ({ stripe: credentials = {} }) => ({
    settings: { gateway: 'STRIPE' },
    secrets: { api_secret: credentials.liveSecretKey, webhook_secret: credentials.webhookSecret },
  }),
  wrongSecrets: () => ({ api_secret: 'sk_live_of_another_merchant' }),
  notices: noticesOf('stripe', 'stripe-signature'),
  lacks: {
    ...LACKS,
    sellForTestMoney:
      'A live key reads no payment of test mode, and a test key is refused in production.',
  },
};

export const portone: Driver = {
  ...GATEWAY,
  name: 'PG at PortOne',
  emulator: 'portone',
  setUp: ({ portone: credentials = {} }) => ({
    settings: { gateway: 'PORTONE', store_id: credentials.storeId },
    secrets: { api_secret: credentials.secret, webhook_secret: credentials.webhookSecret },
  }),
  wrongSecrets: () => ({ api_secret: 'the-secret-of-another-merchant' }),
  sellForTestMoney: async (stage) => ({
    ...(await sell(stage, { channel: 'TEST' })),
    isRefused: true,
  }),
  notices: noticesOf('portone', 'webhook-signature'),
  lacks: LACKS,
};

const { settles: _, ...PAYPAL_LACKS } = LACKS;

export const paypal: Driver = {
  ...GATEWAY,
  name: 'PG at PayPal',
  emulator: 'paypal',
  setUp: ({ paypal: { clientId, secret, webhookId } = {} as Json }) => ({
    settings: { gateway: 'PAYPAL', client_id: clientId, webhook_id: webhookId },
    secrets: { api_secret: secret },
  }),
  wrongSecrets: () => ({ api_secret: 'the-secret-of-another-merchant' }),
  settles: ['paypal.capture'],
  notices: noticesOf('paypal', 'paypal-transmission-sig'),
  lacks: {
    ...PAYPAL_LACKS,
    sellForTestMoney: 'Test money has a host of its own, whose credentials the live host refuses.',
  },
};
