-- Sales that only the market has reported: few, and looked for by support. Renewals are never waited for.
create index purchase_unclaimed on purchase (game_index, appid, verified_at, provider)
  where claimed = 0 and kind = 'consumable';
