// What is stored about a player's STEAM and PG orders. An order that can still be paid waits for its end.
import type { KnownPlayer, PersonalPart } from '../../identity/personal-data.ts';
import { COUNT, ERASED_AT_ONCE, PAGE, pages } from '../../identity/personal-data.ts';
import type { Db } from '../../storage/db.ts';
import { ERASED_PLAYER } from '../ledger/erasures-store.ts';
import { eraseNoticesAbout, readNoticesAbout } from '../ledger/notice-data.ts';

/** Nobody pays an order any more after this; see the shortest setting for unpaid orders. */
const PAYABLE_MS = 31 * 24 * 60 * 60_000;

const ordersOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('purchase_order')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

async function* readOrders(db: Db, player: KnownPlayer): AsyncGenerator<object> {
  const rows = pages(
    '',
    (after) =>
      ordersOf(db, player)
        .selectAll()
        .where('order_id', '>', after)
        .orderBy('order_id')
        .limit(PAGE)
        .execute(),
    ({ order_id }) => order_id,
  );
  for await (const row of rows) {
    yield { ...row, notices: await readNoticesAbout(db, player, row.provider, [row.order_id]) };
  }
}

export const orderData: PersonalPart = {
  read: (db, player) => ({
    orders: readOrders(db, player),
  }),

  async count(db, player) {
    const { count } = await ordersOf(db, player).select(COUNT).executeTakeFirstOrThrow();
    return { purchase_order: Number(count) };
  },

  async erase(db, player) {
    const { gameIndex, appid, pseudonym, now } = player;
    const rows = await ordersOf(db, player)
      .select(['order_id', 'state', 'created_at'])
      .orderBy('created_at')
      .execute();
    const isOver = ({ state, created_at }: (typeof rows)[number]): boolean =>
      state === 'paid' || state === 'failed' || (state === 'open' && created_at < now - PAYABLE_MS);
    const over = rows.filter(isOver).slice(0, ERASED_AT_ONCE);
    if (over.length > 0) {
      const ids = over.map(({ order_id }) => order_id);
      // Before the orders, which find them.
      await eraseNoticesAbout(db, player, 'PG', ids);
      await db
        .updateTable('purchase_order')
        .set({
          player_id: ERASED_PLAYER,
          account_uuid: pseudonym,
          payload: null,
          price_verify_key: null,
          steam_id: null,
        })
        .where('game_index', '=', gameIndex)
        .where('appid', '=', appid)
        .where('order_id', 'in', ids)
        // What changed since is left for the next time.
        .where('state', '<>', 'charging')
        .execute();
    }
    if (over.length === ERASED_AT_ONCE) return { more: true };
    return { more: false, waiting: over.length < rows.length ? ['order'] : [] };
  },
};
