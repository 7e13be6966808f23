// What Steam says of an order, as tables: paid or not, refunded or charged back, and the increments of its amounts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSteamCurrency, missedIncrement } from './currencies.ts';
import { cancellationsOf, orderStateOf } from './status.ts';

describe('the status of an order', () => {
  const refund = { kind: 'refund', state: 'given', reportedAt: 500 };
  const cases: [string, string, readonly object[]][] = [
    ['Init', 'waiting', []],
    ['Approved', 'approved', []],
    ['Succeeded', 'paid', []],
    ['Failed', 'lost', []],
    ['Refunded', 'refunded', [refund]],
    [
      'PartialRefund',
      'paid',
      [{ kind: 'refund', state: 'partial', amount: '1.00', reportedAt: 500 }],
    ],
    ['Chargedback', 'refunded', [{ kind: 'dispute', id: 'o1', state: 'lost', reportedAt: 500 }]],
    ['RefundedSuspectedFraud', 'refunded', [{ ...refund, reason: 'RefundedSuspectedFraud' }]],
    ['RefundedFriendlyFraud', 'refunded', [{ ...refund, reason: 'RefundedFriendlyFraud' }]],
    ['Something new', 'unknown', []],
    ['', 'unknown', []],
  ];
  for (const [status, state, reports] of cases) {
    test(`${status}: ${state}`, () => {
      assert.equal(orderStateOf({ status }), state);
      const order = { orderId: 'o1', status, refunded: '1.00' };
      assert.deepEqual(cancellationsOf(order, 500), reports);
    });
  }
});

describe('amounts', () => {
  const cases: [string, string, increment: string | undefined][] = [
    ['9.99', 'USD', undefined],
    ['9.999', 'USD', '0.01'],
    ['1.01', 'PLN', undefined],
    ['1.001', 'ZAR', '0.01'],
    ['1.001', 'AED', '0.01'],
    ['1.001', 'PHP', '0.01'],
    ['100', 'JPY', undefined],
    ['100.5', 'JPY', '1'],
    ['100.5', 'CLP', '1'],
    ['100.5', 'UYU', '1'],
    ['15', 'CRC', undefined],
    ['12', 'CRC', '5'],
    ['1200', 'KRW', undefined],
    ['1205', 'KRW', '10'],
    ['10500', 'VND', undefined],
    ['10400', 'VND', '500'],
    ['0.001', 'XXX', undefined],
  ];
  for (const [amount, currency, increment] of cases) {
    test(`${amount} ${currency}: ${increment ?? 'taken'}`, () => {
      assert.equal(missedIncrement(amount, currency), increment);
      assert.equal(isSteamCurrency(currency), currency !== 'XXX');
    });
  }
});
