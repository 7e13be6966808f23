-- Downloads of an app for which a store may report that a parent has withdrawn consent, by a hash of their id.
create table consent_download (
  game_index bigint not null,
  appid text not null,
  download text not null,
  -- Whose id it is: the app transaction of the App Store, or the install id of Google Play and Amazon.
  kind text not null check (kind in ('app_transaction', 'install')),
  state text not null check (state in ('given', 'withdrawn')),
  -- The store that said so, and when; null while none has said anything.
  provider text,
  said_at bigint,
  recorded_at bigint not null,
  primary key (game_index, appid, download)
) /* clustered */;

-- Players who have logged in from a download. `restricted`: withdrawn, and decided about with a restriction.
create table consent_link (
  game_index bigint not null,
  appid text not null,
  download text not null,
  player_id bigint not null,
  state text not null check (state in ('linked', 'withdrawn', 'restricted', 'restored')),
  linked_at bigint not null,
  changed_at bigint not null,
  primary key (game_index, appid, download, player_id)
) /* clustered */;
create index consent_link_by_player on consent_link (game_index, appid, player_id);

-- The restriction type for players whose consent was withdrawn; null: they are not restricted.
alter table app add column consent_type bigint;

-- The history has one more kind of actor.
/* postgres */ alter table restriction_history
  drop constraint restriction_history_actor_kind_check;
/* postgres */ alter table restriction_history add constraint restriction_history_actor_kind_check
  check (actor_kind in ('key', 'client', 'console', 'admin', 'cli', 'system', 'measure', 'consent'));
/* sqlite */ create table restriction_history_71 (
  game_index bigint not null,
  seq bigint not null,
  appid text not null,
  player_id bigint not null,
  at bigint not null,
  action text not null check (action in ('registered', 'changed', 'released', 'expired')),
  actor_kind text not null check (
    actor_kind in ('key', 'client', 'console', 'admin', 'cli', 'system', 'measure', 'consent')
  ),
  actor text not null,
  comment text,
  before_change text,
  after_change text,
  scope text not null default 'login',
  event_seq bigint,
  primary key (game_index, seq)
) /* clustered */;
/* sqlite */ insert into restriction_history_71
  select game_index, seq, appid, player_id, at, action, actor_kind, actor, comment, before_change,
    after_change, scope, event_seq
  from restriction_history;
/* sqlite */ drop table restriction_history;
/* sqlite */ alter table restriction_history_71 rename to restriction_history;
/* sqlite */ create index restriction_history_by_player
  on restriction_history (game_index, appid, player_id, seq);
