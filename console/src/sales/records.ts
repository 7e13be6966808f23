// What the admin API tells about purchases, subscriptions and the markets' notices.
import type { Id } from '../api.ts';

export const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const;
export type Market = (typeof MARKETS)[number];

export interface Purchase {
  readonly service_transaction_id: string;
  readonly transaction_id: string;
  /** `subscription`: one paid period of it. */
  readonly kind: 'consumable' | 'subscription';
  readonly provider: Market;
  readonly store_transaction_id: string;
  readonly product_id: string;
  readonly quantity: number;
  /** Exact decimal text. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly purchased_at: string | null;
  readonly verified_at: string;
  readonly state: 'valid' | 'refunded';
  readonly refunded_at: string | null;
  readonly test: boolean;
  readonly account_uuid: string;
  readonly server_id: string | null;
  readonly delivery: 'delivered' | 'cancelled' | 'clawed_back' | null;
}

export interface PurchaseRecord extends Purchase {
  readonly market_transaction_id: string | null;
  readonly purchase_date_source: string;
  readonly account_compare: 'match' | 'mismatch' | 'unknown';
  readonly player_id: Id | null;
  readonly claimed: boolean;
  readonly claimed_at: string | null;
  readonly client_id: string | null;
  readonly request_type: 1 | 2;
  readonly app_version: string | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly payload: string | null;
  readonly price_verify_key: string | null;
  readonly project_info: object | null;
  readonly receipt: string;
  readonly market_result: object | null;
  readonly delivery_at: string | null;
  readonly repeats: {
    readonly count: number;
    readonly first_at: string;
    readonly last_at: string;
  } | null;
  readonly subscription_id: string | null;
  readonly order: Order | null;
}

export interface Order {
  readonly order_id: string;
  readonly state: 'open' | 'charging' | 'paid' | 'failed';
  readonly player_id: Id;
  readonly amount: string;
  readonly currency: string;
  readonly gateway: 'STRIPE' | 'PORTONE' | null;
  readonly steam_id: string | null;
  readonly opened_at: string;
  readonly paid_at: string | null;
  readonly closed_at: string | null;
}

export interface Subscription {
  readonly provider: 'APPLE' | 'GOOGLE';
  readonly subscription_id: string;
  readonly original_transaction_id: string | null;
  readonly account_uuid: string | null;
  readonly product_id: string;
  /** Null while it will not renew. */
  readonly auto_renew_product_id: string | null;
  readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked';
  readonly expires_at: string | null;
  readonly grace_until: string | null;
  readonly refunded_at: string | null;
  readonly test: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Cycle extends Purchase {
  /** Whether an app server has verified it. */
  readonly claimed: boolean;
}

export interface SubscriptionRecord extends Subscription {
  readonly player_id: Id | null;
  readonly cycles: readonly Cycle[];
}

export interface TimelineEntry {
  readonly at: string;
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;
}
