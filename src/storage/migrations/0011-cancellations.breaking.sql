-- Reports of refunds and disputes, for purchases on record and for those that are not yet.

create table purchase_cancellation (
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
  primary key (appid, provider, unique_key, cause, reported_at)
) /* clustered */;

insert into purchase_cancellation
  (appid, provider, unique_key, cause, reported_at, last_at, state, received_at)
  select appid, provider, unique_key, 'refund', said_at, said_at, refund, said_at
  from early_refund
  where not exists (
    select 1 from purchase p
    where p.appid = early_refund.appid and p.provider = early_refund.provider
      and p.unique_key = early_refund.unique_key
  );
insert into purchase_cancellation
  (appid, provider, unique_key, cause, reported_at, last_at, state, received_at)
  select appid, provider, unique_key, 'refund', coalesce(cancel_said_at, verified_at),
    coalesce(cancel_said_at, verified_at),
    case when cancel_state = 1 then 'given' else 'restored' end,
    coalesce(cancel_said_at, verified_at)
  from purchase where cancel_state = 1 or cancel_said_at is not null;

drop table early_refund;
