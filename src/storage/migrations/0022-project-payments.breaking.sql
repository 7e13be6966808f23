-- The tables of payment carry the project in their keys, too.
/* postgres */ set local statement_timeout = 0;

-- Numbers of an app's purchases, counted where the purchases are. Whoever writes purchases locks the row.
create table purchase_sequence (
  game_index bigint not null,
  appid text not null,
  next_number bigint not null check (next_number >= 1),
  -- Times of purchases never go back.
  last_verified_at bigint not null,
  primary key (game_index, appid)
) /* clustered */;
insert into purchase_sequence
  select game_index, appid, next_purchase_number, last_verified_at from app;
alter table app drop column next_purchase_number;
alter table app drop column last_verified_at;

-- A few rows for each project, so that a receipt is read where its purchase is.
create table certificate_chain_22 (
  game_index bigint not null,
  -- SHA-256 of the certificates, the first 96 bits.
  chain_hash text not null,
  -- The list as it stands in the header.
  certificates text not null,
  primary key (game_index, chain_hash)
) /* clustered */;
insert into certificate_chain_22
  select used.game_index, c.chain_hash, c.certificates
  from certificate_chain c join (
    select distinct a.game_index, p.chain_hash from purchase p join app a on a.appid = p.appid
  ) used on used.chain_hash = c.chain_hash;
drop table certificate_chain;
alter table certificate_chain_22 rename to certificate_chain;
/* postgres */ alter index certificate_chain_22_pkey rename to certificate_chain_pkey;

create table purchase_order_22 (
  game_index bigint not null,
  appid text not null,
  -- Digits for STEAM, `H` and digits for PG.
  order_id text not null,
  provider text not null check (provider in ('STEAM', 'PG')),
  -- `charging`: the intent to charge is written, the outcome is not.
  state text not null check (state in ('open', 'charging', 'paid', 'failed')),
  player_id bigint not null,
  account_uuid text not null,
  product_id text not null,
  quantity integer not null check (quantity >= 1),
  -- The whole order, as exact decimal text.
  amount text not null,
  currency text not null,
  payload text,
  price_verify_key text,
  -- The payer: a Steam account, or nobody in particular at a gateway.
  steam_id text,
  gateway text check (gateway in ('STRIPE', 'PORTONE')),
  -- The name by which the gateway knows the order.
  gateway_reference text,
  -- The market's id of the transaction, once there is one.
  store_transaction_id text,
  -- How many intents were written, and when the last one was.
  charge_attempts integer not null,
  charging_since bigint,
  created_at bigint not null,
  paid_at bigint,
  -- Delivered or given up: no longer restored.
  closed_at bigint,
  primary key (game_index, appid, order_id)
);
insert into purchase_order_22
  select a.game_index, r.appid, r.order_id, r.provider, r.state, r.player_id, r.account_uuid,
    r.product_id, r.quantity, r.amount, r.currency, r.payload, r.price_verify_key, r.steam_id,
    r.gateway, r.gateway_reference, r.store_transaction_id, r.charge_attempts, r.charging_since,
    r.created_at, r.paid_at, r.closed_at
  from purchase_order r join app a on a.appid = r.appid;
drop table purchase_order;
alter table purchase_order_22 rename to purchase_order;
/* postgres */ alter index purchase_order_22_pkey rename to purchase_order_pkey;
create index purchase_order_by_player
  on purchase_order (game_index, appid, player_id, created_at)
  where closed_at is null and state <> 'failed';
create index purchase_order_by_store_transaction
  on purchase_order (game_index, appid, store_transaction_id) where store_transaction_id is not null;

create table purchase_repeat_22 (
  game_index bigint not null,
  appid text not null,
  number bigint not null,
  repeats bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (game_index, appid, number)
) /* clustered */;
insert into purchase_repeat_22
  select a.game_index, r.appid, r.number, r.repeats, r.first_at, r.last_at
  from purchase_repeat r join app a on a.appid = r.appid;
drop table purchase_repeat;
alter table purchase_repeat_22 rename to purchase_repeat;
/* postgres */ alter index purchase_repeat_22_pkey rename to purchase_repeat_pkey;

create table purchase_trail_22 (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  -- `unique_key` of the purchase, or the id of the subscription.
  subject text not null,
  kind text not null,
  -- Tells two of a kind apart: the number of an event, or nothing.
  reference text not null,
  at bigint not null,
  -- JSON.
  details text,
  primary key (game_index, appid, provider, subject, kind, reference)
) /* clustered */;
insert into purchase_trail_22
  select a.game_index, r.appid, r.provider, r.subject, r.kind, r.reference, r.at, r.details
  from purchase_trail r join app a on a.appid = r.appid;
