// Request and answer shapes of the subscription calls.
import { Type } from 'typebox';
import {
  AccountUuid,
  answers,
  Payload,
  ProjectInfo,
  Receipt,
  RequestType,
  Text,
} from './schema.ts';

const Market = Type.Enum(['APPLE', 'GOOGLE']);
const nullable = (type: string, description: string) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], description });

export const SubscriptionVerify = Type.Object(
  {
    accountUuid: AccountUuid,
    appVersion: Type.Optional(Text('When omitted, the header `X-SDK-Version` is saved.', 255, 0)),
    serviceReceipt: Receipt,
    country: Text('ISO 3166-1 two-letter code.'),
    currency: Type.Optional(Text('ISO 4217 three-letter code.')),
    iapPayload: Payload,
    language: Text('ISO 639-1 two-letter code.'),
    projectInfo: ProjectInfo,
    providerId: Market,
    requestType: RequestType,
    serverId: Type.Optional(Text('Server id registered for the app.')),
    storeTransactionId: Type.Optional(
      Text('Not needed: the receipt says which subscription it is of, and that counts.'),
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
    serviceAccountUuidCompare: Type.Enum([1, 2, 9]),
    serviceAutoRenewProductId: nullable('string', 'Product of the next cycle; null: no renewal.'),
    serviceCurrency: nullable('string', 'Currency as received from the market.'),
    serviceDuplicated: Type.Boolean({ description: 'True when the cycle was already verified.' }),
    serviceExpiresDate: nullable('integer', 'Unix epoch milliseconds.'),
    serviceOriginalStoreTransactionId: nullable('string', 'The first payment; same in each cycle.'),
    servicePayload: nullable('string', 'Request `iapPayload`, or the one of the earlier record.'),
    servicePrice: nullable('number', 'Amount as received from the market.'),
    serviceProductId: Type.String(),
    serviceQuantity: Type.Literal(1),
    serviceReceiptVerifyResult: Type.Object({}, { description: 'What the market said.' }),
    serviceRefundDate: nullable('integer', 'Unix epoch milliseconds; always null for GOOGLE.'),
    serviceStoreTransactionId: Type.String(),
    serviceTransactionId: Type.String({ format: 'uuid' }),
  }),
);

export const SubscriptionStatus = Type.Object({ accountUuid: AccountUuid });
export type SubscriptionStatus = Type.Static<typeof SubscriptionStatus>;

export const statusAnswers = answers(
  Type.Array(
    Type.Object({
      providerId: Market,
      originalStoreTransactionId: nullable('string', 'The first payment.'),
      productId: Type.String(),
      autoRenewProductId: nullable('string', 'Product of the next cycle; null: no renewal.'),
      status: Type.Enum(['active', 'grace', 'hold', 'paused', 'expired', 'revoked']),
      active: Type.Boolean({ description: 'Whether the benefits are due now.' }),
      expiresDate: nullable('integer', 'Unix epoch milliseconds.'),
      gracePeriodExpiresDate: nullable('integer', 'Unix epoch milliseconds.'),
      refundDate: nullable('integer', 'Unix epoch milliseconds.'),
      test: Type.Enum(['N', 'Y']),
      updatedDate: Type.Integer({ description: 'Unix epoch milliseconds.' }),
    }),
  ),
);
