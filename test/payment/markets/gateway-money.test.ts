// Amounts at the gateways: Stripe's own minor units, and those of ISO 4217 at PortOne.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMinor } from '../../../src/payment/markets/pg/portone/portone.ts';
import { fromStripe, toStripe } from '../../../src/payment/markets/pg/stripe/money.ts';

const STRIPE: readonly [amount: string, currency: string, minor: number | undefined][] = [
  ['9.99', 'USD', 999],
  ['9.90', 'USD', 990],
  ['0.01', 'EUR', 1],
  ['12000', 'KRW', 12000],
  ['500', 'JPY', 500],
  // ISO gives the ariary two decimals, Stripe none.
  ['500', 'MGA', 500],
  // ISO gives these none, Stripe two.
  ['500', 'ISK', 50000],
  ['500', 'UGX', 50000],
  ['1.230', 'KWD', 1230],
  ['1.234', 'KWD', undefined],
  ['0.001', 'USD', undefined],
  ['0.5', 'KRW', undefined],
  ['999999999999.99', 'USD', 99_999_999_999_999],
];
for (const [amount, currency, minor] of STRIPE) {
  test(`Stripe: ${amount} ${currency} is ${minor ?? 'impossible'}`, () => {
    assert.equal(toStripe(amount, currency), minor);
  });
}

const BACK: readonly [minor: number, currency: string, amount: string][] = [
  [999, 'USD', '9.99'],
  [990, 'USD', '9.90'],
  [12000, 'KRW', '12000'],
  [500, 'MGA', '500.00'],
  [50000, 'ISK', '500'],
  [1230, 'KWD', '1.230'],
  [1, 'BHD', '0.001'],
];
for (const [minor, currency, amount] of BACK) {
  test(`Stripe: ${minor} of ${currency} is ${amount}`, () => {
    assert.equal(fromStripe(minor, currency), amount);
  });
}

test('PortOne counts in the minor units of ISO 4217', () => {
  assert.deepEqual(
    [toMinor('12000', 'KRW'), toMinor('9.90', 'USD'), toMinor('1.234', 'KWD')],
    [12000, 990, 1234],
  );
});
