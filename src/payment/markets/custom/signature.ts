// Standard Webhooks, in both directions: HMAC-SHA256 of `id.timestamp.body` with the key that app and studio share.
import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const SECOND_MS = 1_000;
const TOLERANCE_MS = 5 * 60 * SECOND_MS;

const signatureOf = (key: string, id: string, seconds: string, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;

export function signed(
  keys: readonly string[],
  id: string,
  body: string,
  now: number,
): Record<string, string> {
  const seconds = String(Math.floor(now / SECOND_MS));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': keys.map((key) => signatureOf(key, id, seconds, body)).join(' '),
  };
}

/** An answer has the id of the call with this at its end, so that it is none to another call, and no call or notification. */
export const answerTo = (id: string): string => `${id}:answer`;

export type Signature = 'genuine' | 'missing' | 'of another time' | 'of another message' | 'wrong';

/** `id` is the expected one. */
export function checkSignature(
  keys: readonly string[],
  headers: Headers,
  { id, body }: { readonly id: string; readonly body: string },
  now: number,
): Signature {
  const seconds = String(headers['webhook-timestamp']);
  const given = headers['webhook-signature'];
  if (typeof given !== 'string') return 'missing';
  if (headers['webhook-id'] !== id) return 'of another message';
  const at = /^\d{1,12}$/.test(seconds) ? Number(seconds) * SECOND_MS : 0;
  if (Math.abs(now - at) > TOLERANCE_MS) return 'of another time';
  const signatures = given.split(' ').map((each) => Buffer.from(each));
  const isGenuine = keys.some((key) => {
    const expected = Buffer.from(signatureOf(key, id, seconds, body));
    return signatures.some(
      (each) => each.length === expected.length && timingSafeEqual(each, expected),
    );
  });
  return isGenuine ? 'genuine' : 'wrong';
}
