// Talks to one issuer: code flow with PKCE, renewal, sign-out, and the tokens that end sessions.
import { type JSONWebKeySet, errors as joseErrors } from 'jose';
import type { Configuration, TokenEndpointResponse } from 'openid-client';
import type { Clock } from '../../base/clock.ts';
import { type Claims, hasGroups } from './claims.ts';
import { type Issuer, isLoopback } from './issuers.ts';
import { createIssuerKeys, type IssuerKeys } from './keys.ts';

const DISCOVERY_LIFE_MS = 60 * 60_000;
/** An issuer that did not answer is not asked again before. */
const RETRY_AFTER_MS = 5_000;
const TIMEOUT_S = 5;
/** A logout token is sent at once, so an old one is a replay. */
const LOGOUT_AGE_S = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** `refused`: the issuer says no. `away`: it does not answer, or not us. `invalid`: what it sent is wrong. */
export type IssuerFault = 'refused' | 'away' | 'invalid';

export class IssuerProblem extends Error {
  readonly fault: IssuerFault;
  constructor(fault: IssuerFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface Tokens {
  readonly id: string;
  readonly access: string;
  readonly refresh?: string | undefined;
}

export interface Proof {
  readonly subject: string;
  readonly sid: string | undefined;
  readonly claims: Claims;
  readonly tokens: Tokens;
}

/** What a sign-in that has begun must match. */
export interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Logout {
  readonly jti: string;
  readonly sid: string | undefined;
  readonly subject: string | undefined;
}

export interface IssuerClient {
  readonly issuer: Issuer;
  /** Fails with an `IssuerProblem`, as everything here. */
  check(): Promise<void>;
  signInUrl(redirectUri: string, expected: Expected): Promise<string>;
  /** `callback` is the whole address that the browser was sent to. */
  exchange(callback: URL, expected: Expected): Promise<Proof>;
  /** Asks the issuer whether the person is still there, and in which groups. */
  renew(tokens: Tokens, subject: string): Promise<Omit<Proof, 'sid'>>;
  /** Undefined: the issuer has no page for it. */
  signOutUrl(tokens: Tokens, returnTo: string): Promise<string | undefined>;
  verifyLogout(token: string): Promise<Logout>;
}

interface Found {
  readonly configuration: Configuration;
  readonly keys: IssuerKeys;
}

export function createIssuerClient(issuer: Issuer, clock: Clock): IssuerClient {
  // Not loaded before somebody signs in by it.
  const library = () => import('openid-client');
  let known: { readonly found: Promise<Found>; readonly until: number } | undefined;

  function find(): Promise<Found> {
    if (known && known.until > clock()) return known.found;
    const found = discover();
    known = { found, until: clock() + DISCOVERY_LIFE_MS };
    found.catch(() => {
      if (known?.found === found) known = { found, until: clock() + RETRY_AFTER_MS };
    });
    return found;
  }

  async function discover(): Promise<Found> {
    const oidc = await library();
    const isLocal = isLoopback(issuer.url);
    const { clientId, clientSecret } = issuer;
    const discovered = await explained(
      oidc.discovery(new URL(issuer.url), clientId, undefined, oidc.None(), {
        timeout: TIMEOUT_S,
        ...(isLocal && { execute: [oidc.allowInsecureRequests] }),
      }),
    );
    const metadata = discovered.serverMetadata();
    if (new URL(metadata.issuer).href !== new URL(issuer.url).href) {
      throw new IssuerProblem('invalid', `${issuer.url} says that it is ${metadata.issuer}`);
    }
    const methods = metadata.token_endpoint_auth_methods_supported;
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    const proof = isBasic ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    const configuration = new oidc.Configuration(
      metadata,
      clientId,
      undefined,
      clientSecret === undefined ? oidc.None() : proof(clientSecret),
    );
    configuration.timeout = TIMEOUT_S;
    if (isLocal) oidc.allowInsecureRequests(configuration);
    const { jwks_uri: keysUrl = '' } = metadata;
    if (!isLocal && !keysUrl.startsWith('https://')) {
      throw new IssuerProblem('invalid', `${issuer.url} has no keys at an https:// address`);
    }
    return { configuration, keys: createIssuerKeys(clock, () => readKeys(keysUrl)) };
  }

  async function verifyIdToken({ configuration, keys }: Found, token: string): Promise<Claims> {
    return explained(
      keys.verify(token, {
        issuer: configuration.serverMetadata().issuer,
        audience: issuer.clientId,
        requiredClaims: ['sub', 'iat', 'exp'],
      }),
    );
  }

  /** What the token does not say, the issuer is asked for. */
  async function complete(
    { configuration }: Found,
    claims: Claims,
    { access }: Pick<Tokens, 'access'>,
    subject: string,
  ): Promise<Claims> {
    if (!configuration.serverMetadata().userinfo_endpoint) return claims;
    const { fetchUserInfo } = await library();
    const asked = await explained(fetchUserInfo(configuration, access, subject));
    return { ...asked, ...claims };
  }

  return {
    issuer,
    async check() {
      const { configuration } = await find();
      await explained(readKeys(configuration.serverMetadata().jwks_uri ?? ''));
    },
    async signInUrl(redirectUri, { state, nonce, verifier }) {
      const { configuration } = await find();
      const oidc = await library();
      const url = oidc.buildAuthorizationUrl(configuration, {
        ...issuer.parameters,
        redirect_uri: redirectUri,
        scope: issuer.scopes.join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(issuer.requiredAcr.length > 0 && { acr_values: issuer.requiredAcr.join(' ') }),
      });
      return url.href;
    },
    async exchange(callback, { state, nonce, verifier }) {
      const found = await find();
      const { authorizationCodeGrant } = await library();
      const answer = await explained(
        authorizationCodeGrant(found.configuration, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        }),
      );
      const tokens = tokensOf(answer, undefined);
      const proved = await verifyIdToken(found, tokens.id);
      const subject = String(proved.sub);
      const canRenew =
        tokens.refresh !== undefined || found.configuration.serverMetadata().userinfo_endpoint;
      if (!canRenew) {
        throw new IssuerProblem(
          'invalid',
          'it gives no refresh token and has no userinfo endpoint',
        );
      }
      const isEnough = hasGroups(issuer, proved) && proved.email !== undefined;
      const claims = isEnough ? proved : await complete(found, proved, tokens, subject);
      return { subject, sid: textOf(proved.sid), claims, tokens };
    },
    async renew(tokens, subject) {
      const found = await find();
      const { refreshTokenGrant } = await library();
      if (tokens.refresh === undefined) {
        return { subject, claims: await complete(found, {}, tokens, subject), tokens };
      }
      const answer = await explained(refreshTokenGrant(found.configuration, tokens.refresh));
      const next = tokensOf(answer, tokens);
      const proved = answer.id_token ? await verifyIdToken(found, answer.id_token) : {};
      if (answer.id_token && proved.sub !== subject) {
        throw new IssuerProblem('invalid', 'the renewed token is of somebody else');
      }
      const claims = hasGroups(issuer, proved)
        ? proved
        : await complete(found, proved, next, subject);
      return { subject, claims, tokens: next };
    },
    async signOutUrl({ id, refresh }, returnTo) {
      const { configuration } = await find();
      const oidc = await library();
      const { end_session_endpoint: page, revocation_endpoint: canRevoke } =
        configuration.serverMetadata();
      if (refresh !== undefined && canRevoke) {
        // The session here has ended in any case.
        await oidc.tokenRevocation(configuration, refresh).catch(() => {});
      }
      if (page === undefined) return undefined;
      return oidc.buildEndSessionUrl(configuration, {
        id_token_hint: id,
        post_logout_redirect_uri: returnTo,
      }).href;
    },
    async verifyLogout(token) {
      const { configuration, keys } = await find();
      const claims: Claims = await explained(
        keys.verify(token, {
          issuer: configuration.serverMetadata().issuer,
          audience: issuer.clientId,
          requiredClaims: ['iat', 'jti', 'events'],
          maxTokenAge: LOGOUT_AGE_S,
        }),
      );
      const { events, jti, nonce, sid, sub } = claims;
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      if (!isLogout) throw new IssuerProblem('invalid', 'the token is no logout token');
      // An id token has one, and must not end a session.
      if (nonce !== undefined) throw new IssuerProblem('invalid', 'the logout token has a nonce');
      if (sid === undefined && sub === undefined) {
        throw new IssuerProblem('invalid', 'the logout token has neither sid nor sub');
      }
      return { jti: String(jti), sid: textOf(sid), subject: textOf(sub) };
    },
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function tokensOf(answer: TokenEndpointResponse, before: Tokens | undefined): Tokens {
  return {
    id: answer.id_token ?? before?.id ?? '',
    access: answer.access_token,
    refresh: answer.refresh_token ?? before?.refresh,
  };
}

async function readKeys(url: string): Promise<JSONWebKeySet> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_S * 1_000),
    redirect: 'error',
  }).catch((error: Error) => {
    throw new IssuerProblem('away', `its keys cannot be read (${error.message})`);
  });
  if (!answer.ok) throw new IssuerProblem('away', `its keys are answered with ${answer.status}`);
  const set = (await answer.json().catch(() => ({}))) as Partial<JSONWebKeySet>;
  if (!Array.isArray(set.keys)) throw new IssuerProblem('invalid', 'its keys have no known form');
  return { keys: set.keys };
}

