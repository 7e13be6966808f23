-- Events about restrictions, for event receivers that ask for them.
alter table receiver add column restriction_events integer not null default 0
  check (restriction_events in (0, 1));
-- The event of the change; one that replaced a restriction has the next number as well.
alter table restriction_history add column event_seq bigint;
