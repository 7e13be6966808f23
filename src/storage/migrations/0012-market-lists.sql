-- Lists of the markets, and which app at a market an app is.

-- Steam has two reports, each with a position of its own, and the payment gateways have lists too. The
-- program knows their names.

create table market_list (
  appid text not null,
  source text not null,
  position bigint not null,
  -- Nobody reads the list before this moment: the next look is due, or the lease ends.
  due_at bigint not null,
  lease text,
  primary key (appid, source)
);
insert into market_list select appid, source, position, due_at, lease from market_poll
  where source <> 'steam.report';
-- What was heard is not heard again.
insert into market_list select appid, 'steam.settlement', position, due_at, null from market_poll
  where source = 'steam.report';
insert into market_list select appid, 'steam.chargeback', position, due_at, null from market_poll
  where source = 'steam.report';
drop table market_poll;
alter table market_list rename to market_poll;

-- One purchase, one grant: the bundle id, package or Steam app id of an app. Gateway orders are our own.
alter table market_setting add column identity text;
-- 1 where another app had the same before that was refused.
alter table market_setting add column twin integer not null default 0 check (twin in (0, 1));
/* postgres */ update market_setting set identity = coalesce(settings::json ->> 'bundle_id',
  settings::json ->> 'package_name', settings::json ->> 'steam_app_id') where market <> 'PG';
/* sqlite */ update market_setting set identity = coalesce(settings ->> 'bundle_id',
  settings ->> 'package_name', settings ->> 'steam_app_id') where market <> 'PG';
update market_setting set twin = 1 where exists (
  select 1 from market_setting other
  where other.market = market_setting.market and other.identity = market_setting.identity
    and other.appid < market_setting.appid
);
create unique index market_setting_by_identity on market_setting (market, identity) where twin = 0;
