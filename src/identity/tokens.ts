// Access tokens: app-server tokens of OAuth clients, login and debt tokens of players, all signed JWTs (RFC 9068).

import { randomUUID } from 'node:crypto';
import { compactVerify, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { APPS_CHANGED } from '../audit/operation.ts';
import { createCache } from '../base/cache.ts';
import type { Clock } from '../base/clock.ts';
import type { Vault } from '../base/vault.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, CACHE_LIFE_MS } from '../tenants/directory.ts';
import {
  type AnyToken,
  type AppToken,
  type Claims,
  claimsProblem,
  type DebtToken,
  type PlayerToken,
  readClaims,
  type TokenProblem,
  type UserToken,
} from './claims.ts';
import { ALGORITHM, createSigningKeys, KEYS_CHANGED, type SigningKeys } from './signing-keys.ts';

export const APP_TOKEN_LIFE_S = 3_600;
export const USER_TOKEN_LIFE_S = 86_400;
const CACHED_TOKENS = 20_000;
const SIGNED_TOKENS = 2_000;
/** Longer texts are not parsed; our tokens are far shorter. */
const MAX_TOKEN_LENGTH = 4_096;

export type { AnyToken, AppToken, DebtToken, PlayerToken, TokenProblem, UserToken };

/** The player and the login that a token is issued for. */
type Holder = Omit<PlayerToken, 'use' | 'jti' | 'expiresAt'>;

/** The caller: an app, and the owner of the token. */
export interface Caller {
  readonly app: App;
  readonly token: AnyToken;
}

export type TokenCheck = { readonly token: AnyToken } | { readonly problem: TokenProblem };

export interface Tokens {
  readonly keys: SigningKeys;
  issueAppToken(clientId: string, gameIndex: number): Promise<string>;
  issueUserToken(player: Holder): Promise<string>;
  issueDebtToken(player: Holder): Promise<string>;
  check(text: string | undefined): Promise<TokenCheck>;
  /** Revokes a token. Other texts are ignored, as RFC 7009 requires. */
  revoke(text: string, clientId: string): Promise<void>;
}

export interface TokenOptions {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Base URL of the environment: issuer and audience of its tokens. */
  readonly issuer: string;
}

export function createTokens({ storage, vault, clock, issuer }: TokenOptions): Tokens {
  const keys = createSigningKeys(storage, vault, clock, USER_TOKEN_LIFE_S * 1_000);
  const checked = createCache<string, TokenCheck>(clock, CACHE_LIFE_MS, CACHED_TOKENS);
  /** Signed by a key that was live then: a signature does not change, so it is not checked every second. */
  const signed = createCache<string, Claims>(clock, USER_TOKEN_LIFE_S * 1_000, SIGNED_TOKENS);
  /** Requests of one moment share a check. */
  const underWay = new Map<string, Promise<TokenCheck>>();
  for (const topic of [APPS_CHANGED, KEYS_CHANGED])
    storage.signals.on(topic, () => {
      checked.clear();
      underWay.clear();
    });

  async function sign(claims: Record<string, unknown>, lifeS: number): Promise<string> {
    const key = await keys.current();
    const now = Math.floor(clock() / 1_000);
    return new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid: key.kid })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + lifeS)
      .sign(key.privateKey);
  }

  const signPlayer = (use: PlayerToken['use'], player: Holder) =>
    sign(
      {
        sub: player.playerId.toString(),
        token_use: use,
        appid: player.appid,
        did: player.did.toString(),
        sid: player.loginId,
        account_uuid: player.accountUuid,
      },
      USER_TOKEN_LIFE_S,
    );

  async function verify(text: string): Promise<TokenCheck> {
    if (text.length > MAX_TOKEN_LENGTH) return { problem: 'TOKEN_MALFORMED' };
    const header = protectedHeader(text);
    if (!header) return { problem: 'TOKEN_MALFORMED' };
    const key = header.kid === undefined ? undefined : await keys.byId(header.kid);
    if (!key && namesAnotherIssuer(text, issuer)) return { problem: 'ISSUER_MISMATCH' };
    if (!key || header.alg !== ALGORITHM) return { problem: 'SIGNATURE_INVALID' };
    const payload = signed.get(text) ?? (await openSigned(text, key.publicKey));
    if (!payload) return { problem: 'SIGNATURE_INVALID' };
    const problem = claimsProblem(payload, issuer, clock());
    if (problem) return { problem };
    const token = readClaims(payload);
    if (!token) return { problem: 'TOKEN_MALFORMED' };
    return (await isEnded(token)) ? { problem: 'TOKEN_REVOKED' } : { token };
  }

  async function openSigned(text: string, key: PublicKey): Promise<Claims | undefined> {
    const payload = await signedPayload(text, key);
    if (payload) signed.set(text, payload);
    return payload;
  }

  /** Revoked, or its client was deleted. */
  async function isEnded(token: AnyToken): Promise<boolean> {
    const [revoked, isOwned] = await Promise.all([
      storage.db
        .selectFrom('revoked_token')
        .select('jti')
        .where('jti', '=', token.jti)
        .executeTakeFirst(),
      token.use !== 'app' || hasClient(token.clientId),
    ]);
    return revoked !== undefined || !isOwned;
  }

  async function hasClient(clientId: string): Promise<boolean> {
    const client = await storage.db
      .selectFrom('oauth_client')
      .select('client_id')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    return client !== undefined;
  }

  async function checkNow(text: string): Promise<TokenCheck> {
    // A revocation during the check may concern this token, so the result is not cached.
    const remember = checked.begin();
    const result = await verify(text);
    if ('token' in result) {
      remember(text, result, Math.min(CACHE_LIFE_MS, result.token.expiresAt - clock()));
    }
    return result;
  }

  return {
    keys,
    issueAppToken: (clientId, gameIndex) =>
      sign(
        { sub: clientId, client_id: clientId, token_use: 'app', project: gameIndex },
        APP_TOKEN_LIFE_S,
      ),
    issueUserToken: (player) => signPlayer('user', player),
    issueDebtToken: (player) => signPlayer('debt', player),
    async check(text) {
      if (!text) return { problem: 'TOKEN_MISSING' };
      const known = checked.get(text) ?? underWay.get(text);
      if (known) return known;
      const checking = checkNow(text).finally(() => {
        if (underWay.get(text) === checking) underWay.delete(text);
      });
      underWay.set(text, checking);
      return checking;
    },
    async revoke(text, clientId) {
      const result = await verify(text);
      if (!('token' in result) || result.token.use !== 'app') return;
      if (result.token.clientId !== clientId) return;
      const { jti, expiresAt } = result.token;
      await storage.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('revoked_token')
          .values({ jti, expires_at: expiresAt })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await storage.signals.announce(tx, APPS_CHANGED);
      });
      storage.signals.deliver(APPS_CHANGED);
    },
  };
}

type PublicKey = Parameters<typeof compactVerify>[1];

function protectedHeader(text: string): { kid?: string; alg?: string } | undefined {
  try {
    const { kid, alg } = decodeProtectedHeader(text);
    return {
      ...(typeof kid === 'string' && { kid }),
      ...(typeof alg === 'string' && { alg }),
    };
  } catch {
    return undefined;
  }
}

/** Says why a token is refused, such as one of the other environment; nothing is ever allowed by it. */
function namesAnotherIssuer(text: string, issuer: string): boolean {
  try {
    const { iss } = decodeJwt(text);
    return typeof iss === 'string' && iss !== issuer;
  } catch {
    return false;
  }
}

async function signedPayload(text: string, key: PublicKey): Promise<Claims | undefined> {
  try {
    const { payload } = await compactVerify(text, key, { algorithms: [ALGORITHM] });
    return JSON.parse(Buffer.from(payload).toString('utf8')) as Claims;
  } catch {
    return undefined;
  }
}
