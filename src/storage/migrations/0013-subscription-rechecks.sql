-- When to ask the market again about a subscription that should have ended or renewed by now.

create table subscription_recheck (
  appid text not null,
  provider text not null check (provider in ('APPLE', 'GOOGLE')),
  subscription_id text not null,
  asked_at bigint not null,
  -- Answers so far that explained nothing.
  attempts integer not null,
  due_at bigint not null,
  primary key (appid, provider, subscription_id)
) /* clustered */;

create index subscription_past on subscription (expires_at)
  where status in ('active', 'grace', 'hold', 'paused');
