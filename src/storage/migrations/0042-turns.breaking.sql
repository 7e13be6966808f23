-- One way to take what is due: who does which work, and until when.

create table turn (
  -- 0: what belongs to no project.
  game_index bigint not null,
  -- Empty: work for all apps of the project.
  appid text not null,
  -- `retention`, `alerts`, `figures`, `bulk`, `recheck`, or the name of a market's list.
  work text not null,
  -- What the work is about where an app has several: a bulk job, a subscription.
  subject text not null,
  -- How far the work is: a moment of a market's list; how many answers about a subscription explained nothing.
  position bigint not null,
  -- Nobody begins before this moment: the next turn is due, or the lease ends.
  due_at bigint not null,
  taken_at bigint not null,
  lease text,
  primary key (game_index, appid, work, subject)
) /* clustered */;
create index turn_by_due on turn (work, due_at);

insert into turn
  select game_index, '', 'retention', '', 0, due_at, 0, lease from retention;
insert into turn
  select a.game_index, p.appid, p.source, '', p.position, p.due_at, 0, p.lease
  from market_poll p join app a on a.appid = p.appid;
insert into turn
  select game_index, appid, 'recheck', provider || ' ' || subscription_id, attempts, due_at, asked_at,
    null
  from subscription_recheck;
insert into turn
  select game_index, appid, 'bulk', job_id, 0, due_at, 0, lease from bulk_job where state = 'running';

-- Apps with refusals or refunds in the last hours, for the alerts.
create index activity_count_refused on activity_count (bucket)
  where grain = 'hour' and metric = 'purchase.refused';
create index figure_count_refunds on figure_count (bucket)
  where grain = 'hour' and metric = 'refunds.received';

drop table retention;
drop table alert_turn;
drop table market_poll;
drop table subscription_recheck;
drop index bulk_job_running;
alter table bulk_job drop column lease;
alter table bulk_job drop column due_at;
-- The versions of the sums see to it that none is written twice.
alter table feed_position drop column lease;
alter table feed_position drop column due_at;
