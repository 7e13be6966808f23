// A market of the studio's own for the conformance kit: the example in examples/custom-market.
import type { Driver, Json, Sale, SaleAction, Stage, Terms, Till } from '../driver.ts';
import { GEMS, PLAN, PRICE } from '../stage.ts';

const MONTH = 30 * 24 * 60 * 60_000;

const terms = ({ app }: Till, { account }: Terms) => ({
  appid: app.appid,
  price: PRICE.amount,
  currency: PRICE.currency,
  ...(account !== undefined && { account }),
});

async function buy(stage: Till, fields: object = {}, given: Terms = {}): Promise<Sale> {
  const { receipt, purchase }: Json = await stage.control('/custom/purchases', {
    ...terms(stage, given),
    productId: given.productId ?? GEMS,
    ...fields,
  });
  return { receipt, id: receipt, transactionId: purchase.transactionId };
}

async function subscribe(stage: Till, given: Terms = {}): Promise<Sale> {
  const { receipt, subscription }: Json = await stage.control('/custom/subscriptions', {
    ...terms(stage, given),
    productId: PLAN,
    periodMs: MONTH,
  });
  return { receipt, id: receipt, transactionId: subscription.cycle.transactionId };
}

const act = ({ control }: Stage, { id }: Sale, step: string, body = {}): Promise<void> =>
  control(`/custom/purchases/${id}/${step}`, body);

const refund = (name: string, fields = {}): SaleAction => ({
  name,
  about: 'purchase',
  input: { kind: 'refund', ...fields },
  call: '/refund',
});
const part = refund('a refund of a part', { amount: '2.50' });

export const custom: Driver = {
  name: 'CUSTOM',
  market: 'CUSTOM',
  emulator: 'custom',
  setUp: ({ custom: credentials = {} }) => ({
    settings: { address: credentials.address, refunds: true },
    secrets: { key: credentials.key },
  }),
  wrongSecrets: () => ({ key: 'the-key-of-another-studio-altogether' }),
  sell: (stage, given = {}) => buy(stage, {}, given),
  forge: async (stage, { receipt, transactionId }) => [
    receipt.slice(0, -1),
    transactionId,
    `${receipt}","appid":"x`,
    (await subscribe(stage)).receipt,
  ],
  forged: 'INVALID_RECEIPT',
  refund: (stage, sale) => act(stage, sale, 'refund'),
  sellUnpaid: (stage) => buy(stage, { paid: false }),
  pay: (stage, sale) => act(stage, sale, 'pay'),
  sellElsewhere: (stage) => buy(stage, { appid: 'com.tollgate.other' }),
  sellForTestMoney: async (stage) => ({ ...(await buy(stage, { test: true })), isRefused: false }),
  namesBuyer: true,
  namesPrice: true,
  refundPart: (stage, sale) => act(stage, sale, 'refund', { state: 'partial', amount: '1.00' }),
  reversal: {
    cancel: (stage, sale) => act(stage, sale, 'refund'),
    undo: (stage, sale) => act(stage, sale, 'refund', { state: 'reversed' }),
  },
  notices: {
    control: '/custom/notifications',
    path: (appid) => `/market/v1/custom/${appid}`,
    register: ({ control, app }, url) =>
      control('/custom/notifications', { appid: app.appid, url }),
    ofSales: true,
    async forge({ control }, { body, headers }) {
      const said = JSON.parse(body);
      const again = { ...said, id: `${said.id}-again` };
      const { 'webhook-signature': _, ...unsigned } = headers;
      return [
        await control('/custom/notifications/forge', said),
        { body: body.replace('.refunded', '.completed'), headers },
        { body: JSON.stringify(again), headers: { ...headers, 'webhook-id': again.id } },
        { body, headers: { ...headers, 'webhook-timestamp': '1789000000' } },
        { body, headers: unsigned },
        { body: '{}', headers },
      ];
    },
  },
  polls: true,
  settles: ['custom.acknowledge'],
  subscriptions: {
    subscribe,
    async renew(stage, sale) {
      await act(stage, sale, 'renew');
      return sale;
    },
    refund: (stage, sale) => act(stage, sale, 'refund'),
    async end(stage, sale) {
      await act(stage, sale, 'stop-renewing');
      stage.gate.now += MONTH + 1;
    },
  },
  actions: {
    each: [
      refund('a whole refund'),
      part,
      { ...refund('a refund of a cycle'), about: 'subscription' },
    ],
    refused: {
      action: part,
      meanwhile: (stage, sale) => act(stage, sale, 'refund', { state: 'partial', amount: '9.00' }),
      answer: /^The studio's server refuses: /,
    },
  },
  lacks: {
    otherForm: 'A purchase has one receipt, which the studio makes up.',
    personal: 'An answer has no field for it, and other fields are dropped.',
  },
};
