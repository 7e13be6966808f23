// Tables of purchases and orders.
import type { Generated } from 'kysely';
import type { GatewayName } from '../../base/market.ts';
import type { Int64, Market } from './column.ts';

export interface PurchaseTables {
  purchase: StoredPurchaseTable;
  certificate_chain: CertificateChainTable;
  purchase_sequence: PurchaseSequenceTable;
  purchase_order: OrderTable;
  external_report: ExternalReportTable;
  purchase_change: PurchaseChangeTable;
  feed_position: FeedPositionTable;
  purchase_trail: PurchaseTrailTable;
  purchase_cancellation: CancellationTable;
  product_grant: ProductGrantTable;
  market_action: MarketActionTable;
}

/** What operators had a market do after a sale. */
export interface MarketActionTable {
  game_index: number;
  appid: string;
  action_id: string;
  provider: Market;
  kind: 'refund' | 'cancel' | 'extend' | 'defer';
  /** The payment of a purchase, or the id of a subscription. */
  subject: string;
  /** The purchase, or the newest cycle of the subscription. */
  unique_key: string;
  subscription_id: string | null;
  service_transaction_id: string;
  product_id: string;
  account_uuid: string | null;
  /** What leaves at most. */
  amount: string | null;
  currency: string | null;
  /** JSON: the action. */
  wanted: string;
  /** JSON: what the market said before it. */
  sale_state: string;
  reason: string;
  idempotency_key: string;
  state:
    | 'waiting'
    | 'intended'
    | 'sent'
    | 'accepted'
    | 'done'
    | 'rejected'
    | 'declined'
    | 'withdrawn';
  requested_at: number;
  actor_kind: string;
  actor: string;
  decided_at: number | null;
  decided_kind: string | null;
  decided_by: string | null;
  sent_at: number | null;
  attempts: number;
  ended_at: number | null;
  answer: string | null;
}

/** What operators gave to an account. */
export interface ProductGrantTable {
  game_index: number;
  appid: string;
  account_uuid: string;
  grant_id: string;
  product_id: string;
  reason: string;
  granted_by: string;
  granted_at: number;
  ends_at: number | null;
  revoked_at: number | null;
}

export interface PurchaseTable {
  game_index: number;
  appid: string;
  provider: Market;
  unique_key: string;
  /** The payment behind it, where that is not the unique key: an order of several, a restored purchase. */
  payment_key: string | null;
  number: number;
  transaction_id: string;
  /** Named as in the result of a verification; `store_transaction_id` of the admin API. */
  provider_transaction_id: string;
  /** Named as in the result of a verification; `market_transaction_id` of the admin API. */
  store_transaction_id: string | null;
  product_id: string;
  quantity: number;
  price: string | null;
  currency: string | null;
  cancel_state: 0 | 1;
  test: 0 | 1;
  account_uuid: string;
  account_compare: 1 | 2 | 9;
  payload: string | null;
  price_verify_key: string | null;
  receipt: string;
  receipt_hash: string;
  market_result: string | null;
  purchased_at: number | null;
  purchase_date_source: 'STORE_PAYMENT' | 'PAYMENT_CONFIRMED' | 'ORDER_CREATED' | 'VERIFIED';
  verified_at: number;
  request_type: 1 | 2;
  app_version: string | null;
  country: string | null;
  language: string | null;
  server_id: string | null;
  project_info: string | null;
  delivery: 1 | 2 | 3 | null;
  delivery_at: number | null;
  /** In thousandths of a percent, as the game has reported it. */
  consumption: number | null;
  kind: 'consumable' | 'subscription';
  claimed: 0 | 1;
  cancel_said_at: number | null;
  claimed_by: string | null;
  claimed_at: number | null;
  subscription_id: string | null;
  /** Null: bought. What a family member shares costs nothing and counts as no sale. */
  ownership: 'FAMILY_SHARED' | null;
  /** 1: the market says that it is bought once and kept. */
  permanent: 1 | null;
}

/** The row; `receipt` and `market_result` are shortened where there is a chain. */
export interface StoredPurchaseTable extends PurchaseTable {
  chain_hash: string | null;
}

