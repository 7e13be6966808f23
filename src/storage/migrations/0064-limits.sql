-- What restrictions of players somebody may set, change and release: JSON. Null: all that the role or the scope allows.
alter table member add column limits text;
alter table invitation add column limits text;
alter table admin_token add column limits text;
-- Of who uploaded or applied the list.
alter table bulk_job add column limits text;
