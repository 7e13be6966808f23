-- A channel has several receivers. Each has a lane: `purchase` is that of the first, `purchase:name` of another.

-- What of its channel a receiver gets: JSON. Null: everything.
alter table receiver add column filter text;

-- The program knows the lanes. SQLite has no statement for it: a check can be taken out of the schema's text.
/* sqlite */ pragma writable_schema = on;
/* sqlite */ update sqlite_schema
  set sql = replace(sql, ' check (channel in (''restriction'', ''purchase''))', '')
  where type = 'table' and name in
    ('receiver', 'outbox', 'outbox_lane', 'outbox_batch', 'outbox_attempt', 'outbox_sent');
/* sqlite */ pragma writable_schema = reset;
-- Tells other connections to read the schema again.
/* sqlite */ create table schema_changed (id integer);
/* sqlite */ drop table schema_changed;

/* postgres */ alter table receiver drop constraint receiver_channel_check;
/* postgres */ alter table outbox drop constraint outbox_channel_check;
/* postgres */ alter table outbox_lane drop constraint outbox_lane_channel_check;
/* postgres */ alter table outbox_batch drop constraint outbox_batch_16_channel_check;
/* postgres */ alter table outbox_attempt drop constraint outbox_attempt_16_channel_check;
/* postgres */ alter table outbox_sent drop constraint outbox_sent_channel_check;
