-- When a login first named the account; null: before this version. Logins are deleted, links are not.
alter table account_link add column first_linked_at bigint;
