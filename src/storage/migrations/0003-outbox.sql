-- What is to be told to others, written in the transaction of the change it tells, and how far the telling is.

create table outbox (
  game_index bigint not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  seq bigint not null,
  -- Within one batch only the newest row of a subject is sent.
  subject text not null,
  payload text not null,
  traceparent text,
  created_at bigint not null,
  primary key (game_index, channel, seq)
) /* clustered */;

-- One line of messages: a project's to one receiver. Whoever sends holds its lease.
create table outbox_lane (
  game_index bigint not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  -- Nobody takes the lane before this moment: the lease ends, or the next attempt is due.
  due_at bigint not null,
  lease text,
  paused integer not null check (paused in (0, 1)),
  primary key (game_index, channel)
);

-- The bytes under way, kept so that every attempt sends the same under the same id; and dead letters.
create table outbox_batch (
  game_index bigint not null,
  batch_id text not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  state text not null check (state in ('pending', 'dead')),
  first_seq bigint not null,
  last_seq bigint not null,
  url text not null,
  body text not null,
  message_count integer not null check (message_count >= 1),
  attempts integer not null,
  traceparent text,
  created_at bigint not null,
  died_at bigint,
  primary key (game_index, batch_id),
  check (first_seq <= last_seq),
  check ((state = 'dead') = (died_at is not null))
);
create unique index outbox_batch_under_way on outbox_batch (game_index, channel) where state = 'pending';
create index outbox_batch_dead on outbox_batch (game_index, channel, first_seq) where state = 'dead';

-- The rows of dead letters: out of the line, so that later changes flow, and there to be replayed.
create table outbox_dead (
  game_index bigint not null,
  batch_id text not null,
  seq bigint not null,
  subject text not null,
  payload text not null,
  traceparent text,
  primary key (game_index, batch_id, seq)
);

create table outbox_attempt (
  game_index bigint not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  at bigint not null,
  -- Orders batches that were tried within one millisecond.
  first_seq bigint not null,
  -- Counts the attempts of a batch.
  number integer not null,
  batch_id text not null,
  message_count integer not null,
  result text not null
    check (result in ('delivered', 'result_code', 'status', 'answer', 'network', 'address')),
  status integer,
  result_code bigint,
  duration_ms integer not null,
  answer text,
  error text,
  primary key (game_index, channel, at, first_seq, number, batch_id)
) /* clustered */;
