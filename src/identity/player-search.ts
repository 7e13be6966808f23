// Finds players by what their logins left: their id, an account, a device.
import type { Db } from '../storage/db.ts';
import type { Int64 } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApps } from '../storage/tenancy.ts';
import type { AppsOfProject } from '../tenants/apps-by-project.ts';
import type { AppName } from '../tenants/directory.ts';

export interface PlayerName extends AppName {
  readonly playerId: bigint;
}

type PlayerRow = {
  readonly game_index: number;
  readonly appid: string;
  readonly player_id: Int64;
};

const nameOf = ({ game_index, appid, player_id }: PlayerRow): PlayerName => ({
  gameIndex: game_index,
  appid,
  playerId: BigInt(player_id),
});

/** The apps in which the player has logged in. */
export const appsWithLogin = statement((db, $: Params<AppsOfProject & { playerId: bigint }>) =>
  ofApps(db, $).selectFrom('login').select('appid').distinct().where('player_id', '=', $.playerId),
);

const byAccount = statement((db, $: Params<AppsOfProject & { accountUuid: string }>) =>
  ofApps(db, $)
    .selectFrom('account_link')
    .select(['game_index', 'appid', 'player_id'])
    .where('account_uuid', '=', $.accountUuid),
);

/** The players to whom the account is linked. */
export async function playersOfAccount(
  db: Db,
  apps: AppsOfProject,
  accountUuid: string,
): Promise<PlayerName[]> {
  return (await byAccount(db, { ...apps, accountUuid })).map(nameOf);
}

export const byDevice = statement((db, $: Params<AppsOfProject & { did: bigint; limit: number }>) =>
  ofApps(db, $)
    .selectFrom('login')
    .select(['game_index', 'appid', 'player_id'])
    .distinct()
    .where('did', '=', $.did)
    .orderBy('appid')
    .orderBy('player_id')
    .limit($.limit),
);

/** Everybody who has logged in on the device. */
export async function playersOnDevice(
  db: Db,
  apps: AppsOfProject,
  did: bigint,
  limit: number,
): Promise<PlayerName[]> {
  return (await byDevice(db, { ...apps, did, limit })).map(nameOf);
}
