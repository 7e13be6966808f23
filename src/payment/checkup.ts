// Whether an app's settings and secrets work at its markets, asked from the markets themselves.
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { MarketApps } from './market-apps.ts';
import { createAppleApi } from './providers/apple-api.ts';
import { createAppleCheckup } from './providers/apple-checkup.ts';
import type { Check, Checkup } from './providers/checkup.ts';
import { createGoogleAccess } from './providers/google-access.ts';
import { createGoogleApi } from './providers/google-api.ts';
import { createGoogleCheckup } from './providers/google-checkup.ts';
import { createGooglePlay } from './providers/google-play.ts';
import type { MarketHttp } from './providers/market-http.ts';
import { createPgCheckup } from './providers/pg/checkup.ts';
import { createPortone } from './providers/pg/portone.ts';
import { createStripe } from './providers/pg/stripe.ts';
import type { Market, MarketAddresses } from './providers/provider.ts';
import { createSteam } from './providers/steam.ts';
import { createSteamCheckup } from './providers/steam-checkup.ts';

/** Undefined when the app has no settings for the market. */
export type CheckMarket = (appid: string, market: Market) => Promise<Checkup | undefined>;

export interface CheckMarketDeps {
  readonly marketApps: MarketApps;
  readonly http: MarketHttp;
  readonly addresses: MarketAddresses;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createMarketChecks(deps: CheckMarketDeps): CheckMarket {
  const { marketApps, http, addresses, clock, log } = deps;
  const access = createGoogleAccess({ http, clock, tokenUrl: addresses.googleTokenUrl });
  const googleApi = createGoogleApi({ http, access, url: addresses.googleUrl, log });
  const checks: { readonly [M in Market]: Check<M> } = {
    APPLE: createAppleCheckup(createAppleApi(http, addresses, clock)),
    GOOGLE: createGoogleCheckup({ access, play: createGooglePlay(googleApi) }),
    STEAM: createSteamCheckup(createSteam({ http, url: addresses.steamUrl, log })),
    PG: createPgCheckup({
      STRIPE: createStripe({ http, url: addresses.stripeUrl, log, clock }),
      PORTONE: createPortone({ http, url: addresses.portoneUrl, log }),
    }),
  };
  return async (appid, market) => {
    const app = await marketApps(appid, market);
    return app && (checks[market] as Check)(app);
  };
}
