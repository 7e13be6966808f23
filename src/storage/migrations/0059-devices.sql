-- A restriction of the login may include the devices of the player.
alter table restricted_player add column with_devices integer not null default 0
  check (with_devices in (0, 1));
-- Whether a restriction of the app has ever included devices; until then, no login looks for them.
alter table app add column device_restrictions integer not null default 0
  check (device_restrictions in (0, 1));

create table restricted_device (
  game_index bigint not null,
  appid text not null,
  did bigint not null,
  -- Whose restriction it is.
  player_id bigint not null,
  primary key (game_index, appid, did, player_id)
) /* clustered */;
create index restricted_device_by_player on restricted_device (game_index, appid, player_id);

-- Players who log in on restricted devices of others.
create table device_exception (
  game_index bigint not null,
  appid text not null,
  player_id bigint not null,
  created_at bigint not null,
  actor_kind text not null,
  actor text not null,
  primary key (game_index, appid, player_id)
) /* clustered */;
