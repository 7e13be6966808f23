-- One purchase's life, for people: who asked, how often, what was told to whom; and the ways to search.

-- Which OAuth client verified it, and when; a cycle may be on record long before.
alter table purchase add column claimed_by text;
alter table purchase add column claimed_at bigint;
-- Of which subscription it is a cycle.
alter table purchase add column subscription_id text;

update purchase set subscription_id = receipt where kind = 'subscription' and provider = 'GOOGLE';
-- Of older cycles at APPLE the newest is known; the others are found by their own ids.
update purchase set subscription_id = (
  select s.subscription_id from subscription s
  where s.appid = purchase.appid and s.provider = purchase.provider
    and s.cycle_key = purchase.unique_key
) where kind = 'subscription' and provider = 'APPLE';

-- All of them partial: an ordinary purchase pays for none.
create index purchase_by_subscription on purchase (appid, provider, subscription_id, number)
  where subscription_id is not null;
create index purchase_cycle_by_id on purchase (appid, transaction_id) where kind = 'subscription';
create index purchase_refunded_by_time on purchase (appid, provider, verified_at, number)
  where cancel_state = 1;
create index purchase_by_refund
  on purchase (appid, provider, coalesce(cancel_said_at, verified_at), number)
  where cancel_state = 1;

create index subscription_by_original on subscription (appid, original_transaction_id);
create index subscription_by_time on subscription (appid, created_at, subscription_id);

-- How often a purchase was verified again. Beside the purchase: a repeat must not rewrite its row.
create table purchase_repeat (
  appid text not null,
  number bigint not null,
  repeats bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (appid, number)
) /* clustered */;

-- What happened to a purchase or subscription that shows nowhere else: events, acknowledgements.
create table purchase_trail (
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  -- `unique_key` of the purchase, or the id of the subscription.
  subject text not null,
  kind text not null,
  -- Tells two of a kind apart: the number of an event, or nothing.
  reference text not null,
  at bigint not null,
  primary key (appid, provider, subject, kind, reference)
) /* clustered */;

-- What a notice is about, named as in the trail.
alter table market_notice add column subject text;
create index market_notice_by_subject on market_notice (appid, provider, subject, received_at)
  where subject is not null;

-- The market's newest word about the refund of a purchase that is not on record yet: somebody may still
-- come with its receipt, which says nothing of it.
create table early_refund (
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  unique_key text not null,
  refund text not null check (refund in ('given', 'restored')),
  said_at bigint not null,
  primary key (appid, provider, unique_key)
) /* clustered */;

-- Signed texts hardly shrink, and trying takes PostgreSQL longer than everything else about a notice.
/* postgres */ alter table market_notice alter column body set storage external;
/* postgres */ alter table purchase alter column receipt set storage external;
/* postgres */ alter table purchase alter column market_result set storage external;
