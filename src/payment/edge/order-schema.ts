// Request and answer schemas of the order routes and the delivery result.
import { Type } from 'typebox';
import { Id64 } from '../../base/id-shapes.ts';
import { AnyNumber } from '../../base/shapes.ts';
import { MarketName } from '../markets/markets.ts';
import { answers, optionalCodes, Payload, Text } from './schema.ts';

const MOST_PIECES = 1_000;

const order = {
  productId: Text(
    'Id of a product of the app, no subscription. A permanent product is sold once: FORBIDDEN_REQUEST if the player owns it.',
  ),
  quantity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_PIECES,
      default: 1,
      description: 'Number of pieces; 1 for a permanent product.',
    }),
  ),
  iapPayload: Payload,
};

export const PurchaseInit = Type.Object(
  {
    ...order,
    language: optionalCodes.language,
    steamId: Type.Optional(
      Type.String({ pattern: '^[1-9][0-9]{0,19}$', description: 'SteamID of the buyer.' }),
    ),
    steamTicket: Type.Optional(
      Type.String({
        pattern: '^([0-9A-Fa-f]{2}){1,2048}$',
        description: 'Hex ticket from GetAuthTicketForWebApi, which proves the Steam account.',
      }),
    ),
    steamTicketIdentity: Type.Optional(Text('Identity string the ticket was requested with.')),
  },
  { examples: [{ productId: 'gem_100', steamId: '76561197960287930', language: 'en' }] },
);
export type PurchaseInit = Type.Static<typeof PurchaseInit>;

export const PayPageUrl = Type.Object(
  {
    ...order,
    currency: optionalCodes.currency,
    customer: Type.Optional(
      Type.Object(
        {
          fullName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          phoneNumber: Type.Optional(Type.String({ pattern: '^\\+?[0-9][0-9 -]{6,18}$' })),
          email: Type.Optional(
            Type.String({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', maxLength: 254 }),
          ),
        },
        {
          additionalProperties: false,
          description: 'The buyer, for the gateway. Tollgate does not store it.',
        },
      ),
    ),
    customPrice: Type.Optional(AnyNumber('Custom amount for the whole order.')),
    fixedCurrency: Type.Optional(Text('Currency of the custom amount.')),
    gameServerPriceVerifyKey: Type.Optional(
      Text(
        'Key the app server issued for the custom amount; for products with `custom_price` `signed`, a JWS. The verified purchase returns it.',
        2_048,
      ),
    ),
    externalPurchaseToken: Type.Optional(
      Text(
        'Token of StoreKit, of a buyer who came from the app in the App Store. Tollgate reports the sale to Apple.',
        4_100,
      ),
    ),
    externalTransactionToken: Type.Optional(
      Text(
        'Token of Play Billing, of a buyer who came from the app in Google Play. Tollgate reports the sale to Google.',
        2_048,
      ),
    ),
  },
  { examples: [{ productId: 'gem_100', currency: 'USD' }] },
);
export type PayPageUrl = Type.Static<typeof PayPageUrl>;

export const PurchaseRestore = Type.Object(
  {
    targetPlayerId: Type.Optional(
      Id64('The player. Required with an app-server token, which only it may send.'),
    ),
  },
  // As the app client calls it.
  { examples: [{}] },
);
export type PurchaseRestore = Type.Static<typeof PurchaseRestore>;

export const PurchaseFinalize = Type.Object({ orderId: Text('`orderId` of the order to close.') });
export type PurchaseFinalize = Type.Static<typeof PurchaseFinalize>;

const Result = Type.Unsafe<1 | 2 | 3>({
  type: 'integer',
  enum: [1, 2, 3],
  description: '`1` delivered, `2` cancelled, `3` cancelled and clawed back.',
});

export const ItemResult = Type.Object(
  {
    serviceTransactionId: Text('`serviceTransactionId` from the verify call.'),
    result: Result,
    consumptionPercentage: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description:
          'How much of it the player has used, in percent, to a thousandth. Only with an app-server token.',
      }),
    ),
  },
  { examples: [{ serviceTransactionId: 'ST_12', result: 1 }] },
);
export type ItemResult = Type.Static<typeof ItemResult>;

const orderId = Type.String({ description: 'Digits for STEAM, `H` followed by digits for PG.' });
const price = Type.Number({ description: 'Amount of the whole order.' });
const currency = Type.String();
const serviceReceipt = Type.String({
  description: 'Sealed receipt. Send it to the verify call unchanged.',
});

export const initAnswers = answers(
  Type.Object({
    orderId,
    storeTransactionId: Type.String({ description: 'Transaction id at Steam.' }),
    serviceReceipt,
    price,
    currency,
  }),
  'order',
);

export const payPageAnswers = answers(
  Type.Object({ orderId, payUrl: Type.String(), price, currency }),
  'order',
);

export const restoreAnswers = answers(
  Type.Array(
    Type.Object({
      providerId: MarketName,
      orderId,
      storeTransactionId: Type.Union([Type.String(), Type.Null()]),
      productId: Type.String(),
      quantity: Type.Integer(),
      price,
      currency,
      iapPayload: Type.Union([Type.String(), Type.Null()]),
      serviceReceipt,
      orderDate: Type.String({ description: 'When the order was opened (UTC).' }),
    }),
  ),
  'order',
  Type.Union([
    Type.Null(),
    Type.Object(
      {
        incomplete: Type.Literal(true),
        markets: Type.Array(MarketName, {
          description: 'The markets that could not be asked about all open orders.',
        }),
      },
      { description: 'There may be more paid orders. Call again later.' },
    ),
  ]),
);

export const finalizeAnswers = answers(Type.Object({ orderId }), 'order');

export const itemResultAnswers = answers(ItemResult);
