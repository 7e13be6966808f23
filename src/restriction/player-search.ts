// Finds players by their restrictions: in which apps they have one or had one, and who is restricted now.
import type { Db } from '../storage/db.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApps } from '../storage/tenancy.ts';
import type { AppsOfProject } from '../tenants/apps-by-project.ts';
import type { AppName } from '../tenants/directory.ts';
import { hasExpired } from './rules.ts';
import { LOGIN } from './scopes.ts';
import { readScope, readTypes } from './store.ts';

type OfPlayer = AppsOfProject & { readonly playerId: bigint };

export const appsWithHistory = statement((db, $: Params<OfPlayer>) =>
  ofApps(db, $)
    .selectFrom('restriction_history')
    .select('appid')
    .distinct()
    .where('player_id', '=', $.playerId),
);

export const appsWithRestriction = statement((db, $: Params<OfPlayer>) =>
  ofApps(db, $)
    .selectFrom('restricted_player')
    .select('appid')
    .distinct()
    .where('player_id', '=', $.playerId),
);

interface PlayerName extends AppName {
  readonly playerId: bigint;
}

export interface LiveType {
  readonly block_type: number;
  readonly type_name: string;
  readonly type_en_name: string;
}

/** The type of each player's live restriction of the login; undefined for who has none. */
export async function liveTypes(
  db: Db,
  players: readonly PlayerName[],
  now: number,
): Promise<(player: PlayerName) => LiveType | undefined> {
  const found = new Map<string, LiveType>();
  const keyOf = ({ appid, playerId }: PlayerName): string => `${playerId} ${appid}`;
  for (const [appid, group] of Map.groupBy(players, (player) => player.appid)) {
    const app = { gameIndex: group[0]?.gameIndex ?? 0, appid };
    const ids = [...new Set(group.map(({ playerId }) => playerId))];
    const restricted = [...(await readScope(db, app, LOGIN, ids))];
    const live = restricted.filter(([, each]) => !hasExpired(each, now));
    const types = live.length === 0 ? [] : await readTypes(db, app);
    for (const [playerId, { blockType }] of live) {
      const type = types.find(({ block_type }) => block_type === blockType);
      if (type) {
        const { block_type, type_name, type_en_name } = type;
        found.set(keyOf({ ...app, playerId }), { block_type, type_name, type_en_name });
      }
    }
  }
  return (player) => found.get(keyOf(player));
}
