// All SQL of STEAM and PG orders. Each change names the state it starts from, so that one of many makes it.

import { enqueueJobs } from '../../background/jobs.ts';
import type { Db } from '../../storage/db.ts';
import { query } from '../../storage/rows.ts';
import type { OrderTable } from '../../storage/schema.ts';
import type { FollowUp } from '../markets/market.ts';

export type Order = OrderTable;

/** An order before anything has happened to it. */
export type NewOrder = Pick<
  Order,
  | 'appid'
  | 'order_id'
  | 'provider'
  | 'player_id'
  | 'account_uuid'
  | 'product_id'
  | 'quantity'
  | 'amount'
  | 'currency'
  | 'payload'
  | 'price_verify_key'
  | 'steam_id'
  | 'gateway'
  | 'created_at'
>;

type Place = Pick<Order, 'appid' | 'order_id'>;

/** False when the number is taken. */
export async function insertOrder(db: Db, order: NewOrder): Promise<boolean> {
  const inserted = await db
    .insertInto('purchase_order')
    .values({ ...order, state: 'open', charge_attempts: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findOrder(db: Db, { appid, order_id }: Place): Promise<Order | undefined> {
  const [row] = await query<Order>(
    db,
    'select * from purchase_order where appid = ? and order_id = ?',
    [appid, order_id],
  );
  return row;
}

/** By the market's own id of the transaction. */
export async function findByStoreTransaction(
  db: Db,
  appid: string,
  storeTransactionId: string,
): Promise<Order | undefined> {
  const [row] = await query<Order>(
    db,
    'select * from purchase_order where appid = ? and store_transaction_id = ?',
    [appid, storeTransactionId],
  );
  return row;
}

/** What the market calls the order, as it was opened there. */
export async function nameAtMarket(
  db: Db,
  { appid, order_id }: Place,
  names: { readonly gatewayReference?: string; readonly storeTransactionId?: string },
): Promise<void> {
  await query(
    db,
    `update purchase_order set gateway_reference = coalesce(?, gateway_reference),
      store_transaction_id = coalesce(?, store_transaction_id) where appid = ? and order_id = ?`,
    [names.gatewayReference ?? null, names.storeTransactionId ?? null, appid, order_id],
  );
}

/**
 * Writes the intent to take the money, with the job that settles it should this process die.
 * Undefined when another intent is under way: one that began after `abandonedBefore` still counts.
 */
export function beginCharge(
  db: Db,
  { appid, order_id }: Place,
  now: number,
  abandonedBefore: number,
  settle: (attempt: number) => { readonly job: FollowUp; readonly dueAt: number },
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const [row] = await query<{ charge_attempts: number }>(
      tx,
      `update purchase_order
        set state = 'charging', charging_since = ?, charge_attempts = charge_attempts + 1
        where appid = ? and order_id = ?
          and (state = 'open' or (state = 'charging' and charging_since <= ?))
        returning charge_attempts`,
      [now, appid, order_id, abandonedBefore],
    );
    if (!row) return undefined;
    const { job, dueAt } = settle(row.charge_attempts);
    await enqueueJobs(tx, [{ ...job, appid }], now, dueAt);
    return row.charge_attempts;
  });
}

/** Takes the intent back: the money was certainly not taken. */
export async function withdrawCharge(db: Db, order: Place, attempt: number): Promise<void> {
  await query(
    db,
    `update purchase_order set state = 'open', charging_since = null
      where appid = ? and order_id = ? and state = 'charging' and charge_attempts = ?`,
    [order.appid, order.order_id, attempt],
  );
}

/** The money is there. Said twice, the first time counts. */
export async function markPaid(
  db: Db,
  { appid, order_id }: Place,
  paidAt: number,
  storeTransactionId: string | null,
): Promise<void> {
  await query(
    db,
    `update purchase_order set state = 'paid', paid_at = ?,
      store_transaction_id = coalesce(?, store_transaction_id)
      where appid = ? and order_id = ? and state <> 'paid'`,
    [paidAt, storeTransactionId, appid, order_id],
  );
}

export async function markFailed(db: Db, { appid, order_id }: Place): Promise<void> {
  await query(
    db,
    `update purchase_order set state = 'failed' where appid = ? and order_id = ? and state <> 'paid'`,
    [appid, order_id],
  );
}

export async function closeOrder(db: Db, { appid, order_id }: Place, now: number): Promise<void> {
  await query(
    db,
    `update purchase_order set closed_at = ?
      where appid = ? and order_id = ? and closed_at is null`,
    [now, appid, order_id],
  );
}

/** The player's orders that are neither closed nor lost, newest first. */
export function unclosedOrders(
  db: Db,
  appid: string,
  playerId: bigint,
  since: number,
  limit: number,
): Promise<readonly Order[]> {
  return query<Order>(
    db,
    `select * from purchase_order where appid = ? and player_id = ? and closed_at is null
      and state <> 'failed' and (state = 'paid' or created_at >= ?)
      order by created_at desc, order_id desc limit ?`,
    [appid, playerId, since, limit],
  );
}
