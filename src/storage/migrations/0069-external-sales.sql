-- Sales to buyers who came from an app of a store are reported to that store.
alter table purchase_order add column tax text;
alter table purchase_order add column tax_country text;
-- The store whose app the buyer came from, with what identifies the visit there.
alter table purchase_order add column external_market text;
alter table purchase_order add column external_token text;
alter table purchase_order add column external_token_at bigint;
create index purchase_order_by_external_token on purchase_order (game_index, appid, external_token)
  where external_token is not null;

create table external_report (
  game_index bigint not null,
  appid text not null,
  -- Ours, and the id of the report at the store: the same one on each repeat.
  report_id text not null,
  market text not null,
  kind text not null check (kind in ('sale', 'refund', 'correction', 'no_sale', 'unrecognized', 'duplicate')),
  -- The order, or the token of a report about no sale. Its reports are sent in the order of their positions.
  subject text not null,
  position integer not null,
  token text not null,
  state text not null check (state in ('due', 'sent', 'refused', 'corrected', 'closed')),
  -- The line of the sale or refund; of a correction, the one that it corrects.
  line_id text not null,
  -- A correction that takes the line back.
  is_void integer not null default 0 check (is_void in (0, 1)),
  -- In thousandths of the currency; null while something of it is not known.
  currency text,
  amount bigint,
  tax bigint,
  tax_country text,
  -- What one unit of the price is worth in the currency; null where they are the same.
  rate text,
  happened_at bigint not null,
  -- The time limit of the store.
  report_by bigint not null,
  created_at bigint not null,
  sent_at bigint,
  -- JSON: what is sent, written before the call.
  body text,
  -- In the words of the store, or ours.
  refusal text,
  primary key (game_index, appid, report_id)
) /* clustered */;
create unique index external_report_of_subject on external_report (game_index, appid, subject, position);
create index external_report_open on external_report (game_index, appid, state, created_at)
  where state in ('due', 'refused');
