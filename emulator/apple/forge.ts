// Receipts that must be refused, for whoever tests a verifier: each is wrong in exactly one way.
import { createHmac, createPublicKey } from 'node:crypto';
import { readInput } from '../input.ts';
import { appReceipt } from './app-receipt.ts';
import { type Authority, type Chain, createAuthority } from './certificates.ts';
import { encode, signCompact } from './jws.ts';
import { readTransaction } from './purchase.ts';
import type { Shop } from './shop.ts';
import { type Payload, transactionPayload } from './transaction.ts';

export const forgeries = [
  'alg-none',
  'hs256',
  'other-root',
  'missing-leaf-oid',
  'missing-intermediate-oid',
  'leaf-as-ca',
  'expired-chain',
  'other-curve',
  'payload-changed',
  'header-changed',
  'truncated',
  'two-certificates',
] as const;
type Forgery = (typeof forgeries)[number];
/** An app receipt of StoreKit 1, which is no JWS. */
export const receiptForgery = 'app-receipt-other-root' as const;

interface Parts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
  chain: Chain;
}

/** `payload` overrides a receipt's fields as in a purchase, `header` the fields of the JWS header. */
export async function forge(
  shop: Shop,
  authority: Authority,
  kind: Forgery,
  given: { payload: unknown; header: unknown },
): Promise<string> {
  const payload = transactionPayload(readTransaction(shop, given.payload), shop.world.clock.now());
  return forgePayload(authority, kind, { ...given, payload });
}

/** The same of any payload. */
export async function forgePayload(
  authority: Authority,
  kind: Forgery,
  { payload, ...given }: { payload: Payload; header?: unknown },
): Promise<string> {
  const chain = await chainFor(kind, authority);
  const header = { alg: 'ES256', x5c: chain.x5c, ...readInput(given.header).fields };
  return write(kind, { header, payload, chain });
}

/** Signed under somebody else's root. Nothing in it needs to exist in the store. */
export async function forgeAppReceipt(shop: Shop, payload: unknown): Promise<string> {
  const transaction = readTransaction(shop, payload);
  const { chain } = await createAuthority();
  return appReceipt(chain, transaction, [transaction], shop.world.clock.now());
}

async function chainFor(kind: Forgery, authority: Authority): Promise<Chain> {
  switch (kind) {
    case 'other-root':
      return (await createAuthority()).chain;
    case 'missing-leaf-oid':
      return authority.issue({ withoutLeafMark: true });
    case 'missing-intermediate-oid':
      return authority.issue({ withoutIntermediateMark: true });
    case 'leaf-as-ca':
      return authority.issue({ intermediateNotCa: true });
    case 'expired-chain':
      return authority.issue({ expired: true });
    case 'other-curve':
      return authority.issue({ otherCurve: true });
    default:
      return authority.chain;
  }
}

function write(kind: Forgery, { header, payload, chain }: Parts): string {
  const sign = (changed: Partial<Parts> = {}) =>
    signCompact(encode(changed.header ?? header), encode(payload), chain.leafKey);
  const [, , signature] = sign().split('.');

  switch (kind) {
    case 'alg-none':
      return `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`;
    case 'hs256': {
      // The classic confusion: the public key, which everybody has, used as an HMAC secret.
      const content = `${encode({ ...header, alg: 'HS256' })}.${encode(payload)}`;
      const publicPem = createPublicKey(chain.leafKey).export({ type: 'spki', format: 'pem' });
      return `${content}.${createHmac('sha256', publicPem).update(content).digest('base64url')}`;
    }
    case 'payload-changed':
      return `${encode(header)}.${encode({ ...payload, quantity: 99 })}.${signature}`;
    case 'header-changed':
      return `${encode({ ...header, typ: 'JWT' })}.${encode(payload)}.${signature}`;
    case 'truncated':
      return sign().slice(0, -8);
    case 'two-certificates':
      return sign({ header: { ...header, x5c: chain.x5c.slice(0, 2) } });
    default:
      return sign();
  }
}
