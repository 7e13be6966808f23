// Finds purchases, orders and subscriptions by any id that a receipt, an invoice or a store page shows.
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import type { Db } from '../../storage/db.ts';
import { uniqueKeysOf } from '../markets/market.ts';
import { serviceIdOf } from '../service-id.ts';
import * as store from './any-id-store.ts';
import { withDisputes } from './purchase-state.ts';
import { OrderView, type PurchaseView, viewPurchase } from './purchase-view.ts';
import { type SubscriptionView, viewSubscription } from './subscription-view.ts';

export interface InApp {
  readonly appid: string;
}

const { order_id, state, amount, currency, opened_at, paid_at } = OrderView.properties;

/** An order without a purchase: not paid, or not verified yet. */
export const OpenOrder = {
  order_id,
  provider: Type.Enum(['STEAM', 'PG']),
  state,
  player_id: Id64Answer('Player who opened the order.'),
  product_id: Type.String(),
  quantity: Type.Integer(),
  amount,
  currency,
  opened_at,
  paid_at,
};
export type OpenOrder = Type.Static<Type.TObject<typeof OpenOrder>>;

export interface FoundByAnyId {
  readonly purchases: readonly (PurchaseView & InApp)[];
  readonly orders: readonly (OpenOrder & InApp)[];
  readonly subscriptions: readonly (SubscriptionView & InApp)[];
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBERED = /^(?:AP|GO|ST|PG)_(\d{1,15})$/i;
/** How far the time in the uuid of a record and its verification can be apart. */
const APART_MS = 60_000;

/** At most `limit` of each kind, in the order of the apps. */
export async function findByAnyId(
  db: Db,
  appids: readonly string[],
  text: string,
  limit: number,
): Promise<FoundByAnyId> {
  const [rows, orders, subscriptions] = await Promise.all([
    findPurchases(db, appids, text, limit),
    findOrders(db, appids, text),
    findSubscriptions(db, appids, text, limit),
  ]);
  const inOrder = <T extends InApp>(found: readonly T[]): T[] =>
    found
      .toSorted((one, other) => appids.indexOf(one.appid) - appids.indexOf(other.appid))
      .slice(0, limit);
  const verified = new Set(rows.map(({ appid, unique_key }) => `${appid} ${unique_key}`));
  const isOpen = (order: store.FoundOrder) => !verified.has(`${order.appid} ${order.order_id}`);
  return {
    purchases: await viewPurchases(db, inOrder(rows)),
    orders: inOrder(orders.filter(isOpen)).map(viewOrder),
    subscriptions: inOrder(subscriptions).map((row) => ({
      appid: row.appid,
      ...viewSubscription(row),
    })),
  };
}

async function findPurchases(
  db: Db,
  appids: readonly string[],
  text: string,
  limit: number,
): Promise<store.FoundPurchase[]> {
  const number = NUMBERED.exec(text)?.[1];
  if (number !== undefined) {
    const rows = await store.byNumber(db, { appids, number: Number(number) });
    return rows.filter((row) => serviceIdOf(row) === text.toUpperCase());
  }
  const uuid = UUID.test(text) ? text.toLowerCase() : undefined;
  const found = await Promise.all([
    byStoreId(db, appids, text),
    store.byReceiptHash(db, { appids, receiptHash: hash('sha256', text, 'base64url') }),
    ...(uuid === undefined
      ? []
      : [
          store.cycleByUuid(db, { appids, uuid }),
          recordsByUuid(db, appids, uuid),
          store.byAccount(db, { appids, accountUuid: uuid, limit }),
        ]),
  ]);
  const byKey = found.flat().map((row) => [`${row.appid} ${row.number}`, row] as const);
  return [...new Map(byKey).values()];
}

/** As in the list of purchases: `sandbox 2000` is a key, not an id. */
async function byStoreId(
  db: Db,
  appids: readonly string[],
  id: string,
): Promise<store.FoundPurchase[]> {
  const [named, orders] = await Promise.all([
    store.byStoreKey(db, { appids, keys: uniqueKeysOf(id) }),
    store.orderByMarketId(db, { appids, id }),
  ]);
  const own = named.filter((row) => row.provider_transaction_id === id);
  if (orders.length === 0) return own;
  const keys = orders.map((order) => order.order_id);
  const behind = await store.byStoreKey(db, { appids, keys });
  const isBehind = (row: store.FoundPurchase): boolean =>
    orders.some(({ appid, order_id: key }) => appid === row.appid && key === row.unique_key);
  return [...own, ...behind.filter(isBehind)];
}

async function recordsByUuid(
  db: Db,
  appids: readonly string[],
  uuid: string,
): Promise<readonly store.FoundPurchase[]> {
  // Version 7: the first 48 bits are milliseconds.
  if (uuid[14] !== '7') return [];
  const at = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
  const exact = await store.recordByUuid(db, { appids, uuid, from: at, to: at });
  if (exact.length > 0) return exact;
  return store.recordByUuid(db, { appids, uuid, from: at - APART_MS, to: at + APART_MS });
}

async function findOrders(
  db: Db,
  appids: readonly string[],
  id: string,
): Promise<store.FoundOrder[]> {
  const found = await Promise.all([
    store.orderByNumber(db, { appids, id }),
    store.orderByMarketId(db, { appids, id }),
  ]);
  const byKey = found.flat().map((row) => [`${row.appid} ${row.order_id}`, row] as const);
  return [...new Map(byKey).values()];
}

async function findSubscriptions(
  db: Db,
  appids: readonly string[],
  text: string,
  limit: number,
): Promise<store.FoundSubscription[]> {
  const found = await Promise.all([
    store.subscriptionById(db, { appids, id: text }),
    store.subscriptionByOriginal(db, { appids, id: text }),
    ...(UUID.test(text)
      ? [store.subscriptionsOfAccount(db, { appids, accountUuid: text.toLowerCase(), limit })]
      : []),
  ]);
  const byKey = found
    .flat()
    .map((row) => [`${row.appid} ${row.provider} ${row.subscription_id}`, row] as const);
  return [...new Map(byKey).values()];
}

async function viewPurchases(
  db: Db,
  rows: readonly store.FoundPurchase[],
): Promise<(PurchaseView & InApp)[]> {
  const views: (PurchaseView & InApp)[] = [];
  for (const [appid, group] of Map.groupBy(rows, (row) => row.appid)) {
    const disputable = await withDisputes(db, appid, group);
    views.push(...disputable.map((row) => ({ appid, ...viewPurchase(row) })));
  }
  return views;
}

const viewOrder = (row: store.FoundOrder): OpenOrder & InApp => ({
  appid: row.appid,
  order_id: row.order_id,
  provider: row.provider,
  state: row.state,
  player_id: BigInt(row.player_id),
  product_id: row.product_id,
  quantity: row.quantity,
  amount: row.amount,
  currency: row.currency,
  opened_at: isoTime(row.created_at),
  paid_at: isoTimeOrNull(row.paid_at),
});
