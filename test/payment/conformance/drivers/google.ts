// Google Play for the conformance kit.
import { PUSH_EMAIL } from '../../subscription-shop.ts';
import type { Driver, Json, Notice, Sale, SaleAction, Stage, Till } from '../driver.ts';
import { GEMS, PLAN } from '../stage.ts';

const PACKAGE = 'com.tollgate.demo';
const AUDIENCE = 'https://example.com/google';
const MONTH = 30 * 24 * 60 * 60_000;

const saleOf = ({ purchaseToken, orderId }: Json): Sale => ({
  receipt: purchaseToken,
  id: purchaseToken,
  transactionId: orderId,
});

const buy = ({ control }: Till, fields: object): Promise<Json> =>
  control('/google/purchases', {
    packageName: PACKAGE,
    productId: GEMS,
    priceMicros: 9_900_000,
    currency: 'USD',
    ...fields,
  });

const act = ({ control }: Stage, kind: string, { id }: Sale, step: string, fields = {}) =>
  control(`/google/${kind}/${id}/${step}`, fields);

const signed = ({ purchaseData, signature }: Json): string =>
  JSON.stringify({ purchase_data: purchaseData, signature });

const subscribe = async ({ control }: Till, fields: object): Promise<Sale> =>
  saleOf(
    await control('/google/subscriptions', {
      packageName: PACKAGE,
      productId: PLAN,
      periodMs: MONTH,
      priceMicros: 9_900_000,
      currency: 'USD',
      ...fields,
    }),
  );

/** Beside the plan, an item that is refunded alone. */
const EXTRA = { productId: 'vip.extra', basePlanId: 'extra', priceMicros: 6_990_000 };

const ofPurchase = (name: string, fields = {}): SaleAction => ({
  name,
  about: 'purchase',
  input: { kind: 'refund', ...fields },
  call: ':refund',
});
const ofSubscription = (name: string, call: string, input: object): SaleAction => ({
  name,
  about: 'subscription',
  input,
  call,
});
const defer = ofSubscription('a later payment', ':defer', { kind: 'defer', days: 7 });

export const google: Driver = {
  name: 'GOOGLE',
  market: 'GOOGLE',
  emulator: 'google',
  setUp: ({ google: credentials = {} }) => ({
    settings: { package_name: PACKAGE, push_audience: AUDIENCE, push_email: PUSH_EMAIL },
    secrets: {
      service_account: JSON.stringify(credentials.serviceAccount),
      licence_key: credentials.licenceKey,
    },
  }),
  wrongSecrets: ({ google: { serviceAccount } }) => ({
    service_account: JSON.stringify({ ...serviceAccount, client_email: 'nobody@test' }),
  }),
  sell: async (stage, { account, productId = GEMS } = {}) =>
    saleOf(
      await buy(stage, { productId, ...(account && { obfuscatedExternalAccountId: account }) }),
    ),
  async forge({ control }, { id, receipt }) {
    const forged = async (kind: string) =>
      signed(await control('/google/forge', { kind, purchaseToken: id }));
    return [
      await forged('reserialised'),
      await forged('wrong-key'),
      await forged('changed'),
      receipt.slice(0, -1),
      `${receipt}/../../voidedpurchases?token=`,
    ];
  },
  forged: 'INVALID_RECEIPT',
  async refund(stage, sale) {
    await act(stage, 'purchases', sale, 'refund');
  },
  sellUnpaid: async (stage) => saleOf(await buy(stage, { state: 'pending' })),
  pay: (stage, sale) => act(stage, 'purchases', sale, 'pay'),
  otherForm: async ({ control }, { id }) => signed(await control(`/google/purchases/${id}`)),
  sellElsewhere: async (stage) => saleOf(await buy(stage, { packageName: 'com.tollgate.other' })),
  sellForTestMoney: async (stage) => ({
    ...saleOf(await buy(stage, { test: true })),
    isRefused: false,
  }),
  namesBuyer: true,
  namesPrice: true,
  refundPart: (stage, sale) => act(stage, 'purchases', sale, 'refund', { amountMicros: 1_000_000 }),
  notices: {
    control: '/google/notifications',
    path: (appid) => `/market/v1/google/${appid}`,
    register: ({ control }, url) =>
      control('/google/notifications', { packageName: PACKAGE, url, audience: AUDIENCE }),
    ofSales: true,
    async forge({ control }) {
      const forged = (kind: string): Promise<Notice> =>
        control('/google/notifications/forge', { kind, packageName: PACKAGE });
      return [await forged('no-token'), await forged('other-key'), await forged('other-email')];
    },
  },
  polls: true,
  settles: ['google.products.acknowledge', 'google.products.consume'],
  subscriptions: {
    subscribe: (till, { account } = {}) =>
      subscribe(till, { ...(account && { obfuscatedExternalAccountId: account }) }),
    async renew(stage, sale) {
      await act(stage, 'subscriptions', sale, 'renew');
      return sale;
    },
    refund: (stage, sale) => act(stage, 'subscriptions', sale, 'revoke'),
    async end(stage, sale) {
      await act(stage, 'subscriptions', sale, 'cancel');
      stage.gate.now += MONTH + 1;
      await stage.control('/clock', { advanceMs: 0 });
    },
  },
  actions: {
    each: [
      ofPurchase('an order with the goods'),
      ofPurchase('an order without the goods', { goods: 'keep' }),
      ofSubscription('a cycle with the access', ':refund', { kind: 'refund' }),
      ofSubscription('a cycle without the access', ':refund', { kind: 'refund', goods: 'keep' }),
      {
        ...ofSubscription('one item', ':revoke', { kind: 'refund', line: EXTRA.productId }),
        sell: (till) => subscribe(till, { addOns: [EXTRA] }),
      },
      ofSubscription('the time that is left', ':revoke', { kind: 'refund', amount: 'prorated' }),
      ofSubscription('the renewal', ':cancel', { kind: 'cancel' }),
      defer,
    ],
    refused: {
      action: defer,
      meanwhile: (stage, sale) => act(stage, 'subscriptions', sale, 'renew'),
      answer: /^Google Play refuses: .*etag/,
    },
  },
  lacks: {
    reversal: 'Google Play does not undo a refund.',
    personal: 'Google Play names nobody but the account that the game gave it.',
  },
};
