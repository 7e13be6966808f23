-- From here on sealed secrets are bound to their places, in a form that earlier releases cannot open.
-- Keys derived from master keys that are gone, for what was made with them and cannot be made anew.
create table kept_key (
  key_id text not null,
  purpose text not null,
  sealed_key text not null,
  created_at bigint not null,
  primary key (key_id, purpose)
);
