-- The configuration file that was last applied to a project, to show what has changed since. Null: none was.
alter table project add column applied_configuration text;
