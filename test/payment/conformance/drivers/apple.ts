// The App Store for the conformance kit.
import { generateKeyPairSync } from 'node:crypto';
import { APP_APPLE_ID, BUNDLE_ID } from '../../shop.ts';
import type { Driver, Json, Sale, SaleAction, Stage, Till } from '../driver.ts';
import { GEMS, PLAN } from '../stage.ts';

const MONTH = 30 * 24 * 60 * 60_000;
const strange = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const saleOf = ({ signedTransaction, transactionId }: Json): Sale => ({
  receipt: signedTransaction,
  id: transactionId,
  transactionId,
});

const buy = async ({ control }: Till, fields: object): Promise<Sale> =>
  saleOf(
    await control('/apple/transactions', {
      environment: 'Production',
      productId: GEMS,
      type: 'Consumable',
      price: 9_900,
      currency: 'USD',
      ...fields,
    }),
  );

const act = ({ control }: Stage, { id }: Sale, step: string, fields = {}): Promise<Json> =>
  control(`/apple/transactions/${id}/${step}`, fields);

const extend: SaleAction = {
  name: 'days for a subscription',
  about: 'subscription',
  input: { kind: 'extend', days: 14 },
  call: '/subscriptions/extend/',
};

export const apple: Driver = {
  name: 'APPLE',
  market: 'APPLE',
  emulator: 'apple',
  setUp: ({ apple: credentials = {} }) => ({
    settings: {
      bundle_id: BUNDLE_ID,
      app_apple_id: APP_APPLE_ID,
      issuer_id: credentials.issuerId,
      key_id: credentials.keyId,
    },
    secrets: { private_key: credentials.privateKey },
  }),
  wrongSecrets: () => ({ private_key: strange }),
  sell: (stage, { account, productId = GEMS } = {}) =>
    buy(stage, { productId, ...(account && { appAccountToken: account }) }),
  async forge({ control }, { receipt }) {
    const payload = { productId: GEMS, environment: 'Production', type: 'Consumable' };
    const forged = (kind: string) => control('/apple/forge', { kind, payload });
    const made = [await forged('alg-none'), await forged('other-root'), await forged('hs256')];
    return [
      ...made.map((each) => each.signedTransaction),
      `${receipt} `,
      receipt.slice(0, receipt.lastIndexOf('.') + 1),
    ];
  },
  forged: 'INVALID_RECEIPT',
  async refund(stage, sale) {
    await act(stage, sale, 'refund');
  },
  otherForm: async ({ control }, { id }) =>
    (await control(`/apple/transactions/${id}`)).signedTransaction,
  sellElsewhere: (stage) => buy(stage, { bundleId: 'com.tollgate.other' }),
  sellForTestMoney: async (stage) => ({
    ...(await buy(stage, { environment: 'Sandbox' })),
    isRefused: false,
  }),
  namesBuyer: true,
  namesPrice: true,
  async refundPart(stage, sale) {
    const part = { revocationType: 'REFUND_PRORATED', revocationPercentage: 50_000 };
    await act(stage, sale, 'refund', part);
  },
  reversal: {
    cancel: (stage, sale) => act(stage, sale, 'refund'),
    undo: (stage, sale) => act(stage, sale, 'reverse-refund'),
  },
  notices: {
    control: '/apple/notifications',
    path: (appid) => `/market/v1/apple/${appid}`,
    register: ({ control }, url) =>
      control('/apple/notifications', {
        bundleId: BUNDLE_ID,
        appAppleId: APP_APPLE_ID,
        environment: 'Production',
        url,
      }),
    ofSales: true,
    async forge(stage, { body, headers }) {
      const { signedPayload } = JSON.parse(body);
      const forged = await stage.control('/apple/forge', { kind: 'other-root', payload: {} });
      return [
        { headers, body: JSON.stringify({ signedPayload: `${signedPayload}A` }) },
        { headers, body: JSON.stringify({ signedPayload: forged.signedTransaction }) },
        { headers, body: '{}' },
      ];
    },
  },
  polls: true,
  subscriptions: {
    subscribe: (stage, { account } = {}) =>
      buy(stage, {
        productId: PLAN,
        type: 'Auto-Renewable Subscription',
        periodMs: MONTH,
        ...(account && { appAccountToken: account }),
      }),
    renew: async (stage, sale) => saleOf(await act(stage, sale, 'renew')),
    refund: (stage, sale) => act(stage, sale, 'refund'),
    async end(stage, sale) {
      await act(stage, sale, 'cancel');
      stage.gate.now += MONTH + 1;
      await stage.control('/clock', { advanceMs: 0 });
    },
  },
  actions: {
    each: [extend],
    refused: {
      action: extend,
      meanwhile: (stage, sale) => act(stage, sale, 'renew'),
      answer: /^The subscription has renewed since the preview\./,
    },
  },
  lacks: {
    sellUnpaid: 'A receipt exists only once the App Store has charged.',
    pay: 'A receipt exists only once the App Store has charged.',
    settles: 'The game finishes the transaction on the device.',
    personal: 'The App Store names nobody but the account that the game gave it.',
  },
};
