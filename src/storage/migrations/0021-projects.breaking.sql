-- Every table that grows carries the project in its keys, so that a cluster keeps a project on one node.
/* postgres */ set local statement_timeout = 0;

create table restriction_type_21 (
  game_index bigint not null,
  appid text not null,
  block_type integer not null check (block_type >= 1),
  type_status text not null check (type_status in ('O', 'N')),
  type_name text not null,
  type_en_name text not null,
  reasons text not null,
  created_at bigint not null,
  primary key (game_index, appid, block_type)
) /* clustered */;
insert into restriction_type_21
  select a.game_index, t.appid, t.block_type, t.type_status, t.type_name, t.type_en_name, t.reasons,
    t.created_at
  from restriction_type t join app a on a.appid = t.appid;
drop table restriction_type;
alter table restriction_type_21 rename to restriction_type;

create table restricted_player_21 (
  game_index bigint not null,
  appid text not null,
  player_id bigint not null check (player_id >= 1),
  status text not null check (status in ('P', 'B')),
  block_type integer not null,
  start_date text not null,
  end_date text not null,
  -- The period as instants; `ends_at` is null for P, which never ends.
  starts_at bigint not null,
  ends_at bigint,
  changed_at bigint not null,
  primary key (game_index, appid, player_id),
  check ((status = 'P') = (ends_at is null))
) /* clustered */;
insert into restricted_player_21
  select a.game_index, p.appid, p.player_id, p.status, p.block_type, p.start_date, p.end_date,
    p.starts_at, p.ends_at, p.changed_at
  from restricted_player p join app a on a.appid = p.appid;
drop table restricted_player;
alter table restricted_player_21 rename to restricted_player;
-- Walks by end of period, of one type or of all; permanent ones have no end.
create index restricted_player_by_type
  on restricted_player (game_index, appid, block_type, ends_at, player_id);
create index restricted_player_by_end
  on restricted_player (game_index, appid, ends_at, player_id);

drop index restriction_history_by_player;
create index restriction_history_by_player
  on restriction_history (game_index, appid, player_id, seq);

create table login_21 (
  game_index bigint not null,
  appid text not null,
  player_id bigint not null check (player_id >= 1),
  login_id text not null,
  did bigint not null check (did >= 1),
  account_uuid text,
  logged_in_at bigint not null,
  logged_out_at bigint,
  primary key (game_index, appid, player_id, login_id)
) /* clustered */;
insert into login_21
  select a.game_index, l.appid, l.player_id, l.login_id, l.did, l.account_uuid, l.logged_in_at,
    l.logged_out_at
  from login l join app a on a.appid = l.appid;
drop table login;
alter table login_21 rename to login;
create unique index login_open_on_device on login (game_index, appid, did)
  where logged_out_at is null;

create table account_link_21 (
  game_index bigint not null,
  appid text not null,
  account_uuid text not null,
  player_id bigint not null check (player_id >= 1),
  linked_at bigint not null,
  primary key (game_index, appid, account_uuid)
) /* clustered */;
insert into account_link_21
  select a.game_index, l.appid, l.account_uuid, l.player_id, l.linked_at
  from account_link l join app a on a.appid = l.appid;
drop table account_link;
alter table account_link_21 rename to account_link;
create index account_link_by_player on account_link (game_index, appid, player_id);

create table counter_21 (
  game_index bigint not null,
  appid text not null,
  bucket bigint not null,
  metric text not null,
  dimension text not null,
  value bigint not null,
  primary key (game_index, appid, bucket, metric, dimension)
) /* clustered */;
insert into counter_21
  select a.game_index, c.appid, c.bucket, c.metric, c.dimension, c.value
  from counter c join app a on a.appid = c.appid;
drop table counter;
alter table counter_21 rename to counter;

create table bulk_job_21 (
  game_index bigint not null,
  job_id text not null,
  appid text not null,
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
  due_at bigint not null,
  primary key (game_index, job_id)
);
insert into bulk_job_21
  select a.game_index, j.job_id, j.appid, j.action, j.state, j.skip_blocked, j.comment, j.actor_kind,
    j.actor, j.total, j.position, j.verdicts, j.results, j.created_at, j.finished_at, j.lease, j.due_at
  from bulk_job j join app a on a.appid = j.appid;

create table bulk_row_21 (
  game_index bigint not null,
  job_id text not null,
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
  primary key (game_index, job_id, number),
  constraint bulk_row_of_job
    foreign key (game_index, job_id) references bulk_job_21 (game_index, job_id) on delete cascade
) /* clustered */;
insert into bulk_row_21
  select j.game_index, r.job_id, r.number, r.source, r.player_id, r.status, r.block_type,
    r.start_date, r.end_date, r.verdict, r.reason, r.result
  from bulk_row r join bulk_job_21 j on j.job_id = r.job_id;
drop table bulk_row;
drop table bulk_job;
alter table bulk_job_21 rename to bulk_job;
alter table bulk_row_21 rename to bulk_row;
create index bulk_job_by_app on bulk_job (game_index, appid, job_id);
create index bulk_job_running on bulk_job (due_at) where state = 'running';
create index bulk_row_by_verdict on bulk_row (game_index, job_id, verdict, number);

create table audit_log_21 (
  -- 0 for what belongs to no project.
  game_index bigint not null,
  audit_id text not null,
  at bigint not null,
  actor_kind text not null check (actor_kind in ('admin', 'console', 'cli', 'system')),
  actor text not null,
  action text not null,
  target text not null,
  before_change text,
  after_change text,
  primary key (game_index, audit_id)
);
insert into audit_log_21
  select coalesce(game_index, 0), audit_id, at, actor_kind, actor, action, target, before_change,
    after_change
  from audit_log;
drop table audit_log;
alter table audit_log_21 rename to audit_log;
create index audit_log_by_id on audit_log (audit_id);
create index audit_log_by_target on audit_log (target, audit_id);
