// Amounts: exact, with the currency's digits, never a float.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  AMOUNT_LIMITS,
  amountText,
  currencyDigits,
  isAmount,
  isSameAmount,
  scaledAmount,
} from '../../src/payment/money.ts';

describe('money', () => {
  test('amounts keep the digits of their currency', () => {
    const cases: [string, string, string][] = [
      ['9.9', 'USD', '9.90'],
      ['9.99', 'USD', '9.99'],
      ['1200', 'KRW', '1200'],
      ['1200.00', 'KRW', '1200'],
      ['0', 'JPY', '0'],
      ['0', 'USD', '0.00'],
      ['1.2', 'KWD', '1.200'],
      ['1e3', 'USD', '1000.00'],
      // More digits than the currency has are not rounded away.
      ['0.999', 'USD', '0.999'],
      ['0.5', 'KRW', '0.5'],
      ['1.5', '???', '1.5'],
    ];
    for (const [amount, currency, text] of cases) {
      assert.equal(amountText(amount, currency), text, `${amount} ${currency}`);
    }
  });

  test('whole numbers of fractions', () => {
    assert.equal(scaledAmount(10_990, 3, 'USD'), '10.99');
    assert.equal(scaledAmount(1_100_000, 3, 'KRW'), '1100');
    assert.equal(scaledAmount(9_990_000n, 6, 'EUR'), '9.99');
    assert.equal(scaledAmount(999, 2, 'USD'), '9.99');
    assert.equal(scaledAmount(9_007_199_254_740_993n, 3, 'USD'), '9007199254740.993');
  });

  test('digits come from ISO 4217', () => {
    assert.deepEqual(['USD', 'KRW', 'JPY', 'KWD', 'CLF', 'HUF', 'XYZ'].map(currencyDigits), [
      2,
      0,
      0,
      3,
      4,
      2,
      undefined,
    ]);
  });

  test('a number is an amount up to 10^15 on both sides of zero, with 12 digits after the point', () => {
    const amounts = ['0', '9.99', '1e15', '-1e15', '123456.123456789012', '1e-12'];
    for (const text of amounts) assert.equal(isAmount(text), true, text);
    const others = ['1000000000000000.01', '-1000000000000000.01', '1e400', '-1e16'];
    for (const text of [...others, '123456.1234567890123', '1e-13']) {
      assert.equal(isAmount(text), false, text);
    }
    assert.equal(
      AMOUNT_LIMITS,
      'must be between -10^15 and 10^15, with at most 12 digits after the point',
    );
  });

  test('amounts are compared as numbers, not as text', () => {
    assert.equal(isSameAmount('9.90', '9.9'), true);
    assert.equal(isSameAmount('1200', '1.2e3'), true);
    assert.equal(isSameAmount('0.1', '0.10000000000000001'), false);
  });

  test('any price that a client can print survives the way there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
        const text = scaledAmount(cents, 2, 'USD');
        return isSameAmount(text, String(Number(text)));
      }),
    );
  });
});
