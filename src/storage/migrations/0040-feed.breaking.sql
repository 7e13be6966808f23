-- One feed of changes: figures and measures follow the same rows, each from its own position.

create table purchase_change (
  game_index bigint not null,
  appid text not null,
  -- Of the same line as the numbers of purchases, so that both follow the order of commits.
  number bigint not null,
  at bigint not null,
  -- Empty for an account.
  provider text not null,
  -- `purchase`, `subscription`, or `account` whose player became known.
  kind text not null,
  -- The purchase's `unique_key`, the id of the subscription, or the account.
  subject text not null,
  primary key (game_index, appid, number)
) /* clustered */;

create table feed_position (
  game_index bigint not null,
  appid text not null,
  -- `figures` and `measures` follow changes. While an app has debts or restrictions by measures, `payments` follows
  -- purchases and `restrictions` the history of the project.
  consumer text not null,
  number bigint not null,
  -- Grows with every change of the sums, so that none is written twice.
  version bigint not null,
  -- Version of the facts in the sums. With a higher one in the code, they are made anew.
  facts integer not null,
  -- Of all sums. With another one they are made anew.
  time_zone text not null,
  -- Nobody follows before this moment: the lease ends.
  due_at bigint not null,
  lease text,
  primary key (game_index, appid, consumer)
);

-- Accounts that were still to be followed.
insert into purchase_change
  select m.game_index, m.appid,
    s.next_number - 1 + row_number() over (partition by m.game_index, m.appid order by m.mark_id),
    s.last_verified_at, '', 'account', m.account_uuid
  from measure_mark m
  join purchase_sequence s on s.game_index = m.game_index and s.appid = m.appid;
update purchase_sequence set next_number = next_number + (
  select count(*) from measure_mark m
  where m.game_index = purchase_sequence.game_index and m.appid = purchase_sequence.appid
);

insert into feed_position
  select game_index, appid, 'payments', number, 1, 0, '', 0, null from measure_position;
-- Players whose restriction somebody has changed are looked for again: a mark names the player, a change does not.
insert into feed_position
  select p.game_index, p.appid, 'restrictions',
    case when exists (
      select 1 from measure_mark m
      where m.game_index = p.game_index and m.appid = p.appid and m.player_id is not null
    ) then 0 else p.seq end,
    1, 0, '', 0, null
  from measure_position p;

-- The version of the facts makes the sums anew, with all that was marked.
insert into feed_position
  select game_index, appid, 'figures', number, version, 0, time_zone, due_at, lease
  from figure_position;

drop table measure_mark;
drop table measure_position;
drop table figure_mark;
drop table figure_position;
