-- Order per player: a refused player waits outside of the queue, and what is not sent is in the log.

-- The app whose change a message reports; null for messages of earlier versions.
alter table outbox add column appid text;
alter table outbox_dead add column appid text;

-- `pending`: at the head of the queue, several while a refused batch is halved.
-- `refused`: one message that the receiver refused; its row is in outbox_dead, and it waits until due_at.
create table outbox_batch_16 (
  game_index bigint not null,
  batch_id text not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  state text not null check (state in ('pending', 'refused', 'dead')),
  first_seq bigint not null,
  last_seq bigint not null,
  url text not null,
  body text not null,
  message_count integer not null check (message_count >= 1),
  attempts integer not null,
  traceparent text,
  created_at bigint not null,
  died_at bigint,
  due_at bigint not null,
  subject text,
  primary key (game_index, batch_id),
  check (first_seq <= last_seq),
  check ((state = 'dead') = (died_at is not null)),
  check (state <> 'refused' or subject is not null)
);
insert into outbox_batch_16
  select game_index, batch_id, channel, state, first_seq, last_seq, url, body, message_count,
    attempts, traceparent, created_at, died_at, 0, null
  from outbox_batch;
drop table outbox_batch;
alter table outbox_batch_16 rename to outbox_batch;
create index outbox_batch_pending on outbox_batch (game_index, channel, first_seq) where state = 'pending';
create index outbox_batch_refused on outbox_batch (game_index, channel, due_at) where state = 'refused';
create index outbox_batch_refused_subject on outbox_batch (game_index, channel, subject) where state = 'refused';
create index outbox_batch_dead on outbox_batch (game_index, channel, first_seq) where state = 'dead';

create table outbox_attempt_16 (
  game_index bigint not null,
  channel text not null check (channel in ('restriction', 'purchase')),
  at bigint not null,
  -- Orders batches that were tried within one millisecond.
  first_seq bigint not null,
  -- Counts the attempts of a batch.
  number integer not null,
  batch_id text not null,
  message_count integer not null,
  -- `superseded` is no attempt: these messages were not sent, because their subjects changed since.
  result text not null
    check (result in ('delivered', 'result_code', 'status', 'answer', 'network', 'address', 'superseded')),
  status integer,
  result_code bigint,
  duration_ms integer not null,
  answer text,
  error text,
  primary key (game_index, channel, at, first_seq, number, batch_id)
) /* clustered */;
insert into outbox_attempt_16
  select game_index, channel, at, first_seq, number, batch_id, message_count, result, status,
    result_code, duration_ms, answer, error
  from outbox_attempt;
drop table outbox_attempt;
alter table outbox_attempt_16 rename to outbox_attempt;
