-- Sign-in by OpenID Connect. People are known by issuer and subject, never by an e-mail address.
create table oidc_identity (
  issuer text not null,
  subject text not null,
  account_id text not null references account (account_id) on delete cascade,
  -- Whether this issuer has made the account an owner of the installation.
  gives_owner integer not null check (gives_owner in (0, 1)),
  created_at bigint not null,
  primary key (issuer, subject)
);
create index oidc_identity_by_account on oidc_identity (account_id);

-- Sign-ins that have begun. Each is used once; what proves them is derived from the cookie, which is kept nowhere.
create table oidc_flow (
  hash text primary key,
  issuer text not null,
  next text not null,
  -- The account that gets the identity; null: whoever it is signs in.
  account_id text references account (account_id) on delete cascade,
  expires_at bigint not null
);
create index oidc_flow_by_expiry on oidc_flow (expires_at);

create table oidc_session (
  session_id text primary key references console_session (session_id) on delete cascade,
  issuer text not null,
  subject text not null,
  -- The session at the issuer, if it has named it.
  sid text,
  second_factor integer not null check (second_factor in (0, 1)),
  sealed_tokens text not null,
  -- When the issuer last confirmed the session, and last did not answer.
  checked_at bigint not null,
  failed_at bigint not null,
  -- Whoever asks the issuer holds it until then.
  held_until bigint not null
);
create index oidc_session_by_subject on oidc_session (issuer, subject);

-- Logout tokens that were used.
create table oidc_logout (
  issuer text not null,
  jti text not null,
  expires_at bigint not null,
  primary key (issuer, jti)
);
create index oidc_logout_by_expiry on oidc_logout (expires_at);

-- The issuer that decides about the role; null: people do.
alter table member add column issuer text;
