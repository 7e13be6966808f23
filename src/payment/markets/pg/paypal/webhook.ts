// Whether PayPal sent a webhook: PayPal itself is asked, with the bytes that came.
import type { IncomingHttpHeaders } from 'node:http';
import { parseFields, textOf } from '../../fields.ts';

const HEADERS = {
  auth_algo: /^[a-zA-Z0-9]{1,100}$/,
  cert_url: /^https?:\/\/[!-~]{1,490}$/,
  transmission_id: /^[!-~]{1,50}$/,
  transmission_sig: /^[!-~]{1,500}$/,
  transmission_time: /^[!-~]{1,100}$/,
} as const;

/** PayPal retries for three days. */
const OLDEST_MS = 4 * 24 * 60 * 60_000;
const NEWEST_MS = 10 * 60_000;

function isRecent(time: string, now: number): boolean {
  const sentAt = Date.parse(time);
  return sentAt >= now - OLDEST_MS && sentAt <= now + NEWEST_MS;
}

/**
 * The body of the call that asks; undefined for what PayPal never sends. The signature covers the bytes of the
 * webhook, so they are put in as they came: written again, `1.0` and `{}` could differ.
 */
export function signatureQuestion(
  webhookId: string,
  body: string,
  headers: IncomingHttpHeaders,
  now: number,
): string | undefined {
  const event = parseFields(body);
  const names = [event?.id, event?.event_type].map(textOf);
  if (names.includes(undefined)) return undefined;
  const fields: Record<string, string> = { webhook_id: webhookId };
  for (const [name, form] of Object.entries(HEADERS)) {
    const value = headers[`paypal-${name.replaceAll('_', '-')}`];
    if (typeof value !== 'string' || !form.test(value)) return undefined;
    fields[name] = value;
  }
  if (!isRecent(String(fields.transmission_time), now)) return undefined;
  return `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body}}`;
}
