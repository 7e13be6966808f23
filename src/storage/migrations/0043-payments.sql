-- What was paid can differ from the paper it came on: several products of one order, and restored purchases.

-- The payment behind a purchase, where that is not its unique key.
alter table purchase add column payment_key text;
create index purchase_by_payment on purchase (game_index, appid, provider, payment_key)
  where payment_key is not null;

-- Null: bought; else how the account got it without paying.
alter table purchase add column ownership text;
-- 1: the market says that it is bought once and kept. What the studio says is with the product.
alter table purchase add column permanent integer;
update purchase set permanent = 1
  where provider = 'APPLE' and kind = 'consumable'
    and case when chain_hash is null then market_result else receipt end
      like '%"type":"Non-Consumable"%';

-- What operators gave to an account.
create table product_grant (
  game_index bigint not null,
  appid text not null,
  account_uuid text not null,
  grant_id text not null,
  product_id text not null,
  reason text not null,
  granted_by text not null,
  granted_at bigint not null,
  -- Null: for good.
  ends_at bigint,
  revoked_at bigint,
  primary key (game_index, appid, account_uuid, grant_id)
) /* clustered */;

-- The App Store gives a restored purchase a new id, and so do other devices to a cycle of a subscription.
-- Where a chain is stored apart, the signed text stands in the receipt.
/* sqlite */ update purchase set payment_key =
  case when unique_key like 'sandbox %' then 'sandbox ' else '' end || substr(text, start, length)
  from (
    select rowid as row, text, start, instr(substr(text, start), '"') - 1 as length
    from (
      select rowid, text, instr(text, '"originalTransactionId":"') + 25 as start
      from (
        select rowid, case when chain_hash is null then market_result else receipt end as text
        from purchase where provider = 'APPLE' and kind = 'consumable'
      )
      where text like '%"type":"Non-%' and text like '%"originalTransactionId":"%'
    )
  )
  where purchase.rowid = row and substr(text, start, length) <> provider_transaction_id;
/* sqlite */ update purchase set payment_key =
  case when unique_key like 'sandbox %' then 'sandbox ' else '' end
    || 'cycle ' || substr(text, start, length)
  from (
    select rowid as row, text, start, instr(substr(text, start), '"') - 1 as length
    from (
      select rowid, text, instr(text, '"webOrderLineItemId":"') + 22 as start
      from (
        select rowid, case when chain_hash is null then market_result else receipt end as text
        from purchase where provider = 'APPLE' and kind = 'subscription'
      )
      where text like '%"webOrderLineItemId":"%'
    )
  )
  where purchase.rowid = row;
/* postgres */ update purchase set payment_key =
  case when unique_key like 'sandbox %' then 'sandbox ' else '' end
    || substring(case when chain_hash is null then market_result else receipt end
      from '"originalTransactionId":"([^"]+)"')
  where provider = 'APPLE' and kind = 'consumable'
    and case when chain_hash is null then market_result else receipt end like '%"type":"Non-%'
    and substring(case when chain_hash is null then market_result else receipt end
      from '"originalTransactionId":"([^"]+)"') <> provider_transaction_id;
/* postgres */ update purchase set payment_key =
  case when unique_key like 'sandbox %' then 'sandbox ' else '' end || 'cycle '
    || substring(case when chain_hash is null then market_result else receipt end
      from '"webOrderLineItemId":"([^"]+)"')
  where provider = 'APPLE' and kind = 'subscription'
    and case when chain_hash is null then market_result else receipt end like '%"webOrderLineItemId":"%';

-- A payment that differs from its order in amount, currency or mode: what was paid, as JSON,
-- and since when somebody has to refund it.
alter table purchase_order add column mismatch text;
alter table purchase_order add column mismatch_since bigint;
create index order_with_mismatch on purchase_order (game_index, appid) where mismatch_since is not null;
