-- Appeals of restricted players, where the type of their restriction allows them.
alter table restriction_type add column appeals integer not null default 0
  check (appeals in (0, 1));
-- How the project treats them: JSON.
alter table project add column appeals text not null default '{}';
-- The change that began the restriction; 0 where an earlier release made it.
alter table restricted_player add column since_seq bigint not null default 0;
-- Whether there may be an open appeal.
alter table restricted_player add column appealed integer not null default 0
  check (appealed in (0, 1));

create table appeal (
  game_index bigint not null,
  appid text not null,
  appeal_id text not null,
  player_id bigint not null,
  scope text not null,
  since_seq bigint not null,
  block_type integer not null,
  source text not null check (source in ('page', 'app_server')),
  language text not null,
  text text not null,
  -- `ended`: the restriction ended without a decision.
  state text not null check (state in ('open', 'released', 'shortened', 'upheld', 'ended')),
  created_at bigint not null,
  opened_event bigint,
  answer text,
  decided_at bigint,
  -- Who decided.
  actor_kind text,
  actor text,
  decided_event bigint,
  primary key (game_index, appeal_id),
  check ((state = 'open') = (decided_at is null))
);
create unique index appeal_open on appeal (game_index, appid, player_id, scope)
  where state = 'open';
create index appeal_by_player on appeal (game_index, player_id, appid);
create index appeal_by_state on appeal (game_index, appid, state, appeal_id);
