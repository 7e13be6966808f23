-- What support sees of a player: the players of a device, and notes.

-- `login_open_on_device` has only the login of now.
create index login_by_device on login (game_index, appid, did, player_id);

create table player_note (
  game_index bigint not null,
  appid text not null,
  player_id bigint not null check (player_id >= 1),
  -- Ordered by time.
  note_id text not null,
  text text not null check (text <> ''),
  author_kind text not null check (author_kind in ('admin', 'console')),
  author text not null,
  created_at bigint not null,
  edited_at bigint,
  primary key (game_index, appid, player_id, note_id)
) /* clustered */;
