-- Verifications that Tollgate itself failed, per app, for an alert. Written every few seconds while there are any.

-- Since when without a pause, when the last were written, and how many since then.
alter table purchase_sequence add column failing_since bigint;
alter table purchase_sequence add column failed_at bigint;
alter table purchase_sequence add column failures bigint not null default 0;

-- Which kinds there are is the program's business: another one needs no other table.
/* postgres */ alter table alert drop constraint if exists alert_kind_check;
/* sqlite */ create table alert_37 (
  game_index bigint not null,
  alert_id text not null,
  kind text not null,
  subject text not null,
  appid text,
  details text not null,
  opened_at bigint not null,
  closed_at bigint,
  acknowledged_at bigint,
  acknowledged_by text,
  primary key (game_index, alert_id)
);
/* sqlite */ insert into alert_37
  select game_index, alert_id, kind, subject, appid, details, opened_at, closed_at, acknowledged_at,
    acknowledged_by
  from alert;
/* sqlite */ drop table alert;
/* sqlite */ alter table alert_37 rename to alert;
/* sqlite */ create unique index alert_open on alert (game_index, kind, subject) where closed_at is null;
/* sqlite */ create index alert_by_end on alert (game_index, closed_at);
