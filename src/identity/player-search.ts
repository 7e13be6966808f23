// Finds players by what their logins left: their id, an account, a device.
import type { Db } from '../storage/db.ts';
import type { Int64 } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';

interface InApps {
  readonly appids: readonly string[];
}

export interface PlayerName {
  readonly appid: string;
  readonly playerId: bigint;
}

type PlayerRow = { readonly appid: string; readonly player_id: Int64 };

const nameOf = ({ appid, player_id }: PlayerRow): PlayerName => ({
  appid,
  playerId: BigInt(player_id),
});

/** The apps in which the player has logged in. One probe per app, however many logins there are. */
export const appsWithLogin = statement((db, $: Params<InApps & { playerId: bigint }>) =>
  db
    .selectFrom('app as a')
    .select('a.appid')
    .where('a.appid', 'in', $.appids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('login')
          .select('login_id')
          .whereRef('login.appid', '=', 'a.appid')
          .where('player_id', '=', $.playerId),
      ),
    ),
);

export const byAccount = statement((db, $: Params<InApps & { accountUuid: string }>) =>
  db
    .selectFrom('account_link')
    .select(['appid', 'player_id'])
    .where('appid', 'in', $.appids)
    .where('account_uuid', '=', $.accountUuid),
);

/** The players to whom the account is linked. */
export async function playersOfAccount(
  db: Db,
  appids: readonly string[],
  accountUuid: string,
): Promise<PlayerName[]> {
  return (await byAccount(db, { appids, accountUuid })).map(nameOf);
}

export const byDevice = statement((db, $: Params<InApps & { did: bigint; limit: number }>) =>
  db
    .selectFrom('login')
    .select(['appid', 'player_id'])
    .distinct()
    .where('appid', 'in', $.appids)
    .where('did', '=', $.did)
    .orderBy('appid')
    .orderBy('player_id')
    .limit($.limit),
);

/** Everybody who has logged in on the device. */
export async function playersOnDevice(
  db: Db,
  appids: readonly string[],
  did: bigint,
  limit: number,
): Promise<PlayerName[]> {
  return (await byDevice(db, { appids, did, limit })).map(nameOf);
}