interface CertificateChainTable {
  game_index: number;
  chain_hash: string;
  certificates: string;
}

interface PurchaseSequenceTable {
  game_index: number;
  appid: string;
  next_number: number;
  last_verified_at: number;
  failing_since: Generated<number | null>;
  failed_at: Generated<number | null>;
  failures: Generated<number>;
}

export interface OrderTable {
  game_index: number;
  appid: string;
  order_id: string;
  provider: Market;
  state: 'open' | 'charging' | 'paid' | 'failed';
  player_id: Int64;
  account_uuid: string;
  product_id: string;
  quantity: number;
  amount: string;
  currency: string;
  payload: string | null;
  price_verify_key: string | null;
  steam_id: string | null;
  gateway: GatewayName | null;
  gateway_reference: string | null;
  /** `market_transaction_id` of the admin API. */
  store_transaction_id: string | null;
  charge_attempts: number;
  charging_since: number | null;
  created_at: number;
  paid_at: number | null;
  closed_at: number | null;
  /** JSON: a payment that differs from the order. */
  mismatch: string | null;
  /** Null once that payment is refunded. */
  mismatch_since: number | null;
  /** Decimal text: the tax within what was paid. */
  tax: string | null;
  /** Of the buyer, in two letters. */
  tax_country: string | null;
  /** The store whose app the buyer came from, which the sale is reported to. */
  external_market: ExternalMarket | null;
  /** What identifies the visit at that store. */
  external_token: string | null;
  external_token_at: number | null;
}

export type ExternalMarket = 'APPLE' | 'GOOGLE';

/** What a store is told of a sale outside of it. */
export interface ExternalReportTable {
  game_index: number;
  appid: string;
  report_id: string;
  market: ExternalMarket;
  kind: 'sale' | 'refund' | 'correction' | 'no_sale' | 'unrecognized' | 'duplicate';
  /** The order; the token where there is no sale. */
  subject: string;
  position: number;
  token: string;
  /** `corrected`: a later report takes its place. `closed`: settled without Tollgate. */
  state: 'due' | 'sent' | 'refused' | 'corrected' | 'closed';
  /** Of a correction: the line that it corrects. */
  line_id: string;
  /** 1: a correction that takes the line back. */
  is_void: 0 | 1;
  currency: string | null;
  /** In thousandths, as `tax`; null while something of the report is not known. */
  amount: number | null;
  tax: number | null;
  tax_country: string | null;
  /** Null where the price is in the currency. */
  rate: string | null;
  happened_at: number;
  report_by: number;
  created_at: number;
  sent_at: number | null;
  /** JSON. */
  body: string | null;
  refusal: string | null;
}

export interface PurchaseTrailTable {
  game_index: number;
  appid: string;
  provider: Market;
  subject: string;
  kind: string;
  reference: string;
  at: number;
  /** JSON. */
  details: string | null;
}

export interface CancellationTable {
  game_index: number;
  appid: string;
  provider: Market;
  unique_key: string;
  /** `refund`, or `dispute` and the market's id of it. */
  cause: string;
  /** First report of this state, by the market's clock. */
  reported_at: number;
  /** Newest report of the same state. */
  last_at: number;
  state: 'pending' | 'partial' | 'given' | 'restored' | 'open' | 'won' | 'lost';
  /** Refunded so far, or disputed; in the currency of the purchase. */
  amount: string | null;
  quantity: number | null;
  /** In the market's own words. */
  reason: string | null;
  received_at: number;
  /** The action of ours that a refund is the result of. */
  action_id: string | null;
}

/** The feed of changes. New purchases are found by their own numbers, which are of the same sequence. */
export interface PurchaseChangeTable {
  game_index: number;
  appid: string;
  number: number;
  at: number;
  /** Empty for an account. */
  provider: Market | '';
  kind: 'purchase' | 'subscription' | 'account';
  subject: string;
}

/** How far a consumer has followed an app. */
export interface FeedPositionTable {
  game_index: number;
  appid: string;
  consumer: 'figures' | 'measures' | 'payments' | 'restrictions';
  number: number;
  version: number;
  /** Of the figures: the version of the facts in the sums, and their time zone. */
  facts: number;
  time_zone: string;
}
