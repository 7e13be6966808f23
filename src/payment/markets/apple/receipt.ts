// What a client can send as its receipt: a signed transaction (StoreKit 2), an app receipt or transaction
// receipt (StoreKit 1), or a bare transaction id. All but the first only name a transaction.
import type { MarketRejection } from '../market.ts';
import { appleCredentials } from './api.ts';
import { type NamedPurchase, readAppReceipt } from './app-receipt.ts';
import type { AppleApp } from './settings.ts';
import { foreign, invalid } from './transaction.ts';

/** Where the transaction is. */
export type Named = { readonly jws: string } | { readonly transactionId: string };

/** Picks the purchase that is meant. */
export type Choose = (purchases: readonly NamedPurchase[]) => NamedPurchase | MarketRejection;

const ID = /^\d{1,20}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const DER_SEQUENCE = 0x30;
const OPENING_BRACE = 0x7b;

export async function nameTransaction(
  app: AppleApp,
  receipt: string,
  choose: Choose,
): Promise<Named | MarketRejection> {
  const bytes = storeKit1(receipt);
  if (!bytes && !ID.test(receipt)) return { jws: receipt };
  const incomplete = missingKey(app);
  if (incomplete) return incomplete;
  if (!bytes) return { transactionId: receipt };
  const named =
    bytes[0] === OPENING_BRACE ? await readTransactionReceipt(receipt) : readAppReceipt(bytes);
  if (!named) return invalid('The app receipt cannot be read. Send it as base64, unchanged.');
  if (named.bundleId !== undefined && named.bundleId !== app.settings.bundle_id)
    return foreign(app);
  if (named.purchases.length === 0) {
    return invalid(
      'The app receipt contains no purchase. Refresh it in the app and send the new one.',
    );
  }
  return choose(named.purchases);
}

/** A StoreKit 1 receipt may contain several purchases, other receipts have one. */
export const mayHoldSeveral = (receipt: string): boolean => storeKit1(receipt) !== undefined;

/** The bytes of what looks like a receipt of StoreKit 1. */
function storeKit1(receipt: string): Buffer | undefined {
  // A signed transaction, which is almost always what comes.
  if (receipt.includes('.')) return undefined;
  // Some clients break the lines.
  const text = receipt.replace(/\s+/g, '');
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes[0] === DER_SEQUENCE || bytes[0] === OPENING_BRACE ? bytes : undefined;
}

function missingKey(app: AppleApp): MarketRejection | undefined {
  if (appleCredentials(app)) return undefined;
  const { issuer_id, key_id } = app.settings;
  const parts = Object.entries({ issuer_id, key_id, private_key: app.secrets.private_key });
  const missing = parts.filter(([, value]) => !value).map(([name]) => name);
  return {
    rejected: 'INVALID_REQUEST',
    detail: `An app receipt or a transaction id can be verified only with an App Store Server API key. Set ${missing.join(', ')} in the app's APPLE settings, or send the signed transaction (JWS).`,
  };
}

/** The form before app receipts, of one purchase. The library is slow to load, and this form is rare. */
async function readTransactionReceipt(receipt: string) {
  const { ReceiptUtility } = await import('@apple/app-store-server-library');
  const transactionId = new ReceiptUtility().extractTransactionIdFromTransactionReceipt(receipt);
  if (transactionId === null || !ID.test(transactionId)) return undefined;
  const unknown = { originalTransactionId: undefined, productId: undefined };
  const purchase = { transactionId, ...unknown, purchasedAt: 0, isSubscription: false };
  return { bundleId: undefined, purchases: [purchase] };
}

/** The latest by purchase date, then by id. */
export function latest(purchases: readonly NamedPurchase[]): NamedPurchase | undefined {
  return purchases.reduce<NamedPurchase | undefined>(
    (newest, each) => (newest && compare(newest, each) >= 0 ? newest : each),
    undefined,
  );
}

function compare(one: NamedPurchase, other: NamedPurchase): number {
  const [a, b] = [one.transactionId, other.transactionId];
  return one.purchasedAt - other.purchasedAt || a.length - b.length || (a < b ? -1 : 1);
}
