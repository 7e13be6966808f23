// Pure rules of access tokens: what their claims mean, and why a token does not count.

export interface AppToken {
  readonly use: 'app';
  readonly jti: string;
  readonly clientId: string;
  readonly gameIndex: number;
  readonly expiresAt: number;
}

/** What every token of a player says. */
interface OfPlayer {
  readonly jti: string;
  readonly appid: string;
  readonly playerId: bigint;
  readonly did: bigint;
  readonly loginId: string;
  readonly accountUuid: string | null;
  readonly expiresAt: number;
}

export interface UserToken extends OfPlayer {
  readonly use: 'user';
}

/** For a restricted player: opens orders for what the player owes, and nothing else. */
export interface DebtToken extends OfPlayer {
  readonly use: 'debt';
}

export type PlayerToken = UserToken | DebtToken;
export type AnyToken = AppToken | PlayerToken;

export type TokenProblem =
  | 'TOKEN_MISSING'
  | 'TOKEN_MALFORMED'
  | 'SIGNATURE_INVALID'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  | 'ISSUER_MISMATCH'
  | 'AUDIENCE_MISMATCH'
  | 'TOKEN_REVOKED';

export type Claims = Readonly<Record<string, unknown>>;

/** Why a token with these claims does not count now, or undefined. */
export function claimsProblem(
  claims: Claims,
  issuer: string,
  now: number,
): TokenProblem | undefined {
  if (claims.iss !== issuer) return 'ISSUER_MISMATCH';
  if (claims.aud !== issuer) return 'AUDIENCE_MISMATCH';
  if (typeof claims.nbf === 'number' && claims.nbf * 1_000 > now) return 'TOKEN_NOT_YET_VALID';
  if (typeof claims.exp !== 'number' || claims.exp * 1_000 <= now) return 'TOKEN_EXPIRED';
  return undefined;
}

/** Undefined when a claim is missing that every token of ours has. */
export function readClaims(claims: Claims): AnyToken | undefined {
  const { jti, token_use: use } = claims;
  const expiresAt = Number(claims.exp) * 1_000;
  if (typeof jti !== 'string') return undefined;
  if (use === 'app' && typeof claims.client_id === 'string') {
    const { client_id: clientId, project: gameIndex } = claims;
    return { use: 'app', jti, clientId, gameIndex: Number(gameIndex), expiresAt };
  }
  if ((use === 'user' || use === 'debt') && typeof claims.appid === 'string') {
    return {
      use,
      jti,
      appid: claims.appid,
      playerId: BigInt(String(claims.sub)),
      did: BigInt(String(claims.did)),
      loginId: String(claims.sid),
      accountUuid: typeof claims.account_uuid === 'string' ? claims.account_uuid : null,
      expiresAt,
    };
  }
  return undefined;
}
