// What the emulated App Store signs, judged by Apple's own verifier with verification on.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import {
  Environment,
  VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library';
import { startAppStore } from './apple-store.ts';

const store = await startAppStore();

test('a purchase with nothing said about it is a consumable that verifies in production', async () => {
  const before = store.clock.now();
  const { transactionId, signedTransaction } = await store.control('/apple/transactions');
  const payload = await store.verify.verifyAndDecodeTransaction(signedTransaction);
  const { purchaseDate = 0, originalPurchaseDate, signedDate, ...rest } = payload;
  assert.deepEqual(rest, {
    transactionId,
    originalTransactionId: transactionId,
    bundleId: 'com.tollgate.demo',
    productId: 'demo.gems',
    quantity: 1,
    type: 'Consumable',
    inAppOwnershipType: 'PURCHASED',
    environment: 'Production',
    transactionReason: 'PURCHASE',
    storefront: 'USA',
    storefrontId: '143441',
    price: 990,
    currency: 'USD',
    appTransactionId: `7${transactionId}`,
  });
  assert.ok(purchaseDate >= before && purchaseDate <= store.clock.now());
  assert.equal(originalPurchaseDate, purchaseDate);
  assert.ok(signedDate !== undefined && signedDate >= purchaseDate);
});

test('every payload field can be overridden or left out', async () => {
  const given = {
    transactionId: '123456789012345',
    originalTransactionId: '123456789012344',
    webOrderLineItemId: '42',
    bundleId: 'com.example.game',
    productId: 'gold.pack',
    subscriptionGroupIdentifier: '777',
    purchaseDate: 1_700_000_000_000,
    originalPurchaseDate: 1_600_000_000_000,
    expiresDate: 1_800_000_000_000,
    quantity: 3,
    type: 'Non-Renewing Subscription',
    appAccountToken: '0f8fad5b-d9cb-469f-a165-70867728950e',
    inAppOwnershipType: 'FAMILY_SHARED',
    revocationDate: 1_700_000_001_000,
    revocationReason: 1,
    revocationType: 'REFUND_PRORATED',
    revocationPercentage: 50_000,
    isUpgraded: true,
    offerType: 2,
    offerIdentifier: 'launch',
    offerPeriod: 'P1M',
    offerDiscountType: 'PAY_UP_FRONT',
    environment: 'Sandbox',
    storefront: 'KOR',
    transactionReason: 'PURCHASE',
    price: 1_100_000,
    currency: 'KRW',
    appTransactionId: '700000000000001',
    billingPlanType: 'MONTHLY',
    previousOriginalTransactionId: '99',
    signedDate: 1_700_000_002_000,
  };
  const { signedTransaction } = await store.control('/apple/transactions', {
    ...given,
    omit: ['storefrontId'],
  });
  const verifier = store.verifier(Environment.SANDBOX, 'com.example.game');
  assert.deepEqual(await verifier.verifyAndDecodeTransaction(signedTransaction), given);
});

test('the price and currency can be absent', async () => {
  const { signedTransaction } = await store.control('/apple/transactions', {
    omit: ['price', 'currency'],
  });
  const payload = await store.verify.verifyAndDecodeTransaction(signedTransaction);
  assert.equal('price' in payload || 'currency' in payload, false);
});

test('renewal info of a subscription verifies', async () => {
  const bought = await store.control('/apple/transactions', {
    type: 'Auto-Renewable Subscription',
    productId: 'vip.monthly',
    purchaseDate: store.clock.now(),
    price: 9_990,
  });
  const transaction = await store.verify.verifyAndDecodeTransaction(bought.signedTransaction);
  const renewal = await store.verify.verifyAndDecodeRenewalInfo(bought.signedRenewalInfo);
  const { signedDate, ...rest } = renewal;
  assert.ok(signedDate);
  assert.deepEqual(rest, {
    originalTransactionId: bought.transactionId,
    autoRenewProductId: 'vip.monthly',
    productId: 'vip.monthly',
    autoRenewStatus: 1,
    isInBillingRetryPeriod: false,
    environment: 'Production',
    recentSubscriptionStartDate: transaction.purchaseDate,
    renewalDate: transaction.expiresDate,
    renewalPrice: 9_990,
    currency: 'USD',
    appTransactionId: transaction.appTransactionId,
  });
  assert.equal(
    (transaction.expiresDate ?? 0) - (transaction.purchaseDate ?? 0),
    30 * 24 * 3_600_000,
  );
});

