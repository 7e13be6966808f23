// Reads a Google receipt: a purchase token, or the purchase JSON with its signature.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createCache } from '../../../base/cache.ts';
import { systemClock } from '../../../base/clock.ts';
import { type Fields, parseFields } from '../fields.ts';
import type { MarketRejection, PurchaseRequest } from '../market.ts';

export interface SignedPurchase {
  /** Unchanged from the device: the signature covers these bytes. */
  readonly data: string;
  readonly signature: string;
}

export type GoogleReceipt = { readonly purchaseToken: string } | SignedPurchase;

/** A purchase token never starts with `{`. */
export function readReceipt(receipt: string): GoogleReceipt | MarketRejection {
  if (!receipt.trimStart().startsWith('{')) return { purchaseToken: receipt };
  const { purchase_data: data, signature } = parseFields(receipt) ?? {};
  if (typeof data !== 'string' || typeof signature !== 'string') {
    return rejection(
      'A JSON receipt needs purchase_data (the original purchase JSON as a string) and signature.',
    );
  }
  return { data, signature };
}

/** The signature proves the origin of the JSON, not the payment, so Google is asked as well. */
export function openSignedPurchase(
  { data, signature }: SignedPurchase,
  licenceKey: string,
  packageName: string,
  { productId }: PurchaseRequest,
): { readonly purchaseToken: string } | MarketRejection {
  const bytes = Buffer.from(data);
  // SHA-1 is Google's choice; PKCS #1 v1.5 is Node's default for RSA keys.
  if (!verify('RSA-SHA1', bytes, publicKey(licenceKey), Buffer.from(signature, 'base64'))) {
    return rejection(
      'The signature does not match purchase_data. Send the original JSON unchanged, and check the licence key.',
    );
  }
  const purchase = parseFields(data) ?? {};
  if (purchase.packageName !== packageName)
    return rejection(`The purchase is for another app: its package is not ${packageName}.`);
  if (!productsOf(purchase).includes(productId)) {
    return rejection(`The purchase does not contain productId ${productId}.`);
  }
  return typeof purchase.purchaseToken === 'string'
    ? { purchaseToken: purchase.purchaseToken }
    : rejection('The purchase JSON has no purchaseToken.');
}

/** Newer devices send a list of products, older ones a single one. */
function productsOf({ productId, productIds }: Fields): readonly unknown[] {
  return Array.isArray(productIds) ? productIds : [productId];
}

const MAX_KEYS = 1_000;
const keys = createCache<string, KeyObject>(systemClock, Number.POSITIVE_INFINITY, MAX_KEYS);

/** Cached because parsing a key costs more than checking a signature. */
function publicKey(licenceKey: string): KeyObject {
  const known = keys.get(licenceKey);
  if (known) return known;
  const der = Buffer.from(licenceKey, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  keys.set(licenceKey, key);
  return key;
}

const rejection = (detail: string): MarketRejection => ({ rejected: 'INVALID_RECEIPT', detail });
