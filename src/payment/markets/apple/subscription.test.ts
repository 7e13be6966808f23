// What an answer of the App Store makes of a subscription whose receipt it has signed, and when a cycle ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { AppleAnswer } from './api.ts';
import type { AppleSignatures } from './chain.ts';
import type { AppleDeps } from './lookup.ts';
import type { AppleApp } from './settings.ts';
import { type AppleCycle, createAppleSubscriptions, describeCycle } from './subscription.ts';

const CYCLE = {
  bundleId: 'com.example.game',
  environment: 'Production',
  type: 'Auto-Renewable Subscription',
  transactionId: '2',
  originalTransactionId: '1',
  productId: 'vip.monthly',
  signedDate: 1,
  purchaseDate: 1,
};
const APP = {
  appid: 'app',
  environment: 'production',
  settings: { bundle_id: 'com.example.game', issuer_id: 'issuer', key_id: 'key' },
  secrets: { private_key: 'private' },
} as unknown as AppleApp;

const refused = (status: number, errorCode: number): AppleAnswer => ({
  status,
  errorCode,
  text: '',
});
const listed = (...ids: string[]): AppleAnswer => ({
  body: {
    data: [{ lastTransactions: ids.map((originalTransactionId) => ({ originalTransactionId })) }],
  },
});

const notYet = { unavailable: 'the App Store does not know the transaction yet that it signed' };
const invalid = (errorCode: number) => ({
  rejected: 'INVALID_RECEIPT',
  detail: 'The App Store has no such subscription.',
  answer: { status: 400, errorCode },
});

const CASES: Readonly<Record<string, readonly [AppleAnswer, object]>> = {
  'it does not know the transaction': [refused(404, 4_040_010), notYet],
  'it does not know the original transaction': [refused(404, 4_040_005), notYet],
  'it lists nothing': [listed(), notYet],
  'it lists other subscriptions of the customer': [listed('3', '4'), notYet],
  'the id is none': [refused(400, 4_000_006), invalid(4_000_006)],
  'the original id is none': [refused(400, 4_000_008), invalid(4_000_008)],
  'it does not know the app': [
    refused(404, 4_040_003),
    { unavailable: 'the App Store rejected the call with 4040003' },
  ],
};

for (const [name, [answer, expected]] of Object.entries(CASES)) {
  test(name, async () => {
    const deps = {
      api: { get: async () => answer },
      signatures: { open: async () => CYCLE } as unknown as AppleSignatures,
      log: pino({ enabled: false }),
    } as unknown as AppleDeps;
    const state = await createAppleSubscriptions(deps).verifySubscription(APP, 'a.b.c');
    assert.deepEqual(state, expected);
  });
}

/** What a family shared ends without a refund. */
const PAID: AppleCycle = {
  transactionId: '2',
  originalTransactionId: '1',
  productId: 'vip',
  environment: 'Production',
  signedDate: 700,
  purchaseDate: 100,
  expiresDate: 1_000,
};
const SHARED = { inAppOwnershipType: 'FAMILY_SHARED' };
const { expiresDate: _, ...ENDLESS } = PAID;

const ENDS: readonly [string, AppleCycle, (number | null)[]][] = [
  ['paid', PAID, [1_000, null]],
  ['without an end', ENDLESS, [null, null]],
  ['refunded', { ...PAID, revocationDate: 500 }, [1_000, 500]],
  ['shared', { ...PAID, ...SHARED }, [1_000, null]],
  ['shared, and no longer', { ...PAID, ...SHARED, revocationDate: 500 }, [500, null]],
  ['… after its end', { ...PAID, ...SHARED, revocationDate: 1_500 }, [1_000, null]],
  ['… without an end', { ...ENDLESS, ...SHARED, revocationDate: 500 }, [500, null]],
];

for (const [name, cycle, expected] of ENDS) {
  test(`a cycle that is ${name}: ${expected.join(', ')}`, () => {
    const { expiresAt, refundedAt } = describeCycle(cycle, 'r').cycle;
    assert.deepEqual([expiresAt, refundedAt], expected);
  });
}
