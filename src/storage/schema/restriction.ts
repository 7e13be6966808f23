// Tables of restricted players, bulk jobs and notes.
import type { Generated } from 'kysely';
import type { Int64 } from './column.ts';

export interface RestrictionTables {
  restriction_type: RestrictionTypeTable;
  restricted_player: RestrictedPlayerTable;
  restriction_history: RestrictionHistoryTable;
  bulk_job: BulkJobTable;
  bulk_row: BulkRowTable;
  player_note: PlayerNoteTable;
  appeal: AppealTable;
  restricted_device: RestrictedDeviceTable;
  device_exception: DeviceExceptionTable;
}

interface RestrictionTypeTable {
  game_index: number;
  appid: string;
  block_type: number;
  type_status: 'O' | 'N';
  type_name: string;
  type_en_name: string;
  reasons: string;
  created_at: number;
  /** Whether players may appeal. */
  appeals: Generated<0 | 1>;
  /** Ready answers: JSON. */
  appeal_answers: Generated<string>;
}

export interface RestrictedPlayerTable {
  game_index: number;
  appid: string;
  player_id: Int64;
  scope: string;
  status: 'P' | 'B';
  block_type: number;
  start_date: string;
  end_date: string;
  starts_at: number;
  ends_at: number | null;
  changed_at: number;
  /** Who made it or changed it last; null where the history of an earlier release does not say. */
  actor_kind: RestrictionHistoryTable['actor_kind'] | null;
  actor: string | null;
  /** The change that began it; 0 where an earlier release made it. */
  since_seq: number;
  /** Whether there may be an open appeal. */
  appealed: 0 | 1;
  /** Whether others cannot log in on the player's devices. */
  with_devices: 0 | 1;
}

export interface RestrictionHistoryTable {
  game_index: number;
  seq: number;
  appid: string;
  player_id: Int64;
  at: number;
  action: 'registered' | 'changed' | 'released' | 'expired';
  actor_kind: 'key' | 'client' | 'console' | 'admin' | 'cli' | 'system' | 'measure' | 'consent';
  actor: string;
  comment: string | null;
  before_change: string | null;
  after_change: string | null;
  scope: string;
  /** The event of the change; one that replaced a restriction has the next number as well. */
  event_seq: number | null;
}

export interface BulkJobTable {
  game_index: number;
  job_id: string;
  appid: string;
  action: 'restrict' | 'release';
  state: 'reading' | 'ready' | 'running' | 'done';
  skip_blocked: 0 | 1;
  comment: string | null;
  actor_kind: RestrictionHistoryTable['actor_kind'];
  actor: string;
  total: number;
  position: number;
  verdicts: string;
  results: string;
  created_at: number;
  finished_at: number | null;
  undoes: string | null;
  scope: string;
  limits: string | null;
}

export interface BulkRowTable {
  game_index: number;
  job_id: string;
  number: number;
  source: string;
  player_id: Int64 | null;
  status: 'P' | 'B' | null;
  block_type: number | null;
  start_date: string | null;
  end_date: string | null;
  verdict: string;
  reason: string | null;
  result: string | null;
  seq: number | null;
}

export interface PlayerNoteTable {
  game_index: number;
  appid: string;
  player_id: Int64;
  note_id: string;
  text: string;
  author_kind: 'admin' | 'console';
  author: string;
  created_at: number;
  edited_at: number | null;
}

export interface AppealTable {
  game_index: number;
  appid: string;
  appeal_id: string;
  player_id: Int64;
  scope: string;
  /** Of the restriction, as in `restricted_player`. */
  since_seq: number;
  block_type: number;
  source: 'page' | 'app_server';
  language: string;
  text: string;
  /** `ended`: the restriction ended without a decision. */
  state: 'open' | 'released' | 'shortened' | 'upheld' | 'ended';
  created_at: number;
  opened_event: number | null;
  answer: string | null;
  decided_at: number | null;
  /** Who decided. */
  actor_kind: RestrictionHistoryTable['actor_kind'] | null;
  actor: string | null;
  decided_event: number | null;
}

interface RestrictedDeviceTable {
  game_index: number;
  appid: string;
  did: Int64;
  /** Whose restriction it is. */
  player_id: Int64;
}

export interface DeviceExceptionTable {
  game_index: number;
  appid: string;
  player_id: Int64;
  created_at: number;
  actor_kind: string;
  actor: string;
}
