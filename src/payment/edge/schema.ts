// Request and answer schemas of the payment routes: validation, types and OpenAPI.
import { Type } from 'typebox';
import { namedObject } from '../../base/named.ts';
import { AnyNumber } from '../../base/shapes.ts';
import { MarketName } from '../markets/markets.ts';
import { type Outcomes, problemAnswers } from './reference.ts';

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** A GOOGLE purchase without an order is named by its purchase token. */
export const MARKET_ID_LENGTH = 4_096;

export const Text = (description: string, maxLength = 255, minLength = 1) =>
  Type.String({ minLength, maxLength, description });
const OptionalText = (description: string, maxLength?: number, minLength?: number) =>
  Type.Optional(Text(description, maxLength, minLength));

export const AccountUuid = Type.String({
  pattern: UUID,
  description: 'Account UUID that links the purchase to the player.',
});
export const RequestType = Type.Unsafe<1 | 2>({
  type: 'integer',
  enum: [1, 2],
  description: '`1` new purchase, `2` restored purchase.',
});
export const Payload = OptionalText(
  'Free text, returned as `servicePayload`. At most 4 KiB.',
  4_096,
  0,
);
export const ProjectInfo = Type.Optional(
  Type.Object({}, { description: 'Free app data, stored but never returned. At most 16 KiB.' }),
);
export const Receipt = Text('Purchase receipt. Its format depends on the provider.', 65_536);
/** They describe the caller: a value that means nothing is stored as null and refuses nothing. */
export const Country = Type.String({
  minLength: 1,
  description:
    'ISO 3166-1 code of two or three letters, in either case. Any other text is stored as null.',
});
export const Language = Type.String({
  minLength: 1,
  description:
    'ISO 639-1 code. Either case, three letters, old codes (`iw`) and tags (`en-US`) are normalised. Any other text is stored as null.',
});
export const optionalCodes = {
  country: Type.Optional(Country),
  currency: Type.Optional(Type.String({ description: 'ISO 4217 three-letter code.' })),
  language: Type.Optional(Language),
};

export const PurchaseVerify = Type.Object(
  {
    accountUuid: AccountUuid,
    appVersion: OptionalText('Default: the `X-SDK-Version` header.', 255, 0),
    serviceReceipt: Receipt,
    ...optionalCodes,
    iapPayload: Payload,
    orderId: OptionalText(
      'Order id, used to find the order when `storeTransactionId` is absent.',
      MARKET_ID_LENGTH,
    ),
    price: Type.Optional(
      AnyNumber(
        'Price the player paid. Compared with the amount the market charged, digit by digit. Between -10^15 and 10^15, with at most 12 digits after the point.',
      ),
    ),
    productId: Text('In-app product id at the market.'),
    projectInfo: ProjectInfo,
    providerId: MarketName,
    requestType: RequestType,
    serverId: OptionalText('Game server id registered for the app.'),
    storeTransactionId: OptionalText(
      'Transaction id at the store, used to find the order.',
      MARKET_ID_LENGTH,
    ),
  },
  {
    examples: [
      {
        accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
        serviceReceipt: 'eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…',
        productId: 'gems.100',
        providerId: 'APPLE',
        requestType: 1,
        price: 9.99,
        currency: 'USD',
      },
    ],
  },
);
export type PurchaseVerify = Type.Static<typeof PurchaseVerify>;

const nullable = (type: string, description: string) =>
  Type.Unsafe<unknown>({
    type: [type, 'null'],
    description,
    ...(type === 'object' && { additionalProperties: true }),
  });

const PurchaseResult = namedObject(
  'PurchaseResult',
  {
    serviceAccountUuidCompare: Type.Enum([1, 2, 9], {
      description: '`1` match, `2` mismatch, `9` not comparable.',
    }),
    serviceCurrency: nullable('string', 'Verified currency, ISO 4217.'),
    serviceDuplicated: Type.Boolean({ description: 'True when the receipt was already verified.' }),
    serviceGameServerPriceVerifyKey: nullable(
      'string',
      'Key the app server issued for a custom amount.',
    ),
    servicePayload: nullable('string', 'Request `iapPayload`.'),
    servicePrice: nullable('number', 'Verified amount, with the decimals its currency has.'),
    serviceProductId: Type.String({ description: 'In-app product id at the market.' }),
    serviceProviderId: MarketName,
    serviceProviderTransactionId: Type.String({ description: 'Transaction id at the market.' }),
    servicePurchaseCancelState: Type.Enum([0, 1], { description: '`0` normal, `1` canceled.' }),
    servicePurchaseTest: Type.Enum(['N', 'Y'], { description: '`Y` for a test payment.' }),
    serviceQuantity: Type.Integer({ description: 'Number of pieces.' }),
    serviceReceipt: Type.String({ description: 'The receipt of the request, unchanged.' }),
    serviceReceiptVerifyResult: nullable('object', 'Answer of the market.'),
    serviceStoreTransactionId: nullable('string', 'Transaction id at the store.'),
    serviceTransactionId: Type.String({
      description: 'Prefix of the provider and a number, such as `AP_1`.',
    }),
  },
  {
    examples: [
      {
        serviceAccountUuidCompare: 1,
        serviceCurrency: 'USD',
        serviceDuplicated: false,
        serviceGameServerPriceVerifyKey: null,
        servicePayload: null,
        servicePrice: 9.99,
        serviceProductId: 'gems.100',
        serviceProviderId: 'APPLE',
        serviceProviderTransactionId: '370000000000001',
        servicePurchaseCancelState: 0,
        servicePurchaseTest: 'N',
        serviceQuantity: 1,
        serviceReceipt: 'eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…',
        serviceReceiptVerifyResult: { transactionId: '370000000000001', environment: 'Production' },
        serviceStoreTransactionId: '370000000000001',
        serviceTransactionId: 'AP_1',
      },
    ],
  },
);

/** For the API reference only: the bodies are serialized by hand. */
export const answers = (
  data: Type.TSchema,
  outcomes?: Outcomes,
  meta: Type.TSchema = Type.Null(),
) => ({
  200: Type.Object({ data, meta }),
  ...problemAnswers(outcomes),
});

export const purchaseAnswers = answers(PurchaseResult, 'verify');
