// An App Store for the bench: one chain of certificates that all its processes share, and receipts without end.
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { createAuthority, importAuthority } from '../emulator/apple/certificates.ts';
import { createSigner } from '../emulator/apple/jws.ts';
import { SYSTEM } from '../src/audit/audit.ts';
import { isRejection } from '../src/audit/operation.ts';
import { setMarket } from '../src/payment/settings/market-settings.ts';
import type { Service } from '../src/service.ts';
import type { BenchApp } from './case.ts';

const SHARED = 'BENCH_APP_STORE';

/** The first process makes the keys; those that it starts inherit them. */
process.env[SHARED] ??= JSON.stringify((await createAuthority()).exportState());
const { chain } = importAuthority(JSON.parse(process.env[SHARED]));
export const sign = createSigner(chain);

export const BUNDLE_ID = 'com.tollgate.bench';
export const PRODUCT_ID = 'gems.100';

/** In DER and base64, as a chain carries it. */
export const rootCertificate = chain.x5c[2] as string;
export const rootFingerprint = hash('sha256', Buffer.from(rootCertificate, 'base64'), 'hex');

export async function sellAtApple({ context }: Service, { appid }: BenchApp): Promise<void> {
  const settings = { bundle_id: BUNDLE_ID, app_apple_id: 1 };
  const outcome = await setMarket(context, SYSTEM, { appid, market: 'APPLE', settings });
  if (isRejection(outcome)) throw new Error(outcome.detail);
}

const START = Date.UTC(2026, 0, 1);

/** The purchase with this number, as large as a real one. */
export function transactionOf(index: number): object {
  const transactionId = String(2_000_000_000_000 + index);
  return {
    transactionId,
    originalTransactionId: transactionId,
    bundleId: BUNDLE_ID,
    productId: PRODUCT_ID,
    purchaseDate: START + index,
    originalPurchaseDate: START + index,
    quantity: 1,
    type: 'Consumable',
    appAccountToken: 'a3b1c5d7-0000-4000-8000-00000000e001',
    inAppOwnershipType: 'PURCHASED',
    signedDate: START + index,
    environment: 'Production',
    transactionReason: 'PURCHASE',
    storefront: 'USA',
    storefrontId: '143441',
    price: 9_990,
    currency: 'USD',
    appTransactionId: `7${transactionId}`,
  };
}

export const receiptOf = (index: number): string => sign(transactionOf(index));

const sample = receiptOf(0);
const at = sample.lastIndexOf('.');
const content = Buffer.from(sample.slice(0, at));
const signature = Buffer.from(sample.slice(at + 1), 'base64url');
let key: KeyObject | undefined;

/** One ES256 verification with a ready key: what no receipt can do without. */
export function verifyOnce(): void {
  key ??= createPublicKey(chain.leafKey);
  if (!verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, signature)) {
    throw new Error('the receipt is not signed');
  }
}
