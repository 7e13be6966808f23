-- Subscriptions, what the markets tell by themselves, and where purchases are told of.

-- A cycle of a subscription is a purchase, too.
alter table purchase add column kind text not null default 'consumable'
  check (kind in ('consumable', 'subscription'));
-- 0 while only the market has told of it and no app server has verified it.
alter table purchase add column claimed integer not null default 1 check (claimed in (0, 1));
-- When the market said what `cancel_state` is: word of an older day does not change it.
alter table purchase add column cancel_said_at bigint;

create table subscription (
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE')),
  -- APPLE original transaction id, GOOGLE purchase token.
  subscription_id text not null,
  -- Who gets the benefits; null until an app server has verified it or the market names a uuid.
  account_uuid text,
  original_transaction_id text,
  product_id text not null,
  -- Null while it will not renew.
  auto_renew_product_id text,
  status text not null
    check (status in ('active', 'grace', 'hold', 'paused', 'expired', 'revoked')),
  expires_at bigint,
  -- Until when access goes on although the renewal failed.
  grace_until bigint,
  refunded_at bigint,
  test integer not null check (test in (0, 1)),
  -- The newest cycle: its `unique_key` among the purchases, its place, and when the market spoke of it.
  cycle_key text not null,
  cycle_at bigint not null,
  cycle_said_at bigint not null,
  -- When the market said what `status` and `auto_renew_product_id` are.
  said_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (appid, provider, subscription_id)
);
create index subscription_by_account on subscription (appid, account_uuid);

-- Notices as they came, written before they are answered.
create table market_notice (
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'PG')),
  -- Given by the market: the same notice twice is one.
  notice_id text not null,
  kind text not null,
  -- `kept`: of a kind that changes nothing here.
  state text not null check (state in ('waiting', 'applied', 'kept', 'failed')),
  body text not null,
  said_at bigint not null,
  received_at bigint not null,
  primary key (appid, provider, notice_id)
);
create index market_notice_by_time on market_notice (appid, received_at, notice_id);

-- How far a market's own list was read. Whoever reads it holds the lease.
create table market_poll (
  appid text not null,
  source text not null check (source in ('apple.history', 'google.voided', 'steam.report')),
  position bigint not null,
  -- Nobody reads the list before this moment: the next look is due, or the lease ends.
  due_at bigint not null,
  lease text,
  primary key (appid, source)
);

-- Where a project is told of its purchases, if it wants to be.
create table event_target (
  game_index bigint not null primary key,
  url text not null,
  sealed_key text not null,
  updated_at bigint not null
);
