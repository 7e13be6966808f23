-- Two keys of a receiver overlap during a rotation; its bearer token may differ from its key.

alter table receiver add column sealed_old_key text;
alter table receiver add column old_key_ends_at bigint;
alter table receiver add column sealed_bearer text;
