// The table of verifications that were refused.
import type { Market } from './column.ts';

export interface RefusedTables {
  refused_verification: RefusedVerificationTable;
}

export interface RefusedVerificationTable {
  game_index: number;
  appid: string;
  refused_id: string;
  first_at: number;
  last_at: number;
  times: number;
  kind: 'consumable' | 'subscription';
  provider: Market;
  account_uuid: string | null;
  product_id: string | null;
  transaction_id: string | null;
  price: string | null;
  currency: string | null;
  outcome: string;
  reason: string;
  answer: string | null;
  receipt_hash: string;
}
