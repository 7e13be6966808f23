-- What support asks about: verifications that were refused, and what was sent to receivers.

-- Repeats within one hour of the clock are one row. Nothing refers to it, and old rows are deleted.
create table refused_verification (
  game_index bigint not null,
  appid text not null,
  -- Made of the hour, the receipt, the account and the outcome.
  refused_id text not null,
  first_at bigint not null,
  last_at bigint not null,
  times integer not null check (times >= 1),
  kind text not null check (kind in ('consumable', 'subscription')),
  provider text not null check (provider in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  -- As sent; null when it is not a uuid.
  account_uuid text,
  product_id text,
  transaction_id text,
  price text,
  currency text,
  outcome text not null,
  reason text not null,
  -- What the market answered, without buyer and receipt.
  answer text,
  -- SHA-256, as in purchase.
  receipt_hash text not null,
  primary key (game_index, appid, refused_id)
);
create index refused_verification_by_time on refused_verification (game_index, appid, first_at, refused_id);
create index refused_verification_by_account on refused_verification (game_index, appid, account_uuid, first_at);
create index refused_verification_by_receipt on refused_verification (game_index, appid, receipt_hash);

-- The request of each batch, once for all of its attempts, for a limited time.
create table outbox_sent (
  game_index bigint not null,
  batch_id text not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  first_seq bigint not null,
  last_seq bigint not null,
  sent_at bigint not null,
  url text not null,
  -- Deflated, in base64.
  body text not null,
  primary key (game_index, batch_id)
);
create index outbox_sent_by_number on outbox_sent (game_index, channel, last_seq);
create index outbox_sent_by_time on outbox_sent (game_index, channel, sent_at);

-- Messages that were queued again under another number than that of their change.
create table outbox_again (
  game_index bigint not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  subject text not null,
  seq bigint not null,
  appid text,
  at bigint not null,
  primary key (game_index, channel, subject, seq)
) /* clustered */;

alter table outbox_attempt add column answer_headers text;
create index outbox_attempt_by_batch on outbox_attempt (game_index, batch_id);
