// Purchase schemas for operators: list entries and details.
import { Type } from 'typebox';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { parseJson } from '../../base/json.ts';
import { GATEWAYS } from '../../base/market.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import { MarketName } from '../markets/markets.ts';
import { mismatchOf, OrderMismatch } from '../orders/mismatch.ts';
import type { Order } from '../orders/store.ts';
import { serviceIdOf } from '../service-id.ts';
import type { PurchaseRecord } from './details.ts';
import type { WithContext } from './purchase-context.ts';
import { isUndone, PURCHASE_STATES, stateOf } from './purchase-state.ts';
import { type ListedPurchase, refundedAt } from './search-store.ts';

const Text = Type.String();
const Time = Type.String({ description: 'UTC, ISO 8601.' });
const State = Type.Enum([...PURCHASE_STATES], {
  description:
    '`disputed`: cancelled while a dispute is open. `charged_back`: cancelled by a lost dispute. `refunded`: cancelled without a dispute. `revoked`: a family no longer shares it; nothing was refunded.',
});
const PlayerIdOrNull = orNull(
  Id64Answer('Player who opened the order or logged in with the account.'),
  'Null when unknown.',
);
const Delivery = Type.Enum(['delivered', 'cancelled', 'clawed_back']);

export const PurchaseView = namedObject('Purchase', {
  service_transaction_id: Text,
  transaction_id: Text,
  kind: Type.Enum(['consumable', 'subscription'], {
    description: '`subscription`: one paid cycle.',
  }),
  provider: MarketName,
  store_transaction_id: Text,
  product_id: Text,
  quantity: Type.Integer(),
  amount: orNull(Text, 'Exact decimal, as text.'),
  currency: orNull(Text),
  purchased_at: orNull(Time, "Time of purchase, by the market's clock."),
  verified_at: Time,
  state: State,
  refunded_at: orNull(
    Time,
    'When it was cancelled, by a refund or a dispute. Null when a family no longer shares it.',
  ),
  dispute: orNull(
    Type.Object({
      id: Type.String({ description: 'Id of the dispute at the market.' }),
      state: Type.Enum(['open', 'lost']),
      since: Time,
    }),
    'The dispute that cancels it.',
  ),
  refunded_by: orNull(
    Type.Object({
      action_id: Type.String(),
      name: Type.String({ description: 'Who had it refunded.' }),
      reason: Type.String(),
    }),
    'The action of an operator that refunded it. Null when the market did that by itself.',
  ),
  ownership: Type.Enum(['PURCHASED', 'FAMILY_SHARED'], {
    description: '`FAMILY_SHARED`: a family member paid; it is in no figure.',
  }),
  claimed: Type.Boolean({
    description: 'Whether an app server has verified it. False: only the market has reported it.',
  }),
  test: Type.Boolean(),
  account_uuid: Text,
  server_id: orNull(Text),
  delivery: orNull(Delivery, 'Delivery result from the app.'),
  undelivered: Type.Boolean({
    description:
      'Bought, but never reported as delivered. False for tests, imports, subscription cycles and cancelled purchases, which need no delivery.',
  }),
  player_id: PlayerIdOrNull,
});
export type PurchaseView = Type.Static<typeof PurchaseView>;

export const StateFilter = Type.Optional(State);

export const PURCHASE_EXAMPLE: PurchaseView = {
  service_transaction_id: 'AP_12',
  transaction_id: '0198f2a5-0c00-7000-8000-1f2e3d4c5b6a',
  kind: 'consumable',
  provider: 'APPLE',
  store_transaction_id: '370000000000001',
  product_id: 'gem_1200',
  quantity: 1,
  amount: '9.99',
  currency: 'USD',
  purchased_at: '2026-11-15T11:59:58.000Z',
  verified_at: '2026-11-15T12:00:00.000Z',
  state: 'valid',
  refunded_at: null,
  dispute: null,
  refunded_by: null,
  ownership: 'PURCHASED',
  claimed: true,
  test: false,
  account_uuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  server_id: null,
  delivery: 'delivered',
  undelivered: false,
  player_id: 20_001 as unknown as bigint,
};

export const REFUND_EXAMPLE: PurchaseView = {
  ...PURCHASE_EXAMPLE,
  state: 'refunded',
  refunded_at: '2026-11-17T08:30:00.000Z',
  refunded_by: {
    action_id: '019a9b1c-7c00-7000-8000-5d2f6b1a9e40',
    name: 'support@example.com',
    reason: 'Bought twice by mistake',
  },
};

const DELIVERIES = { 1: 'delivered', 2: 'cancelled', 3: 'clawed_back' } as const;

export const deliveryOf = (delivery: PurchaseTable['delivery']) =>
  delivery === null ? null : DELIVERIES[delivery];

