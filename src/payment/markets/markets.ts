// Assembles the market adapters around one HTTP client and one token cache.
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { type AppleApi, createAppleApi } from './apple/api.ts';
import { createApple } from './apple/apple.ts';
import { type AppleSignatures, type ChainCheck, createAppleSignatures } from './apple/chain.ts';
import { createAppleCredentialCheck } from './apple/credential-check.ts';
import { createAppleSubscriptions } from './apple/subscription.ts';
import type { Check, CredentialCheck } from './credential-check.ts';
import { createGatewayCredentialCheck } from './gateway-credential-check.ts';
import { createGoogleAccess } from './google/access.ts';
import { createGoogleApi } from './google/api.ts';
import { createGoogleCredentialCheck } from './google/credential-check.ts';
import { createGoogle } from './google/google.ts';
import { createGooglePlay, type GooglePlay } from './google/play.ts';
import { createGooglePush, type GooglePush } from './google/push.ts';
import { createGoogleSubscriptions, type GoogleSubscriptions } from './google/subscription.ts';
import { createVoidedList, type ReadVoided } from './google/voided.ts';
import type { MarketHttp } from './http.ts';
import type { Market, MarketAddresses, MarketApp, OnAccess, Provider } from './market.ts';
import { createPortone, type PortoneGateway } from './portone/portone.ts';
import { createSteamCredentialCheck } from './steam/credential-check.ts';
import { createSteam, type Steam } from './steam/steam.ts';
import { createStripe, type StripeGateway } from './stripe/stripe.ts';
import type { SubscriptionProvider } from './subscription.ts';

export interface Markets {
  readonly apple: Provider<'APPLE'> &
    SubscriptionProvider<'APPLE'> & {
      readonly api: AppleApi;
      readonly signatures: AppleSignatures;
    };
  readonly google: Provider<'GOOGLE'> &
    GoogleSubscriptions & {
      readonly play: GooglePlay;
      readonly readVoided: ReadVoided;
      readonly push: GooglePush;
    };
  readonly steam: Steam;
  readonly gateways: { readonly STRIPE: StripeGateway; readonly PORTONE: PortoneGateway };
  /** Whether the market accepts the app's settings and secrets. */
  check(app: MarketApp, market: Market): Promise<CredentialCheck>;
}

export interface MarketOptions {
  readonly http: MarketHttp;
  readonly addresses: MarketAddresses;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onChainCheck?: ((result: ChainCheck) => void) | undefined;
  readonly onAccess?: OnAccess | undefined;
}

export function createMarkets(options: MarketOptions): Markets {
  const { http, addresses, clock, log, onAccess } = options;
  const appleApi = createAppleApi(http, addresses, clock, onAccess);
  const signatures = createAppleSignatures({
    extraRoots: addresses.appleRoots,
    clock,
    onChainCheck: options.onChainCheck,
  });
  const access = createGoogleAccess({ http, clock, tokenUrl: addresses.googleTokenUrl });
  const googleApi = createGoogleApi({ http, access, url: addresses.googleUrl, log, onAccess });
  const play = createGooglePlay(googleApi);
  const steam = createSteam({ http, url: addresses.steamUrl, log, onAccess });
  const gateways = {
    STRIPE: createStripe({ http, url: addresses.stripeUrl, log, clock, onAccess }),
    PORTONE: createPortone({ http, url: addresses.portoneUrl, log, onAccess }),
  };
  const checks: { readonly [M in Market]: Check<M> } = {
    APPLE: createAppleCredentialCheck(appleApi),
    GOOGLE: createGoogleCredentialCheck({ access, play }),
    STEAM: createSteamCredentialCheck(steam),
    PG: createGatewayCredentialCheck(gateways),
  };
  return {
    apple: {
      ...createApple({ api: appleApi, signatures, log }),
      ...createAppleSubscriptions({ api: appleApi, signatures, log }),
      api: appleApi,
      signatures,
    },
    google: {
      ...createGoogle(play),
      ...createGoogleSubscriptions({ ask: googleApi, play }, clock),
      play,
      readVoided: createVoidedList(googleApi),
      push: createGooglePush({ http, certsUrl: addresses.googleCertsUrl, clock }),
    },
    steam,
    gateways,
    check: (app, market) => (checks[market] as Check)(app),
  };
}