drop table purchase_trail;
alter table purchase_trail_22 rename to purchase_trail;
/* postgres */ alter index purchase_trail_22_pkey rename to purchase_trail_pkey;

create table purchase_cancellation_22 (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  unique_key text not null,
  -- `refund`, or `dispute` and the market's id of it.
  cause text not null,
  -- First report of this state, by the market's clock.
  reported_at bigint not null,
  -- Newest report of the same state.
  last_at bigint not null,
  state text not null
    check (state in ('pending', 'partial', 'given', 'restored', 'open', 'won', 'lost')),
  -- Refunded so far, or disputed; in the currency of the purchase.
  amount text,
  quantity bigint,
  -- In the market's own words.
  reason text,
  received_at bigint not null,
  primary key (game_index, appid, provider, unique_key, cause, reported_at)
) /* clustered */;
insert into purchase_cancellation_22
  select a.game_index, r.appid, r.provider, r.unique_key, r.cause, r.reported_at, r.last_at,
    r.state, r.amount, r.quantity, r.reason, r.received_at
  from purchase_cancellation r join app a on a.appid = r.appid;
drop table purchase_cancellation;
alter table purchase_cancellation_22 rename to purchase_cancellation;
/* postgres */ alter index purchase_cancellation_22_pkey rename to purchase_cancellation_pkey;

create table job_22 (
  game_index bigint not null,
  appid text not null,
  -- The same work twice is one job.
  job_id text not null,
  kind text not null,
  payload text not null,
  attempts integer not null,
  created_at bigint not null,
  -- The next attempt is due, or the lease ends. Null: given up.
  due_at bigint,
  lease text,
  last_error text,
  primary key (game_index, appid, job_id)
);
insert into job_22
  select a.game_index, r.appid, r.job_id, r.kind, r.payload, r.attempts, r.created_at, r.due_at,
    r.lease, r.last_error
  from job r join app a on a.appid = r.appid;
drop table job;
alter table job_22 rename to job;
/* postgres */ alter index job_22_pkey rename to job_pkey;
-- Of all projects: whoever has time takes what is due.
create index job_by_due on job (due_at) where due_at is not null;

create table subscription_22 (
  game_index bigint not null,
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
  -- The newest cycle: its `unique_key`, its place, and when the market spoke of it.
  cycle_key text not null,
  cycle_at bigint not null,
  cycle_said_at bigint not null,
  -- When the market said what `status` and `auto_renew_product_id` are.
  said_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (game_index, appid, provider, subscription_id)
);
insert into subscription_22
  select a.game_index, r.appid, r.provider, r.subscription_id, r.account_uuid,
    r.original_transaction_id, r.product_id, r.auto_renew_product_id, r.status, r.expires_at,
    r.grace_until, r.refunded_at, r.test, r.cycle_key, r.cycle_at, r.cycle_said_at, r.said_at,
    r.created_at, r.updated_at
  from subscription r join app a on a.appid = r.appid;
drop table subscription;
alter table subscription_22 rename to subscription;
/* postgres */ alter index subscription_22_pkey rename to subscription_pkey;
create index subscription_by_account on subscription (game_index, appid, account_uuid);
create index subscription_by_original
  on subscription (game_index, appid, original_transaction_id);
create index subscription_by_time
  on subscription (game_index, appid, created_at, subscription_id);
-- Of all projects, as the jobs.
create index subscription_past on subscription (expires_at)
  where status in ('active', 'grace', 'hold', 'paused');

create table subscription_recheck_22 (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE')),
  subscription_id text not null,
  asked_at bigint not null,
  -- Answers so far that explained nothing.
  attempts integer not null,
  due_at bigint not null,
  primary key (game_index, appid, provider, subscription_id)
) /* clustered */;
insert into subscription_recheck_22
  select a.game_index, r.appid, r.provider, r.subscription_id, r.asked_at, r.attempts, r.due_at
  from subscription_recheck r join app a on a.appid = r.appid;
drop table subscription_recheck;
alter table subscription_recheck_22 rename to subscription_recheck;
/* postgres */ alter index subscription_recheck_22_pkey rename to subscription_recheck_pkey;

create table market_notice_22 (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'PG')),
  -- Given by the market: the same notification twice is one.
  notice_id text not null,
  kind text not null,
  -- `kept`: of a kind that changes nothing here.
  state text not null check (state in ('waiting', 'applied', 'kept', 'failed')),
  body text not null,
  said_at bigint not null,
  received_at bigint not null,
  -- What it is about, named as in the trail.
  subject text,
  primary key (game_index, appid, provider, notice_id)
);
/* postgres */ alter table market_notice_22 alter column body set storage external;
insert into market_notice_22
  select a.game_index, r.appid, r.provider, r.notice_id, r.kind, r.state, r.body, r.said_at,
    r.received_at, r.subject
  from market_notice r join app a on a.appid = r.appid;
