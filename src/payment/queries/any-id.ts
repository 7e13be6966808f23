// Finds purchases, orders and subscriptions by any id that a receipt, an invoice or a store page shows.
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import type { OperationContext } from '../../audit/operation.ts';
import { Id64Answer } from '../../base/id-shapes.ts';
import { LARGEST_STEP_BACK_MS } from '../../base/ids.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import type { Db } from '../../storage/db.ts';
import { type AppsOfProject, byProject } from '../../tenants/apps-by-project.ts';
import type { AppName } from '../../tenants/directory.ts';
import { ORDER_MARKETS } from '../markets/markets.ts';
import * as store from './by-id-store.ts';
import { withContext } from './purchase-context.ts';
import { OrderView, type PurchaseView, viewPurchase } from './purchase-view.ts';
import { type SubscriptionView, viewSubscription } from './subscription-view.ts';

export interface InApp {
  readonly appid: string;
}

const { order_id, state, amount, currency, opened_at, paid_at } = OrderView.properties;

/** An order without a purchase: not paid, or not verified yet. */
export const OpenOrder = {
  order_id,
  provider: Type.Enum(ORDER_MARKETS),
  state,
  player_id: Id64Answer('Player who opened the order; 0 after the player was erased.'),
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How long after the time in the uuid of a record its verification can be. */
const AFTER_MS = 60_000;

/** At most `limit` of each kind, in the order of the apps. */
export async function findByAnyId(
  { storage: { db } }: OperationContext,
  apps: readonly AppName[],
  text: string,
  limit: number,
): Promise<FoundByAnyId> {
  const found = await Promise.all(
    byProject(apps).map(async (some) => ({
      rows: await findPurchases(db, some, text, limit),
      orders: await findOrders(db, some, text),
      subscriptions: await findSubscriptions(db, some, text, limit),
    })),
  );
  const rows = found.flatMap((each) => each.rows);
  const place = new Map(apps.map(({ appid }, index) => [appid, index]));
  const placeOf = ({ appid }: InApp): number => place.get(appid) ?? apps.length;
  const inOrder = <T extends InApp>(all: readonly T[]): T[] =>
    all.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, limit);
  const verified = new Set(rows.map(({ appid, unique_key }) => `${appid} ${unique_key}`));
  const isOpen = (order: store.FoundOrder) => !verified.has(`${order.appid} ${order.order_id}`);
  const orders = found.flatMap((each) => each.orders).filter(isOpen);
  return {
    purchases: await viewPurchases(db, inOrder(rows)),
    orders: inOrder(orders).map(viewOrder),
    subscriptions: inOrder(found.flatMap((each) => each.subscriptions)).map((row) => ({
      appid: row.appid,
      ...viewSubscription(row),
    })),
  };
}

/** The apps in which the player has an order that is not closed. */
export const appsOfBuyer = (
  { storage: { db } }: OperationContext,
  apps: AppsOfProject,
  playerId: bigint,
): Promise<readonly InApp[]> => store.appsWithOrders(db, { ...apps, playerId });

async function findPurchases(
  db: Db,
  apps: AppsOfProject,
  text: string,
  limit: number,
): Promise<store.FoundPurchase[]> {
  const uuid = UUID.test(text) ? text.toLowerCase() : undefined;
  const found = await Promise.all([
    store.byServiceId(db, apps, uuid ?? text.toUpperCase()),
    store.byStoreId(db, apps, text),
    store.byReceiptHash(db, { ...apps, receiptHash: hash('sha256', text, 'base64url') }),
    ...(uuid === undefined
      ? []
      : [
          recordsByUuid(db, apps, uuid),
          store.byAccount(db, { ...apps, accountUuid: uuid, limit }),
        ]),
  ]);
  const byKey = found.flat().map((row) => [`${row.appid} ${row.number}`, row] as const);
  return [...new Map(byKey).values()];
}

async function recordsByUuid(
  db: Db,
  apps: AppsOfProject,
  uuid: string,
): Promise<readonly store.FoundPurchase[]> {
  // Version 7: the first 48 bits are milliseconds.
  if (uuid[14] !== '7') return [];
  const at = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
  const exact = await store.recordByUuid(db, { ...apps, uuid, from: at, to: at });
  if (exact.length > 0) return exact;
  // Ids go on growing while the clock is set back.
  const from = at - LARGEST_STEP_BACK_MS;
  return store.recordByUuid(db, { ...apps, uuid, from, to: at + AFTER_MS });
}

async function findOrders(db: Db, apps: AppsOfProject, id: string): Promise<store.FoundOrder[]> {
  const found = await Promise.all([
    store.orderByNumber(db, { ...apps, id }),
    store.orderByMarketId(db, { ...apps, id }),
  ]);
  const byKey = found.flat().map((row) => [`${row.appid} ${row.order_id}`, row] as const);
  return [...new Map(byKey).values()];
}

async function findSubscriptions(
  db: Db,
  apps: AppsOfProject,
  text: string,
  limit: number,
): Promise<store.FoundSubscription[]> {
  const found = await Promise.all([
    store.subscriptionById(db, { ...apps, id: text }),
    store.subscriptionByOriginal(db, { ...apps, id: text }),
    ...(UUID.test(text)
      ? [store.subscriptionsOfAccount(db, { ...apps, accountUuid: text.toLowerCase(), limit })]
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
    const gameIndex = group[0]?.game_index ?? 0;
    const shown = await withContext(db, { gameIndex, appid }, group);
    views.push(...shown.map((row) => ({ appid, ...viewPurchase(row) })));
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
