-- Admin tokens with a scope, and projects that require a second factor.

alter table admin_token add column scope text not null default 'full'
  check (scope in ('full', 'read', 'restriction', 'payment'));
-- A JSON list of projects; null is every project. Not a table: a token must not gain when a project is deleted.
alter table admin_token add column projects text;
alter table admin_token add column created_by text not null default '';
-- To the minute, so that not every call writes.
alter table admin_token add column last_used_at bigint;

alter table project add column requires_second_factor integer not null default 0
  check (requires_second_factor in (0, 1));
