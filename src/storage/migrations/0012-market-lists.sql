-- More lists are polled: two reports at Steam, and those of the payment gateways. The program knows their names.

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
