-- What was paid again is counted by amount, several purchases may add up, and one may pay several debts.

-- Exact decimal text; null in rows of before: a debt that was settled then stays so while its payment stands.
-- `amount` is 0 and `currency` XXX when nobody knows the price of the refunded purchase.
alter table measure_debt add column paid text;
drop index measure_debt_by_payment;

-- One more reason to flag a player: a purchase that was meant to pay, but does not.
/* postgres */ alter table measure_effect drop constraint measure_effect_flag_check;
/* postgres */ alter table measure_effect add constraint measure_effect_flag_check check (flag in
  ('watch', 'rule', 'restricted_by_person', 'same_device', 'type_missing', 'paid_differently'));
/* sqlite */ create table measure_effect_35 (
  game_index bigint not null,
  appid text not null,
  effect_id text not null,
  rule_id text not null,
  rule_name text not null,
  player_id bigint not null,
  status text not null check (status in ('flagged', 'active', 'lifted', 'over', 'released')),
  flag text check (flag in
    ('watch', 'rule', 'restricted_by_person', 'same_device', 'type_missing', 'paid_differently')),
  step integer,
  block_type integer,
  since bigint not null,
  until bigint,
  paid_again integer not null check (paid_again in (0, 1)),
  restriction_seq bigint,
  causes text not null,
  source_effect_id text,
  ended_at bigint,
  end_reason text check (end_reason in ('time_over', 'paid_again', 'undone', 'operator')),
  closed_by text,
  note text,
  primary key (game_index, appid, effect_id)
);
/* sqlite */ insert into measure_effect_35
  select game_index, appid, effect_id, rule_id, rule_name, player_id, status, flag, step, block_type,
    since, until, paid_again, restriction_seq, causes, source_effect_id, ended_at, end_reason,
    closed_by, note
  from measure_effect;
/* sqlite */ drop table measure_effect;
/* sqlite */ alter table measure_effect_35 rename to measure_effect;
/* sqlite */ create index measure_effect_by_player
  on measure_effect (game_index, appid, player_id, effect_id);
/* sqlite */ create index measure_effect_by_rule
  on measure_effect (game_index, appid, rule_id, effect_id);
/* sqlite */ create index measure_effect_by_status
  on measure_effect (game_index, appid, status, effect_id);
/* sqlite */ create index measure_effect_by_ended_at
  on measure_effect (game_index, appid, ended_at) where ended_at is not null;
/* sqlite */ create index measure_effect_by_end on measure_effect (until) where status = 'active';
/* sqlite */ create unique index measure_effect_by_device
  on measure_effect (game_index, appid, source_effect_id, player_id)
  where source_effect_id is not null;
