// The receipt of a Google purchase: the purchase token itself, or the purchase JSON with its signature.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Fields, parseFields } from '../fields.ts';
import type { MarketRejection, PurchaseRequest } from '../market.ts';

export interface SignedPurchase {
  /** Exactly as the device got it: the signature is over these bytes. */
  readonly data: string;
  readonly signature: string;
}

export type GoogleReceipt = { readonly purchaseToken: string } | SignedPurchase;

/** A purchase token is never a JSON object, so the first character tells the two forms apart. */
export function readReceipt(receipt: string): GoogleReceipt | MarketRejection {
  if (!receipt.trimStart().startsWith('{')) return { purchaseToken: receipt };
  const { purchase_data: data, signature } = parseFields(receipt) ?? {};
  if (typeof data !== 'string' || typeof signature !== 'string') {
    return refuse(
      'A JSON receipt holds purchase_data (the original purchase JSON as one string) and signature.',
    );
  }
  return { data, signature };
}

/** The signature proves where the JSON comes from, not that it was paid: Google is asked all the same. */
export function openSignedPurchase(
  { data, signature }: SignedPurchase,
  licenceKey: string,
  packageName: string,
  { productId }: PurchaseRequest,
): { readonly purchaseToken: string } | MarketRejection {
  const bytes = Buffer.from(data, 'utf8');
  // SHA-1 is Google's choice; PKCS #1 v1.5 is Node's default for RSA keys.
  if (!verify('RSA-SHA1', bytes, publicKey(licenceKey), Buffer.from(signature, 'base64'))) {
    return refuse(
      'The signature does not match purchase_data: send the original JSON, and check the licence key.',
    );
  }
  const purchase = parseFields(data) ?? {};
  if (purchase.packageName !== packageName) return refuse('The purchase is of another package.');
  if (!productsOf(purchase).includes(productId)) {
    return refuse('The purchase is of another product than productId.');
  }
  return typeof purchase.purchaseToken === 'string'
    ? { purchaseToken: purchase.purchaseToken }
    : refuse('The purchase JSON has no purchaseToken.');
}

/** Newer devices list several products where older ones name one. */
function productsOf({ productId, productIds }: Fields): readonly unknown[] {
  return Array.isArray(productIds) ? productIds : [productId];
}

const MAX_KEYS = 1_000;
const keys = new Map<string, KeyObject>();

/** Reading a key costs more than checking a signature with it. */
function publicKey(licenceKey: string): KeyObject {
  let key = keys.get(licenceKey);
  if (!key) {
    const der = Buffer.from(licenceKey, 'base64');
    key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(licenceKey, key);
  }
  return key;
}

const refuse = (detail: string): MarketRejection => ({ rejected: 'INVALID_RECEIPT', detail });
