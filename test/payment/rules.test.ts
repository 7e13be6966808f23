// Whether a purchase fits the request, market by market (interface 4.9), and whose it is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareAccounts, rejectionOf } from '../../src/payment/rules.ts';

const paid = { productId: 'gems', price: '9.99', currency: 'USD' };

describe('payment rules', () => {
  test('a price difference is refused by APPLE and PG, not by GOOGLE and STEAM', () => {
    const outcome = (provider: 'APPLE' | 'GOOGLE' | 'STEAM' | 'PG') =>
      rejectionOf({ ...paid, provider }, { productId: 'gems', price: '1' })?.rejected;
    assert.deepEqual(
      ['APPLE', 'GOOGLE', 'STEAM', 'PG'].map((each) => outcome(each as 'PG')),
      ['PRICE_VERIFY_FAIL', undefined, undefined, 'PRICE_VERIFY_FAIL'],
    );
  });

  test('a product difference is refused by APPLE and GOOGLE, not by STEAM and PG', () => {
    const outcome = (provider: 'APPLE' | 'GOOGLE' | 'STEAM' | 'PG') =>
      rejectionOf({ ...paid, provider }, { productId: 'coins' })?.rejected;
    assert.deepEqual(
      ['APPLE', 'GOOGLE', 'STEAM', 'PG'].map((each) => outcome(each as 'PG')),
      ['INVALID_RECEIPT', 'INVALID_RECEIPT', undefined, undefined],
    );
  });

  const prices: [string, object, object, string | undefined][] = [
    ['nothing sent', {}, {}, undefined],
    ['the same', {}, { price: '9.990', currency: 'USD' }, undefined],
    ['another amount', {}, { price: '9.98', currency: 'USD' }, 'PRICE_VERIFY_FAIL'],
    ['another currency', {}, { price: '9.99', currency: 'EUR' }, 'PRICE_VERIFY_FAIL'],
    ['only the amount', {}, { price: '9.99' }, undefined],
    ['only the currency', {}, { currency: 'EUR' }, undefined],
    ['a market without a price', { price: null, currency: null }, { price: '1' }, undefined],
  ];
  for (const [name, market, request, refused] of prices) {
    test(`price: ${name}`, () => {
      const purchase = { ...paid, ...market, provider: 'APPLE' as const };
      assert.equal(rejectionOf(purchase, { productId: 'gems', ...request })?.rejected, refused);
    });
  }

  test('accounts: match in any case, mismatch, unknown', () => {
    const account = 'ABCDEF00-0000-4000-8000-000000000000';
    assert.equal(compareAccounts(account, account.toLowerCase()), 1);
    assert.equal(compareAccounts(account, 'somebody'), 2);
    assert.equal(compareAccounts(account, null), 9);
  });
});
