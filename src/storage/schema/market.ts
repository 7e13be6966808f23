// Tables of subscriptions, store notifications and their jobs.
import type { Market } from './column.ts';

export interface MarketTables {
  subscription: SubscriptionTable;
  market_notice: MarketNoticeTable;
  job: JobTable;
  erasure: ErasureTable;
}

export interface SubscriptionTable {
  game_index: number;
  appid: string;
  provider: Market;
  subscription_id: string;
  account_uuid: string | null;
  original_transaction_id: string | null;
  product_id: string;
  auto_renew_product_id: string | null;
  status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked';
  expires_at: number | null;
  grace_until: number | null;
  refunded_at: number | null;
  test: 0 | 1;
  cycle_key: string;
  cycle_at: number;
  cycle_said_at: number;
  said_at: number;
  created_at: number;
  updated_at: number;
  replaces: string | null;
  /** Another one took its place; the status is `expired`. */
  replaced_at: number | null;
  /** Null while the market has not said by which. */
  replaced_by: string | null;
}

export interface MarketNoticeTable {
  game_index: number;
  appid: string;
  provider: Market;
  notice_id: string;
  kind: string;
  state: 'waiting' | 'applied' | 'kept' | 'failed';
  body: string;
  said_at: number;
  received_at: number;
  subject: string | null;
  /** The account that it names. `?`: stored by an earlier release, and not looked at. */
  account_uuid: string | null;
}

interface ErasureTable {
  game_index: number;
  appid: string;
  erasure_id: string;
}

export interface JobTable {
  game_index: number;
  appid: string;
  job_id: string;
  kind: string;
  payload: string;
  attempts: number;
  created_at: number;
  due_at: number | null;
  lease: string | null;
  last_error: string | null;
}
