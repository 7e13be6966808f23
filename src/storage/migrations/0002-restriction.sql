-- Restriction types, restricted players, their history, and the outbox of notifications.

create table restriction_type (
  appid text not null,
  block_type integer not null check (block_type >= 1),
  type_status text not null check (type_status in ('O', 'N')),
  type_name text not null,
  type_en_name text not null,
  reasons text not null,
  created_at bigint not null,
  primary key (appid, block_type)
) /* clustered */;

create table restricted_player (
  appid text not null,
  player_id bigint not null check (player_id >= 1),
  status text not null check (status in ('P', 'B')),
  block_type integer not null,
  start_date text not null,
  end_date text not null,
  -- The period as instants; `ends_at` is null for P, which never ends.
  starts_at bigint not null,
  ends_at bigint,
  changed_at bigint not null,
  primary key (appid, player_id),
  check ((status = 'P') = (ends_at is null))
) /* clustered */;
-- Walks by end of period, of one type or of all; permanent ones have no end.
create index restricted_player_by_type on restricted_player (appid, block_type, ends_at, player_id);
create index restricted_player_by_end on restricted_player (appid, ends_at, player_id);

-- `seq` counts within the project (see change_sequence), so it orders a player's history too.
create table restriction_history (
  game_index bigint not null,
  seq bigint not null,
  appid text not null,
  player_id bigint not null,
  at bigint not null,
  action text not null check (action in ('registered', 'changed', 'released', 'expired')),
  actor_kind text not null check (actor_kind in ('key', 'client', 'console', 'admin', 'cli', 'system')),
  actor text not null,
  comment text,
  before_change text,
  after_change text,
  primary key (game_index, seq)
) /* clustered */;
create index restriction_history_by_player on restriction_history (appid, player_id, seq);

-- Every change of a project's restrictions takes its number here. The row is locked until the
-- change commits, so numbers follow commit order: a reader that has seen 7 will never meet a late 6.
create table change_sequence (
  game_index bigint not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  last_seq bigint not null,
  primary key (game_index, channel)
);
