-- Refunds and disputes by when the market reported them, which is when the figures count them.
create index purchase_cancellation_by_time
  on purchase_cancellation (game_index, appid, reported_at, provider, unique_key);
