-- Measures: rules of an app that answer a refund with a restriction or a flag, and what players owe.

create table measure_rule (
  game_index bigint not null,
  appid text not null,
  -- Ordered by time.
  rule_id text not null,
  name text not null,
  -- `watch` only flags.
  state text not null check (state in ('watch', 'on', 'off')),
  -- When, unless, measure and until, as JSON.
  definition text not null,
  -- Causes of before are not looked at.
  since bigint not null,
  created_at bigint not null,
  changed_at bigint not null,
  primary key (game_index, appid, rule_id)
);
create unique index measure_rule_by_name on measure_rule (game_index, appid, name);

-- Players that a rule leaves alone.
create table measure_exempt (
  game_index bigint not null,
  appid text not null,
  rule_id text not null,
  player_id bigint not null,
  primary key (game_index, appid, rule_id, player_id)
) /* clustered */;

-- What a rule did about a player: a restriction, or a flag for people to look at.
create table measure_effect (
  game_index bigint not null,
  appid text not null,
  -- Ordered by time.
  effect_id text not null,
  rule_id text not null,
  rule_name text not null,
  player_id bigint not null,
  status text not null check (status in ('flagged', 'active', 'lifted', 'over', 'released')),
  -- Why it is only a flag; null for a restriction.
  flag text check (flag in ('watch', 'rule', 'restricted_by_person', 'same_device', 'type_missing')),
  -- Of the escalation, from 1; null for a flag.
  step integer,
  block_type integer,
  since bigint not null,
  -- Null: permanent, or a flag.
  until bigint,
  paid_again integer not null check (paid_again in (0, 1)),
  -- The number of the restriction in the history.
  restriction_seq bigint,
  -- The purchases behind it, as JSON.
  causes text not null,
  -- The effect on a player with the same device.
  source_effect_id text,
  ended_at bigint,
  end_reason text check (end_reason in ('time_over', 'paid_again', 'undone', 'operator')),
  closed_by text,
  note text,
  primary key (game_index, appid, effect_id)
);
create index measure_effect_by_player on measure_effect (game_index, appid, player_id, effect_id);
create index measure_effect_by_rule on measure_effect (game_index, appid, rule_id, effect_id);
create index measure_effect_by_status on measure_effect (game_index, appid, status, effect_id);
create index measure_effect_by_ended_at on measure_effect (game_index, appid, ended_at)
  where ended_at is not null;
create index measure_effect_by_end on measure_effect (until) where status = 'active';
create unique index measure_effect_by_device
  on measure_effect (game_index, appid, source_effect_id, player_id)
  where source_effect_id is not null;

-- A purchase has one consequence of a rule, whatever is repeated.
create table measure_cause (
  game_index bigint not null,
  appid text not null,
  rule_id text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  unique_key text not null,
  effect_id text not null,
  primary key (game_index, appid, rule_id, provider, unique_key)
) /* clustered */;

-- What was refunded although the goods had been delivered.
create table measure_debt (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  unique_key text not null,
  account_uuid text not null,
  number bigint not null,
  transaction_id text not null,
  product_id text not null,
  -- Exact decimal text.
  amount text not null,
  currency text not null,
  refunded_at bigint not null,
  -- Number of the purchase that paid it again.
  settled_by bigint,
  primary key (game_index, appid, provider, unique_key)
);
create index measure_debt_by_account on measure_debt (game_index, appid, account_uuid);
create unique index measure_debt_by_payment on measure_debt (game_index, appid, settled_by)
  where settled_by is not null;

-- Accounts whose purchases have changed, until the consequences are drawn.
create table measure_mark (
  game_index bigint not null,
  appid text not null,
  -- Ordered by time.
  mark_id text not null,
  account_uuid text not null,
  -- Where it is known.
  player_id bigint,
  primary key (game_index, appid, mark_id)
) /* clustered */;

-- Accounts that no login has linked: the player is known once they log in again.
create table measure_account (
  game_index bigint not null,
  appid text not null,
  account_uuid text not null,
  player_id bigint,
  primary key (game_index, appid, account_uuid)
) /* clustered */;

-- Apps with open debts or restrictions by measures: how far purchases and the history are looked at.
create table measure_position (
  game_index bigint not null,
  appid text not null,
  -- Of the last purchase.
  number bigint not null,
  -- Of the last entry in the history of the project.
  seq bigint not null,
  primary key (game_index, appid)
);

-- The history has one more kind of actor.
/* postgres */ alter table restriction_history
  drop constraint restriction_history_actor_kind_check;
/* postgres */ alter table restriction_history add constraint restriction_history_actor_kind_check
  check (actor_kind in ('key', 'client', 'console', 'admin', 'cli', 'system', 'measure'));
/* sqlite */ create table restriction_history_31 (
  game_index bigint not null,
  seq bigint not null,
  appid text not null,
  player_id bigint not null,
  at bigint not null,
  action text not null check (action in ('registered', 'changed', 'released', 'expired')),
  actor_kind text not null
    check (actor_kind in ('key', 'client', 'console', 'admin', 'cli', 'system', 'measure')),
  actor text not null,
  comment text,
  before_change text,
  after_change text,
  primary key (game_index, seq)
) /* clustered */;
/* sqlite */ insert into restriction_history_31
  select game_index, seq, appid, player_id, at, action, actor_kind, actor, comment, before_change,
    after_change
  from restriction_history;
/* sqlite */ drop table restriction_history;
/* sqlite */ alter table restriction_history_31 rename to restriction_history;
/* sqlite */ create index restriction_history_by_player
  on restriction_history (game_index, appid, player_id, seq);
