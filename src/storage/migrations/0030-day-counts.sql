-- Counts of a day for figures that no ledger can give: verifications, market calls, restrictions.

create table day_count (
  game_index bigint not null,
  appid text not null,
  metric text not null,
  -- `YYYY-MM-DD` on the app's clock.
  day text not null,
  detail text not null,
  amount bigint not null,
  primary key (game_index, appid, metric, day, detail)
) /* clustered */;

-- Up to which change the restrictions of a project are in the counts.
alter table change_sequence add column counted_seq bigint not null default 0;

-- Purchases that nobody has reported as delivered: an import, a cycle and a cancelled one need no report.
create index purchase_undelivered on purchase (game_index, appid, verified_at, provider)
  where delivery is null and cancel_state = 0 and test = 0 and subscription_id is null
    and market_result is not null;

-- The sums have got new parts, so they are made anew from the first purchase on.
delete from figure_money;
delete from figure_count;
delete from figure_payer;
delete from figure_counted;
update figure_position set number = 0, version = version + 1;
