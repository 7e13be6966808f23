// The actions of the markets, for one app: its settings are found, and what it sold is read from the records.
import type { Db } from '../../storage/db.ts';
import type { MarketActionTable, PurchaseTable } from '../../storage/schema.ts';
import { findPurchase } from '../ledger/purchases-store.ts';
import { subscriptionIdOf } from '../ledger/unit-of-work.ts';
import type { Acted, ActionRefused, Intent, SaleState, Sold } from '../markets/action.ts';
import type { Adapter } from '../markets/description.ts';
import type { Market, Unavailable } from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import { findOrder } from '../orders/store.ts';
import type { MarketApps } from '../settings/market-apps.ts';

/** As `Actions` of the markets, about a recorded purchase. */
export interface SaleActions {
  read(purchase: PurchaseTable): Promise<SaleState | ActionRefused | Unavailable>;
  act(purchase: PurchaseTable, intent: Intent): Promise<Acted>;
  settle(purchase: PurchaseTable, intent: Intent): Promise<Acted | 'not done'>;
}

/** Says why there are none. */
export type SaleActionsAt = (
  appid: string,
  market: Market,
) => Promise<SaleActions | { readonly missing: 'settings' | 'actions' }>;

export function createSaleActions(
  db: Db,
  adapters: readonly (readonly [Market, Adapter])[],
  marketApps: MarketApps,
): SaleActionsAt {
  const byMarket = new Map(adapters);
  return async (appid, market) => {
    const actions = byMarket.get(market)?.actions;
    if (!actions) return { missing: 'actions' };
    const app = await marketApps(appid, market);
    if (!app) return { missing: 'settings' };
    return {
      read: async (purchase) => actions.read(app, await soldOf(db, purchase)),
      act: async (purchase, intent) => actions.act(app, await soldOf(db, purchase), intent),
      settle: async (purchase, intent) => actions.settle(app, await soldOf(db, purchase), intent),
    };
  };
}

async function soldOf(db: Db, row: PurchaseTable): Promise<Sold> {
  const { game_index, appid, provider, unique_key } = row;
  const order = marketOf(provider).orders
    ? await findOrder(db, { game_index, appid, order_id: unique_key })
    : undefined;
  return {
    uniqueKey: unique_key,
    paymentKey: row.payment_key,
    providerTransactionId: row.provider_transaction_id,
    storeTransactionId: row.store_transaction_id,
    productId: row.product_id,
    receipt: row.receipt,
    price: row.price,
    currency: row.currency,
    test: row.test === 1,
    subscriptionId: subscriptionIdOf(row) ?? null,
    gateway: order?.gateway ?? null,
    gatewayReference: order?.gateway_reference ?? null,
  };
}

export const purchaseOf = (
  db: Db,
  { game_index, appid, provider, unique_key }: MarketActionTable,
): Promise<PurchaseTable | undefined> =>
  findPurchase(db, { game_index, appid, provider, unique_key });
