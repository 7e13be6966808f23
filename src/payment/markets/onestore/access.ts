// ONE store access tokens: one per client and host, shared by its apps, renewed when ONE store gives a new one.
import { type Cache, createCache } from '../../../base/cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { fieldsOf, parseFields, textOf } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import type { Unavailable } from '../market.ts';
import type { OnestoreApp } from './settings.ts';

export interface AccessToken {
  readonly text: string;
}

export interface OnestoreAccess {
  /** Concurrent callers share one sign-in. */
  tokenOf(app: OnestoreApp, host: string): Promise<AccessToken | Unavailable>;
  /** ONE store no longer accepts this token. */
  forget(app: OnestoreApp, host: string, token: AccessToken): void;
}

/** With less time left, ONE store gives a new token. */
const RENEW_EARLY_MS = 600_000;
const MAX_CLIENTS = 10_000;

export function createOnestoreAccess(http: MarketHttp, clock: Clock): OnestoreAccess {
  const tokens: Cache<string, AccessToken> = createCache(clock, 0, MAX_CLIENTS);
  const signingIn = new Map<string, Promise<AccessToken | Unavailable>>();
  // With the secret: knowing a client's id must not be enough to get its token.
  const keyOf = ({ settings, secrets }: OnestoreApp, host: string): string =>
    JSON.stringify([host, settings.client_id, settings.market_code, secrets.client_secret]);

  async function signIn(app: OnestoreApp, host: string): Promise<AccessToken | Unavailable> {
    const { client_id, market_code } = app.settings;
    const { client_secret } = app.secrets;
    if (client_secret === undefined) {
      return refused('The app has no client secret for ONE store. Set it in the market settings.');
    }
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const answer = await http.call({
      market: 'ONESTORE',
      appid: app.appid,
      operation: 'onestore.token',
      method: 'POST',
      url: `${host}/v7/oauth/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-market-code': market_code,
      },
      body: new URLSearchParams(grant).toString(),
      repeatable: true,
    });
    if ('unreachable' in answer) {
      return { unavailable: `ONE store's token endpoint is unreachable: ${answer.unreachable}` };
    }
    const granted = readGrant(answer);
    if ('unavailable' in granted) return granted;
    tokens.set(keyOf(app, host), granted.token, granted.lifeMs - RENEW_EARLY_MS);
    return granted.token;
  }

  return {
    tokenOf(app, host) {
      const key = keyOf(app, host);
      const known = tokens.get(key);
      if (known) return Promise.resolve(known);
      let pending = signingIn.get(key);
      if (!pending) {
        pending = signIn(app, host).finally(() => signingIn.delete(key));
        signingIn.set(key, pending);
      }
      return pending;
    },
    forget(app, host, token) {
      const key = keyOf(app, host);
      // Another caller may have signed in again meanwhile.
      if (tokens.get(key) === token) tokens.set(key, token, 0);
    },
  };
}

interface Grant {
  readonly token: AccessToken;
  readonly lifeMs: number;
}

function readGrant({ status, text }: MarketAnswer): Grant | Unavailable {
  const body = parseFields(text);
  if (status === 400 || status === 401 || status === 403) {
    const code = textOf(fieldsOf(body?.error)?.code);
    // A proxy on the way answers so, too, but not in the form of ONE store.
    if (code === undefined) return { unavailable: `ONE store's token endpoint answered ${status}` };
    return refused(`ONE store rejects the client (HTTP ${status}, ${code})`);
  }
  if (status !== 200) return { unavailable: `ONE store's token endpoint answered ${status}` };
  const { access_token, expires_in } = body ?? {};
  if (typeof access_token !== 'string' || typeof expires_in !== 'number') {
    return { unavailable: "ONE store's token endpoint answered without a token" };
  }
  return { token: { text: access_token }, lifeMs: expires_in * 1_000 };
}

const refused = (unavailable: string): Unavailable => ({ unavailable, alarm: 'credentials' });
