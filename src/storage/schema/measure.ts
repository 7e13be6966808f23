// Tables of measures: rules, what they did about players, and what players owe.
import type { Int64, Market } from './column.ts';

export interface MeasureTables {
  measure_rule: MeasureRuleTable;
  measure_exempt: MeasureExemptTable;
  measure_effect: MeasureEffectTable;
  measure_cause: MeasureCauseTable;
  measure_debt: MeasureDebtTable;
  measure_account: MeasureAccountTable;
}

export interface MeasureRuleTable {
  game_index: number;
  appid: string;
  rule_id: string;
  name: string;
  state: 'watch' | 'on' | 'off';
  /** JSON. */
  definition: string;
  since: number;
  created_at: number;
  changed_at: number;
}

interface MeasureExemptTable {
  game_index: number;
  appid: string;
  rule_id: string;
  player_id: Int64;
}

export interface MeasureEffectTable {
  game_index: number;
  appid: string;
  effect_id: string;
  rule_id: string;
  rule_name: string;
  player_id: Int64;
  status: 'flagged' | 'active' | 'lifted' | 'over' | 'released';
  flag:
    | 'watch'
    | 'rule'
    | 'restricted_by_person'
    | 'same_device'
    | 'type_missing'
    | 'paid_differently'
    | null;
  step: number | null;
  block_type: number | null;
  scope: string;
  since: number;
  until: number | null;
  paid_again: 0 | 1;
  restriction_seq: number | null;
  /** JSON. */
  causes: string;
  source_effect_id: string | null;
  ended_at: number | null;
  end_reason: 'time_over' | 'paid_again' | 'undone' | 'operator' | null;
  closed_by: string | null;
  note: string | null;
}

export interface MeasureCauseTable {
  game_index: number;
  appid: string;
  rule_id: string;
  provider: Market;
  unique_key: string;
  effect_id: string;
}

export interface MeasureDebtTable {
  game_index: number;
  appid: string;
  provider: Market;
  unique_key: string;
  account_uuid: string;
  number: number;
  transaction_id: string;
  product_id: string;
  /** What was taken back; 0 of XXX when nobody knows it. */
  amount: string;
  currency: string;
  refunded_at: number;
  /** Number of the purchase that paid the last of it. */
  settled_by: number | null;
  /** So far. Null in rows of before version 35, which one purchase of any price settled. */
  paid: string | null;
}

interface MeasureAccountTable {
  game_index: number;
  appid: string;
  account_uuid: string;
  player_id: Int64 | null;
}