drop table market_notice;
alter table market_notice_22 rename to market_notice;
/* postgres */ alter index market_notice_22_pkey rename to market_notice_pkey;
create index market_notice_by_time on market_notice (game_index, appid, received_at, notice_id);
create index market_notice_by_subject
  on market_notice (game_index, appid, provider, subject, received_at) where subject is not null;

create table purchase_22 (
  game_index bigint not null,
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  -- What makes it this purchase: one row, whatever the concurrency.
  unique_key text not null,
  -- The number in `serviceTransactionId`, counted within the app.
  number bigint not null check (number >= 1),
  -- The uuid of the record, `transactionId` of the purchase history.
  transaction_id text not null,
  provider_transaction_id text not null,
  store_transaction_id text,
  product_id text not null,
  quantity integer not null,
  -- Exact decimal text with the currency's digits.
  price text,
  currency text,
  cancel_state integer not null check (cancel_state in (0, 1)),
  test integer not null check (test in (0, 1)),
  account_uuid text not null,
  account_compare integer not null check (account_compare in (1, 2, 9)),
  payload text,
  price_verify_key text,
  -- Shortened where there is a chain, and so is `market_result`.
  receipt text not null,
  -- SHA-256 of the receipt: a repeat is found before the market is asked.
  receipt_hash text not null,
  market_result text,
  purchased_at bigint,
  purchase_date_source text not null
    check (purchase_date_source in ('STORE_PAYMENT', 'PAYMENT_CONFIRMED', 'ORDER_CREATED', 'VERIFIED')),
  verified_at bigint not null,
  request_type integer not null check (request_type in (1, 2)),
  app_version text,
  country text,
  language text,
  server_id text,
  project_info text,
  -- What the client reported: 1 delivered, 2 cancelled, 3 cancelled and clawed back.
  delivery integer check (delivery in (1, 2, 3)),
  delivery_at bigint,
  -- A cycle of a subscription is a purchase, too.
  kind text not null default 'consumable' check (kind in ('consumable', 'subscription')),
  -- 0 while only the market has told of it and no app server has verified it.
  claimed integer not null default 1 check (claimed in (0, 1)),
  -- When the market said what `cancel_state` is.
  cancel_said_at bigint,
  -- Which OAuth client verified it, and when.
  claimed_by text,
  claimed_at bigint,
  -- Of which subscription it is a cycle.
  subscription_id text,
  -- Null: the receipt is stored whole.
  chain_hash text,
  primary key (game_index, appid, provider, unique_key)
);
/* postgres */ alter table purchase_22 alter column receipt set storage external;
/* postgres */ alter table purchase_22 alter column market_result set storage external;
insert into purchase_22
  select a.game_index, r.appid, r.provider, r.unique_key, r.number, r.transaction_id,
    r.provider_transaction_id, r.store_transaction_id, r.product_id, r.quantity, r.price,
    r.currency, r.cancel_state, r.test, r.account_uuid, r.account_compare, r.payload,
    r.price_verify_key, r.receipt, r.receipt_hash, r.market_result, r.purchased_at,
    r.purchase_date_source, r.verified_at, r.request_type, r.app_version, r.country, r.language,
    r.server_id, r.project_info, r.delivery, r.delivery_at, r.kind, r.claimed, r.cancel_said_at,
    r.claimed_by, r.claimed_at, r.subscription_id, r.chain_hash
  from purchase r join app a on a.appid = r.appid;
drop table purchase;
alter table purchase_22 rename to purchase;
/* postgres */ alter index purchase_22_pkey rename to purchase_pkey;
create unique index purchase_by_number on purchase (game_index, appid, number);
create index purchase_by_receipt on purchase (game_index, appid, receipt_hash);
create index purchase_by_time on purchase (game_index, appid, provider, verified_at, number);
create index purchase_by_account
  on purchase (game_index, appid, provider, account_uuid, verified_at, number);
-- These are partial: an ordinary purchase pays for none.
create index purchase_by_subscription
  on purchase (game_index, appid, provider, subscription_id, number)
  where subscription_id is not null;
create index purchase_cycle_by_id on purchase (game_index, appid, transaction_id)
  where kind = 'subscription';
create index purchase_refunded_by_time
  on purchase (game_index, appid, provider, verified_at, number) where cancel_state = 1;
create index purchase_by_refund
  on purchase (game_index, appid, provider, coalesce(cancel_said_at, verified_at), number)
  where cancel_state = 1;

/* postgres */ analyze purchase;
/* postgres */ analyze purchase_order;
/* postgres */ analyze subscription;
/* postgres */ analyze market_notice;
