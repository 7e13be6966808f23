// The Galaxy Store for the conformance kit.
import type { Driver, Json, Sale, Till } from '../driver.ts';
import { GEMS, PRICE } from '../stage.ts';

const PACKAGE = 'com.tollgate.demo';

const buy = async ({ control }: Till, fields: object = {}): Promise<Sale> => {
  const { purchaseId, paymentId }: Json = await control('/samsung/purchases', {
    packageName: PACKAGE,
    itemId: GEMS,
    price: PRICE.amount,
    currency: PRICE.currency,
    ...fields,
  });
  return { receipt: purchaseId, id: purchaseId, transactionId: paymentId };
};

const claimsOf = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

export const samsung: Driver = {
  name: 'SAMSUNG',
  market: 'SAMSUNG',
  emulator: 'samsung',
  setUp: ({ samsung: credentials = {} }) => ({
    settings: { package_name: PACKAGE },
    secrets: { public_key: credentials.publicKey },
  }),
  sell: (stage, { productId = GEMS } = {}) => buy(stage, { itemId: productId }),
  forge: async (_stage, { receipt, transactionId }) => [
    receipt.slice(0, -1),
    transactionId,
    `${receipt}&purchaseID=${receipt}`,
    `${receipt} `,
  ],
  forged: 'INVALID_RECEIPT',
  refund: ({ control }, { id }) => control(`/samsung/purchases/${id}/refund`, {}),
  sellElsewhere: (stage) => buy(stage, { packageName: 'com.tollgate.other' }),
  sellForTestMoney: async (stage) => ({
    ...(await buy(stage, { mode: 'TEST' })),
    isRefused: false,
  }),
  namesPrice: true,
  notices: {
    control: '/samsung/notifications',
    path: (appid) => `/market/v1/samsung/${appid}`,
    register: ({ control }, url) =>
      control('/samsung/notifications', { packageName: PACKAGE, url }),
    ofSales: true,
    async forge({ control }, { body, headers }) {
      const claims = claimsOf(body);
      const [head, , signature] = body.split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      const changed = { ...claims, sub: 'ITEM_PURCHASED' };
      const part = Buffer.from(JSON.stringify(changed)).toString('base64url');
      const { token: strange } = await control('/samsung/notifications/forge', claims);
      const { token: otherIssuer } = await control('/samsung/notifications/sign', {
        ...claims,
        iss: 'somebody',
      });
      const bodies = [
        ...[strange, otherIssuer, `${head}.${part}.${signature}`],
        ...[`${none}.${body.split('.')[1]}.`, JSON.stringify(claims), ''],
      ];
      return bodies.map((each) => ({ body: each, headers }));
    },
  },
  polls: true,
  lacks: {
    wrongSecrets: 'Samsung asks for no credentials.',
    sellUnpaid: 'A purchase ID exists only once Samsung has charged.',
    pay: 'A purchase ID exists only once Samsung has charged.',
    otherForm: 'A purchase has one purchase ID, which is the receipt.',
    namesBuyer: 'Samsung names no account.',
    refundPart: 'Samsung refunds whole purchases.',
    reversal: 'Samsung does not undo a refund.',
    settles: 'The game consumes or acknowledges on the device.',
    subscriptions: 'Not offered yet: they need calls that could not be confirmed.',
    actions: 'Not offered at Samsung yet.',
    personal: 'Samsung names nobody.',
  },
};
