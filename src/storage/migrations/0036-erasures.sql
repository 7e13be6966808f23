-- Ids of erasures, which stand where an account stood. What a market says later about their purchases
-- is stored without the account.
create table erasure (
  game_index bigint not null,
  appid text not null,
  erasure_id text not null,
  primary key (game_index, appid, erasure_id)
) /* clustered */;

-- The audit log names them as apps/<appid>/erasures/<uuid>.
insert into erasure (game_index, appid, erasure_id)
  select distinct game_index, substr(target, 6, length(target) - 51),
    substr(target, length(target) - 35)
  from audit_log
  where action = 'player.erase' and target like 'apps/%/erasures/%';

-- The account that a notification names, or null. '?': stored before this version, and not looked at.
alter table market_notice add column account_uuid text default '?';
create index market_notice_by_account
  on market_notice (game_index, appid, account_uuid, provider, notice_id)
  where account_uuid is not null;

-- Notifications that came after an erasure brought the account back.
update market_notice set body = '{}', account_uuid = null
  where exists (select 1 from purchase p
      join erasure e on e.game_index = p.game_index and e.appid = p.appid
        and e.erasure_id = p.account_uuid
      where p.game_index = market_notice.game_index and p.appid = market_notice.appid
        and p.provider = market_notice.provider and p.unique_key = market_notice.subject
        and coalesce(p.subscription_id, '') <> p.unique_key)
    or exists (select 1 from subscription s
      join erasure e on e.game_index = s.game_index and e.appid = s.appid
        and e.erasure_id = s.account_uuid
      where s.game_index = market_notice.game_index and s.appid = market_notice.appid
        and s.provider = market_notice.provider and s.subscription_id = market_notice.subject);
