-- Verified purchases, and the jobs that finish them at the markets.

create table purchase (
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  -- What makes it this purchase: one row, one `serviceDuplicated=false`, whatever the concurrency.
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
  primary key (appid, provider, unique_key)
);
create unique index purchase_by_number on purchase (appid, number);
create index purchase_by_receipt on purchase (appid, receipt_hash);

-- Work at a market that must be done once the record is durable, and is tried until it is.
create table job (
  appid text not null,
  -- Given by whoever wants the work done: the same work twice is one job.
  job_id text not null,
  kind text not null,
  payload text not null,
  attempts integer not null,
  created_at bigint not null,
  -- Nobody takes the job before this moment: the next attempt is due, or the lease ends. Null: given up.
  due_at bigint,
  lease text,
  last_error text,
  primary key (appid, job_id)
);
create index job_by_due on job (due_at) where due_at is not null;
