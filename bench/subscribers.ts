// Subscribers that the cases speak of: notices about them, and a fast way to have many on record.
import type { Service } from '../src/service.ts';
import { insertRows } from '../src/storage/rows.ts';
import { BUNDLE_ID, sign } from './app-store.ts';
import type { BenchApp } from './case.ts';

const START = Date.UTC(2026, 0, 1);
const MONTH = 30 * 24 * 60 * 60_000;
const FIRST_ID = 3_000_000_000_000;
/** Has no factor in common with the powers of ten that the cases count in, so everybody comes up. */
const STRIDE = 617_333;
const CHUNK = 10_000;
export const APP_APPLE_ID = 1;
export const PLAN = 'vip.monthly';

export const accountOf = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The `index`th of `count` accounts in an order that jumps about. */
export const accountAt = (index: number, count: number): string =>
  accountOf((index * STRIDE) % count);

/** The notice that the subscription with this number has renewed, as large as a real one. */
export function renewalNotice(index: number): string {
  const signedDate = START + index;
  const originalTransactionId = String(FIRST_ID + index);
  const common = { originalTransactionId, signedDate, environment: 'Production' };
  const transaction = {
    ...common,
    transactionId: `9${originalTransactionId}`,
    webOrderLineItemId: `8${originalTransactionId}`,
    bundleId: BUNDLE_ID,
    productId: PLAN,
    subscriptionGroupIdentifier: '1',
    purchaseDate: signedDate,
    originalPurchaseDate: START,
    expiresDate: signedDate + MONTH,
    quantity: 1,
    type: 'Auto-Renewable Subscription',
    appAccountToken: accountOf(index),
    inAppOwnershipType: 'PURCHASED',
    transactionReason: 'RENEWAL',
    storefront: 'USA',
    storefrontId: '143441',
    price: 9_990,
    currency: 'USD',
  };
  const renewal = {
    ...common,
    autoRenewProductId: PLAN,
    productId: PLAN,
    autoRenewStatus: 1,
    renewalDate: signedDate + MONTH,
    renewalPrice: 9_990,
    currency: 'USD',
  };
  const signedPayload = sign({
    notificationType: 'DID_RENEW',
    notificationUUID: accountOf(index),
    version: '2.0',
    signedDate,
    data: {
      environment: 'Production',
      appAppleId: APP_APPLE_ID,
      bundleId: BUNDLE_ID,
      status: 1,
      signedTransactionInfo: sign(transaction),
      signedRenewalInfo: sign(renewal),
    },
  });
  return JSON.stringify({ signedPayload });
}

export async function subscribeMany(
  { context }: Service,
  { appid, gameIndex }: BenchApp,
  count: number,
): Promise<void> {
  for (let first = 0; first < count; first += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - first) }, (_, offset) => {
      const id = String(FIRST_ID + first + offset);
      return {
        game_index: gameIndex,
        appid,
        provider: 'APPLE' as const,
        subscription_id: id,
        account_uuid: accountOf(first + offset),
        original_transaction_id: id,
        product_id: PLAN,
        auto_renew_product_id: PLAN,
        status: 'active' as const,
        expires_at: Date.UTC(2040, 0, 1),
        grace_until: null,
        refunded_at: null,
        test: 0 as const,
        cycle_key: id,
        cycle_at: START,
        cycle_said_at: START,
        said_at: START,
        created_at: START,
        updated_at: START,
        replaces: null,
        replaced_at: null,
        replaced_by: null,
      };
    });
    await context.storage.db.transaction().execute((tx) => insertRows(tx, 'subscription', rows));
  }
}
