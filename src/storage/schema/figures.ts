// Tables of figures.
import type { Market } from './column.ts';

export interface FigureTables {
  activity_count: ActivityCountTable;
  subscription_step: SubscriptionStepTable;
  figure_money: FigureMoneyTable;
  figure_count: FigureCountTable;
  figure_payer: FigurePayerTable;
  figure_counted: FigureCountedTable;
  figure_rate: FigureRateTable;
}

export interface SubscriptionStepTable {
  game_index: number;
  appid: string;
  provider: Market;
  subscription_id: string;
  at: number;
  cycle_key: string;
  status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked';
  renews: 0 | 1 | null;
  expires_at: number | null;
  grace_until: number | null;
  /** Another subscription took its place: `expired` is no end. */
  replaced: 1 | null;
}

export interface FigureMoneyTable {
  game_index: number;
  appid: string;
  dimension: 'total' | 'market' | 'product' | 'country' | 'test';
  grain: 'hour' | 'day' | 'week' | 'month';
  value: string;
  bucket: number;
  currency: string;
  purchases: number | bigint;
  gross: number | bigint;
  refunds: number | bigint;
  refunded: number | bigint;
  disputes: number | bigint;
  disputed: number | bigint;
  cancelled: number | bigint;
}

export interface FigureCountTable {
  game_index: number;
  appid: string;
  metric: string;
  grain: 'hour' | 'day' | 'week' | 'month';
  bucket: number;
  detail: string;
  currency: string;
  amount: number | bigint;
}

export interface FigurePayerTable {
  game_index: number;
  appid: string;
  account_uuid: string;
  day: number;
  purchases: number;
  /** JSON: by currency, how many of them. */
  currencies: string;
}

export interface FigureCountedTable {
  game_index: number;
  appid: string;
  provider: Market;
  kind: 'purchase' | 'subscription';
  subject: string;
  /** JSON. */
  facts: string;
}

export interface FigureRateTable {
  game_index: number;
  reporting: string;
  currency: string;
  day: string;
  rate: string;
}

/** What no ledger records, and current totals. */
export interface ActivityCountTable {
  game_index: number;
  appid: string;
  grain: 'hour' | 'day' | 'now';
  bucket: number;
  metric: string;
  detail: string;
  amount: number | bigint;
}
