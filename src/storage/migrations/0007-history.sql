-- Purchase history: each way of asking reads about as many rows as it returns.

-- Purchases of an app are recorded one after another, and none before an earlier one: what arrives
-- while somebody pages is newer than everything on the pages.
alter table app add column last_verified_at bigint not null default 0;

create index purchase_by_time on purchase (appid, provider, verified_at, number);
create index purchase_by_account on purchase (appid, provider, account_uuid, verified_at, number);
create index purchase_by_transaction on purchase (appid, provider, provider_transaction_id);