export const viewPurchase = (row: ListedPurchase & WithContext): PurchaseView => ({
  service_transaction_id: serviceIdOf(row),
  transaction_id: row.transaction_id,
  kind: row.kind,
  provider: row.provider,
  store_transaction_id: row.provider_transaction_id,
  product_id: row.product_id,
  quantity: row.quantity,
  amount: row.price,
  currency: row.currency,
  purchased_at: isoTimeOrNull(row.purchased_at),
  verified_at: isoTime(row.verified_at),
  state: stateOf(row),
  refunded_at: isUndone(row) ? isoTime(refundedAt(row)) : null,
  dispute: row.dispute && { ...row.dispute, since: isoTime(row.dispute.since) },
  refunded_by: row.refundedBy && {
    action_id: row.refundedBy.action_id,
    name: row.refundedBy.actor,
    reason: row.refundedBy.reason,
  },
  ownership: row.ownership ?? 'PURCHASED',
  claimed: row.claimed === 1,
  test: row.test === 1,
  account_uuid: row.account_uuid,
  server_id: row.server_id,
  delivery: deliveryOf(row.delivery),
  undelivered: row.undelivered,
  player_id: row.playerId,
});

const AccountCompare = Type.Enum(['match', 'mismatch', 'unknown'], {
  description: 'Whether the account matches the one the market reports.',
});
export const OrderView = namedObject('Order', {
  order_id: Text,
  state: Type.Enum(['open', 'charging', 'paid', 'failed']),
  player_id: Id64Answer('Player who opened the order; 0 after the player was erased.'),
  amount: Text,
  currency: Text,
  gateway: orNull(Type.Enum(GATEWAYS)),
  steam_id: orNull(Text),
  opened_at: Time,
  paid_at: orNull(Time),
  closed_at: orNull(Time),
  mismatch: orNull(OrderMismatch, 'A payment that differed from the order.'),
});

const Json = Type.Unsafe<object>({ type: 'object' });

export const PurchaseRecordView = namedObject(
  'PurchaseRecord',
  {
    ...PurchaseView.properties,
    market_transaction_id: orNull(Text, 'Transaction id at the market.'),
    purchase_date_source: Type.Enum([
      'STORE_PAYMENT',
      'PAYMENT_CONFIRMED',
      'ORDER_CREATED',
      'VERIFIED',
    ]),
    account_compare: AccountCompare,
    claimed_at: orNull(Time),
    client_id: orNull(Text, 'The OAuth client that verified it.'),
    request_type: Type.Enum([1, 2]),
    app_version: orNull(Text),
    country: orNull(Text),
    language: orNull(Text),
    payload: orNull(Text),
    price_verify_key: orNull(Text),
    project_info: orNull(Json),
    receipt: Text,
    market_result: orNull(Json, 'Answer of the market.'),
    delivery_at: orNull(Time),
    subscription_id: orNull(Text),
    order: orNull(OrderView, 'STEAM and PG only.'),
  },
  {
    examples: [
      {
        ...PURCHASE_EXAMPLE,
        market_transaction_id: '370000000000001',
        purchase_date_source: 'STORE_PAYMENT',
        account_compare: 'match',
        claimed_at: '2026-11-15T12:00:00.000Z',
        client_id: 'client_5f0c',
        request_type: 1,
        app_version: '1.2.3',
        country: 'US',
        language: 'en',
        payload: null,
        price_verify_key: null,
        project_info: null,
        receipt: 'eyJhbGciOiJFUzI1NiIs…',
        market_result: { transactionId: '370000000000001' },
        delivery_at: '2026-11-15T12:00:01.000Z',
        subscription_id: null,
        order: null,
      },
    ],
  },
);

export type PurchaseRecordView = Type.Static<typeof PurchaseRecordView>;

const COMPARED = { 1: 'match', 2: 'mismatch', 9: 'unknown' } as const;

export const comparedOf = (row: Pick<PurchaseTable, 'account_compare'>) =>
  COMPARED[row.account_compare];

export const jsonOf = (text: string | null): object | null =>
  text === null ? null : (parseJson(text) as object);

export function viewPurchaseRecord({ purchase: row, order }: PurchaseRecord): PurchaseRecordView {
  return {
    ...viewPurchase(row),
    market_transaction_id: row.store_transaction_id,
    purchase_date_source: row.purchase_date_source,
    account_compare: comparedOf(row),
    claimed_at: isoTimeOrNull(row.claimed_at),
    client_id: row.claimed_by,
    request_type: row.request_type,
    app_version: row.app_version,
    country: row.country,
    language: row.language,
    payload: row.payload,
    price_verify_key: row.price_verify_key,
    project_info: jsonOf(row.project_info),
    receipt: row.receipt,
    market_result: jsonOf(row.market_result),
    delivery_at: isoTimeOrNull(row.delivery_at),
    subscription_id: row.subscription_id,
    order: order ? viewOrder(order) : null,
  };
}

const viewOrder = (order: Order) => ({
  order_id: order.order_id,
  state: order.state,
  player_id: BigInt(order.player_id),
  amount: order.amount,
  currency: order.currency,
  gateway: order.gateway,
  steam_id: order.steam_id,
  opened_at: isoTime(order.created_at),
  paid_at: isoTimeOrNull(order.paid_at),
  closed_at: isoTimeOrNull(order.closed_at),
  mismatch: mismatchOf(order),
});
