-- Links to a new password, sent by e-mail: one for each account, used once.
create table password_reset (
  account_id text primary key references account (account_id) on delete cascade,
  hash text not null unique,
  expires_at bigint not null
);
