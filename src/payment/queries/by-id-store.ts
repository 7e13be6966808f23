// Finds purchases, orders and subscriptions by an id: the market's, ours, or that of a receipt. Each along an index.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { Market, OrderTable, PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp, ofApps } from '../../storage/tenancy.ts';
import type { AppsOfProject } from '../../tenants/apps-by-project.ts';
import type { AppName } from '../../tenants/directory.ts';
import { findCancellations, type PurchaseName } from '../ledger/purchases-store.ts';
import { IS_UNDELIVERED } from '../ledger/undelivered.ts';
import { keyOf } from '../ledger/unit-of-work.ts';
import { uniqueKeysOf } from '../markets/market.ts';
import { MARKET_CODES, SUBSCRIPTION_MARKETS } from '../markets/markets.ts';
import { NUMBERED, serviceIdOf } from '../service-id.ts';
import { COLUMNS, type ListedPurchase, type TimeSpan } from './search-store.ts';

export type FoundPurchase = ListedPurchase & Pick<PurchaseTable, 'game_index' | 'appid'>;

const purchases = (db: Db, $: Params<AppsOfProject>) =>
  ofApps(db, $)
    .selectFrom('purchase')
    .select(['game_index', 'appid', ...COLUMNS]);

/** By the market's id of the transaction, or our number of the order. */
export const byStoreKey = statement((db, $: Params<AppsOfProject & { keys: readonly string[] }>) =>
  purchases(db, $).where('provider', 'in', MARKET_CODES).where('unique_key', 'in', $.keys),
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
    .where('provider', 'in', MARKET_CODES)
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
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', '=', $.accountUuid)
    .orderBy('verified_at', 'desc')
    .orderBy('number', 'desc')
    .limit($.limit),
);

/** By the market's id of the transaction, or our number of the order behind it. `sandbox 2000` is a key, not an id. */
export async function byStoreId(db: Db, apps: AppsOfProject, id: string): Promise<FoundPurchase[]> {
  const [named, orders] = await Promise.all([
    byStoreKey(db, { ...apps, keys: uniqueKeysOf(id) }),
    orderByMarketId(db, { ...apps, id }),
  ]);
  const own = named.filter((row) => row.provider_transaction_id === id);
  if (orders.length === 0) return own;
  const keys = orders.map((order) => order.order_id);
  const behind = await byStoreKey(db, { ...apps, keys });
  const isBehind = (row: FoundPurchase): boolean =>
    orders.some(
      ({ appid, provider, order_id: key }) =>
        appid === row.appid && provider === row.provider && key === row.unique_key,
    );
  return [...own, ...behind.filter(isBehind)];
}

/** Consumables are numbered, cycles of subscriptions have a uuid. */
export async function byServiceId(
  db: Db,
  apps: AppsOfProject,
  id: string,
): Promise<readonly FoundPurchase[]> {
  const number = NUMBERED.exec(id)?.[1];
  if (number === undefined) return cycleByUuid(db, { ...apps, uuid: id });
  const rows = await byNumber(db, { ...apps, number: Number(number) });
  return rows.filter((row) => serviceIdOf(row) === id);
}

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
  ofApps(db, $).selectFrom('purchase_order').select(ORDER_COLUMNS);

export const orderByNumber = statement((db, $: Params<AppsOfProject & { id: string }>) =>
  orders(db, $).where('order_id', '=', $.id),
);

export const orderByMarketId = statement((db, $: Params<AppsOfProject & { id: string }>) =>
  orders(db, $).where('store_transaction_id', '=', $.id),
);

/** Those of the player that are still open, paid or not. */
export const appsWithOrders = statement((db, $: Params<AppsOfProject & { playerId: bigint }>) =>
  ofApps(db, $)
    .selectFrom('purchase_order')
    .select('appid')
    .distinct()
    .where('player_id', '=', $.playerId)
    .where('closed_at', 'is', null)
    .where('state', '<>', 'failed'),
);

export type FoundSubscription = SubscriptionTable;

const subscriptions = (db: Db, $: Params<AppsOfProject>) =>
  ofApps(db, $).selectFrom('subscription').selectAll();

export const subscriptionById = statement((db, $: Params<AppsOfProject & { id: string }>) =>
  subscriptions(db, $)
    .where('provider', 'in', SUBSCRIPTION_MARKETS)
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

const undeliveredOf = statement((db, $: Params<AppName & { numbers: readonly number[] }>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select('number')
    .where('number', 'in', $.numbers)
    .where(sql.raw<boolean>(IS_UNDELIVERED)),
);

/** Of these, those that were never reported as delivered. */
export async function onlyUndelivered<T extends Pick<PurchaseTable, 'number'>>(
  db: Db,
  { appid, gameIndex }: AppName,
  rows: readonly T[],
): Promise<readonly T[]> {
  const numbers = rows.map(({ number }) => number);
  const found = await undeliveredOf(db, { appid, gameIndex, numbers });
  const undelivered = new Set(found.map(({ number }) => number));
  return rows.filter(({ number }) => undelivered.has(number));
}

/** Of these, those that the market reported a refund or dispute of within the time. */
export async function onlyReported<T extends PurchaseName & Pick<PurchaseTable, 'ownership'>>(
  db: Db,
  app: AppName,
  rows: readonly T[],
  { from, to }: TimeSpan,
): Promise<readonly T[]> {
  const reports = await findCancellations(db, app, rows);
  const within = reports.filter(({ reported_at }) => reported_at >= from && reported_at <= to);
  const found = new Set(within.map(keyOf));
  return rows.filter((row) => row.ownership === null && found.has(keyOf(row)));
}

interface OfSubscription extends AppName {
  readonly provider: Market;
  readonly subscriptionId: string;
  readonly limit: number;
}

/** The cycles of a subscription, newest first. */
export const findCyclesOf = statement((db, $: Params<OfSubscription>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select([...COLUMNS, 'claimed_by', 'claimed_at'])
    .where('provider', '=', $.provider)
    .where('subscription_id', '=', $.subscriptionId)
    .orderBy('number', 'desc')
    .limit($.limit),
);

export type StoredCycle = ListedPurchase & Pick<PurchaseTable, 'claimed_by' | 'claimed_at'>;
