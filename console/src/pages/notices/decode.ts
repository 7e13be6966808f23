// Decodes a store notification: markets wrap it in signed or encoded text.
import { parse } from '../../api.ts';
import { printJson } from '../../sales/raw.tsx';
import type { NoticeRecord } from './records.ts';

/** Undefined where the notification is not in the market's form; then only its raw text can be shown. */
export function decode({ provider, body }: NoticeRecord): string | undefined {
  try {
    const outer = parse(body) as Record<string, unknown>;
    if (provider === 'APPLE') return printJson(openSigned(payloadOf(String(outer.signedPayload))));
    if (provider === 'PG') return printJson(outer);
    const { data } = outer.message as { readonly data: string };
    return printJson(parse(textOf(data)));
  } catch {
    return undefined;
  }
}

const payloadOf = (jws: string): unknown => parse(textOf(jws.split('.')[1] ?? ''));

/** Signed parts within a notification of the App Store, decoded as well. */
function openSigned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openSigned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name.startsWith('signed') && typeof part === 'string' ? payloadOf(part) : openSigned(part),
    ]),
  );
}

function textOf(base64: string): string {
  const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (each) => each.charCodeAt(0)));
}
