// Whether a purchase fits the request, market by market (interface 4.9), and whose it is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type CheckedFields,
  compareAccounts,
  fieldProblems,
  rejectionOf,
} from '../../src/payment/rules.ts';

type Comparable = Parameters<typeof rejectionOf>[0];

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
    [
      'a market price without a currency',
      { currency: null },
      { price: '9.99', currency: 'EUR' },
      undefined,
    ],
    [
      'another than a market price without a currency',
      { currency: null },
      { price: '1' },
      'PRICE_VERIFY_FAIL',
    ],
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

  const sentences: [string, Comparable, object, string][] = [
    [
      'another product',
      { ...paid, provider: 'GOOGLE' },
      { productId: 'coins' },
      'The receipt is for product gems, but productId is coins.',
    ],
    [
      'another price at APPLE',
      { ...paid, provider: 'APPLE' },
      { price: '1' },
      'price is 1, but the App Store charged 9.99 USD. Send the price the player paid, or leave it out.',
    ],
    [
      'another price at PG, without a currency',
      { ...paid, provider: 'PG', currency: null },
      { price: '1' },
      'price is 1, but the payment gateway charged 9.99. Send the price the player paid, or leave it out.',
    ],
    [
      'another currency',
      { ...paid, provider: 'PG' },
      { price: '9.99', currency: 'EUR' },
      'currency is EUR, but the payment gateway charged 9.99 USD. Send the currency the player paid in, or leave it out.',
    ],
  ];
  for (const [name, purchase, request, detail] of sentences) {
    test(`the sentence: ${name}`, () => {
      assert.equal(rejectionOf(purchase, { productId: 'gems', ...request })?.detail, detail);
    });
  }
});

describe('currency, amount and sizes of a request', () => {
  const currency = 'must be a three-letter ISO 4217 currency code';
  const price = 'must be between -10^15 and 10^15, with at most 12 digits after the point';
  const cases: [string, Partial<CheckedFields>, Record<string, string>][] = [
    ['nothing but the receipt', {}, {}],
    ['a currency', { currency: 'KRW' }, {}],
    ['a currency that is none', { currency: 'ZZZ' }, { currency }],
    ['a currency in small letters', { currency: 'usd' }, { currency }],
    ['an empty currency', { currency: '' }, { currency }],
    ['a price', { price: '9.99' }, {}],
    ['a price below zero', { price: '-1' }, {}],
    ['a price beyond every limit', { price: '1e400' }, { price }],
    ['a price with too many digits', { price: '1e-13' }, { price }],
    ['a receipt of 64 KiB', { serviceReceipt: 'x'.repeat(65_536) }, {}],
    [
      'a receipt of more bytes, not letters',
      { serviceReceipt: 'é'.repeat(32_769) },
      { serviceReceipt: 'must be at most 64 KiB' },
    ],
    ['a payload of 4 KiB', { iapPayload: 'x'.repeat(4_096) }, {}],
    [
      'a payload of more',
      { iapPayload: 'x'.repeat(4_097) },
      { iapPayload: 'must be at most 4 KiB' },
    ],
    ['project information of 16 KiB', { projectInfo: { a: 'x'.repeat(16_376) } }, {}],
    [
      'project information of more',
      { projectInfo: { a: 'x'.repeat(16_377) } },
      { projectInfo: 'must be at most 16 KiB' },
    ],
  ];
  for (const [name, fields, errors] of cases) {
    test(name, () => {
      assert.deepEqual(
        fieldProblems({ serviceReceipt: 'r', ...fields }),
        Object.entries(errors).map(([field, message]) => ({ field, message })),
      );
    });
  }
});
