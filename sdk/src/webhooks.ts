// Checks what arrives at the game server and at the event receiver: Standard Webhooks, HMAC-SHA256.
import {
  isKnownEvent,
  type Notification,
  type TollgateEvent,
  type UnknownEvent,
} from './events.ts';
import { fromWire, parseJson } from './wire.ts';

export interface WebhookRequest {
  /** The body as it came, not parsed and printed again: the signature covers its bytes. */
  readonly body: string | Uint8Array;
  /** Of a `Request`, or of Node's `IncomingMessage`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The receiver's key as it was shown. Give the old and the new one while you change it. */
  readonly key: string | readonly string[];
  /** How far the clocks may differ, and how old a message may be. Default: 300,000. */
  readonly toleranceMs?: number;
  /** Unix epoch milliseconds. Default: the machine's clock. */
  readonly now?: number;
}

export type WebhookError =
  /** A header of the signature is missing or malformed. */
  | { readonly code: 'INVALID_HEADER'; readonly message: string; readonly header: string }
  | { readonly code: 'TIMESTAMP_OUT_OF_RANGE'; readonly message: string }
  | { readonly code: 'SIGNATURE_MISMATCH'; readonly message: string }
  /** Signed, but of another channel or a newer service. */
  | { readonly code: 'INVALID_BODY'; readonly message: string };

interface Delivered {
  readonly ok: true;
  /** `webhook-id`: the same when Tollgate sends a message again. */
  readonly id: string;
  /** A test message: signed, with an empty list. Headers outside of the signature decide nothing. */
  readonly test: boolean;
}
interface Refused {
  readonly ok: false;
  readonly error: WebhookError;
}

export type VerifiedNotification = (Delivered & { readonly notification: Notification }) | Refused;
export type VerifiedEvents =
  | (Delivered & {
      readonly gameIndex: number;
      readonly events: readonly TollgateEvent[];
      /** Types that this version of the package does not know: ignore them, and accept the message. */
      readonly unknown: readonly UnknownEvent[];
    })
  | Refused;

/** A request to the game server. Answer `{"result_code": 0}` when the players are dealt with. */
export async function verifyNotification(request: WebhookRequest): Promise<VerifiedNotification> {
  const checked = await check(request);
  if (!checked.ok) return checked;
  const notification = fromWire(checked.body) as Partial<Notification> | undefined;
  if (!Array.isArray(notification?.data)) return refuse('INVALID_BODY', 'There is no data list.');
  const test = notification.data.length === 0;
  return { ok: true, id: checked.id, test, notification: notification as Notification };
}

/** A request to the receiver of events. Answer any 2xx when all events are dealt with. */
export async function verifyEvents(request: WebhookRequest): Promise<VerifiedEvents> {
  const checked = await check(request);
  if (!checked.ok) return checked;
  const { game_index: gameIndex, events } = (checked.body ?? {}) as {
    readonly game_index: number;
    readonly events?: readonly (TollgateEvent | UnknownEvent)[];
  };
  if (!Array.isArray(events)) return refuse('INVALID_BODY', 'There is no list of events.');
  const { id } = checked;
  const test = events.length === 0;
  const known = events.filter(isKnownEvent).map(withExactId);
  return { ok: true, id, test, gameIndex, events: known, unknown: events.filter(isUnknown) };
}

/** `playerId` as bigint, where a player is named; the other fields stay as they came. */
function withExactId(event: TollgateEvent): TollgateEvent {
  const { playerId } = (event.data ?? {}) as { readonly playerId?: string | null };
  if (playerId === undefined || playerId === null) return event;
  return { ...event, data: { ...event.data, playerId: BigInt(playerId) } } as TollgateEvent;
}

const isUnknown = (event: TollgateEvent | UnknownEvent): boolean => !isKnownEvent(event);

const TOLERANCE_MS = 300_000;

async function check({
  body,
  headers,
  key,
  toleranceMs = TOLERANCE_MS,
  now = Date.now(),
}: WebhookRequest): Promise<(Omit<Delivered, 'test'> & { readonly body: unknown }) | Refused> {
  const id = headerOf(headers, 'webhook-id');
  if (!id) return missing('webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!timestamp || !/^\d{1,12}$/.test(timestamp)) return missing('webhook-timestamp');
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature') ?? '');
  if (signatures.length === 0) return missing('webhook-signature');
  if (Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) {
    return refuse(
      'TIMESTAMP_OUT_OF_RANGE',
      'The message is too old, or the clocks differ. Check the clock of this machine.',
    );
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const keys = typeof key === 'string' ? [key] : key;
  if (!(await isSigned(signed, signatures, keys))) {
    return refuse(
      'SIGNATURE_MISMATCH',
      'No signature was made with the key. Check the key, and that body is what arrived.',
    );
  }
  try {
    return { ok: true, id, body: parseJson(new TextDecoder().decode(bytes)) };
  } catch {
    return refuse('INVALID_BODY', 'The body is not JSON.');
  }
}

/** All pairs are tried, and WebCrypto compares in constant time: the time taken says nothing. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const matches = await Promise.all(
    keys.flatMap(keysOf).map(async (key) => {
      const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
      return Promise.all(
        signatures.map((each) => crypto.subtle.verify('HMAC', imported, each, signed)),
      );
    }),
  );
  return matches.flat().includes(true);
}

/** The key itself, and what it stands for in the form of the Standard Webhooks libraries. */
function keysOf(key: string): readonly Uint8Array<ArrayBuffer>[] {
  const decoded = key.startsWith('whsec_') && fromBase64(key.slice('whsec_'.length));
  return [new TextEncoder().encode(key), ...(decoded ? [decoded] : [])];
}

/** `v1,<base64> v1,<base64>`; other versions are left out. */
const signaturesIn = (header: string): readonly Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => fromBase64(each.slice('v1,'.length)))
    .filter((each) => each !== undefined);

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

/** Not `instanceof`: some frameworks bring a class of their own. */
const isHeaders = (headers: WebhookRequest['headers']): headers is Headers =>
  typeof headers.get === 'function';

const refuse = (
  code: Exclude<WebhookError['code'], 'INVALID_HEADER'>,
  message: string,
): Refused => ({ ok: false, error: { code, message } });

const missing = (header: string): Refused => ({
  ok: false,
  error: { code: 'INVALID_HEADER', message: `${header} is missing or malformed.`, header },
});
