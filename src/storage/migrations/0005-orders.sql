-- Orders at STEAM and PG: opened by us before the player pays, charged at most once.

create table purchase_order (
  appid text not null,
  -- Digits for STEAM, `H` and digits for PG.
  order_id text not null,
  provider text not null check (provider in ('STEAM', 'PG')),
  -- `charging`: the intent to take the money is written, the outcome is not.
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
  -- Under which name the gateway is asked about the order.
  gateway_reference text,
  -- The market's own id of the transaction, once there is one.
  store_transaction_id text,
  -- How many intents were written, and when the last one was.
  charge_attempts integer not null,
  charging_since bigint,
  created_at bigint not null,
  paid_at bigint,
  -- Delivered or given up: no longer restored.
  closed_at bigint,
  primary key (appid, order_id)
);
create index purchase_order_by_player on purchase_order (appid, player_id, created_at)
  where closed_at is null and state <> 'failed';
create index purchase_order_by_store_transaction
  on purchase_order (appid, store_transaction_id) where store_transaction_id is not null;
