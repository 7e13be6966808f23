// What the App Store took back, as a table: whole or in part, why, and how much.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundOf } from './revocation.ts';

const paid = { price: 9_990, currency: 'USD', revocationDate: 500 };
const prorated = { ...paid, revocationType: 'REFUND_PRORATED' };
const whole = (reason: string | null) => ({ kind: 'refund', state: 'given', reason });
const part = (amount: string | null, reason: string | null = null) => ({
  kind: 'refund',
  state: 'partial',
  amount,
  reason,
});

const CASES: readonly [string, object, unknown][] = [
  ['nothing', { price: 9_990, currency: 'USD' }, undefined],
  ['all of it', paid, whole(null)],
  ['at the beginning of time', { ...paid, revocationDate: 0 }, whole(null)],
  ['for an issue', { ...paid, revocationReason: 1 }, whole('REFUNDED_DUE_TO_ISSUE')],
  ['for another reason', { ...paid, revocationReason: 0 }, whole('REFUNDED_FOR_OTHER_REASON')],
  ['for a reason that is new', { ...paid, revocationReason: 2 }, whole(null)],
  [
    'by the family',
    { ...paid, revocationType: 'FAMILY_REVOKE', revocationReason: 1 },
    whole('FAMILY_REVOKE'),
  ],
  ['in full', { ...paid, revocationType: 'REFUND_FULL', revocationPercentage: 5 }, whole(null)],
  ['a whole part', { ...prorated, revocationPercentage: 100_000 }, whole(null)],
  ['half of it', { ...prorated, price: 10_000, revocationPercentage: 50_000 }, part('5.00')],
  [
    'half of it, for an issue',
    { ...prorated, price: 10_000, revocationPercentage: 50_000, revocationReason: 1 },
    part('5.00', 'REFUNDED_DUE_TO_ISSUE'),
  ],
  ['half a cent, up', { ...prorated, revocationPercentage: 50_000 }, part('5.00')],
  ['less than half a cent, down', { ...prorated, revocationPercentage: 33_333 }, part('3.33')],
  [
    'half a yen, up',
    { ...prorated, currency: 'JPY', price: 5_000, revocationPercentage: 50_000 },
    part('3'),
  ],
  [
    'a part of yen',
    { ...prorated, currency: 'JPY', price: 500_000, revocationPercentage: 20_000 },
    part('100'),
  ],
  ['an unknown part', prorated, part(null)],
  ['a part that is text', { ...prorated, revocationPercentage: '50000' }, part(null)],
  ['a price that is text', { ...prorated, price: '1', revocationPercentage: 50_000 }, part(null)],
  ['no price', { ...prorated, price: undefined, revocationPercentage: 50_000 }, part(null)],
  ['no currency', { ...prorated, currency: undefined, revocationPercentage: 10_000 }, part(null)],
  [
    'an unknown currency',
    { ...prorated, currency: 'ZZZ', price: 10_000, revocationPercentage: 50_000 },
    part(null),
  ],
];
for (const [name, transaction, refund] of CASES) {
  test(name, () => assert.deepEqual(refundOf(transaction), refund));
}
