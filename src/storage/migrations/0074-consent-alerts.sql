-- Finds the downloads without consent of the last days, for the alert about those that no player is linked to.
create index consent_download_withdrawn on consent_download (game_index, appid, recorded_at)
  where state = 'withdrawn';
