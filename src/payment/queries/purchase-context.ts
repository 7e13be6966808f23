// What a list says about a purchase beside its own row: the dispute, the player, and whether it still has to be delivered.
import { playersOf } from '../../identity/logins.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import { ERASED_PLAYER } from '../ledger/erasures-store.ts';
import { marketOf } from '../markets/markets.ts';
import { playersOfOrders } from '../orders/store.ts';
import { onlyUndelivered } from './by-id-store.ts';
import { type WithDispute, withDisputes } from './purchase-state.ts';

export interface WithContext extends WithDispute {
  /** Who opened the order or logged in with the account; null when unknown. */
  readonly playerId: bigint | null;
  /** Nobody has reported a delivery, though one is due. */
  readonly undelivered: boolean;
}

type Row = Pick<
  PurchaseTable,
  'provider' | 'unique_key' | 'number' | 'account_uuid' | 'cancel_state' | 'delivery' | 'ownership'
>;

/** A few queries for all rows. */
export async function withContext<T extends Row>(
  db: Db,
  { appid, gameIndex }: AppName,
  rows: readonly T[],
): Promise<(T & WithContext)[]> {
  const app = { appid, gameIndex };
  const mayBeDue = rows.filter(({ delivery, cancel_state }) => !delivery && cancel_state === 0);
  const [disputed, playerOf, due] = await Promise.all([
    withDisputes(db, app, rows),
    findPlayers(db, app, rows),
    mayBeDue.length === 0 ? [] : onlyUndelivered(db, app, mayBeDue),
  ]);
  const undelivered = new Set(due.map(({ number }) => number));
  return disputed.map((row) => ({
    ...row,
    playerId: playerOf(row),
    undelivered: undelivered.has(row.number),
  }));
}

type Player = number | bigint;

/** The order says it, where there is one. */
async function findPlayers(
  db: Db,
  app: AppName,
  rows: readonly Row[],
): Promise<(row: Row) => bigint | null> {
  const keys = rows
    .filter(({ provider }) => marketOf(provider).orders)
    .map((row) => row.unique_key);
  const accounts = [...new Set(rows.map((row) => row.account_uuid))].filter((each) => each !== '');
  const [orders, links] = await Promise.all([
    keys.length === 0 ? [] : playersOfOrders(db, { ...app, keys }),
    accounts.length === 0 ? [] : playersOf(db, { ...app, accounts }),
  ]);
  const byOrder = new Map<string, Player>(orders.map((each) => [each.order_id, each.player_id]));
  const byAccount = new Map<string, Player>(
    links.map((each) => [each.account_uuid, each.player_id]),
  );
  return ({ provider, unique_key, account_uuid }) => {
    const ordered = marketOf(provider).orders ? byOrder.get(unique_key) : undefined;
    const player = ordered ?? byAccount.get(account_uuid);
    return player === undefined || player === ERASED_PLAYER ? null : BigInt(player);
  };
}
