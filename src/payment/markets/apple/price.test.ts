// Apple's prices, as a table: digits of the currency, and no price without a currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf } from './price.ts';

const CASES: readonly [Parameters<typeof costOf>[0], string | null, string | null][] = [
  [{ price: 9_990, currency: 'USD' }, '9.99', 'USD'],
  [{ price: 1_200_000, currency: 'KRW' }, '1200', 'KRW'],
  [{ price: 0, currency: 'JPY' }, '0', 'JPY'],
  [{ price: 1_234, currency: 'KWD' }, '1.234', 'KWD'],
  [{ price: 9_990 }, null, null],
  [{ currency: 'USD' }, null, null],
  [{}, null, null],
];

for (const [transaction, price, currency] of CASES) {
  test(`${JSON.stringify(transaction)}: ${price} ${currency}`, () => {
    assert.deepEqual(costOf(transaction), { price, currency });
  });
}
