// What is read out of Google's resources, as tables: amounts, states, and answers that are none.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCancelling } from '../cancellation.ts';
import { readOrder } from './order.ts';
import {
  isRefundedInPieces,
  type PlayPurchase,
  readPurchaseV1,
  readPurchaseV2,
} from './purchase.ts';

const PRODUCT = 'gems.100';

describe('the amount of an order', () => {
  const cases: [string, object, string | undefined][] = [
    ['units and nanos', { currencyCode: 'USD', units: '9', nanos: 990_000_000 }, '9.99'],
    ['no nanos', { currencyCode: 'USD', units: '10' }, '10.00'],
    ['no units', { currencyCode: 'USD', nanos: 500_000_000 }, '0.50'],
    ['neither', { currencyCode: 'KRW' }, '0'],
    [
      'more digits than the currency has',
      { currencyCode: 'JPY', units: '1', nanos: 250_000_000 },
      '1.25',
    ],
    [
      'the largest int64',
      { currencyCode: 'KRW', units: '9223372036854775807' },
      '9223372036854775807',
    ],
    ['money that went back', { currencyCode: 'USD', units: '-1', nanos: -750_000_000 }, '-1.75'],
    ['no currency', { units: '9' }, undefined],
    ['units that are no number', { currencyCode: 'USD', units: 'nine' }, undefined],
  ];
  for (const [name, total, price] of cases) {
    test(`${name}: ${price}`, () => {
      assert.equal(readOrder({ total }, PRODUCT).price, price);
    });
  }

  test('is the line of the product where there are several', () => {
    const money = (units: string) => ({ currencyCode: 'USD', units });
    const lineItems = [
      { productId: 'other', total: money('1') },
      { productId: PRODUCT, total: money('2') },
    ];
    assert.equal(readOrder({ total: money('3'), lineItems }, PRODUCT).price, '2.00');
    assert.equal(readOrder({ total: money('3'), lineItems }, 'third').price, '3.00');
  });
});

describe('every piece went back, and the purchase stands', () => {
  const cases: [PlayPurchase['state'], number, boolean][] = [
    ['PURCHASED', 0, false],
    ['PURCHASED', 1, false],
    ['PURCHASED', 2, true],
    ['CANCELLED', 2, false],
  ];
  for (const [state, refundedQuantity, all] of cases) {
    test(`${state}, ${refundedQuantity} of 2: ${all}`, () => {
      const purchase = { state, refundedQuantity, quantity: 2 } as PlayPurchase;
      assert.equal(isRefundedInPieces(purchase), all);
    });
  }
});

describe('an order is given back whole', () => {
  const cases: [string, boolean][] = [
    ['PENDING', false],
    ['PROCESSED', false],
    ['PENDING_REFUND', false],
    ['PARTIALLY_REFUNDED', false],
    ['REFUNDED', true],
    ['CANCELED', true],
  ];
  for (const [state, refunded] of cases) {
    test(`${state}: ${refunded}`, () => {
      assert.equal(readOrder({ state }, PRODUCT).cancellations.some(isCancelling), refunded);
    });
  }
});

test('the address of the buyer is left out', () => {
  const order = { orderId: 'GPA.1', buyerAddress: { buyerPostcode: '12345' } };
  assert.deepEqual(readOrder(order, PRODUCT).resource, { orderId: 'GPA.1' });
});

describe('what is not a purchase is not taken for one', () => {
  const strange = [
    {},
    { purchaseState: 3 },
    { purchaseState: null },
    { purchaseState: '' },
    { purchaseState: false },
    { purchaseStateContext: 'PAID' },
  ];
  for (const resource of strange) {
    test(JSON.stringify(resource), () => {
      assert.equal(readPurchaseV1(resource, PRODUCT), undefined);
      assert.equal(readPurchaseV2(resource, PRODUCT), undefined);
    });
  }
});

test('an order of several products knows them all, and the quantity of the one asked for', () => {
  const purchase = readPurchaseV2(
    {
      purchaseStateContext: { purchaseState: 'PURCHASED' },
      productLineItem: [
        { productId: 'other', productOfferDetails: { quantity: 7 } },
        { productId: PRODUCT, productOfferDetails: { quantity: 2 } },
      ],
    },
    PRODUCT,
  );
  assert.deepEqual(purchase?.productIds, ['other', PRODUCT]);
  assert.equal(purchase?.quantity, 2);
});
