// SQL that finds purchases, orders and subscriptions of several apps by one id, each along an index.
import type { Db } from '../../storage/db.ts';
import type { Market, OrderTable, PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppsOfProject } from '../../tenants/apps-by-project.ts';
import { COLUMNS, type ListedPurchase } from './search-store.ts';

export type FoundPurchase = ListedPurchase & Pick<PurchaseTable, 'game_index' | 'appid'>;

const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const satisfies readonly Market[];

const purchases = (db: Db, $: Params<AppsOfProject>) =>
  db
    .selectFrom('purchase')
    .select(['game_index', 'appid', ...COLUMNS])
    .where('game_index', '=', $.gameIndex)
    .where('appid', 'in', $.appids);

/** By the market's id of the transaction, or our number of the order. */
export const byStoreKey = statement((db, $: Params<AppsOfProject & { keys: readonly string[] }>) =>
  purchases(db, $).where('provider', 'in', MARKETS).where('unique_key', 'in', $.keys),
);

export const byNumber = statement((db, $: Params<AppsOfProject & { number: number }>) =>
  purchases(db, $).where('number', '=', $.number),
);

/** Such as the purchase token of Google Play. */
export const byReceiptHash = statement((db, $: Params<AppsOfProject & { receiptHash: string }>) =>
  purchases(db, $).where('receipt_hash', '=', $.receiptHash),
);

export const cycleByUuid = statement((db, $: Params<AppsOfProject & { uuid: string }>) =>
  purchases(db, $).where('transaction_id', '=', $.uuid).where('kind', '=', 'subscription'),
);

interface Walk extends AppsOfProject {
  readonly uuid: string;
  readonly from: number;
  readonly to: number;
}

/** UUIDs of records begin with their time, so that the index by time finds them. */
export const recordByUuid = statement((db, $: Params<Walk>) =>
  purchases(db, $)
    .where('provider', 'in', MARKETS)
    .where('verified_at', '>=', $.from)
    .where('verified_at', '<=', $.to)
    .where('transaction_id', '=', $.uuid)
    .limit(1),
);

interface OfAccount extends AppsOfProject {
  readonly accountUuid: string;
  readonly limit: number;
}

export const byAccount = statement((db, $: Params<OfAccount>) =>
  purchases(db, $)
    .where('provider', 'in', MARKETS)
    .where('account_uuid', '=', $.accountUuid)
    .orderBy('verified_at', 'desc')
    .orderBy('number', 'desc')
    .limit($.limit),
);

const ORDER_COLUMNS = [
  'appid',
  'order_id',
  'provider',
  'state',
  'player_id',
  'product_id',
  'quantity',
  'amount',
  'currency',
  'created_at',
  'paid_at',
] as const satisfies (keyof OrderTable)[];

export type FoundOrder = Pick<OrderTable, (typeof ORDER_COLUMNS)[number]>;

const orders = (db: Db, $: Params<AppsOfProject>) =>
  db
    .selectFrom('purchase_order')
    .select(ORDER_COLUMNS)
    .where('game_index', '=', $.gameIndex)
    .where('appid', 'in', $.appids);

export const orderByNumber = statement((db, $: Params<AppsOfProject & { id: string }>) =>
  orders(db, $).where('order_id', '=', $.id),
);

export const orderByMarketId = statement((db, $: Params<AppsOfProject & { id: string }>) =>
  orders(db, $).where('store_transaction_id', '=', $.id),
);

/** Those of the player that are still open, paid or not. */
export const appsWithOrders = statement((db, $: Params<AppsOfProject & { playerId: bigint }>) =>
  db
    .selectFrom('purchase_order')
    .select('appid')
    .distinct()
    .where('game_index', '=', $.gameIndex)
    .where('appid', 'in', $.appids)
    .where('player_id', '=', $.playerId)
    .where('closed_at', 'is', null)
    .where('state', '<>', 'failed'),
);

export type FoundSubscription = SubscriptionTable;

const subscriptions = (db: Db, $: Params<AppsOfProject>) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('game_index', '=', $.gameIndex)
    .where('appid', 'in', $.appids);

export const subscriptionById = statement((db, $: Params<AppsOfProject & { id: string }>) =>
  subscriptions(db, $)
    .where('provider', 'in', ['APPLE', 'GOOGLE'])
    .where('subscription_id', '=', $.id),
);

export const subscriptionByOriginal = statement((db, $: Params<AppsOfProject & { id: string }>) =>
  subscriptions(db, $).where('original_transaction_id', '=', $.id),
);

export const subscriptionsOfAccount = statement((db, $: Params<OfAccount>) =>
  subscriptions(db, $)
    .where('account_uuid', '=', $.accountUuid)
    .orderBy('created_at', 'desc')
    .limit($.limit),
);
