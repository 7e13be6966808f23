// STEAM and PG orders in the table of personal data. An order that can still be paid waits for its end.
import { sql } from 'kysely';
import { personalTable } from '../../identity/personal-data.ts';
import { ERASED_PLAYER } from '../ledger/erasures-store.ts';
import { eraseNoticesAbout, withNotices } from '../ledger/notice-data.ts';
import { ORDER_MARKETS } from '../markets/markets.ts';

/** Nobody pays an order any more after this; see the shortest setting for unpaid orders. */
const PAYABLE_MS = 31 * 24 * 60 * 60_000;

export const orderTable = personalTable({
  table: 'purchase_order',
  by: 'player_id',
  key: ['order_id'],
  section: 'orders',
  related: (db, player, rows) => withNotices(db, player, rows, ({ order_id }) => order_id),
  erase: {
    set: ({ pseudonym }) => ({
      player_id: ERASED_PLAYER,
      account_uuid: pseudonym,
      payload: null,
      price_verify_key: null,
      steam_id: null,
    }),
    keeps: [
      'game_index',
      'appid',
      'order_id',
      'provider',
      'state',
      'product_id',
      'quantity',
      'amount',
      'currency',
      'gateway',
      'gateway_reference',
      'store_transaction_id',
      'charge_attempts',
      'charging_since',
      'created_at',
      'paid_at',
      'closed_at',
      'mismatch',
      'mismatch_since',
      // Of the sale, which is reported also when the player is erased before.
      'tax',
      'tax_country',
      'external_market',
      'external_token',
      'external_token_at',
    ],
  },
  erasable: (_, now) =>
    sql`(state in ('paid', 'failed') or (state = 'open' and created_at < ${now - PAYABLE_MS}))`,
  waiting: 'order',
  async before(tx, player, rows) {
    const ids = rows.map(({ order_id }) => order_id);
    for (const provider of ORDER_MARKETS) await eraseNoticesAbout(tx, player, provider, ids);
  },
});
