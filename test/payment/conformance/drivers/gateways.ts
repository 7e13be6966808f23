// The payment gateways for the conformance kit.
import type {
  ActionDriver,
  Driver,
  Json,
  Notice,
  NoticeDriver,
  Sale,
  SaleAction,
  Till,
} from '../driver.ts';
import { forgeSealed, openOrder, orderSale } from '../sealed.ts';

const BUYER = {
  fullName: 'Kim Buyer',
  phoneNumber: '010-1234-5678',
  email: 'buyer@example.com',
};

const open = (till: Till): Promise<string> =>
  openOrder(till, '/payment/v1/order/pay-page-url', { currency: 'USD', customer: BUYER });

const act = ({ control }: Till, { id }: Pick<Sale, 'id'>, step: string, fields = {}) =>
  control(`/pg/orders/${id}/${step}`, fields);

async function sell(till: Till, fields = {}): Promise<Sale> {
  const id = await open(till);
  await act(till, { id }, 'pay', fields);
  return orderSale(till, id);
}

/** `call` is a part of the address of a refund. */
function refundsBy(name: string, call: string): ActionDriver {
  const refund = (fields: object): Omit<SaleAction, 'name'> => ({
    about: 'purchase',
    input: { kind: 'refund', ...fields },
    call,
  });
  const part: SaleAction = { name: 'a refund of a part', ...refund({ amount: '2.50' }) };
  return {
    each: [{ name: 'a whole refund', ...refund({}) }, part],
    refused: {
      action: part,
      meanwhile: (stage, sale) => act(stage, sale, 'refund', { amount: 900 }),
      answer: new RegExp(`^${name} refuses: `),
    },
  };
}

const GATEWAY: Omit<Driver, 'name' | 'emulator' | 'setUp' | 'wrongSecrets' | 'actions' | 'lacks'> =
  {
    market: 'PG',
    sell: (stage) => sell(stage),
    forge: async (_stage, sale) => forgeSealed(sale),
    forged: 'RECEIPT_VERIFY_FAIL',
    refund: (stage, sale) => act(stage, sale, 'refund'),
    sellUnpaid: async (stage) => orderSale(stage, await open(stage)),
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
  actions: refundsBy('Stripe', '/v1/refunds'),
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
  actions: refundsBy('PortOne', '/cancel'),
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
  actions: refundsBy('PayPal', '/refund'),
  lacks: {
    ...PAYPAL_LACKS,
    sellForTestMoney: 'Test money has a host of its own, whose credentials the live host refuses.',
  },
};
