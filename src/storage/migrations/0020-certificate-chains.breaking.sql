-- A receipt of the App Store without the certificates in its header, which thousands have in common.

-- Only chains under which Apple has signed a recorded purchase, so there are few.
create table certificate_chain (
  -- SHA-256 of the certificates, the first 96 bits.
  chain_hash text primary key,
  -- The list as it stands in the header.
  certificates text not null
) /* clustered */;

-- Null: `receipt` and `market_result` are the texts themselves, as in all earlier rows.
alter table purchase add column chain_hash text;

-- The id of a transaction is the unique key, or follows `sandbox ` in it.
drop index purchase_by_transaction;
