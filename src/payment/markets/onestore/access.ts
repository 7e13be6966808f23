// ONE store access tokens: one per client and host, shared by its apps, renewed when ONE store gives a new one.
import type { Clock } from '../../../base/clock.ts';
import { type AccessToken, createAccessTokens, type Grant } from '../access-tokens.ts';
import { fieldsOf, parseFields, textOf } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import type { Unavailable } from '../market.ts';
import type { OnestoreApp } from './settings.ts';

export interface OnestoreAccess {
  /** Concurrent callers share one sign-in. */
  tokenOf(app: OnestoreApp, host: string): Promise<AccessToken | Unavailable>;
  /** ONE store no longer accepts this token. */
  forget(app: OnestoreApp, host: string, token: AccessToken): void;
}

/** With less time left, ONE store gives a new token. */
const RENEW_EARLY_MS = 600_000;

export function createOnestoreAccess(http: MarketHttp, clock: Clock): OnestoreAccess {
  const tokens = createAccessTokens(clock, RENEW_EARLY_MS);
  const keyOf = ({ settings, secrets }: OnestoreApp, host: string): string =>
    JSON.stringify([host, settings.client_id, settings.market_code, secrets.client_secret]);

  async function signIn(app: OnestoreApp, host: string): Promise<Grant | Unavailable> {
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
    return 'unreachable' in answer
      ? { unavailable: `ONE store's token endpoint is unreachable: ${answer.unreachable}` }
      : readGrant(answer);
  }

  return {
    tokenOf: (app, host) => tokens.tokenOf(keyOf(app, host), () => signIn(app, host)),
    forget: (app, host, token) => tokens.forget(keyOf(app, host), token),
  };
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
