// Which App Store subscription can be extended, and whether it was, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action, SaleState } from '../action.ts';
import type { SubscriptionState } from '../subscription.ts';
import { outcomeOf, saleStateOf } from './actions.ts';

const DAY = 24 * 60 * 60_000;

function state(lifecycle: object | undefined, cycle: object = {}): SubscriptionState {
  const newest = { price: '9.90', currency: 'USD', expiresAt: 1_000, storeTransactionId: '7' };
  return { lifecycle, cycle: { ...newest, ...cycle } } as SubscriptionState;
}

test('what can be done', () => {
  const active = { status: 'active', autoRenewProductId: 'vip' };
  const extend = { mostDays: 90, perYear: 2 };
  const about = {
    currency: 'USD',
    paid: '9.90',
    refunded: null,
    refundable: null,
    lines: [],
    version: '7',
  };
  const cases: [SubscriptionState, renews: boolean, can: object][] = [
    [state(active), true, { extend }],
    [state({ ...active, autoRenewProductId: null }), false, { extend }],
    [state({ ...active, status: 'grace' }), true, {}],
    [state({ ...active, status: 'expired' }), true, {}],
    [state(active, { ownership: 'FAMILY_SHARED' }), true, {}],
    [state(undefined), false, {}],
  ];
  for (const [of, renews, can] of cases) {
    const subscription = { renews, endsAt: 1_000 };
    assert.deepEqual(saleStateOf(of), { ...about, subscription, can });
  }
});

test('whether it was extended', () => {
  const before = { subscription: { endsAt: 1_000, renews: true } } as SaleState;
  const extend: Action = { kind: 'extend', days: 2 };
  const cases: [unknown, Action, Partial<SaleState>, string][] = [
    [1_000 + 2 * DAY, extend, before, 'done'],
    [1_000 + 2 * DAY - 1, extend, before, 'not done'],
    [1_000, extend, before, 'not done'],
    [undefined, extend, before, 'not done'],
    [1_000 + 2 * DAY, { kind: 'cancel' }, before, 'not done'],
    [1_000 + 2 * DAY, extend, { subscription: null }, 'not done'],
    [1_000 + 2 * DAY, extend, { subscription: { endsAt: null, renews: true } }, 'not done'],
  ];
  for (const [expiresDate, action, seen, outcome] of cases) {
    assert.equal(outcomeOf(expiresDate, { action, before: seen as SaleState }), outcome);
  }
});
