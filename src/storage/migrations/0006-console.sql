-- The console: accounts and what they may do, bulk work, and the counters of the overview.

create table account (
  account_id text primary key,
  -- In lower case: an address is one account however it is written.
  email text not null unique check (email <> ''),
  password_hash text not null,
  -- An owner of the installation has every role in every project.
  owner integer not null check (owner in (0, 1)),
  disabled integer not null check (disabled in (0, 1)),
  -- The second factor: asked for once it is confirmed. No step of its clock is taken twice.
  sealed_totp text,
  totp_confirmed integer not null check (totp_confirmed in (0, 1)),
  totp_last_step bigint not null,
  created_at bigint not null
);

create table recovery_code (
  account_id text not null references account (account_id) on delete cascade,
  hash text not null,
  primary key (account_id, hash)
);

create table console_session (
  -- Of the cookie's value, which is kept nowhere.
  hash text primary key,
  session_id text not null unique,
  account_id text not null references account (account_id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null,
  address text not null,
  user_agent text not null
);
create index console_session_by_account on console_session (account_id, session_id);

-- Failed sign-ins, by `account <e-mail>` (whether it exists or not) and by `address <ip>`.
create table sign_in_failure (
  subject text primary key,
  failures integer not null,
  last_at bigint not null,
  locked_until bigint not null
);
create index sign_in_failure_by_age on sign_in_failure (last_at);

create table member (
  game_index bigint not null references project (game_index) on delete cascade,
  account_id text not null references account (account_id) on delete cascade,
  role text not null check (role in ('viewer', 'operator', 'admin', 'owner')),
  primary key (game_index, account_id)
);
create index member_by_account on member (account_id, game_index);

create table invitation (
  invitation_id text primary key,
  hash text not null unique,
  email text not null,
  -- Null: to the installation, as one of its owners.
  game_index bigint references project (game_index) on delete cascade,
  role text not null check (role in ('viewer', 'operator', 'admin', 'owner')),
  invited_by text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index invitation_by_project on invitation (game_index, invitation_id);

-- Many players at once: read and judged first, applied when somebody says so.
create table bulk_job (
  job_id text primary key,
  appid text not null references app (appid) on delete cascade,
  action text not null check (action in ('restrict', 'release')),
  state text not null check (state in ('reading', 'ready', 'running', 'done')),
  skip_blocked integer not null check (skip_blocked in (0, 1)),
  comment text,
  actor_kind text not null,
  actor text not null,
  total integer not null,
  -- Rows up to this one are done; it moves in the transaction that does them.
  position integer not null,
  -- How many rows of each verdict, and of each result so far: JSON.
  verdicts text not null,
  results text not null,
  created_at bigint not null,
  finished_at bigint,
  -- Whoever works on it holds it until `due_at`.
  lease text,
  due_at bigint not null
);
create index bulk_job_by_app on bulk_job (appid, job_id);
create index bulk_job_running on bulk_job (due_at) where state = 'running';

create table bulk_row (
  job_id text not null references bulk_job (job_id) on delete cascade,
  number integer not null,
  -- What was sent, as it was sent, for the file that is handed back.
  source text not null,
  player_id bigint,
  status text,
  block_type bigint,
  start_date text,
  end_date text,
  verdict text not null,
  reason text,
  result text,
  primary key (job_id, number)
) /* clustered */;
create index bulk_row_by_verdict on bulk_row (job_id, verdict, number);

-- Figures kept as things happen. `bucket` is the beginning of a UTC hour, or 0 for what is true now.
create table counter (
  appid text not null,
  bucket bigint not null,
  metric text not null,
  dimension text not null,
  value bigint not null,
  primary key (appid, bucket, metric, dimension)
) /* clustered */;
