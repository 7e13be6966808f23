// A secret without which a market cannot be asked at all: the owner of the app must set it, so asking again is useless.
import type { Market, MarketApp, MarketRejection } from './market.ts';

/** The App Store is not here: without its API key, the signed receipt decides. */
const REQUIRED: Readonly<Record<Market, string | undefined>> = {
  APPLE: undefined,
  GOOGLE: 'service_account',
  STEAM: 'publisher_key',
  PG: 'api_secret',
};

export function missingSetting(
  market: Market,
  { secrets }: Pick<MarketApp, 'secrets'>,
): MarketRejection | undefined {
  const name = REQUIRED[market];
  const isSet = name === undefined || (secrets as Readonly<Record<string, unknown>>)[name];
  return isSet ? undefined : missing(market, name);
}

const missing = (market: Market, name: string): MarketRejection => ({
  rejected: 'INVALID_REQUEST',
  detail: `The ${market} settings of the app have no ${name}. Set it in the console or with the admin API.`,
});
