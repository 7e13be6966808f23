-- Figures: sums of what the ledger has recorded, kept up by a follower.

-- The subscription that it replaced or took up again.
alter table subscription add column replaces text;
create index subscription_by_replaced on subscription (game_index, appid, replaces)
  where replaces is not null;

-- What the market said about a subscription over time; `subscription` has only the newest.
create table subscription_step (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE')),
  subscription_id text not null,
  -- By the market's clock.
  at bigint not null,
  cycle_key text not null,
  status text not null
    check (status in ('active', 'grace', 'hold', 'paused', 'expired', 'revoked')),
  -- Null while the market has not said it.
  renews integer check (renews in (0, 1)),
  expires_at bigint,
  grace_until bigint,
  primary key (game_index, appid, provider, subscription_id, at, cycle_key)
) /* clustered */;

-- Records that have changed and are not followed yet. New purchases are found by their numbers.
create table figure_mark (
  game_index bigint not null,
  appid text not null,
  mark_id text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  kind text not null check (kind in ('purchase', 'subscription')),
  -- The purchase's `unique_key`, or the id of the subscription.
  subject text not null,
  primary key (game_index, appid, mark_id)
) /* clustered */;

-- How far an app is followed, and who follows it.
create table figure_position (
  game_index bigint not null,
  appid text not null,
  -- Of the last purchase that is followed.
  number bigint not null,
  -- Grows with every change of the sums, so that none is written twice.
  version bigint not null,
  -- Of all sums. With another one they are made anew.
  time_zone text not null,
  -- Nobody follows before this moment: the lease ends.
  due_at bigint not null,
  lease text,
  primary key (game_index, appid)
);

-- Amounts are in the smallest unit of the currency.
create table figure_money (
  game_index bigint not null,
  appid text not null,
  dimension text not null check (dimension in ('total', 'market', 'product', 'country')),
  grain text not null check (grain in ('hour', 'day', 'week', 'month')),
  value text not null,
  -- When the period begins on the app's clock.
  bucket bigint not null,
  -- Empty: purchases without a price that can be added up.
  currency text not null,
  purchases bigint not null,
  gross bigint not null,
  refunds bigint not null,
  refunded bigint not null,
  disputes bigint not null,
  disputed bigint not null,
  -- Of the purchases of this period, how many are cancelled by now.
  cancelled bigint not null,
  primary key (game_index, appid, dimension, grain, value, bucket, currency)
) /* clustered */;

create table figure_count (
  game_index bigint not null,
  appid text not null,
  metric text not null,
  grain text not null check (grain in ('day', 'week', 'month')),
  bucket bigint not null,
  detail text not null,
  currency text not null,
  amount bigint not null,
  primary key (game_index, appid, metric, grain, bucket, detail, currency)
) /* clustered */;

-- Who paid on which day, so that a player counts once in a period.
create table figure_payer (
  game_index bigint not null,
  appid text not null,
  account_uuid text not null,
  day bigint not null,
  purchases bigint not null,
  primary key (game_index, appid, account_uuid, day)
) /* clustered */;

-- What the sums contain of a record that can change: it is taken off before the new is added.
create table figure_counted (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  kind text not null check (kind in ('purchase', 'subscription')),
  subject text not null,
  facts text not null,
  primary key (game_index, appid, provider, kind, subject)
);

-- What a currency is worth in the one that a project reports in, as the studio entered it.
create table figure_rate (
  game_index bigint not null,
  reporting text not null,
  currency text not null,
  -- `YYYY-MM-DD`; it holds until the next day that has one.
  day text not null,
  -- Exact decimal text.
  rate text not null,
  primary key (game_index, reporting, currency, day)
);
