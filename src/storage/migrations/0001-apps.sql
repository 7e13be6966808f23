-- Who is who: projects, apps, keys, clients, logins, the signing keys and the audit log.
-- One source for both databases. Times are UTC epoch milliseconds. `/* clustered */` becomes
-- `without rowid` on SQLite, so that a hot table is one tree instead of two.

create table project (
  game_index bigint primary key check (game_index between 1 and 9007199254740991),
  name text not null check (name <> ''),
  created_at bigint not null
);

create table app (
  appid text primary key check (appid <> ''),
  game_index bigint not null references project (game_index),
  name text not null,
  time_zone text not null,
  account_namespace text not null,
  next_block_type integer not null check (next_block_type >= 1),
  next_purchase_number bigint not null check (next_purchase_number >= 1),
  created_at bigint not null
);
create index app_by_project on app (game_index, appid);

-- Two may be valid at once, so that a rotation loses no request.
create table certification_key (
  key_id text primary key,
  appid text not null references app (appid) on delete cascade,
  hash text not null,
  hint text not null,
  created_at bigint not null,
  expires_at bigint
);
create index certification_key_by_app on certification_key (appid);

create table oauth_client (
  client_id text primary key,
  game_index bigint not null references project (game_index) on delete cascade,
  name text not null,
  created_at bigint not null
);
create index oauth_client_by_project on oauth_client (game_index, client_id);

create table client_secret (
  secret_id text primary key,
  client_id text not null references oauth_client (client_id) on delete cascade,
  hash text not null,
  hint text not null,
  created_at bigint not null,
  expires_at bigint
);
create index client_secret_by_client on client_secret (client_id);

create table signing_key (
  kid text primary key,
  public_jwk text not null,
  sealed_private_jwk text not null,
  created_at bigint not null,
  -- After this moment the key signs nothing new; it verifies until every token it signed has expired.
  retired_at bigint
);

create table revoked_token (
  jti text primary key,
  expires_at bigint not null
);

-- The login history that a restriction's `did` is checked against.
create table login (
  appid text not null,
  player_id bigint not null check (player_id >= 1),
  login_id text not null,
  did bigint not null check (did >= 1),
  account_uuid text,
  logged_in_at bigint not null,
  logged_out_at bigint,
  primary key (appid, player_id, login_id)
) /* clustered */;
create unique index login_open_on_device on login (appid, did) where logged_out_at is null;

create table account_link (
  appid text not null,
  account_uuid text not null,
  player_id bigint not null check (player_id >= 1),
  linked_at bigint not null,
  primary key (appid, account_uuid)
) /* clustered */;
create index account_link_by_player on account_link (appid, player_id);

create table game_server (
  game_index bigint primary key references project (game_index) on delete cascade,
  url text not null,
  sealed_key text not null,
  updated_at bigint not null
);

create table market_setting (
  appid text not null references app (appid) on delete cascade,
  market text not null check (market in ('APPLE', 'GOOGLE', 'STEAM', 'PG')),
  settings text not null,
  sealed_secrets text not null,
  updated_at bigint not null,
  primary key (appid, market)
);

create table product (
  appid text not null references app (appid) on delete cascade,
  product_id text not null check (product_id <> ''),
  definition text not null,
  updated_at bigint not null,
  primary key (appid, product_id)
);

create table server (
  appid text not null references app (appid) on delete cascade,
  server_id text not null check (server_id <> ''),
  name text not null,
  created_at bigint not null,
  primary key (appid, server_id)
);

create table admin_token (
  token_id text primary key,
  name text not null,
  hash text not null unique,
  created_at bigint not null,
  expires_at bigint
);

create table audit_log (
  audit_id text primary key,
  at bigint not null,
  actor_kind text not null check (actor_kind in ('admin', 'console', 'cli', 'system')),
  actor text not null,
  action text not null,
  game_index bigint,
  target text not null,
  before_change text,
  after_change text
);
create index audit_log_by_project on audit_log (game_index, audit_id);
create index audit_log_by_target on audit_log (target, audit_id);

-- Single values of the installation, such as the sealed sample that proves the master key.
create table setting (
  name text primary key,
  value text not null
);
