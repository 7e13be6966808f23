-- Honest states of markets, alerts with their channels, and invitations by e-mail.

-- Written only when the state changes. `refusal` is what a check found, as JSON; `refused_call` is the call
-- whose success ends the refusal (empty: any call). `failing_since` is set while no call gets an answer.
alter table market_setting add column refused_since bigint;
alter table market_setting add column refused_at bigint;
alter table market_setting add column refused_call text;
alter table market_setting add column refusal text;
alter table market_setting add column failing_since bigint;

-- One row from the opening to the end of a condition; old ones are deleted.
create table alert (
  game_index bigint not null,
  -- Ordered by time.
  alert_id text not null,
  kind text not null check (kind in ('dead_letters', 'credentials_refused', 'market_down', 'refund_spike',
    'expiring', 'verification_failures')),
  -- What the condition is about, within its kind.
  subject text not null,
  appid text,
  -- JSON.
  details text not null,
  opened_at bigint not null,
  closed_at bigint,
  acknowledged_at bigint,
  acknowledged_by text,
  primary key (game_index, alert_id)
);
create unique index alert_open on alert (game_index, kind, subject) where closed_at is null;
create index alert_by_end on alert (game_index, closed_at);

-- Where a project's alerts are sent.
create table alert_channel (
  game_index bigint not null,
  channel_id text not null,
  kind text not null check (kind in ('email', 'slack', 'discord')),
  -- An address or a URL, which is a secret.
  sealed_target text not null,
  hint text not null,
  language text not null check (language in ('en', 'ko')),
  created_at bigint not null,
  created_by text not null,
  -- The last message that could not be sent; null once one was.
  failed_at bigint,
  failure text,
  primary key (game_index, channel_id)
);

-- Thresholds that a project has changed, as JSON.
create table alert_setting (
  game_index bigint primary key,
  settings text not null
);

-- Whose conditions are due, as in `retention`.
create table alert_turn (
  game_index bigint primary key,
  due_at bigint not null,
  lease text
);

alter table invitation add column language text;
alter table invitation add column mailed_at bigint;
alter table invitation add column mail_failure text;
