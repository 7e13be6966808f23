// Client of the App Store Server API.
import { createPrivateKey, sign } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { type Fields, parseFields } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import type { OnAccess, Unavailable } from '../market.ts';
import type { AppleApp } from './settings.ts';

export type AppleEnvironment = 'Production' | 'Sandbox';

export type AppleAnswer =
  | { readonly body: Fields }
  /** Apple's error code; a 401 has none. */
  | { readonly status: number; readonly errorCode: number | undefined; readonly text: string }
  | { readonly unavailable: string };

export interface AppleApi {
  get(
    app: AppleApp,
    environment: AppleEnvironment,
    operation: string,
    path: string,
  ): Promise<AppleAnswer>;
  /** Sends something; Apple confirms it without a body. Safe to repeat. */
  put(
    app: AppleApp,
    environment: AppleEnvironment,
    operation: string,
    path: string,
    content: object,
  ): Promise<'done' | Exclude<AppleAnswer, { readonly body: Fields }>>;
  /** Does something each time it arrives, so it is sent once. */
  change(
    app: AppleApp,
    environment: AppleEnvironment,
    operation: string,
    path: string,
    content: object,
  ): Promise<AppleAnswer>;
  /** A read with parameters in the body. */
  search(
    app: AppleApp,
    environment: AppleEnvironment,
    operation: string,
    path: string,
    question: object,
  ): Promise<AppleAnswer>;
}

/** Tokens are backdated, because Apple rejects tokens from a clock that is ahead. */
const BACKDATED_S = 60;
const LIFE_S = 300;
/** Cached because signing costs more than the rest of a call. */
const REUSED_S = 60;

export interface AppleCredentials {
  readonly issuerId: string;
  readonly keyId: string;
  readonly privateKey: string;
}

export function appleCredentials(app: AppleApp): AppleCredentials | undefined {
  const { issuer_id: issuerId, key_id: keyId } = app.settings;
  const { private_key: privateKey } = app.secrets;
  return issuerId && keyId && privateKey ? { issuerId, keyId, privateKey } : undefined;
}

export function createAppleApi(
  http: MarketHttp,
  addresses: { readonly appleUrl: string; readonly appleSandboxUrl: string },
  clock: Clock,
  onAccess?: OnAccess,
): AppleApi {
  const bearers = new Map<string, { readonly token: string; readonly madeAt: number }>();

  function bearer(credentials: AppleCredentials, bundleId: string): string {
    const now = Math.floor(clock() / 1_000);
    const name = JSON.stringify([credentials, bundleId]);
    const known = bearers.get(name);
    if (known && now >= known.madeAt && now < known.madeAt + REUSED_S) return known.token;
    const token = makeBearer(credentials, bundleId, now);
    if (bearers.size >= MAX_BEARERS) bearers.clear();
    bearers.set(name, { token, madeAt: now });
    return token;
  }

  function makeBearer(
    { issuerId, keyId, privateKey }: AppleCredentials,
    bundleId: string,
    now: number,
  ): string {
    const issuedAt = now - BACKDATED_S;
    const header = { alg: 'ES256', kid: keyId, typ: 'JWT' };
    const claims = {
      iss: issuerId,
      iat: issuedAt,
      exp: now + LIFE_S,
      aud: 'appstoreconnect-v1',
      bid: bundleId,
    };
    const content = `${encode(header)}.${encode(claims)}`;
    const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' as const };
    return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
  }

  async function call(
    method: 'GET' | 'POST' | 'PUT',
    app: AppleApp,
    environment: AppleEnvironment,
    operation: string,
    path: string,
    content?: object,
    repeatable = true,
  ): Promise<MarketAnswer | Unavailable> {
    const credentials = appleCredentials(app);
    if (!credentials) return { unavailable: 'the app has no App Store Server API key' };
    const base = environment === 'Production' ? addresses.appleUrl : addresses.appleSandboxUrl;
    const answer = await http.call({
      // Apple's two environments fail independently.
      market: `APPLE ${environment}`,
      appid: app.appid,
      operation: `apple.${operation}`,
      method,
      url: `${base}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${bearer(credentials, app.settings.bundle_id)}`,
        'user-agent': 'tollgate',
        ...(content && { 'content-type': 'application/json' }),
      },
      ...(content && { body: JSON.stringify(content) }),
      repeatable,
    });
    if ('unreachable' in answer) return { unavailable: answer.unreachable };
    const { status } = answer;
    if (status === 401) {
      onAccess?.(app, 'APPLE', { call: '', refused: 'the App Store answered 401' });
    } else if (status < 500 && status !== 429) {
      onAccess?.(app, 'APPLE', { call: operation });
    }
    return answer;
  }

  async function ask(...asked: Parameters<typeof call>): Promise<AppleAnswer> {
    const answer = await call(...asked);
    if ('unavailable' in answer) return answer;
    const body = isDone(answer) ? parseFields(answer.text) : undefined;
    if (body) return { body };
    return isDone(answer)
      ? { unavailable: 'the App Store did not answer with JSON' }
      : readError(answer);
  }

  return {
    get: (...asked) => ask('GET', ...asked),
    search: (...asked) => ask('POST', ...asked),
    change: (...asked) => ask('PUT', ...asked, false),
    async put(...asked) {
      const answer = await call('PUT', ...asked);
      if ('unavailable' in answer) return answer;
      return isDone(answer) ? 'done' : readError(answer);
    },
  };
}

const MAX_BEARERS = 1_000;
/** Not-found errors that Apple documents as temporary ("please try again"). */
const RETRYABLE = new Set([4040002, 4040004, 4040006]);

const isDone = ({ status }: MarketAnswer): boolean => status >= 200 && status < 300;

function readError({
  status,
  text,
}: MarketAnswer): Exclude<AppleAnswer, { readonly body: Fields }> {
  if (status >= 500 || status === 429) return { unavailable: `the App Store answered ${status}` };
  const body = parseFields(text);
  const errorCode = typeof body?.errorCode === 'number' ? body.errorCode : undefined;
  if (errorCode !== undefined && RETRYABLE.has(errorCode)) {
    return { unavailable: `the App Store answered with the temporary error ${errorCode}` };
  }
  return { status, errorCode, text };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
