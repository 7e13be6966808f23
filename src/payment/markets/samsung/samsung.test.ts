// What Samsung's answers mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './api.ts';
import { priceOf, timeOf } from './samsung.ts';

// The form of the sample in Samsung's documentation.
const RECEIPT = {
  itemId: '57515',
  paymentId: '20191129013006730832TRAN',
  orderId: 'S20191129KRA1908197',
  packageName: 'com.samsung.android.test',
  itemName: 'Test Pack',
  purchaseDate: '2019-11-29 01:32:41',
  paymentAmount: '100.000',
  status: 'success',
  paymentMethod: 'Credit Card',
  mode: 'PRODUCTION',
  consumeYN: 'Y',
  passThroughParam: 'of the player',
  currencyCode: 'KRW',
  currencyUnit: '₩',
};

const answerOf = (fields: object, status = 200) =>
  readAnswer({ status, text: JSON.stringify(fields) });

test('a receipt, and what is kept of it', () => {
  const read = answerOf(RECEIPT);
  assert.ok('paymentId' in read);
  const { resource, ...purchase } = read;
  assert.deepEqual(purchase, {
    paymentId: '20191129013006730832TRAN',
    orderId: 'S20191129KRA1908197',
    itemId: '57515',
    packageName: 'com.samsung.android.test',
    isCancelled: false,
    isTest: false,
  });
  assert.equal('paymentMethod' in resource || 'passThroughParam' in resource, false);
  const { packageName: _, orderId: __, ...bare } = RECEIPT;
  const cancelled = answerOf({ ...bare, status: 'cancel', mode: 'TEST' });
  assert.ok('paymentId' in cancelled);
  const { packageName, orderId, isCancelled, isTest } = cancelled;
  assert.deepEqual([packageName, orderId, isCancelled, isTest], [null, null, true, true]);
});

test('only an answer about the purchase refuses it', () => {
  for (const [fields, status, verdict] of [
    [{ status: 'fail', errorCode: 9135 }, 200, 'rejected'],
    [{ status: 'fail', errorCode: '9135' }, 200, 'rejected'],
    [{ status: 'fail', errorCode: 9135 }, 500, 'unavailable'],
    [{ status: 'fail', errorCode: 1000 }, 200, 'unavailable'],
    [{ status: 'fail' }, 200, 'unavailable'],
    [{ ...RECEIPT, status: 'other' }, 200, 'unavailable'],
    [{ ...RECEIPT, mode: 'other' }, 200, 'unavailable'],
    [{ ...RECEIPT, paymentId: '' }, 200, 'unavailable'],
    [{ ...RECEIPT, itemId: 1 }, 200, 'unavailable'],
    [RECEIPT, 404, 'unavailable'],
    [[], 200, 'unavailable'],
  ] as const) {
    assert.ok(verdict in answerOf(fields, status), JSON.stringify([fields, status]));
  }
});

test('times are GMT', () => {
  assert.equal(timeOf('2019-11-29 01:32:41'), Date.UTC(2019, 10, 29, 1, 32, 41));
  for (const text of ['2019-11-29', '2019-11-29T01:32:41Z', '2019-13-29 01:32:41', '', null, 1]) {
    assert.equal(timeOf(text), null);
  }
});

test('an amount is a price only with its currency', () => {
  for (const [paymentAmount, currencyCode, price] of [
    ['100.000', 'KRW', '100'],
    ['9.900', 'USD', '9.90'],
    ['0.000', 'USD', '0.00'],
    ['9.900', undefined, null],
    ['9.900', 'XXQ', null],
    ['-9.900', 'USD', null],
    ['9,90', 'USD', null],
    [9.9, 'USD', null],
  ] as const) {
    const currency = price === null ? null : currencyCode;
    assert.deepEqual(priceOf({ paymentAmount, currencyCode }), { price, currency });
  }
});
