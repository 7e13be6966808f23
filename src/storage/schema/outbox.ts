// Tables of messages to game servers and app servers, and their receivers.
import type { Generated } from 'kysely';

export interface OutboxTables {
  receiver: ReceiverTable;
  change_sequence: ChangeSequenceTable;
  outbox: OutboxTable;
  outbox_lane: OutboxLaneTable;
  outbox_batch: OutboxBatchTable;
  outbox_dead: OutboxDeadTable;
  outbox_attempt: OutboxAttemptTable;
  outbox_sent: OutboxSentTable;
  outbox_again: OutboxAgainTable;
  outbox_replay: OutboxReplayTable;
  outbox_replay_request: OutboxReplayRequestTable;
}

export type Channel = 'restriction' | 'purchase';

/** The lane of a receiver: of the first one of a channel, or of another by its name. */
export type LaneName = Channel | `${Channel}:${string}`;

export interface ReceiverTable {
  game_index: number;
  channel: LaneName;
  url: string;
  sealed_key: string;
  updated_at: number;
  sealed_old_key: string | null;
  old_key_ends_at: number | null;
  sealed_bearer: string | null;
  /** Whether events about restrictions are sent, too. */
  restriction_events: 0 | 1;
  /** JSON; null: everything. */
  filter: string | null;
}

interface ChangeSequenceTable {
  game_index: number;
  channel: Channel;
  last_seq: number;
  /** Of restrictions: up to here they are in the figures. */
  counted_seq: Generated<number>;
}

export interface OutboxTable {
  game_index: number;
  channel: LaneName;
  seq: number;
  subject: string;
  payload: string;
  traceparent: string | null;
  created_at: number;
  appid: string | null;
}

interface OutboxLaneTable {
  game_index: number;
  channel: LaneName;
  due_at: number;
  lease: string | null;
  paused: 0 | 1;
  /** The replay under way. */
  replay: Generated<string | null>;
}

export interface OutboxBatchTable {
  game_index: number;
  batch_id: string;
  channel: LaneName;
  state: 'pending' | 'refused' | 'dead';
  first_seq: number;
  last_seq: number;
  url: string;
  body: string;
  message_count: number;
  attempts: number;
  traceparent: string | null;
  created_at: number;
  died_at: number | null;
  due_at: number;
  subject: string | null;
  /** The replay that sends this request again. */
  replay: string | null;
}

interface OutboxDeadTable {
  game_index: number;
  batch_id: string;
  seq: number;
  subject: string;
  payload: string;
  traceparent: string | null;
  appid: string | null;
}

export interface OutboxAttemptTable {
  game_index: number;
  channel: LaneName;
  at: number;
  first_seq: number;
  number: number;
  batch_id: string;
  message_count: number;
  result: 'delivered' | 'result_code' | 'status' | 'answer' | 'network' | 'address' | 'superseded';
  status: number | null;
  result_code: number | null;
  duration_ms: number;
  answer: string | null;
  error: string | null;
  /** JSON. */
  answer_headers: string | null;
}

export interface OutboxSentTable {
  game_index: number;
  batch_id: string;
  channel: LaneName;
  first_seq: number;
  last_seq: number;
  sent_at: number;
  url: string;
  /** Deflated, in base64. */
  body: string;
}

export interface OutboxAgainTable {
  game_index: number;
  channel: Channel;
  subject: string;
  seq: number;
  appid: string | null;
  at: number;
}

export interface OutboxReplayTable {
  game_index: number;
  replay_id: string;
  channel: LaneName;
  state: 'running' | 'done' | 'cancelled' | 'failed';
  from_at: number | null;
  to_at: number | null;
  /** JSON. */
  events: string | null;
  appid: string | null;
  player_id: bigint | null;
  requests: number;
  sent: number;
  actor_kind: string;
  actor: string;
  created_at: number;
  finished_at: number | null;
}

interface OutboxReplayRequestTable {
  game_index: number;
  replay_id: string;
  number: number;
  batch_id: string;
}
