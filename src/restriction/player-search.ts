// Finds players by their restrictions: in which apps they have one or had one, and who is restricted now.
import type { Db } from '../storage/db.ts';
import { type Params, statement } from '../storage/statement.ts';
import { hasExpired } from './rules.ts';
import { readRestrictions, readTypes } from './store.ts';

/** The apps in which the player was ever restricted. */
export const appsWithHistory = statement(
  (db, $: Params<{ appids: readonly string[]; playerId: bigint }>) =>
    db
      .selectFrom('app as a')
      .select('a.appid')
      .where('a.appid', 'in', $.appids)
      .where(({ exists, or, selectFrom }) =>
        or([
          exists(
            selectFrom('restriction_history')
              .select('seq')
              .whereRef('restriction_history.appid', '=', 'a.appid')
              .where('player_id', '=', $.playerId),
          ),
          exists(
            selectFrom('restricted_player')
              .select('status')
              .whereRef('restricted_player.appid', '=', 'a.appid')
              .where('player_id', '=', $.playerId),
          ),
        ]),
      ),
);

interface PlayerName {
  readonly appid: string;
  readonly playerId: bigint;
}

export interface LiveType {
  readonly block_type: number;
  readonly type_name: string;
  readonly type_en_name: string;
}

/** The type of each player's live restriction; undefined for who has none. */
export async function liveTypes(
  db: Db,
  players: readonly PlayerName[],
  now: number,
): Promise<(player: PlayerName) => LiveType | undefined> {
  const found = new Map<string, LiveType>();
  const keyOf = ({ appid, playerId }: PlayerName): string => `${playerId} ${appid}`;
  for (const [appid, group] of Map.groupBy(players, (player) => player.appid)) {
    const ids = [...new Set(group.map(({ playerId }) => playerId))];
    const restricted = [...(await readRestrictions(db, appid, ids))];
    const live = restricted.filter(([, each]) => !hasExpired(each, now));
    const types = live.length === 0 ? [] : await readTypes(db, appid);
    for (const [playerId, { blockType }] of live) {
      const type = types.find(({ block_type }) => block_type === blockType);
      if (type) {
        const { block_type, type_name, type_en_name } = type;
        found.set(keyOf({ appid, playerId }), { block_type, type_name, type_en_name });
      }
    }
  }
  return (player) => found.get(keyOf(player));
}
