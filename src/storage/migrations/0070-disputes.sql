-- Disputes as payment gateways show them, with the evidence that is drafted and sent.
create table dispute (
  game_index bigint not null,
  appid text not null,
  dispute_id text not null,
  gateway text not null,
  order_id text not null,
  player_id bigint not null,
  -- `sent`: answered, and not decided yet. `closed`: an inquiry that is over, or a dispute that was prevented.
  state text not null check (state in ('open', 'sent', 'won', 'lost', 'closed')),
  inquiry integer not null check (inquiry in (0, 1)),
  reason text,
  network_reason text,
  amount text,
  currency text,
  opened_at bigint not null,
  due_at bigint,
  decided_at bigint,
  submissions integer not null,
  read_at bigint not null,
  -- JSON.
  draft text,
  version integer not null default 0,
  edited_at bigint,
  edited_by text,
  sending text not null default 'unsent'
    check (sending in ('unsent', 'under_way', 'sent', 'refused')),
  submission_id text,
  -- What was sent, or is being sent: JSON.
  evidence text,
  sent_at bigint,
  sent_by text,
  settled_at bigint,
  refusal text,
  primary key (game_index, appid, dispute_id),
  check ((sending = 'unsent') = (submission_id is null))
);
create index dispute_by_state on dispute (game_index, appid, state, opened_at, dispute_id);
create index dispute_by_time on dispute (game_index, appid, opened_at, dispute_id);
create index dispute_by_player on dispute (game_index, appid, player_id);
create index dispute_due on dispute (due_at) where state = 'open';

-- What buyers are shown about refunds and cancellations, by language: JSON.
alter table app add column dispute_texts text not null default '[]';

-- Disputes that are known from before are read at their gateways.
insert into job (game_index, appid, job_id, kind, payload, attempts, created_at, due_at)
select distinct game_index, appid, 'dispute.read ' || unique_key, 'dispute.read',
  '{"orderId":"' || unique_key || '"}', 0, 0, 0
from purchase_cancellation
where provider = 'PG' and cause like 'dispute %';
