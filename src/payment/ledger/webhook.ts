// The purchase events for the API reference.
import { type TSchema, Type } from 'typebox';
import { Id64Answer } from '../../base/id-shapes.ts';
import { named, namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { describeWebhook } from '../../outbox/webhook.ts';
import { MarketName, SUBSCRIPTION_MARKETS } from '../markets/markets.ts';
import { SUBSCRIPTION_STATUSES } from '../markets/subscription.ts';
import type { EventType } from './events.ts';

const Text = Type.String();
const Millis = Type.Integer({ description: 'Unix epoch milliseconds.' });
const Money = { amount: orNull(Text, 'Exact decimal, as text.'), currency: orNull(Text) };

const purchase = {
  appid: Text,
  providerId: MarketName,
  transactionId: Type.String({ format: 'uuid' }),
  serviceTransactionId: Text,
  storeTransactionId: orNull(Text),
  accountUuid: orNull(Text),
  productId: Text,
};
const cancelled = {
  ...purchase,
  servicePurchaseCancelState: Type.Enum([0, 1], { description: '`1`: take the goods back.' }),
};

const subscription = {
  appid: Text,
  providerId: Type.Enum(SUBSCRIPTION_MARKETS),
  accountUuid: orNull(Text),
  originalStoreTransactionId: orNull(Text),
  productId: Text,
  autoRenewProductId: orNull(Text),
  status: Type.Enum([...SUBSCRIPTION_STATUSES]),
  replacedBy: Type.Optional(
    orNull(
      Text,
      'With `replaced`: the purchase token of the one that took its place; null while Google has not named it.',
    ),
  ),
  expiresDate: orNull(Millis),
  gracePeriodExpiresDate: orNull(Millis),
  refundDate: orNull(Millis),
  test: Type.Enum(['N', 'Y']),
};
const Receipt = orNull(Text, 'Send it as `serviceReceipt`. Null once the player was erased.');

const event = <const T extends readonly EventType[]>(
  name: string,
  types: T,
  data: Parameters<typeof Type.Object>[0],
) =>
  namedObject(name, {
    type: Type.Enum([...types]),
    timestamp: Type.String({ format: 'date-time' }),
    data: Type.Object(data),
  });

const ByStudio = Type.Optional(
  Type.Literal(true, {
    description: 'Only of a refund that an operator of the studio made through Tollgate.',
  }),
);
const Refund = Type.Object({
  amount: orNull(
    Text,
    'Refunded so far, as exact decimal text: the price of all that was taken back, unless the market says how much; null where it is not known.',
  ),
  currency: orNull(Text),
  quantity: orNull(Type.Integer()),
  revoked: Type.Boolean({ description: 'Whether the goods were taken, too.' }),
  byStudio: ByStudio,
  reason: orNull(Text),
  date: Millis,
});
const consent = {
  appid: Text,
  providerId: MarketName,
  appTransactionId: Type.Optional(
    Type.String({ description: 'The download of the app at the App Store, where it is at hand.' }),
  ),
  installId: Type.Optional(
    Type.String({ description: 'The install at Google Play or Amazon, where it is at hand.' }),
  ),
  playerId: orNull(
    Id64Answer('Player identifier; 0 once the player was erased.'),
    'Null: nobody has logged in from the download.',
  ),
  date: Millis,
};

const EVENTS = [
  event('VerifiedEvent', ['purchase.verified'], purchase),
  event('UnclaimedEvent', ['purchase.unclaimed'], {
    ...purchase,
    quantity: Type.Integer(),
    ...Money,
    receipt: Receipt,
  }),
  event('UnclaimedSubscriptionEvent', ['subscription.unclaimed'], {
    ...subscription,
    storeTransactionId: Text,
    receipt: Receipt,
  }),
  event(
    'RefundEvent',
    [
      'purchase.refunded',
      'purchase.partially_refunded',
      'purchase.refund_reversed',
      'purchase.revoked',
    ],
    { ...cancelled, refund: Refund },
  ),
  event('DisputeEvent', ['purchase.disputed', 'purchase.dispute_won', 'purchase.dispute_lost'], {
    ...cancelled,
    dispute: Type.Object({
      id: Text,
      state: Type.Enum(['open', 'won', 'lost']),
      ...Money,
      reason: orNull(Text),
      date: Millis,
    }),
  }),
  event('FraudWarningEvent', ['purchase.fraud_warning'], {
    ...purchase,
    warning: Type.Object({ id: Text, reason: orNull(Text), date: Millis }),
  }),
  event('PaymentFailedEvent', ['purchase.payment_failed'], {
    appid: Text,
    providerId: MarketName,
    orderId: Text,
    accountUuid: orNull(Text),
    productId: Text,
    quantity: Type.Integer(),
    amount: Type.String({ description: 'Exact decimal, as text.' }),
    currency: Text,
  }),
  event('ConsentWithdrawnEvent', ['consent.withdrawn'], {
    ...consent,
    restricted: Type.Boolean({ description: 'Whether the player was restricted for it.' }),
  }),
  event('ConsentRestoredEvent', ['consent.restored'], {
    ...consent,
    reason: Type.Enum(['store', 'new_download', 'operator'], {
      description:
        'The store said so, the player has another download of the App Store, or an operator decided.',
    }),
    released: Type.Boolean({ description: 'Whether the restriction for it was released.' }),
  }),
  event('ExternalPurchaseEvent', ['external_purchase.unreported'], {
    appid: Text,
    providerId: MarketName,
    externalPurchaseId: Text,
    tokenCreationDate: orNull(Millis),
    date: Millis,
  }),
  event('RefundRequestEvent', ['purchase.refund_requested'], {
    ...purchase,
    refundRequest: Type.Object({
      reason: orNull(Text),
      date: Millis,
      answerBy: Type.Optional(Type.Integer({ description: 'When Apple decides without you.' })),
      id: Type.Optional(Text),
      amount: Type.Optional(Money.amount),
      currency: Type.Optional(Text),
    }),
  }),
  event(
    'SubscriptionEvent',
    ['subscription.renewed', 'subscription.changed', 'subscription.expired'],
    subscription,
  ),
  event('SubscriptionRefundEvent', ['subscription.refunded'], {
    ...subscription,
    refund: Refund,
    byStudio: ByStudio,
  }),
  event('MeasureEvent', ['measure.taken', 'measure.lifted'], {
    appid: Text,
    playerId: Id64Answer('Player identifier; 0 once the player was erased.'),
    ruleId: Text,
    ruleName: Text,
    effectId: Text,
    kind: Type.Enum(['restriction', 'flag']),
    blockType: orNull(Type.Integer()),
    scope: Type.Optional(
      Type.String({ description: 'What the player is restricted in; missing for the login.' }),
    ),
    step: orNull(Type.Integer(), 'Of the escalation, from 1.'),
    until: orNull(Millis, 'Null: permanent, or a flag.'),
    reason: Type.Optional(
      Type.Enum(['time_over', 'paid_again', 'undone', 'operator'], {
        description: 'With `measure.lifted`.',
      }),
    ),
    purchases: Type.Array(
      Type.Object({
        providerId: purchase.providerId,
        transactionId: purchase.transactionId,
        serviceTransactionId: Text,
        productId: Text,
        cause: Type.Enum(['refund', 'chargeback', 'dispute_lost', 'undone_after_delivery']),
      }),
    ),
  }),
];

export const PURCHASE_EVENTS: readonly EventType[] = EVENTS.flatMap(
  ({ properties }) => properties.type.enum as readonly EventType[],
);

const EXAMPLE_PURCHASE = {
  appid: 'com.tollgate.demo',
  providerId: 'PG',
  transactionId: '01a2b7c4-9d3e-7f10-8a52-6f5a2d7c9e10',
  serviceTransactionId: 'PG_42',
  storeTransactionId: 'pi_3PqL8',
  accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  productId: 'gems.100',
};
const example = (type: EventType, data: object) => ({
  game_index: 1001,
  events: [{ type, timestamp: '2026-11-15T12:00:00.000Z', data }],
});

interface OtherEvents {
  readonly schemas: readonly TSchema[];
  readonly examples: Readonly<Record<string, object>>;
}

/** With the events that other parts of the service send through the same receiver. */
export const purchaseWebhook = (others: OtherEvents) =>
  describeWebhook({
    operationId: 'webhook.purchase',
    summary: 'Purchase events',
    isReplayed: true,
    description:
      'Sent to the receiver of the channel `purchase`: up to 100 events, in order. New types may be added; ignore those that you do not know.',
    body: namedObject('PurchaseEvents', {
      game_index: Type.Integer({ description: 'Number of the project.' }),
      events: Type.Array(named('PurchaseEvent', Type.Union([...EVENTS, ...others.schemas])), {
        maxItems: 100,
        description: 'Empty in a test message.',
      }),
    }),
    examples: {
      refunded: example('purchase.refunded', {
        ...EXAMPLE_PURCHASE,
        servicePurchaseCancelState: 1,
        refund: {
          amount: '9.99',
          currency: 'USD',
          quantity: 1,
          revoked: true,
          reason: 'requested_by_customer',
          date: 1_797_336_000_000,
        },
      }),
      disputed: example('purchase.disputed', {
        ...EXAMPLE_PURCHASE,
        servicePurchaseCancelState: 1,
        dispute: {
          id: 'dp_1PqM2',
          state: 'open',
          amount: '9.99',
          currency: 'USD',
          reason: 'fraudulent',
          date: 1_797_336_000_000,
        },
      }),
      renewed: example('subscription.renewed', {
        appid: 'com.tollgate.demo',
        providerId: 'APPLE',
        accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
        originalStoreTransactionId: '370000000000001',
        productId: 'vip.monthly',
        autoRenewProductId: 'vip.monthly',
        status: 'active',
        expiresDate: 1_797_336_000_000,
        gracePeriodExpiresDate: null,
        refundDate: null,
        test: 'N',
      }),
      ...others.examples,
    },
  });
