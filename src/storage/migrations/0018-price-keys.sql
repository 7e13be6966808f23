-- Keys with which app servers sign custom prices. Tollgate computes the same signature, so they are encrypted, not hashed.

create table price_key (
  key_id text primary key,
  appid text not null references app (appid) on delete cascade,
  sealed_key text not null,
  hint text not null,
  created_at bigint not null,
  expires_at bigint
);
create index price_key_by_app on price_key (appid);
