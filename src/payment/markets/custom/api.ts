// Client of a market of the studio's own: signed calls, whose answers count only if they are signed for the call.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../../base/clock.ts';
import { type Fields, parseFields } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import { accessOf, type OnAccess, type Unavailable } from '../market.ts';
import { type CustomApp, keysOf } from './settings.ts';
import { answerTo, checkSignature, type Signature, signed } from './signature.ts';

export interface CustomOptions {
  readonly http: MarketHttp;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onAccess?: OnAccess | undefined;
}

/** The studio may be asked again and again: no call does anything twice. */
export type AskStudio = (
  app: CustomApp,
  call: 'verify' | 'acknowledge' | 'refund' | 'changes',
  fields: object,
) => Promise<{ readonly found: Fields } | Unavailable>;

export function createCustomApi({ http, clock, log, onAccess }: CustomOptions): AskStudio {
  return async (app, call, fields) => {
    const keys = keysOf(app);
    if (keys.length === 0) return { unavailable: 'the app has no key' };
    const { appid, environment } = app;
    const operation = `custom.${call}`;
    const id = `msg_${randomUUID()}`;
    const body = JSON.stringify({ appid, environment, ...fields });
    const answer = await http.call({
      market: 'CUSTOM',
      appid,
      operation,
      method: 'POST',
      url: `${app.settings.address.replace(/\/+$/, '')}/${call}`,
      headers: signed(keys, id, body, clock()),
      body,
      repeatable: true,
      isSetByOperators: true,
    });
    if ('unreachable' in answer) {
      return { unavailable: `The address is unreachable: ${answer.unreachable}` };
    }
    const said = { id: answerTo(id), body: answer.text };
    const read = readAnswer(answer, checkSignature(keys, answer.headers, said, clock()));
    const noted = accessOf(operation, read);
    if (noted) onAccess?.(app, 'CUSTOM', noted);
    if ('unavailable' in read && read.alarm) {
      const subject = { app: appid, call: operation, reason: read.unavailable };
      log.error(subject, 'the studio and Tollgate do not have the same key; check the settings');
    }
    return read;
  };
}

const PROBLEMS: Readonly<Record<Exclude<Signature, 'genuine'>, Unavailable>> = {
  missing: { unavailable: 'The answer is not signed' },
  'of another time': {
    unavailable: 'The answer was signed at a time that is more than five minutes away',
  },
  'of another message': { unavailable: 'The answer is signed for another call' },
  wrong: { unavailable: 'The answer is signed with another key', alarm: 'credentials' },
};

/** Anybody on the way can answer, so the signature is looked at before anything in it counts. */
export function readAnswer(
  { status, text }: Pick<MarketAnswer, 'status' | 'text'>,
  signature: Signature,
): { readonly found: Fields } | Unavailable {
  if (status === 401) {
    return { unavailable: 'The address refuses the signature (401)', alarm: 'credentials' };
  }
  if (status !== 200) return { unavailable: `The address answered ${status}` };
  if (signature !== 'genuine') return PROBLEMS[signature];
  const found = parseFields(text);
  return found ? { found } : { unavailable: 'The answer is no JSON object' };
}
