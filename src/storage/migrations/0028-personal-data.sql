-- What is found by its age before it is deleted, and by its player before it is erased.

create index outbox_again_by_time on outbox_again (game_index, channel, at);
create index outbox_batch_dead_by_time on outbox_batch (game_index, channel, died_at) where state = 'dead';
create index purchase_order_unpaid on purchase_order (game_index, appid, created_at)
  where state in ('open', 'failed');
create index purchase_order_of_player on purchase_order (game_index, appid, player_id);
