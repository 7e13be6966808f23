-- What operators had a market do after a sale, written before the market is called: it happens once,
-- whatever becomes of the answer.
create table market_action (
  game_index bigint not null,
  appid text not null,
  -- Also the idempotency key at the market.
  action_id text not null,
  provider text not null,
  kind text not null check (kind in ('refund', 'cancel', 'extend', 'defer')),
  -- The payment of a purchase, or the id of a subscription: one action at a time.
  subject text not null,
  -- The purchase, or the newest cycle of the subscription.
  unique_key text not null,
  subscription_id text,
  service_transaction_id text not null,
  product_id text not null,
  account_uuid text,
  -- What leaves at most; null for what is no refund, and where nobody knows it.
  amount text,
  currency text,
  -- The action, and what the market said of the sale before it: JSON.
  wanted text not null,
  sale_state text not null,
  reason text not null,
  -- Of the caller: the same request twice is one action.
  idempotency_key text not null,
  state text not null check (state in
    ('waiting', 'intended', 'sent', 'accepted', 'done', 'rejected', 'declined', 'withdrawn')),
  requested_at bigint not null,
  actor_kind text not null,
  actor text not null,
  -- The second person, or who withdrew it.
  decided_at bigint,
  decided_kind text,
  decided_by text,
  -- The newest call to the market began.
  sent_at bigint,
  attempts integer not null default 0,
  ended_at bigint,
  -- In the words of the market, or of who declined it.
  answer text,
  primary key (game_index, appid, action_id),
  check ((state in ('done', 'rejected', 'declined', 'withdrawn')) = (ended_at is not null))
);
create unique index market_action_under_way on market_action (game_index, appid, provider, subject)
  where state in ('waiting', 'intended', 'sent', 'accepted');
create unique index market_action_by_key on market_action (game_index, appid, idempotency_key);
create index market_action_by_subject on market_action (game_index, appid, provider, subject);
create index market_action_by_state on market_action (game_index, appid, state, action_id);
create index market_action_by_account on market_action (game_index, appid, account_uuid, action_id);
create index market_action_by_actor on market_action (game_index, actor, actor_kind, requested_at);
create index market_action_by_end on market_action (game_index, appid, ended_at);

-- Limits of actions, and when they need a second person: JSON.
alter table project add column actions text not null default '{}';

-- The action of ours that a refund is the result of.
alter table purchase_cancellation add column action_id text;
