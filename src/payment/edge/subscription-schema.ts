// Request and answer schemas of the subscription routes.
import { Type } from 'typebox';
import { SUBSCRIPTION_MARKETS } from '../markets/markets.ts';
import { SUBSCRIPTION_STATUSES } from '../markets/subscription.ts';
import {
  AccountUuid,
  answers,
  Country,
  Language,
  MARKET_ID_LENGTH,
  optionalCodes,
  Payload,
  ProjectInfo,
  Receipt,
  RequestType,
  Text,
} from './schema.ts';

const Market = Type.Enum(SUBSCRIPTION_MARKETS);
const nullable = (type: string, description: string) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], description });

export const SubscriptionVerify = Type.Object(
  {
    accountUuid: AccountUuid,
    appVersion: Type.Optional(Text('Default: the `X-SDK-Version` header.', 255, 0)),
    serviceReceipt: Receipt,
    country: Country,
    currency: optionalCodes.currency,
    iapPayload: Payload,
    language: Language,
    projectInfo: ProjectInfo,
    providerId: Market,
    requestType: RequestType,
    serverId: Type.Optional(Text('Game server id registered for the app.')),
    storeTransactionId: Type.Optional(
      Text('Optional and ignored; the receipt identifies the subscription.', MARKET_ID_LENGTH),
    ),
  },
  {
    examples: [
      {
        accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
        serviceReceipt: 'eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…',
        country: 'KR',
        language: 'ko',
        providerId: 'APPLE',
        requestType: 1,
      },
    ],
  },
);
export type SubscriptionVerify = Type.Static<typeof SubscriptionVerify>;

export const subscriptionAnswers = answers(
  Type.Object({
    serviceAccountUuidCompare: Type.Enum([1, 2, 9], {
      description: '`1` match, `2` mismatch, `9` not comparable.',
    }),
    serviceAutoRenewProductId: nullable(
      'string',
      'Product of the next cycle; null if it does not renew.',
    ),
    serviceCurrency: nullable('string', 'Currency the market reports.'),
    serviceDuplicated: Type.Boolean({ description: 'True when the cycle was already verified.' }),
    serviceExpiresDate: nullable(
      'integer',
      'End of the benefits, billing grace period included. Unix epoch milliseconds.',
    ),
    serviceOriginalStoreTransactionId: nullable(
      'string',
      'Transaction id of the first payment; the same in every cycle.',
    ),
    servicePayload: nullable(
      'string',
      '`iapPayload` of the request, or of the earlier verification.',
    ),
    servicePrice: nullable('number', 'Amount the market reports.'),
    serviceProductId: Type.String(),
    serviceQuantity: Type.Literal(1),
    serviceReceiptVerifyResult: Type.Object(
      {},
      { additionalProperties: true, description: 'Answer of the market.' },
    ),
    serviceRefundDate: nullable('integer', 'Unix epoch milliseconds; always null for GOOGLE.'),
    serviceStoreTransactionId: Type.String(),
    serviceTransactionId: Type.String({ format: 'uuid' }),
  }),
  'verify',
);

export const SubscriptionStatus = Type.Object({ accountUuid: AccountUuid });
export type SubscriptionStatus = Type.Static<typeof SubscriptionStatus>;

export const statusAnswers = answers(
  Type.Array(
    Type.Object({
      providerId: Market,
      originalStoreTransactionId: nullable('string', 'Transaction id of the first payment.'),
      productId: Type.String(),
      autoRenewProductId: nullable(
        'string',
        'Product of the next cycle; null if it does not renew.',
      ),
      status: Type.Enum([...SUBSCRIPTION_STATUSES]),
      replacedBy: Type.Optional(
        nullable(
          'string',
          'With `replaced`: the purchase token of the one that took its place; null while Google has not named it.',
        ),
      ),
      active: Type.Boolean({ description: 'Whether the player is entitled to the benefits now.' }),
      expiresDate: nullable('integer', 'Unix epoch milliseconds.'),
      gracePeriodExpiresDate: nullable('integer', 'Unix epoch milliseconds.'),
      refundDate: nullable('integer', 'Unix epoch milliseconds.'),
      test: Type.Enum(['N', 'Y']),
      updatedDate: Type.Integer({ description: 'Unix epoch milliseconds.' }),
    }),
  ),
);
