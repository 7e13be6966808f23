// A player with the accounts that purchases are found by.
import { isRejection, type Rejection } from '../audit/operation.ts';
import { accountUuidsOf } from '../identity/logins.ts';
import type { KnownPlayer } from '../identity/personal-data.ts';
import { type PlayerDeps, type PlayerKey, playerOf } from './player.ts';

export async function knownPlayer(
  deps: PlayerDeps,
  key: PlayerKey,
): Promise<KnownPlayer | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  const { app, playerId } = player;
  const { gameIndex, appid } = app;
  const accounts = await accountUuidsOf(deps.context.storage.db, app, playerId);
  return { gameIndex, appid, playerId, accounts };
}
