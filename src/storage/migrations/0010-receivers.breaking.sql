-- One table for the receivers of every channel, instead of one for game servers and one for events.

create table receiver (
  game_index bigint not null references project (game_index) on delete cascade,
  channel text not null check (channel in ('restriction', 'purchase')),
  url text not null,
  sealed_key text not null,
  updated_at bigint not null,
  primary key (game_index, channel)
) /* clustered */;

insert into receiver (game_index, channel, url, sealed_key, updated_at)
  select game_index, 'restriction', url, sealed_key, updated_at from game_server;
insert into receiver (game_index, channel, url, sealed_key, updated_at)
  select game_index, 'purchase', url, sealed_key, updated_at from event_target;

drop table game_server;
drop table event_target;
