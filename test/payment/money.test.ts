// Amounts: exact, with the currency's digits, never a float.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  amountProblem,
  amountText,
  currencyDigits,
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
    const wide = 'must be between -10^15 and 10^15';
    const long = 'must have at most 12 digits after the point';
    const cases: [string, string | undefined][] = [
      ['0', undefined],
      ['9.99', undefined],
      ['1e15', undefined],
      ['-1e15', undefined],
      ['1000000000000000.01', wide],
      ['-1000000000000000.01', wide],
      ['1e400', wide],
      ['123456.123456789012', undefined],
      ['123456.1234567890123', long],
      ['1e-12', undefined],
      ['1e-13', long],
    ];
    for (const [text, problem] of cases) assert.equal(amountProblem(text), problem, text);
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
