// Amounts as PayPal takes and gives them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPaypal, toPaypal } from './money.ts';

for (const [amount, currency, expected] of [
  ['9.9', 'USD', '9.90'],
  ['9.90', 'USD', '9.90'],
  ['10', 'EUR', '10.00'],
  ['9.999', 'USD', undefined],
  ['300.00', 'TWD', '300'],
  ['300.50', 'TWD', undefined],
  ['990', 'HUF', '990'],
  ['990.01', 'HUF', undefined],
  ['120', 'JPY', '120'],
  ['120.5', 'JPY', undefined],
  ['12000', 'KRW', '12000'],
  ['9.90', 'ZZZ', '9.90'],
  // Thousandths are more than PayPal takes.
  ['1.230', 'KWD', '1.23'],
  ['1.234', 'KWD', undefined],
] as const) {
  test(`to PayPal: ${amount} ${currency}`, () => {
    assert.equal(toPaypal(amount, currency), expected);
  });
}

for (const [money, expected] of [
  [
    { value: '9.9', currency_code: 'USD' },
    { amount: '9.90', currency: 'USD' },
  ],
  [
    { value: '300', currency_code: 'TWD' },
    { amount: '300.00', currency: 'TWD' },
  ],
  [
    { value: '120', currency_code: 'JPY' },
    { amount: '120', currency: 'JPY' },
  ],
  [{ value: '-9.90', currency_code: 'USD' }, undefined],
  [{ value: '9,90', currency_code: 'USD' }, undefined],
  [{ value: '1e3', currency_code: 'USD' }, undefined],
  [{ value: ' 9', currency_code: 'USD' }, undefined],
  [{ value: '9.', currency_code: 'USD' }, undefined],
  [{ value: 9.9, currency_code: 'USD' }, undefined],
  [{ value: '9.90' }, undefined],
  [undefined, undefined],
] as const) {
  test(`from PayPal: ${JSON.stringify(money)}`, () => {
    assert.deepEqual(fromPaypal(money), expected);
  });
}
