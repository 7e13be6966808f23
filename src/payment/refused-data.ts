// What is stored about a player's refused verifications: exported, and deleted with the player.
import type { KnownPlayer, PersonalPart } from '../identity/personal-data.ts';
import { COUNT, ERASED_AT_ONCE, PAGE, pages } from '../identity/personal-data.ts';
import type { Db } from '../storage/db.ts';

const refusedOf = (db: Db, { gameIndex, appid, accounts }: KnownPlayer) =>
  db
    .selectFrom('refused_verification')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('account_uuid', 'in', accounts);

export const refusedData: PersonalPart = {
  read: (db, player) => ({
    refused_verifications: pages(
      '',
      (after) =>
        refusedOf(db, player)
          .selectAll()
          .where('refused_id', '>', after)
          .orderBy('refused_id')
          .limit(PAGE)
          .execute(),
      ({ refused_id }) => refused_id,
    ),
  }),
  async count(db, player) {
    const { count } = await refusedOf(db, player).select(COUNT).executeTakeFirstOrThrow();
    return { refused_verification: Number(count) };
  },
  async erase(db, player) {
    const { gameIndex, appid } = player;
    const { numDeletedRows } = await db
      .deleteFrom('refused_verification')
      .where('game_index', '=', gameIndex)
      .where('appid', '=', appid)
      .where('refused_id', 'in', refusedOf(db, player).select('refused_id').limit(ERASED_AT_ONCE))
      .executeTakeFirst();
    return { more: numDeletedRows > 0n };
  },
};
