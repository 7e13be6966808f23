// The app-server token: fetched when needed, shared by all calls, replaced before it expires.
import type { CommonError } from './errors.ts';
import { exchange, type Fetch, type Outcome } from './exchange.ts';
import type { AnswerOf } from './names.ts';

export interface Tokens {
  /** The current token; concurrent calls wait for the same request. */
  get(): Promise<Outcome<string, CommonError>>;
  /** The service refused this token: the next call gets another one. */
  drop(token: string): void;
}

export interface TokenSource {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: Fetch;
  readonly attemptTimeoutMs: number;
}

/** Renewed this long before the end, or a tenth of its life before, whichever is shorter. */
const MARGIN_MS = 60_000;

export function createTokens(source: TokenSource): Tokens {
  let held: { readonly token: string; readonly renewAt: number } | undefined;
  let pending: Promise<Outcome<string, CommonError>> | undefined;

  async function request(): Promise<Outcome<string, CommonError>> {
    const asked = Date.now();
    const answer = await requestToken(source);
    if (!answer.ok) return answer;
    const { access_token: token, expires_in } = answer.data;
    const lifeMs = expires_in * 1_000;
    held = { token, renewAt: asked + lifeMs - Math.min(MARGIN_MS, lifeMs / 10) };
    return { ok: true, data: token };
  }

  return {
    get() {
      if (held && Date.now() < held.renewAt) {
        return Promise.resolve({ ok: true, data: held.token } as const);
      }
      pending ??= request().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

type TokenAnswer = AnswerOf<'/oauth/token'>;

function requestToken({ url, clientId, clientSecret, fetch, attemptTimeoutMs }: TokenSource) {
  return exchange<TokenAnswer, CommonError>(
    fetch,
    {
      url: `${url}/oauth/token`,
      headers: {},
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      read: readToken,
    },
    { ms: attemptTimeoutMs },
  );
}

function readToken(status: number, body: unknown): Outcome<TokenAnswer, CommonError> | undefined {
  const { access_token, expires_in, error } = (body ?? {}) as Partial<TokenAnswer> & {
    readonly error?: unknown;
  };
  if (status === 200 && typeof access_token === 'string' && typeof expires_in === 'number') {
    return { ok: true, data: { access_token, expires_in, token_type: 'Bearer' } };
  }
  if (error === 'invalid_client') {
    const message =
      'The service rejected clientId and clientSecret. Check both, and the environment.';
    return { ok: false, error: { code: 'INVALID_CLIENT', message } };
  }
  if (error === 'server_error') {
    const message = 'The service could not issue a token. Try again later.';
    return { ok: false, error: { code: 'INTERNAL_ERROR', message, status }, again: 'always' };
  }
  return undefined;
}
