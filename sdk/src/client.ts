// The client: one set of credentials, one app, all calls of an app server.
import { type Caller, NO_TOKEN, type RetryOptions } from './call.ts';
import type { Fetch } from './exchange.ts';
import {
  createPurchases,
  createSubscriptions,
  type Purchases,
  type Subscriptions,
} from './payments.ts';
import { createPlayers, type Players } from './players.ts';
import {
  createKeyRestrictions,
  createRestrictions,
  type Restrictions,
  type RestrictionsV1,
} from './restrictions.ts';
import { createTokens, type Tokens } from './tokens.ts';

interface ConnectionOptions {
  /** Where the environment listens: `https://tollgate.example.com`. */
  readonly url: string;
  /** `appid` and `X-App-Id` on the wire. */
  readonly appId: string;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** `false`: one request per call. */
  readonly retry?: RetryOptions | false;
  /** Time limit of a call with all its retries. Default: 30,000. */
  readonly timeoutMs?: number;
}

export interface TollgateOptions extends ConnectionOptions {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface CertificationKeyOptions extends ConnectionOptions {
  readonly certificationKey: string;
}

export interface Tollgate {
  readonly restrictions: Restrictions;
  readonly players: Players;
  readonly purchases: Purchases;
  readonly subscriptions: Subscriptions;
  /** Another app of the same project, with the same token. */
  withApp(appId: string): Tollgate;
}

export function createTollgate(options: TollgateOptions): Tollgate {
  const caller = callerOf(options);
  const { clientId, clientSecret } = options;
  const { url, fetch, retry } = caller;
  const { attemptTimeoutMs } = retry;
  const tokens = createTokens({ url, clientId, clientSecret, fetch, attemptTimeoutMs });
  return clientOf(caller, tokens, options.appId);
}

/** Restrictions of generation 1, for app servers that have a certification key and no OAuth client. */
export function createRestrictionsV1(options: CertificationKeyOptions): RestrictionsV1 {
  const { appId: appid, certificationKey: service_certification_key } = options;
  return createKeyRestrictions(callerOf(options), NO_TOKEN, { appid, service_certification_key });
}

const clientOf = (caller: Caller, tokens: Tokens, appId: string): Tollgate => ({
  restrictions: createRestrictions(caller, tokens, appId),
  players: createPlayers(caller, tokens, appId),
  purchases: createPurchases(caller, tokens, appId),
  subscriptions: createSubscriptions(caller, tokens, appId),
  withApp: (other) => clientOf(caller, tokens, other),
});

function callerOf({ url, fetch, retry = {}, timeoutMs = 30_000 }: ConnectionOptions): Caller {
  const { origin, pathname } = new URL(url);
  return {
    url: `${origin}${pathname}`.replace(/\/+$/, ''),
    // Called as a function of its own: some runtimes refuse it as a method of another object.
    fetch: fetch ?? ((address, init) => globalThis.fetch(address, init)),
    timeoutMs,
    retry: {
      attempts: 4,
      delayMs: 250,
      maxDelayMs: 5_000,
      attemptTimeoutMs: 15_000,
      ...(retry === false ? { attempts: 1 } : retry),
    },
  };
}
