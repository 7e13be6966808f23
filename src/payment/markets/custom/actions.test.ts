// What a studio's own market leaves to refund, and whether it was refunded, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Action, SaleState } from '../action.ts';
import type { Cancellation } from '../cancellation.ts';
import { amountOf, customActions, outcomeOf, saleStateOf } from './actions.ts';

const payment = (cancellations: readonly Cancellation[] = [], more: object = {}) => ({
  transactionId: 't',
  price: '9.90' as string | null,
  currency: 'USD' as string | null,
  cancellations,
  subscription: null,
  ...more,
});
const refund = (state: 'pending' | 'partial' | 'given' | 'restored', amount?: string) =>
  [{ kind: 'refund', state, amount: amount ?? null }] as const;

describe('what is left', () => {
  const cases: [string, readonly Cancellation[], string, string][] = [
    ['all', [], '0.00', '9.90'],
    ['a part is back', refund('partial', '4'), '4.00', '5.90'],
    ['a part is back, and nobody says how much', refund('partial'), '0.00', '9.90'],
    ['all of it is back', refund('given'), '9.90', '0.00'],
    ['under way, of an amount', refund('pending', '4'), '4.00', '5.90'],
    ['under way', refund('pending'), '9.90', '0.00'],
    ['reversed', refund('restored'), '0.00', '9.90'],
    ['a dispute that was won', [{ kind: 'dispute', id: 'd', state: 'won' }], '0.00', '9.90'],
  ];
  for (const [name, cancellations, refunded, refundable] of cases) {
    test(name, () => {
      const about = { currency: 'USD', paid: '9.90', lines: [], subscription: null, version: null };
      const can = refundable === '0.00' ? {} : customActions;
      const of = payment(cancellations);
      assert.deepEqual(saleStateOf(of, true), { ...about, refunded, refundable, can });
      assert.deepEqual(saleStateOf(of, false), { ...about, refunded, refundable, can: {} });
    });
  }
  test('without a price, and disputed', () => {
    for (const more of [{ price: null }, { currency: null }]) {
      const of = payment([], more);
      const { price: paid, currency } = of;
      const about = { currency, paid, lines: [], subscription: null, version: null };
      const nothing = { refunded: null, refundable: null, can: {} };
      assert.deepEqual(saleStateOf(of, true), { ...about, ...nothing });
    }
    for (const state of ['open', 'lost'] as const) {
      const of = payment([{ kind: 'dispute', id: 'd', state }]);
      assert.deepEqual(saleStateOf(of, true), { refused: 'The buyer disputes the payment.' });
    }
  });
});

test('a refund of which nobody knows the amount does not count', () => {
  const action: Action = { kind: 'refund', amount: '4.00', takesGoods: false };
  const before = { refunded: '0.00' } as SaleState;
  const of = payment(refund('given'), { price: null });
  assert.equal(outcomeOf(of, { action, before }), 'not done');
});

test('how much is asked for', () => {
  const before = { refundable: '8.90' } as SaleState;
  const cases: [object, SaleState, string | undefined][] = [
    [{ kind: 'refund', amount: '4.00' }, before, '4.00'],
    [{ kind: 'refund', amount: 'rest' }, before, '8.90'],
    [{ kind: 'refund', amount: 'rest' }, { ...before, refundable: null }, undefined],
    [{ kind: 'refund', amount: 'prorated' }, before, undefined],
    [{ kind: 'refund', amount: 'rest', line: 'gems' }, before, undefined],
    [{ kind: 'cancel', amount: '4.00' }, before, undefined],
  ];
  for (const [action, saleState, amount] of cases) {
    assert.equal(amountOf({ action: action as Action, before: saleState }), amount);
  }
});

test('whether it was refunded', () => {
  const part: Action = { kind: 'refund', amount: '4.00', takesGoods: false };
  const rest: Action = { ...part, amount: 'rest' };
  const before = { refunded: '1.00', refundable: '8.90' } as SaleState;
  const cases: [readonly Cancellation[], Action, string][] = [
    [[], part, 'not done'],
    [refund('partial', '1.00'), part, 'not done'],
    [refund('partial', '4.99'), part, 'not done'],
    [refund('partial', '5.00'), part, 'done'],
    [refund('pending', '5.00'), part, 'pending'],
    [[...refund('pending', '5.00'), { kind: 'dispute', id: 'd', state: 'won' }], part, 'pending'],
    [refund('partial', '5.00'), rest, 'not done'],
    [refund('given'), rest, 'done'],
    [refund('restored'), rest, 'not done'],
  ];
  for (const [cancellations, action, outcome] of cases) {
    assert.equal(outcomeOf(payment(cancellations), { action, before }), outcome);
  }
});
