// Google's accounts: service accounts trade a signed assertion for an access token. Access tokens live by
// real time; an assertion may be dated by the real clock or by the emulated one, whichever its client has.
import { createPublicKey, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { decodeJwt, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import type { Keys, ServiceAccount } from './keys.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const playScope = 'https://www.googleapis.com/auth/androidpublisher';
const googleTokenUrl = 'https://oauth2.googleapis.com/token';
const tokenLifetime = 3599;
const longestAssertion = 3600;
const clockSkew = 60;

interface OAuthError {
  error: 'invalid_request' | 'unsupported_grant_type' | 'invalid_grant' | 'invalid_scope';
  error_description: string;
}

export interface AccessTokens {
  issue(account: ServiceAccount): string;
  /** The account behind an `Authorization` header. */
  find(authorization: string | undefined): ServiceAccount | undefined;
  revokeAll(): void;
}

export function createAccessTokens(): AccessTokens {
  const issued = new Map<string, { account: ServiceAccount; expiresAt: number }>();
  return {
    issue(account) {
      for (const [token, { expiresAt }] of issued) {
        if (expiresAt <= Date.now()) issued.delete(token);
      }
      const token = `ya29.c.${randomBytes(48).toString('base64url')}`;
      issued.set(token, { account, expiresAt: Date.now() + tokenLifetime * 1000 });
      return token;
    },
    find(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      const found = issued.get(token ?? '');
      return found && found.expiresAt > Date.now() ? found.account : undefined;
    },
    revokeAll: () => issued.clear(),
  };
}

export function tokenRoute(
  scope: FastifyInstance,
  keys: () => Keys,
  tokens: AccessTokens,
  now: () => number,
): void {
  scope.post('/token', async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const ownUrl = `${request.protocol}://${request.host}${request.url}`;
    const clocks = [Date.now(), now()];
    const result = await checkGrant(form, keys(), [googleTokenUrl, ownUrl], clocks);
    if ('error' in result) return reply.code(400).send(result);
    return {
      access_token: tokens.issue(result),
      expires_in: tokenLifetime,
      token_type: 'Bearer',
    };
  });
}

async function checkGrant(
  form: URLSearchParams,
  keys: Keys,
  audience: string[],
  clocks: readonly number[],
): Promise<ServiceAccount | OAuthError> {
  const assertion = form.get('assertion');
  if (!form.has('grant_type')) return refuse('invalid_request', 'grant_type is missing.');
  if (form.get('grant_type') !== grantType) {
    return refuse('unsupported_grant_type', 'Only the JWT bearer grant is offered.');
  }
  if (!assertion) return refuse('invalid_request', 'assertion is missing.');

  const claimed = readClaims(assertion);
  const account = keys.accounts.get(claimed.iss ?? '');
  if (!account) return refuse('invalid_grant', 'The account of the assertion was not found.');
  const now = nearest(clocks, (claimed.iat ?? 0) * 1000);
  try {
    const { payload } = await jwtVerify(assertion, createPublicKey(account.privateKey), {
      algorithms: ['RS256'],
      audience,
      issuer: account.email,
      requiredClaims: ['iat', 'exp', 'scope'],
      clockTolerance: clockSkew,
      currentDate: new Date(now),
    });
    return checkClaims(payload, now) ?? account;
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) {
      return refuse('invalid_grant', `The assertion is not valid: ${error.message}.`);
    }
    throw error;
  }
}

function checkClaims({ iat = 0, exp = 0, scope }: JWTPayload, now: number): OAuthError | undefined {
  if (exp - iat > longestAssertion) {
    return refuse('invalid_grant', 'The assertion is valid for more than an hour.');
  }
  if (iat > now / 1000 + clockSkew) {
    return refuse('invalid_grant', 'The assertion was issued in the future.');
  }
  const scopes = typeof scope === 'string' ? scope.split(' ') : [];
  if (!scopes.includes(playScope)) return refuse('invalid_scope', 'The scope is not granted.');
  return undefined;
}

function readClaims(assertion: string): JWTPayload {
  try {
    return decodeJwt(assertion);
  } catch {
    return {};
  }
}

function nearest(clocks: readonly number[], time: number): number {
  return clocks.reduce((one, other) =>
    Math.abs(other - time) < Math.abs(one - time) ? other : one,
  );
}

function refuse(error: OAuthError['error'], error_description: string): OAuthError {
  return { error, error_description };
}
