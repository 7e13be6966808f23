// SQL of STEAM and PG orders. Each update names the state it starts from, so only one of several wins.

import { enqueueJobs } from '../../background/jobs.ts';
import type { Db } from '../../storage/db.ts';
import type { OrderTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { FollowUp } from '../markets/market.ts';

export type Order = OrderTable;

/** An order as it is inserted. */
export type NewOrder = Pick<
  Order,
  | 'game_index'
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
  | 'external_market'
  | 'external_token'
  | 'external_token_at'
  | 'created_at'
>;

/** The visit of the shop that a store wants reports about. */
export type ExternalVisit = Pick<Order, 'external_market' | 'external_token' | 'external_token_at'>;

export const NO_VISIT: ExternalVisit = {
  external_market: null,
  external_token: null,
  external_token_at: null,
};

type OrderName = Pick<Order, 'game_index' | 'appid' | 'order_id'>;

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

export const findOrder = statement((db, $: Params<OrderName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .selectFrom('purchase_order')
    .selectAll()
    .where('order_id', '=', $.order_id),
).first;

/** Who opened these orders. */
export const playersOfOrders = statement((db, $: Params<AppName & { keys: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('purchase_order')
    .select(['order_id', 'player_id'])
    .where('order_id', 'in', $.keys),
);

/** By the market's transaction id. */
export const findByStoreTransaction = statement(
  (db, $: Params<AppName & { storeTransactionId: string }>) =>
    ofApp(db, $)
      .selectFrom('purchase_order')
      .selectAll()
      .where('store_transaction_id', '=', $.storeTransactionId),
).first;

/** The id by which the gateway finds the order. */
export const setGatewayReference = statement(
  (db, $: Params<OrderName & { gatewayReference: string }>) =>
    ofApp(db, { gameIndex: $.game_index, appid: $.appid })
      .updateTable('purchase_order')
      .set({ gateway_reference: $.gatewayReference })
      .where('order_id', '=', $.order_id),
);

/** The market's transaction id. */
export const setStoreTransaction = statement(
  (db, $: Params<OrderName & { storeTransactionId: string }>) =>
    ofApp(db, { gameIndex: $.game_index, appid: $.appid })
      .updateTable('purchase_order')
      .set({ store_transaction_id: $.storeTransactionId })
      .where('order_id', '=', $.order_id),
);

/**
 * Writes the intent to charge, with a job that settles it if this process dies.
 * Undefined when another intent, written after `abandonedBefore`, is still active.
 */
export function beginCharge(
  db: Db,
  { game_index, appid, order_id }: OrderName,
  now: number,
  abandonedBefore: number,
  settle: (attempt: number) => { readonly job: FollowUp; readonly dueAt: number },
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await writeIntent(tx, { game_index, appid, order_id, now, abandonedBefore });
    if (!row) return undefined;
    const { job, dueAt } = settle(row.charge_attempts);
    await enqueueJobs(tx, [{ ...job, appid, gameIndex: game_index, dueAt }], now);
    return row.charge_attempts;
  });
}

const writeIntent = statement(
  (db, $: Params<OrderName & { now: number; abandonedBefore: number }>) =>
    ofApp(db, { gameIndex: $.game_index, appid: $.appid })
      .updateTable('purchase_order')
      .set((eb) => ({
        state: 'charging',
        charging_since: $.now,
        charge_attempts: eb('charge_attempts', '+', 1),
      }))
      .where('order_id', '=', $.order_id)
      .where((eb) =>
        eb.or([
          eb('state', '=', 'open'),
          eb('state', '=', 'charging').and('charging_since', '<=', $.abandonedBefore),
        ]),
      )
      .returning('charge_attempts'),
).first;

/** Withdraws the intent; only when nothing was charged. */
export const withdrawCharge = statement((db, $: Params<OrderName & { attempt: number }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase_order')
    .set({ state: 'open', charging_since: null })
    .where('order_id', '=', $.order_id)
    .where('state', '=', 'charging')
    .where('charge_attempts', '=', $.attempt),
);

interface Payment extends OrderName {
  readonly paidAt: number;
  readonly storeTransactionId: string | null;
  readonly tax: string | null;
  readonly taxCountry: string | null;
}

/** Idempotent: the first time counts. */
export const markPaid = statement((db, $: Params<Payment>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase_order')
    .set(({ fn }) => ({
      state: 'paid',
      paid_at: $.paidAt,
      mismatch_since: null,
      tax: $.tax,
      tax_country: $.taxCountry,
      store_transaction_id: fn.coalesce($.storeTransactionId, 'store_transaction_id'),
    }))
    .where('order_id', '=', $.order_id)
    .where('state', '<>', 'paid'),
);

/** A payment that differs from the order. */
export const keepMismatch = statement(
  (db, $: Params<OrderName & Pick<Order, 'mismatch' | 'mismatch_since'>>) =>
    ofApp(db, { gameIndex: $.game_index, appid: $.appid })
      .updateTable('purchase_order')
      .set({ mismatch: $.mismatch, mismatch_since: $.mismatch_since })
      .where('order_id', '=', $.order_id),
);

export const markFailed = statement((db, $: Params<OrderName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase_order')
    .set({ state: 'failed' })
    .where('order_id', '=', $.order_id)
    .where('state', '<>', 'paid'),
);

export const closeOrder = statement((db, $: Params<OrderName & { now: number }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase_order')
    .set({ closed_at: $.now })
    .where('order_id', '=', $.order_id)
    .where('closed_at', 'is', null),
);

export const reopenOrder = statement((db, $: Params<OrderName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('purchase_order')
    .set({ closed_at: null })
    .where('order_id', '=', $.order_id),
);

interface OfPlayer extends AppName {
  readonly playerId: bigint;
  readonly since: number;
  readonly limit: number;
}

/** A paid order of the player for the product that is neither delivered nor verified. */
export const paidUnverified = statement(
  (db, $: Params<AppName & { playerId: bigint; productId: string }>) =>
    ofApp(db, $)
      .selectFrom('purchase_order as o')
      .select('o.order_id')
      .where('o.player_id', '=', $.playerId)
      .where('o.closed_at', 'is', null)
      .where('o.state', '=', 'paid')
      .where('o.product_id', '=', $.productId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('purchase as p')
              .select('p.number')
              .whereRef('p.game_index', '=', 'o.game_index')
              .whereRef('p.appid', '=', 'o.appid')
              .whereRef('p.provider', '=', 'o.provider')
              .whereRef('p.unique_key', '=', 'o.order_id')
              .where('p.claimed', '=', 1),
          ),
        ),
      )
      .orderBy('o.created_at')
      .limit(1),
).first;

/**
 * The player's open and paid orders, newest first: all that are paid, and the newest others of each market
 * and state. Those that money was paid for are of any age.
 */
export const unclosedOrders = statement((db, $: Params<OfPlayer>) =>
  db
    .selectFrom(
      ofApp(db, { gameIndex: $.gameIndex, appid: $.appid })
        .selectFrom('purchase_order')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((rows) =>
              rows
                .partitionBy(['provider', 'state'])
                .orderBy('created_at', 'desc')
                .orderBy('order_id', 'desc'),
            )
            .as('place'),
        )
        .where('player_id', '=', $.playerId)
        .where('closed_at', 'is', null)
        .where('state', '<>', 'failed')
        .where((eb) =>
          eb.or([
            eb('state', '=', 'paid'),
            eb('mismatch_since', 'is not', null),
            eb('created_at', '>=', $.since),
          ]),
        )
        .as('ranked'),
    )
    .selectAll()
    .where((eb) => eb.or([eb('state', '=', 'paid'), eb('place', '<=', $.limit)]))
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc'),
);
