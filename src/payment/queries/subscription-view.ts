// Subscription schemas for operators: list entries and details with cycles.
import { Type } from 'typebox';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import { statusOf } from '../ledger/subscription-state.ts';
import { SUBSCRIPTION_MARKETS } from '../markets/markets.ts';
import { SUBSCRIPTION_STATUSES } from '../markets/subscription.ts';
import type { SubscriptionRecord } from './details.ts';
import {
  PURCHASE_EXAMPLE,
  PurchaseRecordView,
  PurchaseView,
  viewPurchase,
} from './purchase-view.ts';

export const SubscriptionProvider = Type.Enum(SUBSCRIPTION_MARKETS);

const Text = Type.String();
export const SubscriptionView = namedObject('Subscription', {
  provider: SubscriptionProvider,
  subscription_id: Text,
  original_transaction_id: orNull(Text),
  account_uuid: orNull(
    Text,
    'Null until an app server verifies it or the market names an account.',
  ),
  product_id: Text,
  auto_renew_product_id: orNull(Text, 'Null if it does not renew.'),
  status: Type.Enum([...SUBSCRIPTION_STATUSES]),
  expires_at: orNull(Text),
  grace_until: orNull(Text),
  refunded_at: orNull(Text),
  test: Type.Boolean(),
  created_at: Text,
  updated_at: Text,
  replaces: orNull(Text, '`subscription_id` of the one whose place it took.'),
  replaced_by: orNull(Text, '`subscription_id` of the one that took its place.'),
});
export type SubscriptionView = Type.Static<typeof SubscriptionView>;

export const SUBSCRIPTION_EXAMPLE: SubscriptionView = {
  provider: 'APPLE',
  subscription_id: '370000000000001',
  original_transaction_id: '370000000000001',
  account_uuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  product_id: 'vip.monthly',
  auto_renew_product_id: 'vip.monthly',
  status: 'active',
  expires_at: '2026-12-15T12:00:00.000Z',
  grace_until: null,
  refunded_at: null,
  test: false,
  created_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:00.000Z',
  replaces: null,
  replaced_by: null,
};

export const SubscriptionRecordView = namedObject(
  'SubscriptionRecord',
  {
    ...SubscriptionView.properties,
    player_id: PurchaseRecordView.properties.player_id,
    cycles: Type.Array(PurchaseView, { description: 'Newest first.' }),
  },
  {
    examples: [
      {
        ...SUBSCRIPTION_EXAMPLE,
        player_id: 20001,
        cycles: [
          {
            ...PURCHASE_EXAMPLE,
            service_transaction_id: PURCHASE_EXAMPLE.transaction_id,
            kind: 'subscription',
            product_id: 'vip.monthly',
            delivery: null,
          },
        ],
      },
    ],
  },
);
export type SubscriptionRecordView = Type.Static<typeof SubscriptionRecordView>;

export const viewSubscription = (row: SubscriptionTable): SubscriptionView => ({
  provider: row.provider,
  subscription_id: row.subscription_id,
  original_transaction_id: row.original_transaction_id,
  account_uuid: row.account_uuid,
  product_id: row.product_id,
  auto_renew_product_id: row.auto_renew_product_id,
  status: statusOf(row),
  expires_at: isoTimeOrNull(row.expires_at),
  grace_until: isoTimeOrNull(row.grace_until),
  refunded_at: isoTimeOrNull(row.refunded_at),
  test: row.test === 1,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
  replaces: row.replaces,
  replaced_by: row.replaced_by,
});

export const viewSubscriptionRecord = ({
  subscription,
  playerId,
  cycles,
}: SubscriptionRecord): SubscriptionRecordView => ({
  ...viewSubscription(subscription),
  player_id: playerId,
  cycles: cycles.map(viewPurchase),
});
