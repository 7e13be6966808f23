// The table of disputes at payment gateways, with their evidence.
import type { GatewayName } from '../../base/market.ts';
import type { Int64 } from './column.ts';

export interface DisputeTables {
  dispute: DisputeTable;
}

export interface DisputeTable {
  game_index: number;
  appid: string;
  dispute_id: string;
  gateway: GatewayName;
  order_id: string;
  player_id: Int64;
  state: 'open' | 'sent' | 'won' | 'lost' | 'closed';
  /** 1: the bank only asks. */
  inquiry: 0 | 1;
  /** In the gateway's word. */
  reason: string | null;
  /** The code of the card network. */
  network_reason: string | null;
  amount: string | null;
  currency: string | null;
  opened_at: number;
  /** Until when the bank takes evidence. */
  due_at: number | null;
  decided_at: number | null;
  /** How often the bank was given evidence. */
  submissions: number;
  /** When the gateway was asked for what is stored. */
  read_at: number;
  /** JSON. */
  draft: string | null;
  /** Of the draft. */
  version: number;
  edited_at: number | null;
  edited_by: string | null;
  sending: 'unsent' | 'under_way' | 'sent' | 'refused';
  /** Names what is sent at the gateway. */
  submission_id: string | null;
  /** What was sent, or is being sent: JSON. */
  evidence: string | null;
  sent_at: number | null;
  sent_by: string | null;
  settled_at: number | null;
  refusal: string | null;
}
