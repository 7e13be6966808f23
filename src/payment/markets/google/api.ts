// Client of the Google Play Developer API, with the meaning of its errors.
import type { Logger } from 'pino';
import { type Fields, fieldsOf, listOf, parseFields, textOf } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import { accessOf, type OnAccess, type Unavailable } from '../market.ts';
import type { GoogleAccess } from './access.ts';
import type { GoogleApp } from './settings.ts';

export interface GoogleCall {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** Below the package, for example `/orders/GPA…`. */
  readonly path: string;
  readonly body?: object | undefined;
}

/** Google's error; `reason` is missing when the body is not Google's error format. */
export interface GoogleError {
  readonly error: number;
  readonly reason?: string | undefined;
  /** In Google's words. */
  readonly message?: string | undefined;
}

export type GoogleAnswer = { readonly found: Fields } | GoogleError | Unavailable;

export type GoogleApi = (app: GoogleApp, call: GoogleCall) => Promise<GoogleAnswer>;

export interface GoogleApiOptions {
  readonly http: MarketHttp;
  readonly access: GoogleAccess;
  readonly url: string;
  readonly log: Logger;
  readonly onAccess?: OnAccess | undefined;
}

export function createGoogleApi(options: GoogleApiOptions): GoogleApi {
  const { http, access, url, log, onAccess } = options;

  async function ask(app: GoogleApp, call: GoogleCall): Promise<GoogleAnswer> {
    const account = app.secrets.service_account;
    if (account === undefined)
      return noAccess(
        'The app has no service account for Google Play. Set it in the market settings.',
      );
    for (let again = false; ; again = true) {
      const token = await access.tokenOf(app.appid, account);
      if ('unavailable' in token) return token;
      const answer = await http.call({
        market: 'GOOGLE',
        appid: app.appid,
        operation: call.operation,
        method: call.method,
        url: `${url}/androidpublisher/v3/applications/${encodeURIComponent(app.settings.package_name)}${call.path}`,
        headers: {
          authorization: `Bearer ${token.text}`,
          accept: 'application/json',
          ...(call.body && { 'content-type': 'application/json' }),
        },
        ...(call.body && { body: JSON.stringify(call.body) }),
        // Every call here is a read, is idempotent, or is refused the second time.
        repeatable: true,
      });
      if ('unreachable' in answer) {
        return { unavailable: `Google Play is unreachable: ${answer.unreachable}` };
      }
      if (answer.status !== 401 || again) return readAnswer(answer);
      // A token may be revoked early, so the call is retried with a new one.
      access.forget(account, token);
    }
  }

  return async (app, call) => {
    const answer = await ask(app, call);
    const noted = accessOf(call.operation, answer);
    if (noted) onAccess?.(app, 'GOOGLE', noted);
    if ('unavailable' in answer && answer.alarm) {
      const subject = { app: app.appid, call: call.operation, reason: answer.unavailable };
      log.error(
        subject,
        'Google Play rejected the service account; check the market settings of the app',
      );
    }
    return answer;
  };
}

/** Reasons that concern the setup, not the purchase. */
const UNKNOWN_PACKAGE = 'applicationNotFound';
/** What was to be made is there: perhaps from a call whose answer was lost. */
const ALREADY_EXISTS = 'alreadyExists';

function readAnswer({ status, text }: MarketAnswer): GoogleAnswer {
  // Acknowledging returns an empty body.
  const body = text === '' ? {} : parseFields(text);
  if (status >= 200 && status < 300) {
    return body ? { found: body } : { unavailable: 'Google Play did not answer with JSON' };
  }
  const reason = reasonOf(body);
  if (status === 401 || status === 403 || reason === UNKNOWN_PACKAGE) {
    const alarm = status === 401 ? 'credentials' : 'call';
    return noAccess(`Google Play answered ${status} ${reason ?? ''}`.trim(), alarm);
  }
  if (status === 400 || status === 404 || status === 410 || reason === ALREADY_EXISTS) {
    return { error: status, reason, message: textOf(fieldsOf(body?.error)?.message) };
  }
  return { unavailable: `Google Play answered ${status} ${reason ?? ''}`.trim() };
}

function reasonOf(body: Fields | undefined): string | undefined {
  const error = fieldsOf(body?.error);
  return textOf(listOf(error?.errors)[0]?.reason) ?? textOf(error?.status);
}

const noAccess = (
  unavailable: string,
  alarm: NonNullable<Unavailable['alarm']> = 'credentials',
): Unavailable => ({ unavailable, alarm });
