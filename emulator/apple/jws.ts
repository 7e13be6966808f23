// Compact JWS: signing what the store signs, and reading the bearer tokens it is shown.
import { type KeyObject, sign, verify } from 'node:crypto';
import type { Chain } from './certificates.ts';

export type Sign = (payload: object) => string;

const dsaEncoding = 'ieee-p1363';

/** The header is the same for every receipt of a chain, so it is encoded once. */
export function createSigner({ x5c, leafKey }: Chain): Sign {
  const header = encode({ alg: 'ES256', x5c });
  return (payload) => signCompact(header, encode(payload), leafKey);
}

export function signCompact(header: string, payload: string, key: KeyObject): string {
  const content = `${header}.${payload}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding });
  return `${content}.${signature.toString('base64url')}`;
}

export function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export interface ReadToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signedBy(key: KeyObject): boolean;
}

export function readToken(token: string): ReadToken | undefined {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  const headerObject = decode(header);
  const claims = decode(payload);
  if (!headerObject || !claims) return undefined;
  return {
    header: headerObject,
    claims,
    signedBy: (key) =>
      verify(
        'sha256',
        Buffer.from(`${header}.${payload}`),
        { key, dsaEncoding },
        Buffer.from(signature, 'base64url'),
      ),
  };
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