test('all receipts carry one leaf and a chain shaped like Apple’s', async () => {
  const chains = await Promise.all(
    [1, 2].map(async () => {
      const { signedTransaction } = await store.control('/apple/transactions');
      const header = Buffer.from(signedTransaction.split('.')[0], 'base64url').toString();
      return JSON.parse(header).x5c as string[];
    }),
  );
  assert.deepEqual(chains[0], chains[1]);
  const [leaf, intermediate, root] = (chains[0] ?? []).map(
    (der) => new X509Certificate(Buffer.from(der, 'base64')),
  );
  assert.ok(leaf && intermediate && root);
  assert.deepEqual(
    [leaf, intermediate, root].map(({ ca, publicKey }) => [
      ca,
      publicKey.asymmetricKeyDetails?.namedCurve,
    ]),
    [
      [false, 'prime256v1'],
      [true, 'secp384r1'],
      [true, 'secp384r1'],
    ],
  );
  assert.equal(root.fingerprint256, store.trust.rootFingerprintSha256);
});

test('a receipt signed far in the past or the future still verifies', async () => {
  for (const signedDate of ['2010-01-01T00:00:00Z', '2050-01-01T00:00:00Z'].map(Date.parse)) {
    const { signedTransaction } = await store.control('/apple/transactions', { signedDate });
    const payload = await store.verify.verifyAndDecodeTransaction(signedTransaction);
    assert.equal(payload.signedDate, signedDate);
  }
});

test('a receipt of the other environment or bundle is not accepted', async () => {
  const { signedTransaction } = await store.control('/apple/transactions', {
    environment: 'Sandbox',
  });
  await assert.rejects(
    store.verify.verifyAndDecodeTransaction(signedTransaction),
    failsWith(VerificationStatus.INVALID_ENVIRONMENT),
  );
  await assert.rejects(
    store.verifier(Environment.SANDBOX, 'com.other').verifyAndDecodeTransaction(signedTransaction),
    failsWith(VerificationStatus.INVALID_APP_IDENTIFIER),
  );
});

const { VERIFICATION_FAILURE, INVALID_CERTIFICATE } = VerificationStatus;
const forgeries = {
  'alg-none': VERIFICATION_FAILURE,
  hs256: VERIFICATION_FAILURE,
  'other-root': VERIFICATION_FAILURE,
  'missing-leaf-oid': VERIFICATION_FAILURE,
  'missing-intermediate-oid': VERIFICATION_FAILURE,
  'leaf-as-ca': VERIFICATION_FAILURE,
  'expired-chain': INVALID_CERTIFICATE,
  'other-curve': VERIFICATION_FAILURE,
  'payload-changed': VERIFICATION_FAILURE,
  'header-changed': VERIFICATION_FAILURE,
  truncated: VERIFICATION_FAILURE,
  'two-certificates': INVALID_CERTIFICATE,
};
for (const [kind, status] of Object.entries(forgeries)) {
  test(`a forged receipt (${kind}) is refused`, async () => {
    const payload = { productId: 'gold.pack' };
    const { signedTransaction } = await store.control('/apple/forge', { kind, payload });
    await assert.rejects(
      store.verify.verifyAndDecodeTransaction(signedTransaction),
      failsWith(status),
    );
    const [, body = ''] = signedTransaction.split('.');
    assert.equal(JSON.parse(Buffer.from(body, 'base64url').toString()).productId, 'gold.pack');
  });
}

function failsWith(status: VerificationStatus) {
  return (error: unknown) => error instanceof VerificationException && error.status === status;
}
