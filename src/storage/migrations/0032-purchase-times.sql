-- Purchases by when they were bought, which is when the figures count them.
create index purchase_by_purchase_time
  on purchase (game_index, appid, provider, coalesce(purchased_at, verified_at), number);
