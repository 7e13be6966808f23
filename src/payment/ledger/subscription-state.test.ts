// A subscription after a report: what is known is not forgotten because a later report does not repeat it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscriptionState } from '../markets/subscription.ts';
import { nextSubscription } from './subscription-state.ts';

const NOW = 100;
const REFUND = { kind: 'refund', state: 'given' } as const;
const REVERSAL = { kind: 'refund', state: 'restored' } as const;

const state = (
  reportedAt: number,
  cycle: Partial<SubscriptionState['cycle']> = {},
): SubscriptionState => ({
  provider: 'APPLE',
  subscriptionId: 's',
  originalTransactionId: 's',
  marketAccountId: null,
  replaces: null,
  test: false,
  reportedAt,
  cycle: {
    uniqueKey: 'one',
    storeTransactionId: 'one',
    productId: 'vip',
    price: null,
    currency: null,
    purchasedAt: 1,
    expiresAt: 1_000,
    refundedAt: null,
    cancellations: [],
    place: 1,
    receipt: 'r',
    ...cycle,
  },
  marketResult: {},
});

const refunded = nextSubscription(
  undefined,
  { appid: 'app', gameIndex: 1 },
  state(10, { refundedAt: 5, cancellations: [REFUND] }),
  null,
  NOW,
);
const second = { uniqueKey: 'two', place: 2 };

const CASES: readonly [string, SubscriptionState, number | null][] = [
  ['a later report that does not repeat it', state(20), 5],
  ['an older report', state(5), 5],
  ['a later report that repeats it', state(20, { refundedAt: 5, cancellations: [REFUND] }), 5],
  ['another time of it', state(20, { refundedAt: 6, cancellations: [REFUND] }), 6],
  ['a reversal', state(20, { cancellations: [REVERSAL] }), null],
  ['an older reversal', state(5, { cancellations: [REVERSAL] }), 5],
  ['the next cycle, which is paid', state(20, second), null],
  ['the next cycle, refunded too', state(20, { ...second, refundedAt: 15 }), 15],
  ['an earlier cycle', state(20, { uniqueKey: 'zero', place: 0 }), 5],
];

test('the first report has the refund of its cycle', () => {
  assert.equal(refunded.refunded_at, 5);
  assert.equal(refunded.status, 'revoked');
});

for (const [name, report, expected] of CASES) {
  test(`a known refund after ${name}: ${expected}`, () => {
    const next = nextSubscription(refunded, { appid: 'app', gameIndex: 1 }, report, null, NOW);
    assert.equal(next.refunded_at, expected);
  });
}
