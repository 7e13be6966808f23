// Client of PayPal's REST API, with the meaning of its errors.
import type { Logger } from 'pino';
import type { Clock } from '../../../../base/clock.ts';
import { type AccessToken, createAccessTokens, type Grant } from '../../access-tokens.ts';
import { type Fields, listOf, parseFields, textOf } from '../../fields.ts';
import type { MarketAnswer, MarketHttp } from '../../http.ts';
import { accessOf, type OnAccess, type Unavailable } from '../../market.ts';
import type { GatewayRejection } from '../gateway.ts';
import type { PgApp } from '../settings.ts';

export interface PaypalOptions {
  readonly http: MarketHttp;
  /** Test money has a host, and credentials, of its own. */
  readonly hosts: Readonly<Record<PgApp['environment'], string>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onAccess?: OnAccess | undefined;
}

export interface PaypalCall {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** PayPal answers a repetition like the first call. */
  readonly requestId?: string;
  readonly answerBytes?: number;
}

export interface PaypalRejection extends GatewayRejection {
  /** PayPal's name for what is wrong. */
  readonly issue: string;
}

export type PaypalAnswer = { readonly found: Fields } | PaypalRejection | Unavailable;

export type AskPaypal = (app: PgApp, call: PaypalCall) => Promise<PaypalAnswer>;

const RENEW_EARLY_MS = 60_000;

export function createPaypalApi({ http, hosts, clock, log, onAccess }: PaypalOptions): AskPaypal {
  const tokens = createAccessTokens(clock, RENEW_EARLY_MS);
  const keyOf = ({ environment, settings, secrets }: PgApp): string =>
    JSON.stringify([hosts[environment], settings.client_id, secrets.api_secret]);

  async function signIn({ appid, environment, settings, secrets }: PgApp) {
    const { client_id } = settings;
    const { api_secret } = secrets;
    if (client_id === undefined || api_secret === undefined) {
      return refused('The app has no client_id and api_secret of PayPal');
    }
    const basic = Buffer.from(`${client_id}:${api_secret}`).toString('base64');
    const answer = await http.call({
      market: 'PG PAYPAL',
      appid,
      operation: 'paypal.token',
      method: 'POST',
      url: `${hosts[environment]}/v1/oauth2/token`,
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      repeatable: true,
    });
    return 'unreachable' in answer
      ? { unavailable: `PayPal is unreachable: ${answer.unreachable}` }
      : readGrant(answer);
  }

  function exchange(app: PgApp, call: PaypalCall, token: AccessToken) {
    const { operation, method, path, body, requestId, answerBytes } = call;
    return http.call({
      market: 'PG PAYPAL',
      appid: app.appid,
      operation,
      method,
      url: `${hosts[app.environment]}${path}`,
      headers: {
        authorization: `Bearer ${token.text}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(requestId !== undefined && {
          'paypal-request-id': requestId,
          prefer: 'return=representation',
        }),
      },
      ...(body !== undefined && { body }),
      // Reads, and writes that PayPal recognizes by their request id.
      repeatable: true,
      ...(answerBytes !== undefined && { answerBytes }),
    });
  }

  async function send(app: PgApp, call: PaypalCall): Promise<PaypalAnswer> {
    for (let again = false; ; again = true) {
      const token = await tokens.tokenOf(keyOf(app), () => signIn(app));
      if ('unavailable' in token) return token;
      const answer = await exchange(app, call, token);
      if ('unreachable' in answer) {
        return { unavailable: `PayPal is unreachable: ${answer.unreachable}` };
      }
      if (answer.status !== 401 || again) return readAnswer(answer);
      // A token may end early, so the call is made again with a new one.
      tokens.forget(keyOf(app), token);
    }
  }

  return async (app, call) => {
    const answer = await send(app, call);
    const noted = accessOf(call.operation, answer);
    if (noted) onAccess?.(app, 'PG', noted);
    if ('unavailable' in answer && answer.alarm) {
      log.error(
        { app: app.appid, call: call.operation, reason: answer.unavailable },
        'PayPal rejected the credentials; check the market settings of the app',
      );
    }
    return answer;
  };
}

const refused = (unavailable: string): Unavailable => ({ unavailable, alarm: 'credentials' });

function readGrant({ status, text }: MarketAnswer): Grant | Unavailable {
  const body = parseFields(text);
  const error = textOf(body?.error);
  // A proxy on the way answers so, too, but not in the form of OAuth.
  if (status === 401 && error !== undefined) {
    return refused(`PayPal rejects the client (${error})`);
  }
  const { access_token, expires_in } = body ?? {};
  if (status !== 200 || typeof access_token !== 'string' || typeof expires_in !== 'number') {
    return { unavailable: `PayPal's token endpoint answered ${status} without a token` };
  }
  return { token: { text: access_token }, lifeMs: expires_in * 1_000 };
}

/** PayPal rejects the call itself; the same call would be rejected again. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 404, 422]);
/** Another call with the same request id is under way. */
const UNDER_WAY = 'PREVIOUS_REQUEST_IN_PROGRESS';

/** Every error carries the id by which PayPal's support finds the call. */
export function readAnswer({ status, text, headers }: MarketAnswer): PaypalAnswer {
  const body = parseFields(text);
  if (status >= 200 && status < 300) {
    return body ? { found: body } : { unavailable: 'PayPal did not answer with JSON' };
  }
  const [detail] = listOf(body?.details);
  const issue = textOf(detail?.issue) ?? textOf(body?.name);
  const debugId = textOf(body?.debug_id) ?? textOf(headers['paypal-debug-id']);
  const found = debugId === undefined ? '' : ` (debug id ${debugId})`;
  const unavailable = `PayPal answered ${status}${issue === undefined ? '' : ` ${issue}`}${found}`;
  if (status === 401) return { unavailable, alarm: 'credentials' };
  if (status === 403 && issue !== undefined) return { unavailable, alarm: 'call' };
  const isRejection = issue !== undefined && REJECTIONS.has(status) && issue !== UNDER_WAY;
  return isRejection ? { declined: `${issue}${found}`, issue } : { unavailable };
}
