// OAuth access tokens of a market: kept while they live, and concurrent callers share one sign-in.
import { type Cache, createCache } from '../../base/cache.ts';
import type { Clock } from '../../base/clock.ts';
import type { Unavailable } from './market.ts';

export interface AccessToken {
  readonly text: string;
}

export interface Grant {
  readonly token: AccessToken;
  readonly lifeMs: number;
}

export interface AccessTokens {
  /** The key must hold the secret: knowing a client's id must not be enough to get its token. */
  tokenOf(
    key: string,
    signIn: () => Promise<Grant | Unavailable>,
  ): Promise<AccessToken | Unavailable>;
  /** The market no longer accepts this token. */
  forget(key: string, token: AccessToken): void;
}

const MAX_CLIENTS = 10_000;

/** `renewEarlyMs` before its end, a token is replaced. */
export function createAccessTokens(clock: Clock, renewEarlyMs: number): AccessTokens {
  const tokens: Cache<string, AccessToken> = createCache(clock, 0, MAX_CLIENTS);
  const signingIn = new Map<string, Promise<AccessToken | Unavailable>>();

  async function renew(
    key: string,
    signIn: () => Promise<Grant | Unavailable>,
  ): Promise<AccessToken | Unavailable> {
    const granted = await signIn();
    if ('unavailable' in granted) return granted;
    tokens.set(key, granted.token, granted.lifeMs - renewEarlyMs);
    return granted.token;
  }

  return {
    tokenOf(key, signIn) {
      const known = tokens.get(key);
      if (known) return Promise.resolve(known);
      let pending = signingIn.get(key);
      if (!pending) {
        pending = renew(key, signIn).finally(() => signingIn.delete(key));
        signingIn.set(key, pending);
      }
      return pending;
    },
    forget(key, token) {
      // Another caller may have signed in again meanwhile.
      if (tokens.get(key) === token) tokens.set(key, token, 0);
    },
  };
}
