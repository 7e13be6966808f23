-- Rows that are deleted when they are old enough: who deletes, and in which order they are found.

-- Whoever deletes old rows of a project holds the lease. 0: what belongs to no project.
create table retention (
  game_index bigint not null primary key,
  -- Nobody begins before this moment: the next turn is due, or the lease ends.
  due_at bigint not null,
  lease text
);

create index purchase_trail_by_time on purchase_trail (game_index, appid, at);
-- A login that goes on is not in it.
create index login_ended on login (game_index, appid, logged_out_at) where logged_out_at is not null;
create index revoked_token_by_end on revoked_token (expires_at);
