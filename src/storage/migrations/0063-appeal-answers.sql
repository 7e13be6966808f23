-- Ready answers to appeals against restrictions of a type, by decision and language: JSON.
alter table restriction_type add column appeal_answers text not null default '[]';

-- In the order of the lists: SQLite would rather walk all appeals of the project than sort those of a player.
drop index appeal_by_player;
create index appeal_by_player on appeal (game_index, player_id, appeal_id);
