// Finds the transactions behind an order number that only the buyer and the market know.
import type { AppName } from '../../tenants/directory.ts';
import type { Adapter } from '../markets/description.ts';
import type { Market } from '../markets/market.ts';
import type { MarketApps } from '../settings/market-apps.ts';

/** Each app is a call to the market; whoever has more names the app. */
const MOST_APPS = 10;

export interface BuyerOrder {
  readonly app: AppName;
  readonly storeTransactionIds: readonly string[];
}

export type FindBuyerOrders = (apps: readonly AppName[], text: string) => Promise<BuyerOrder[]>;

/** Asks the markets of these apps; apps without such an order are left out. */
export function createBuyerOrders(
  adapters: readonly (readonly [Market, Adapter])[],
  marketApps: MarketApps,
): FindBuyerOrders {
  async function ask(app: AppName, text: string): Promise<BuyerOrder> {
    const found = adapters.map(async ([market, { transactionsOfOrder }]) => {
      const known = transactionsOfOrder && (await marketApps(app.appid, market));
      return known ? transactionsOfOrder(known, text) : [];
    });
    return { app, storeTransactionIds: (await Promise.all(found)).flat() };
  }
  return async (apps, text) => {
    const found = await Promise.all(apps.slice(0, MOST_APPS).map((app) => ask(app, text)));
    return found.filter(({ storeTransactionIds }) => storeTransactionIds.length > 0);
  };
}
