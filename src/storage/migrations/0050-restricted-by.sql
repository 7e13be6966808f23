-- Who made or last changed a restriction, so that lists can be filtered by it. Null where the history does not say.
alter table restricted_player add column actor_kind text;
alter table restricted_player add column actor text;
update restricted_player set actor_kind = h.actor_kind, actor = h.actor
  from restriction_history h
  join (
    select game_index, appid, player_id, max(seq) as seq from restriction_history
    where action in ('registered', 'changed') group by game_index, appid, player_id
  ) newest on newest.game_index = h.game_index and newest.seq = h.seq
  where h.game_index = restricted_player.game_index and h.appid = restricted_player.appid
    and h.player_id = restricted_player.player_id;
