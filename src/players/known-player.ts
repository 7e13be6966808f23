// A player with the accounts that purchases are found by.
import { invalid, isRejection, notFound, type Rejection } from '../audit/operation.ts';
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

/** The player of a filter, in an app of the project; undefined when none is named. */
export async function playerOfFilter(
  deps: PlayerDeps,
  gameIndex: number,
  { appid, player_id }: Partial<PlayerKey>,
): Promise<{ readonly player: KnownPlayer | undefined } | Rejection> {
  if (appid === undefined && player_id === undefined) return { player: undefined };
  if (appid === undefined) return invalid('appid', 'Say of which app the player is.');
  if (player_id === undefined) return invalid('player_id', 'Say which player of the app.');
  const app = await deps.directory.app(appid);
  if (app?.gameIndex !== gameIndex) return notFound(`Project ${gameIndex} has no app ${appid}.`);
  const player = await knownPlayer(deps, { appid, player_id });
  return isRejection(player) ? player : { player };
}
