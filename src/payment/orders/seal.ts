// Sealed receipts of STEAM and PG orders: encrypted, authenticated, and the same text every time.
import { createCipheriv, createDecipheriv, createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../base/vault.ts';
import type { Market } from '../markets/market.ts';

/** The content of a receipt; all of it is in the saved order. */
export interface SealedOrder {
  readonly appid: string;
  readonly provider: Market;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly createdAt: number;
}

export interface Seal {
  seal(order: SealedOrder): string;
  /** Whether the text is exactly the sealed receipt of this order. */
  fits(receipt: string, order: SealedOrder): boolean;
  /** The order number inside; undefined when the text was not sealed here or was altered. */
  orderIdOf(receipt: string): string | undefined;
}

const VERSION = 'v1.';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const KEYS = 'receipts';
const NONCE_KEYS = 'receipt nonces';

export function createSeal(vault: Pick<Vault, 'derive' | 'derived'>): Seal {
  return {
    seal: (order) => sealUnder(vault.derive(KEYS), vault.derive(NONCE_KEYS), order),
    fits(receipt, order) {
      const nonceKeys = vault.derived(NONCE_KEYS);
      const given = digest(receipt);
      return vault.derived(KEYS).some((key, index) => {
        const nonceKey = nonceKeys[index];
        return nonceKey && timingSafeEqual(given, digest(sealUnder(key, nonceKey, order)));
      });
    },
    orderIdOf(receipt) {
      if (!receipt.startsWith(VERSION)) return undefined;
      const bytes = Buffer.from(receipt.slice(VERSION.length), 'base64url');
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
      const found = vault.derived(KEYS).map((key) => openUnder(key, bytes));
      return found.find((orderId) => orderId !== undefined);
    },
  };
}

function sealUnder(key: Buffer, nonceKey: Buffer, order: SealedOrder): string {
  const { appid, provider, orderId, amount, currency, createdAt } = order;
  const content = JSON.stringify([appid, provider, orderId, amount, currency, createdAt]);
  // A nonce derived from the content gives one text per order, and two contents never share a nonce.
  const nonce = createHmac('sha256', nonceKey).update(content).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return VERSION + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
}

/** The order number. */
function openUnder(key: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    const content = Buffer.concat([body, decipher.final()]).toString();
    return (JSON.parse(content) as string[])[2];
  } catch {
    return undefined;
  }
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
