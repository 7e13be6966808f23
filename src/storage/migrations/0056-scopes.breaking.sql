-- A restriction has a scope: the login, or a feature of the game. A player has one of each.
-- Breaking: an earlier release would keep a player out who is only restricted in a feature.
/* postgres */ set local statement_timeout = 0;

/* postgres */ alter table restricted_player add column scope text not null default 'login';
/* postgres */ alter table restricted_player drop constraint restricted_player_21_pkey;
/* postgres */ alter table restricted_player add constraint restricted_player_pkey
  primary key (game_index, appid, player_id, scope);
/* postgres */ drop index restricted_player_by_end;
/* postgres */ drop index restricted_player_by_change;

/* sqlite */ create table restricted_player_56 (
  game_index bigint not null,
  appid text not null,
  player_id bigint not null check (player_id >= 1),
  scope text not null default 'login',
  status text not null check (status in ('P', 'B')),
  block_type integer not null,
  start_date text not null,
  end_date text not null,
  starts_at bigint not null,
  ends_at bigint,
  changed_at bigint not null,
  -- Who made it or changed it last.
  actor_kind text,
  actor text,
  primary key (game_index, appid, player_id, scope),
  check ((status = 'P') = (ends_at is null))
) /* clustered */;
/* sqlite */ insert into restricted_player_56
  select game_index, appid, player_id, 'login', status, block_type, start_date, end_date, starts_at,
    ends_at, changed_at, actor_kind, actor
  from restricted_player;
/* sqlite */ drop table restricted_player;
/* sqlite */ alter table restricted_player_56 rename to restricted_player;
-- A type is used by all scopes, and its soonest end is that of any of them.
/* sqlite */ create index restricted_player_by_type
  on restricted_player (game_index, appid, block_type, ends_at, player_id);

create index restricted_player_by_end
  on restricted_player (game_index, appid, scope, ends_at, player_id);
create index restricted_player_by_change
  on restricted_player (game_index, appid, scope, changed_at, player_id);

alter table restriction_history add column scope text not null default 'login';
alter table bulk_job add column scope text not null default 'login';
alter table measure_effect add column scope text not null default 'login';
-- Scopes of the project's own, with their names: JSON.
alter table project add column scopes text not null default '[]';
