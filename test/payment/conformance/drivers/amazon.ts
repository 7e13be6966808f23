// The Amazon Appstore for the conformance kit.
import type { Driver, Json, Sale, Stage, Till } from '../driver.ts';
import { GEMS, PLAN } from '../stage.ts';

const PACKAGE = 'com.tollgate.demo';
const MONTH = 30 * 24 * 60 * 60_000;

const buy = async ({ control }: Till, fields: object = {}): Promise<Sale> => {
  const { receiptId, receipt }: Json = await control('/amazon/purchases', {
    packageName: PACKAGE,
    productId: GEMS,
    ...fields,
  });
  return { receipt, id: receiptId, transactionId: receiptId };
};

const act = ({ control }: Stage, { id }: Sale, step: string) =>
  control(`/amazon/purchases/${id}/${step}`, {});

const changed = (receipt: string, fields: object): string =>
  JSON.stringify({ ...JSON.parse(receipt), ...fields });

export const amazon: Driver = {
  name: 'AMAZON',
  market: 'AMAZON',
  emulator: 'amazon',
  setUp: ({ amazon: credentials = {} }) => ({
    settings: { package_name: PACKAGE },
    secrets: { shared_secret: credentials.sharedSecret },
  }),
  wrongSecrets: () => ({ shared_secret: '2:the-secret-of-another-developer:==' }),
  sell: (stage, { productId = GEMS } = {}) => buy(stage, { productId }),
  forge: async (stage, { receipt, id }) => [
    id,
    changed(receipt, { receiptId: id.slice(0, -1) }),
    changed(receipt, { receiptId: '..' }),
    changed(receipt, { receiptId: `${id}/../x` }),
    changed(receipt, { userId: 'somebody-else=' }),
    (await buy(stage, { productType: 'SUBSCRIPTION', productId: PLAN })).receipt,
  ],
  forged: 'INVALID_RECEIPT',
  refund: (stage, sale) => act(stage, sale, 'cancel'),
  otherForm: async (_stage, { receipt }) => {
    const { userId, receiptId } = JSON.parse(receipt);
    return JSON.stringify({ receiptId, userId, sku: GEMS });
  },
  // Products of one developer have different names, which is all that Amazon tells of the app.
  sellElsewhere: (stage) =>
    buy(stage, { packageName: 'com.tollgate.other', productId: 'other.gems' }),
  sellForTestMoney: async (stage) => ({ ...(await buy(stage, { test: true })), isRefused: false }),
  notices: {
    control: '/amazon/notifications',
    path: (appid) => `/market/v1/amazon/${appid}`,
    register: ({ control }, url) =>
      control('/amazon/notifications', { packageName: PACKAGE, url, confirmed: true }),
    ofSales: true,
    async forge({ control }, { body, headers }) {
      const genuine = JSON.parse(body);
      const { Signature: _, SigningCertURL: address, SignatureVersion: __, ...content } = genuine;
      const strange = await control('/amazon/notifications/forge', content);
      const file = new URL(address).pathname.split('/').at(-1);
      const bodies = [
        strange,
        { ...genuine, Message: genuine.Message.replace('_CANCELLED', '_PURCHASED') },
        { ...genuine, SigningCertURL: `http://sns.us-east-1.amazonaws.com.example.com/${file}` },
        { ...genuine, SigningCertURL: address.replace('/amazon/', '/other/') },
        { ...genuine, SignatureVersion: '3' },
        content,
        {},
      ];
      return bodies.map((each) => ({ body: JSON.stringify(each), headers }));
    },
  },
  polls: true,
  subscriptions: {
    subscribe: (stage) =>
      buy(stage, { productType: 'SUBSCRIPTION', productId: PLAN, periodMs: MONTH }),
    async renew(stage, sale) {
      await act(stage, sale, 'renew');
      return sale;
    },
    refund: (stage, sale) => act(stage, sale, 'cancel'),
    async end(stage, sale) {
      await act(stage, sale, 'stop-renewing');
      stage.gate.now += MONTH + 1;
    },
  },
  lacks: {
    sellUnpaid: 'A receipt exists only once Amazon has charged.',
    pay: 'A receipt exists only once Amazon has charged.',
    namesBuyer: 'Amazon names a user of its own, not the account of the game.',
    namesPrice: 'Amazon tells no price.',
    refundPart: 'Amazon cancels whole purchases.',
    reversal: 'Amazon does not undo a cancellation.',
    settles: 'The game tells Amazon on the device what it has delivered.',
    actions: 'Not offered at Amazon yet.',
    personal: 'Amazon names nobody but its own user id, which is part of the receipt.',
  },
};
