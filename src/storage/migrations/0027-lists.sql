-- Lists of the console: what they are sorted by, saved views, and what a bulk job has changed.

create index restricted_player_by_change
  on restricted_player (game_index, appid, changed_at, player_id);
create index subscription_by_change
  on subscription (game_index, appid, updated_at, subscription_id);
create index subscription_by_expiry
  on subscription (game_index, appid, coalesce(expires_at, 0), subscription_id);
create index audit_log_by_actor on audit_log (game_index, actor, audit_id);

-- Filters, order and columns of a list under a name, for one person.
create table saved_view (
  game_index bigint not null,
  -- The account.
  owner text not null,
  view_id text not null,
  list text not null,
  name text not null,
  query text not null,
  created_at bigint not null,
  primary key (game_index, owner, view_id)
) /* clustered */;
create unique index saved_view_by_name on saved_view (game_index, owner, list, name);

-- The number of the change that the row has made, or that the row undoes.
alter table bulk_row add column seq bigint;
-- The job that this one undoes.
alter table bulk_job add column undoes text;