/** Says what a failure means. The messages hold no tokens; the causes of the library's errors may. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof IssuerProblem) throw error;
    const { message } = error as Error;
    throw new IssuerProblem(await faultOf(error), `${message}${detailOf(error)}`);
  }
}

const INVALID_CODES =
  /^OAUTH_(JWT|JSON_ATTRIBUTE|INVALID_RESPONSE|KEY_SELECTION|UNSUPPORTED|PARSE)/;

async function faultOf(error: unknown): Promise<IssuerFault> {
  const oidc = await import('openid-client');
  if (error instanceof oidc.AuthorizationResponseError) return 'refused';
  if (error instanceof oidc.ResponseBodyError) {
    return error.error === 'invalid_grant' ? 'refused' : 'away';
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'refused';
  if (error instanceof joseErrors.JOSEError) return 'invalid';
  const code = error instanceof oidc.ClientError ? (error.code ?? '') : '';
  return INVALID_CODES.test(code) ? 'invalid' : 'away';
}

/** The code of the failure, as the issuer or the library names it. */
function detailOf(error: unknown): string {
  const { error: named, code } = error as { readonly error?: unknown; readonly code?: unknown };
  const detail = [named, code].filter((each) => typeof each === 'string').join(', ');
  return detail === '' ? '' : ` (${detail})`;
}
