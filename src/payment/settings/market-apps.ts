// An app's settings and secrets for a market, cached.

import { APPS_CHANGED, type OperationContext } from '../../audit/operation.ts';
import { createCachedReads } from '../../base/cache.ts';
import { CACHE_LIFE_MS, type Directory, isAppId } from '../../tenants/directory.ts';
import type { Market, MarketApp } from '../markets/market.ts';
import type { AppAt } from '../markets/markets.ts';
import { readMarketSecrets } from './market-settings.ts';

const CACHED = 10_000;

/** Undefined when the app has no settings for the market. */
export type MarketApps = <M extends Market>(
  appid: string,
  market: M,
) => Promise<AppAt<M> | undefined>;

export function createMarketApps(
  context: OperationContext,
  directory: Directory,
  environment: MarketApp['environment'],
): MarketApps {
  const { storage, clock } = context;
  const cache = createCachedReads<MarketApp | undefined>(clock, CACHE_LIFE_MS, CACHED);
  storage.signals.on(APPS_CHANGED, cache.clear);

  async function read(appid: string, market: Market): Promise<MarketApp | undefined> {
    const [app, found] = await Promise.all([
      directory.app(appid),
      readMarketSecrets(context, appid, market),
    ]);
    if (!app || !found) return undefined;
    const { gameIndex, createdAt } = app;
    return { appid, gameIndex, createdAt, environment, ...found };
  }

  return (async (appid: string, market: Market) => {
    if (!isAppId(appid)) return undefined;
    return cache.get(`${market} ${appid}`, () => read(appid, market));
  }) as MarketApps;
}
