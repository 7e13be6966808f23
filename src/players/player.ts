// The player that a request names, in its app.
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { playerIdOf } from '../identity/player-id.ts';
import { appOf } from '../tenants/apps.ts';
import type { App, Directory } from '../tenants/directory.ts';

export interface PlayerDeps {
  readonly context: OperationContext;
  readonly directory: Directory;
}

export interface PlayerKey {
  readonly appid: string;
  readonly player_id: string;
}

export interface Player {
  readonly app: App;
  readonly playerId: bigint;
}

export async function playerOf(
  { directory }: PlayerDeps,
  { appid, player_id }: PlayerKey,
): Promise<Player | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const app = await appOf(directory, appid);
  return isRejection(app) ? app : { app, playerId };
}
