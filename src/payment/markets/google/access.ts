// Google access tokens: one per service account, shared by its apps, renewed shortly before expiry.
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Cache, createCache } from '../../../base/cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { parseFields, textOf } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import type { Unavailable } from '../market.ts';

export interface GoogleAccess {
  /** Concurrent callers share one sign-in. */
  tokenOf(appid: string, serviceAccount: string): Promise<AccessToken | Unavailable>;
  /** Google no longer accepts this token. */
  forget(serviceAccount: string, token: AccessToken): void;
}

export interface AccessToken {
  readonly text: string;
}

export interface GoogleAccessOptions {
  readonly http: MarketHttp;
  readonly clock: Clock;
  readonly tokenUrl: string;
}

const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 3_600;
/** Google rejects assertions from the future, and clocks differ. */
const BACKDATED_SECONDS = 60;
/** Tokens are renewed this long before expiry, so that none expires during a call. */
const RENEW_EARLY_MS = 5 * 60_000;
const MAX_ACCOUNTS = 10_000;

export function createGoogleAccess({ http, clock, tokenUrl }: GoogleAccessOptions): GoogleAccess {
  // Keyed by the whole key file: knowing an account's e-mail must not be enough to get its token.
  const tokens: Cache<string, AccessToken> = createCache(clock, 0, MAX_ACCOUNTS);
  const signingIn = new Map<string, Promise<AccessToken | Unavailable>>();

  async function signIn(appid: string, account: string): Promise<AccessToken | Unavailable> {
    const assertion = await signAssertion(account, tokenUrl, clock());
    if (assertion === undefined) {
      return alarm(
        'The private key of the service account is not readable. Upload the JSON key file again.',
      );
    }
    const answer = await http.call({
      market: 'GOOGLE',
      appid,
      operation: 'google.token',
      method: 'POST',
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
      repeatable: true,
    });
    if ('unreachable' in answer) {
      return { unavailable: `Google's token endpoint is unreachable: ${answer.unreachable}` };
    }
    const granted = readGrant(answer);
    if ('unavailable' in granted) return granted;
    tokens.set(account, granted.token, granted.lifeMs - RENEW_EARLY_MS);
    return granted.token;
  }

  return {
    tokenOf(appid, account) {
      const known = tokens.get(account);
      if (known) return Promise.resolve(known);
      let pending = signingIn.get(account);
      if (!pending) {
        pending = signIn(appid, account).finally(() => signingIn.delete(account));
        signingIn.set(account, pending);
      }
      return pending;
    },
    forget(account, token) {
      // Another caller may have signed in again meanwhile.
      if (tokens.get(account) === token) tokens.set(account, token, 0);
    },
  };
}

async function signAssertion(
  account: string,
  tokenUrl: string,
  now: number,
): Promise<string | undefined> {
  const issuedAt = Math.floor(now / 1_000) - BACKDATED_SECONDS;
  try {
    const { client_email, private_key } = JSON.parse(account) as Record<string, string>;
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email as string)
      .setAudience(tokenUrl)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ASSERTION_SECONDS)
      .sign(createPrivateKey(private_key as string));
  } catch {
    return undefined;
  }
}

function readGrant({ status, text }: MarketAnswer): Grant | Unavailable {
  if (status === 400 || status === 401 || status === 403) {
    return alarm(
      `Google rejects the sign-in of the service account (HTTP ${status}${cause(text)}).`,
    );
  }
  if (status !== 200) return { unavailable: `Google's token endpoint answered ${status}` };
  const { access_token, expires_in } = parseFields(text) ?? {};
  if (typeof access_token !== 'string' || typeof expires_in !== 'number') {
    return { unavailable: "Google's token endpoint answered without a token" };
  }
  return { token: { text: access_token }, lifeMs: expires_in * 1_000 };
}

interface Grant {
  readonly token: AccessToken;
  readonly lifeMs: number;
}

/** Google's error text, which contains no secret. */
function cause(text: string): string {
  const { error, error_description } = parseFields(text) ?? {};
  return [error, error_description]
    .map(textOf)
    .filter((part) => part !== undefined)
    .map((part) => `, ${part}`)
    .join('');
}

const alarm = (unavailable: string): Unavailable => ({
  unavailable,
  alarm: 'credentials',
});
