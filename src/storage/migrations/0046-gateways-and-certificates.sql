-- What was set for payment gateways that an app used before: orders opened there are still paid and refunded there.
create table former_gateway (
  appid text not null references app (appid) on delete cascade,
  gateway text not null,
  settings text not null,
  sealed_secrets text not null,
  replaced_at bigint not null,
  primary key (appid, gateway)
);

-- What the issuer says of certificates that sign receipts, by their SHA-256.
create table certificate_status (
  certificate text primary key,
  -- For good.
  revoked integer not null,
  -- Until then the last answer holds.
  next_update bigint not null,
  -- While nobody answers.
  failing_since bigint
);
