// Rows and reports for tables of the ledger's decisions, which need no database.
import {
  createUnitOfWork,
  type Loaded,
  type UnitOfWork,
} from '../../../src/payment/ledger/unit-of-work.ts';
import type { SubscriptionState } from '../../../src/payment/markets/subscription.ts';
import type {
  CancellationTable,
  PurchaseTable,
  SubscriptionTable,
} from '../../../src/storage/schema.ts';

export const NOW = 1_000;
export const NAME = { provider: 'APPLE', unique_key: 'c1' } as const;
export const OWNER = '0a0a0a0a-0000-4000-8000-000000000001';
export const OTHER = '0b0b0b0b-0000-4000-8000-000000000002';

export const purchaseRow = (fields: Partial<PurchaseTable> = {}): PurchaseTable => ({
  game_index: 1,
  appid: 'app',
  ...NAME,
  payment_key: null,
  number: 7,
  transaction_id: 't1',
  provider_transaction_id: 'p1',
  store_transaction_id: 'st1',
  product_id: 'gems',
  quantity: 1,
  price: '9.99',
  currency: 'USD',
  cancel_state: 0,
  test: 0,
  account_uuid: OWNER,
  account_compare: 1,
  payload: null,
  price_verify_key: null,
  receipt: 'r1',
  receipt_hash: 'h1',
  market_result: null,
  purchased_at: 10,
  purchase_date_source: 'STORE_PAYMENT',
  verified_at: 20,
  request_type: 1,
  app_version: null,
  country: null,
  language: null,
  server_id: null,
  project_info: null,
  delivery: null,
  delivery_at: null,
  consumption: null,
  kind: 'consumable',
  claimed: 1,
  cancel_said_at: null,
  claimed_by: null,
  claimed_at: null,
  subscription_id: null,
  ownership: null,
  permanent: null,
  ...fields,
});

export const subscriptionRow = (fields: Partial<SubscriptionTable> = {}): SubscriptionTable => ({
  game_index: 1,
  appid: 'app',
  provider: 'APPLE',
  subscription_id: 's1',
  account_uuid: OWNER,
  original_transaction_id: 'o1',
  product_id: 'gold',
  auto_renew_product_id: 'gold',
  status: 'active',
  expires_at: 5_000,
  grace_until: null,
  refunded_at: null,
  test: 0,
  cycle_key: 'c1',
  cycle_at: 50,
  cycle_said_at: 100,
  said_at: 100,
  created_at: 200,
  updated_at: 300,
  replaces: null,
  replaced_at: null,
  replaced_by: null,
  ...fields,
});

export const cancellationRow = (fields: Partial<CancellationTable> = {}): CancellationTable => ({
  game_index: 1,
  appid: 'app',
  ...NAME,
  cause: 'refund',
  reported_at: 500,
  last_at: fields.reported_at ?? 500,
  state: 'given',
  amount: null,
  quantity: null,
  reason: null,
  received_at: 600,
  action_id: null,
  ...fields,
});

type Parts = Partial<Omit<SubscriptionState, 'cycle'>> & {
  readonly cycle?: Partial<SubscriptionState['cycle']>;
};

/** What `subscriptionRow` says, as a report of the market. */
export const stateOf = ({ cycle, ...fields }: Parts = {}): SubscriptionState => ({
  provider: 'APPLE',
  subscriptionId: 's1',
  originalTransactionId: 'o1',
  marketAccountId: null,
  replaces: null,
  test: false,
  reportedAt: 100,
  lifecycle: { status: 'active', autoRenewProductId: 'gold', graceUntil: null },
  marketResult: { status: 1 },
  ...fields,
  cycle: {
    uniqueKey: 'c1',
    storeTransactionId: 'st1',
    productId: 'gold',
    price: '9.99',
    currency: 'USD',
    purchasedAt: 50,
    expiresAt: 5_000,
    refundedAt: null,
    cancellations: [],
    place: 50,
    receipt: 'r1',
    ...cycle,
  },
});

export const openWork = (loaded: Partial<Loaded> = {}): UnitOfWork =>
  createUnitOfWork({
    appid: 'app',
    gameIndex: 1,
    now: NOW,
    claimBy: NOW + 300,
    listeners: [],
    ownRefunds: [],
    first: { number: 40, verified_at: 900 },
    purchases: [],
    cancellations: [],
    subscriptions: [],
    seenNotices: [],
    aboutErased: [],
    erased: [],
    newChains: [],
    announced: [],
    ...loaded,
  });

export const eventsOf = (work: UnitOfWork): string[] => work.events.map(({ type }) => type);
