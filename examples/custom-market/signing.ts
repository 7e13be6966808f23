// The signature of all messages, in both directions: Standard Webhooks, with the text of the shared key as it is.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const signatureOf = (key: string, id: string, seconds: string, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;

/** The headers of a message. */
export function sign(key: string, id: string, body: string, now: number): Record<string, string> {
  const seconds = String(Math.floor(now / 1_000));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatureOf(key, id, seconds, body),
  };
}

/** The id of an answer. It names the question, so that no answer can be used for another one. */
export const answerTo = (id: string): string => `${id}:answer`;

/** What is wrong with the signature of a message. */
export function problemOf(
  key: string,
  headers: Headers,
  body: string,
  now: number,
): string | undefined {
  const [id, seconds, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  ) as [string, string, string];
  if (id === '' || signatures === '') return 'The message is not signed.';
  // Written so that text that is no number fails, too.
  const isRecent = Math.abs(now / 1_000 - Number(seconds)) <= TOLERANCE_S;
  if (!/^\d+$/.test(seconds) || !isRecent) return 'It was signed more than five minutes ago.';
  const expected = Buffer.from(signatureOf(key, id, seconds, body));
  // While the key changes, there are two.
  const isGenuine = signatures.split(' ').some((each) => {
    const given = Buffer.from(each);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? undefined : 'The signature is of another key or of another message.';
}
