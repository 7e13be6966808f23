-- Replays: what a receiver has accepted is sent to it again, request by request, before anything newer.
create table outbox_replay (
  game_index bigint not null,
  replay_id text not null,
  -- The lane of the receiver.
  channel text not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  -- When the requests were accepted. Null: from the oldest on; until the replay began.
  from_at bigint,
  to_at bigint,
  -- Which events were asked for: JSON, and those about one player. Null: all.
  events text,
  appid text,
  player_id bigint,
  requests bigint not null,
  sent bigint not null,
  actor_kind text not null,
  actor text not null,
  created_at bigint not null,
  finished_at bigint,
  primary key (game_index, replay_id)
) /* clustered */;
create index outbox_replay_by_end on outbox_replay (game_index, finished_at);

-- The requests that a replay has still to send, in their order.
create table outbox_replay_request (
  game_index bigint not null,
  replay_id text not null,
  number bigint not null,
  batch_id text not null,
  primary key (game_index, replay_id, number)
) /* clustered */;

-- The replay under way: a receiver has one at a time.
alter table outbox_lane add column replay text;
-- The replay that sends this request again.
alter table outbox_batch add column replay text;
