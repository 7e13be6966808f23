// ONE store for the conformance kit.
import type { Driver, Json, Sale, Till } from '../driver.ts';
import { GEMS, PRICE } from '../stage.ts';

const CLIENT = 'com.tollgate.demo';

const buy = async ({ control }: Till, fields: object = {}): Promise<Sale> => {
  const { purchaseToken, purchaseId }: Json = await control('/onestore/purchases', {
    clientId: CLIENT,
    productId: GEMS,
    price: PRICE.amount,
    currency: PRICE.currency,
    ...fields,
  });
  return { receipt: purchaseToken, id: purchaseToken, transactionId: purchaseId };
};

export const onestore: Driver = {
  name: 'ONESTORE',
  market: 'ONESTORE',
  emulator: 'onestore',
  setUp: ({ onestore: credentials = {} }) => ({
    settings: { client_id: CLIENT },
    secrets: { client_secret: credentials.clientSecret, licence_key: credentials.licenceKey },
  }),
  wrongSecrets: () => ({ client_secret: 'the-secret-of-another-client' }),
  sell: (stage, { productId = GEMS } = {}) => buy(stage, { productId }),
  forge: async (stage, { receipt }) => [
    receipt.slice(0, -1),
    `${receipt}/acknowledge`,
    `${receipt}?x=`,
    (await buy(stage, { marketCode: 'MKT_GLB' })).receipt,
    (await buy(stage, { productId: 'gems.1' })).receipt,
  ],
  forged: 'INVALID_RECEIPT',
  refund: ({ control }, { id }) => control(`/onestore/purchases/${id}/cancel`, {}),
  sellElsewhere: (stage) => buy(stage, { clientId: 'com.tollgate.other' }),
  sellForTestMoney: async (stage) => ({
    ...(await buy(stage, { environment: 'SANDBOX' })),
    isRefused: true,
  }),
  notices: {
    control: '/onestore/notifications',
    path: (appid) => `/market/v1/onestore/${appid}`,
    register: ({ control }, url) => control('/onestore/notifications', { clientId: CLIENT, url }),
    ofSales: true,
    async forge({ control }, { body, headers }) {
      const { purchaseToken } = JSON.parse(body);
      const strange = await control('/onestore/notifications/forge', { purchaseToken });
      const changed = body.replace(/"price":"[^"]*"/, '"price":"1"');
      const bodies = [JSON.stringify(strange), changed, body.replace(/,"signature.*/, '}'), '{}'];
      return bodies.map((each) => ({ body: each, headers }));
    },
  },
  polls: true,
  settles: ['onestore.acknowledge', 'onestore.consume'],
  lacks: {
    sellUnpaid: 'A purchase token exists only once ONE store has charged.',
    pay: 'A purchase token exists only once ONE store has charged.',
    otherForm: 'A purchase has one token, which is the receipt.',
    namesBuyer: 'ONE store names no account.',
    namesPrice: 'Only a notification tells the price, which the record then gets.',
    refundPart: 'ONE store cancels whole purchases.',
    reversal: 'ONE store does not undo a cancellation.',
    subscriptions:
      'Not offered yet: what the server API answers about them could not be confirmed.',
    actions: 'Not offered at ONE store yet.',
    personal: 'ONE store names nobody.',
  },
};
