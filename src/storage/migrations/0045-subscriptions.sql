-- Subscriptions that another one has taken the place of, and how much of a purchase was used.

-- Stored as expired: earlier releases know no other word. Null: not replaced.
alter table subscription add column replaced_at bigint;
-- Null while the market has not said by which.
alter table subscription add column replaced_by text;
-- 1: another one took its place, so it is no end.
alter table subscription_step add column replaced integer;

-- Earlier releases let them run on.
update subscription as s
  set status = 'expired', auto_renew_product_id = null, grace_until = null,
    replaced_at = n.created_at, replaced_by = n.subscription_id
  from subscription n
  where n.game_index = s.game_index and n.appid = s.appid and n.provider = s.provider
    and n.replaces = s.subscription_id
    and s.status in ('active', 'grace', 'hold', 'paused');

-- In thousandths of a percent, as the game has reported it.
alter table purchase add column consumption integer;
