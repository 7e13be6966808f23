-- Counting is one room: the counters of the overview become figures.

-- Counts of what no ledger records: verifications, market calls, changes of restrictions.
create table activity_count (
  game_index bigint not null,
  appid text not null,
  -- `hour`, `day`, or `now` for a current total.
  grain text not null,
  -- When the hour begins; midnight in UTC of the date on the app's clock; 0 for a current total.
  bucket bigint not null,
  metric text not null,
  -- Words: a market and a reason, a type and an actor.
  detail text not null,
  amount bigint not null,
  primary key (game_index, appid, grain, bucket, metric, detail)
) /* clustered */;

/* sqlite */ insert into activity_count
  select game_index, appid, 'day', unixepoch(day) * 1000, metric, detail, amount from day_count;
/* postgres */ insert into activity_count
  select game_index, appid, 'day', extract(epoch from day::date)::bigint * 1000, metric, detail,
    amount
  from day_count;

insert into activity_count
  select game_index, appid, 'hour', bucket, metric, dimension, value from counter
  where bucket > 0 and metric in ('purchase.refused', 'purchase.repeated', 'market.calls',
    'market.milliseconds', 'market.latency');
insert into activity_count
  select game_index, appid, 'hour', bucket, 'verification.verified', dimension, value from counter
  where bucket > 0 and metric = 'purchase.verified' and dimension not like '% test';

-- The counters contain all changes of restrictions. Those that the follower has still to count are taken off,
-- because it will add them.
create table uncounted (
  game_index bigint not null,
  appid text not null,
  bucket bigint not null,
  action text not null,
  before_type text,
  after_type text
);
/* sqlite */ insert into uncounted
  select h.game_index, h.appid, h.at - h.at % 3600000, h.action,
    coalesce(json_extract(h.before_change, '$[1]'), json_extract(h.before_change, '$.block_type')),
    coalesce(json_extract(h.after_change, '$[1]'), json_extract(h.after_change, '$.block_type'))
  from restriction_history h
  join change_sequence s on s.game_index = h.game_index and s.channel = 'restriction'
  where h.seq > s.counted_seq;
/* postgres */ insert into uncounted
  select h.game_index, h.appid, h.at - h.at % 3600000, h.action,
    coalesce(h.before_change::jsonb ->> 1, h.before_change::jsonb ->> 'block_type'),
    coalesce(h.after_change::jsonb ->> 1, h.after_change::jsonb ->> 'block_type')
  from restriction_history h
  join change_sequence s on s.game_index = h.game_index and s.channel = 'restriction'
  where h.seq > s.counted_seq;
insert into activity_count
  select game_index, appid, 'hour', bucket, metric, detail, sum(amount) from (
    select game_index, appid, bucket, metric, dimension as detail, value as amount from counter
      where bucket > 0 and metric in ('restriction.registered', 'restriction.changed',
        'restriction.released', 'restriction.expired')
    union all
    select game_index, appid, bucket, 'restriction.' || action, coalesce(after_type, before_type), -1
      from uncounted
  ) counted
  group by game_index, appid, bucket, metric, detail having sum(amount) <> 0;
insert into activity_count
  select game_index, appid, 'now', 0, 'restriction.active', detail, sum(amount) from (
    select game_index, appid, dimension as detail, value as amount from counter
      where bucket = 0 and metric = 'restriction.active'
    union all
    select game_index, appid, before_type, 1 from uncounted where before_type is not null
    union all
    select game_index, appid, after_type, -1 from uncounted where after_type is not null
  ) counted
  group by game_index, appid, detail;

drop table uncounted;
drop table counter;
drop table day_count;

-- The sums get hours and test purchases. They are made anew by the version of the facts.
drop table figure_money;
drop table figure_count;

-- Amounts are in the smallest unit of the currency.
create table figure_money (
  game_index bigint not null,
  appid text not null,
  -- `total`, `market`, `product`, `country`; `test` are test purchases by market, which no other one contains.
  dimension text not null,
  -- `hour`, `day`, `week` or `month`.
  grain text not null,
  value text not null,
  -- When the period begins on the app's clock.
  bucket bigint not null,
  -- Empty: purchases without a price that can be added up.
  currency text not null,
  purchases bigint not null,
  gross bigint not null,
  refunds bigint not null,
  refunded bigint not null,
  disputes bigint not null,
  disputed bigint not null,
  -- Of the purchases of this period, how many are cancelled by now.
  cancelled bigint not null,
  primary key (game_index, appid, dimension, grain, value, bucket, currency)
) /* clustered */;

create table figure_count (
  game_index bigint not null,
  appid text not null,
  metric text not null,
  -- `hour`, `day`, `week` or `month`.
  grain text not null,
  bucket bigint not null,
  detail text not null,
  currency text not null,
  amount bigint not null,
  primary key (game_index, appid, metric, grain, bucket, detail, currency)
) /* clustered */;
