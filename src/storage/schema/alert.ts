// Tables of alerts: what was wrong, and where it is sent.

export interface AlertTables {
  alert: AlertTable;
  alert_channel: AlertChannelTable;
  alert_setting: AlertSettingTable;
}

export type AlertKind =
  | 'dead_letters'
  | 'credentials_refused'
  | 'market_down'
  | 'refund_spike'
  | 'expiring'
  | 'verification_failures'
  | 'internal_errors'
  | 'payment_mismatch'
  | 'certificate_status'
  | 'rule_without_type'
  | 'appeals_waiting'
  | 'disputes_due'
  | 'external_reports'
  | 'consent_unlinked'
  | 'actions_stuck';

export interface AlertTable {
  game_index: number;
  alert_id: string;
  kind: AlertKind;
  subject: string;
  appid: string | null;
  /** JSON. */
  details: string;
  opened_at: number;
  closed_at: number | null;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
}

export interface AlertChannelTable {
  game_index: number;
  channel_id: string;
  kind: 'email' | 'slack' | 'discord';
  sealed_target: string;
  hint: string;
  language: 'en' | 'ko';
  created_at: number;
  created_by: string;
  failed_at: number | null;
  failure: string | null;
}

interface AlertSettingTable {
  game_index: number;
  /** JSON. */
  settings: string;
}
