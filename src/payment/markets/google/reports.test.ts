// What Google says of a purchase, its order and its refunds, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PlayOrder, readOrder, refundWatch } from './order.ts';
import { isGranted, type PlayPurchase, readPurchaseV1, readPurchaseV2 } from './purchase.ts';
import { type PlayVoid, partialVoidReport, readVoid, reportsOf, voidReport } from './refunds.ts';
import { millisOf, timeOf } from './time.ts';

const AT = '2026-11-15T12:00:00Z';
const MS = Date.parse(AT);

test('times are RFC 3339 text, or milliseconds as text or number', () => {
  assert.deepEqual([AT, '', 'soon', 5, undefined].map(timeOf), [
    MS,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(['500', 500, '', 'soon', '1.5', null, 2 ** 60].map(millisOf), [
    500,
    500,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('an order', () => {
  test('whole', () => {
    const order = {
      orderId: 'GPA.1',
      purchaseToken: 't',
      state: 'PROCESSED',
      lineItems: [{ productId: 'gems', total: { currencyCode: 'USD', units: '9' } }],
      buyerAddress: {},
    };
    const { buyerAddress: _, ...resource } = order;
    assert.deepEqual(readOrder(order, 'gems'), {
      orderId: 'GPA.1',
      productIds: ['gems'],
      purchaseToken: 't',
      cancellations: [],
      isRefundPending: false,
      price: '9.00',
      currency: 'USD',
      resource,
    });
    assert.deepEqual(readOrder({}, 'gems'), {
      orderId: undefined,
      productIds: [],
      purchaseToken: undefined,
      cancellations: [],
      isRefundPending: false,
      price: undefined,
      currency: undefined,
      resource: {},
    });
  });

  const done = (units: string, more: object = {}) => ({
    state: 'PROCESSED_SUCCESSFULLY',
    processTime: AT,
    refundDetails: { total: { currencyCode: 'USD', units } },
    ...more,
  });
  const later = new Date(MS + 5_000).toISOString();
  const parts = (...partialRefundEvents: object[]) => ({
    state: 'PARTIALLY_REFUNDED',
    orderHistory: { partialRefundEvents },
  });
  const partial = (amount: string | null, reportedAt: number | undefined) => [
    { kind: 'refund', state: 'partial', amount, reportedAt },
  ];
  const cases: [string, object, readonly object[]][] = [
    [
      'refunded',
      { state: 'REFUNDED' },
      [{ kind: 'refund', state: 'given', reportedAt: undefined }],
    ],
    [
      'refunded, with its time',
      {
        state: 'REFUNDED',
        orderHistory: { refundEvent: { eventTime: AT, refundReason: 'OTHER' } },
      },
      [{ kind: 'refund', state: 'given', reportedAt: MS }],
    ],
    [
      'refunded for another reason',
      {
        orderId: 'GPA.1',
        state: 'REFUNDED',
        orderHistory: { refundEvent: { refundReason: 'OTHER' } },
      },
      [{ kind: 'refund', state: 'given', reportedAt: undefined }],
    ],
    [
      'charged back',
      {
        orderId: 'GPA.1',
        state: 'REFUNDED',
        orderHistory: { refundEvent: { eventTime: AT, refundReason: 'CHARGEBACK' } },
      },
      [{ kind: 'dispute', id: 'GPA.1', state: 'lost', reason: 'chargeback', reportedAt: MS }],
    ],
    [
      'charged back without an id',
      { state: 'REFUNDED', orderHistory: { refundEvent: { refundReason: 'CHARGEBACK' } } },
      [{ kind: 'refund', state: 'given', reportedAt: undefined }],
    ],
    [
      'canceled',
      { state: 'CANCELED', orderHistory: { cancellationEvent: { eventTime: AT } } },
      [{ kind: 'refund', state: 'given', reason: 'canceled', reportedAt: MS }],
    ],
    [
      'canceled without a history',
      { state: 'CANCELED' },
      [{ kind: 'refund', state: 'given', reason: 'canceled', reportedAt: undefined }],
    ],
    [
      'about to be refunded',
      { state: 'PENDING_REFUND', lastEventTime: AT },
      [{ kind: 'refund', state: 'pending', reportedAt: MS }],
    ],
    ['refunded in one part', parts(done('1')), partial('1.00', MS)],
    [
      'refunded in two parts',
      parts(done('1'), done('2', { processTime: later })),
      partial('3.00', MS + 5_000),
    ],
    [
      'the later part first',
      parts(done('2', { processTime: later }), done('1')),
      partial('3.00', MS + 5_000),
    ],
    [
      'a part that is not paid out yet',
      parts(done('1'), done('2', { state: 'PENDING' })),
      partial('1.00', MS),
    ],
    [
      'a part by the time of its creation',
      parts(done('1', { processTime: undefined, createTime: AT })),
      partial('1.00', MS),
    ],
    [
      'a part without a time',
      parts(done('1', { processTime: undefined })),
      partial('1.00', undefined),
    ],
    [
      'parts of which one has no time',
      parts(done('1'), done('1', { processTime: undefined })),
      partial('2.00', MS),
    ],
    [
      'a part without an amount',
      parts(done('1'), done('1', { refundDetails: {} })),
      partial(null, MS),
    ],
    ['a part without details', parts(done('1', { refundDetails: undefined })), partial(null, MS)],
    [
      'a part without a currency',
      parts(done('1', { refundDetails: { total: { units: '1' } } })),
      partial(null, MS),
    ],
    ['no part', parts(), partial(null, undefined)],
    ['no history', { state: 'PARTIALLY_REFUNDED' }, partial(null, undefined)],
    ['paid', { state: 'PROCESSED', orderHistory: { refundEvent: { eventTime: AT } } }, []],
  ];
  for (const [name, order, reports] of cases) {
    test(name, () => assert.deepEqual(readOrder({ ...order }, 'gems').cancellations, reports));
  }

  test('money that is none has no price', () => {
    const price = (total: object) =>
      readOrder({ total: { currencyCode: 'USD', ...total } }, 'x').price;
    assert.deepEqual(
      [{ units: '1x' }, { units: 'x1' }, { units: '12345678901234567890' }, { nanos: 1.5 }].map(
        price,
      ),
      [undefined, undefined, undefined, undefined],
    );
    assert.equal(price({ units: 5 }), '5.00');
  });

  test('is watched while its refund is pending', () => {
    const pending = readOrder({ orderId: 'GPA.1', state: 'PENDING_REFUND' }, 'gems');
    assert.deepEqual(refundWatch(pending), {
      kind: 'google.refund-watch',
      id: 'google.refund-watch GPA.1',
      payload: { orderId: 'GPA.1' },
    });
    for (const other of [
      undefined,
      readOrder({ orderId: 'GPA.1', state: 'PROCESSED' }, 'gems'),
      readOrder({ state: 'PENDING_REFUND' }, 'gems'),
    ]) {
      assert.equal(refundWatch(other), undefined);
    }
  });
});

describe('a purchase', () => {
  test('of the older form', () => {
    const resource = {
      purchaseState: 0,
      orderId: 'GPA.1',
      obfuscatedExternalAccountId: 'account',
      purchaseTimeMillis: '500',
      purchaseType: 0,
      acknowledgementState: 1,
      consumptionState: 1,
      quantity: 3,
      refundableQuantity: 1,
    };
    assert.deepEqual(readPurchaseV1(resource, 'gems'), {
      state: 'PURCHASED',
      productIds: ['gems'],
      refundIsElsewhere: false,
      quantity: 3,
      refundedQuantity: 2,
      orderId: 'GPA.1',
      accountId: 'account',
      purchasedAt: 500,
      test: true,
      acknowledged: true,
      consumed: true,
      resource,
    });
    const bare = { purchaseState: 1, productId: 'other', purchaseType: 1 };
    assert.deepEqual(readPurchaseV1(bare, 'gems'), {
      state: 'CANCELLED',
      productIds: ['other'],
      quantity: 1,
      refundedQuantity: 0,
      refundIsElsewhere: false,
      orderId: undefined,
      accountId: undefined,
      purchasedAt: undefined,
      test: false,
      acknowledged: false,
      consumed: false,
      resource: bare,
    });
    assert.equal(readPurchaseV1({ purchaseState: 2 }, 'gems')?.state, 'PENDING');
  });

  test('of the newer form', () => {
    const resource = {
      purchaseStateContext: { purchaseState: 'PURCHASED' },
      orderId: 'GPA.1',
      obfuscatedExternalAccountId: 'account',
      purchaseCompletionTime: AT,
      testPurchaseContext: {},
      acknowledgementState: 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED',
      productLineItem: [
        {
          productId: 'gems',
          productOfferDetails: {
            quantity: 2,
            refundableQuantity: 2,
            consumptionState: 'CONSUMPTION_STATE_CONSUMED',
          },
        },
        { productId: 5 },
      ],
    };
    assert.deepEqual(readPurchaseV2(resource, 'gems'), {
      state: 'PURCHASED',
      productIds: ['gems'],
      quantity: 2,
      refundedQuantity: 0,
      refundIsElsewhere: false,
      orderId: 'GPA.1',
      accountId: 'account',
      purchasedAt: MS,
      test: true,
      acknowledged: true,
      consumed: true,
      resource,
    });
    const bare = { purchaseStateContext: { purchaseState: 'CANCELLED' } };
    assert.deepEqual(readPurchaseV2(bare, 'gems'), {
      state: 'CANCELLED',
      productIds: [],
      quantity: 1,
      refundedQuantity: 0,
      refundIsElsewhere: false,
      orderId: undefined,
      accountId: undefined,
      purchasedAt: undefined,
      test: false,
      acknowledged: false,
      consumed: false,
      resource: bare,
    });
    const pending = { purchaseStateContext: { purchaseState: 'PENDING' } };
    assert.equal(readPurchaseV2(pending, 'gems')?.state, 'PENDING');
  });

  const pieces: [string, object, quantity: number, refunded: number][] = [
    ['none said', {}, 1, 0],
    ['zero', { quantity: 0 }, 1, 0],
    ['less than none', { quantity: -2 }, 1, 0],
    ['text', { quantity: '3', refundableQuantity: '1' }, 1, 0],
    ['all refunded', { quantity: 3, refundableQuantity: 0 }, 3, 3],
    ['more left than bought', { quantity: 1, refundableQuantity: 3 }, 1, 0],
    ['less than none left', { quantity: 3, refundableQuantity: -1 }, 3, 0],
  ];
  for (const [name, fields, quantity, refunded] of pieces) {
    test(`pieces: ${name}`, () => {
      const purchase = readPurchaseV1({ purchaseState: 0, ...fields }, 'gems');
      assert.deepEqual([purchase?.quantity, purchase?.refundedQuantity], [quantity, refunded]);
    });
  }

  test('is granted when it is confirmed as asked', () => {
    const granted = (acknowledged: boolean, consumed: boolean) => {
      const purchase = { acknowledged, consumed } as PlayPurchase;
      return [isGranted(purchase, 'acknowledge'), isGranted(purchase, 'consume')];
    };
    assert.deepEqual(
      [granted(true, false), granted(false, true)],
      [
        [true, false],
        [false, true],
      ],
    );
  });
});

const bought = (state: PlayPurchase['state'], quantity = 1, refundedQuantity = 0) =>
  ({
    state,
    quantity,
    refundedQuantity,
    productIds: ['gems'],
    resource: {},
  }) as unknown as PlayPurchase;

/** One of two products of an order. */
const together = (purchase: PlayPurchase, refundIsElsewhere = false): PlayPurchase => ({
  ...purchase,
  productIds: ['gems', 'potion'],
  refundIsElsewhere,
});
/** Both with one piece, of which so many can still be refunded. */
const withLeft = (purchase: PlayPurchase, ...left: readonly number[]): PlayPurchase => ({
  ...purchase,
  resource: {
    productLineItem: left.map((refundableQuantity) => ({
      productOfferDetails: { refundableQuantity },
    })),
  },
});
const orderWith = (...cancellations: PlayOrder['cancellations']) =>
  ({ cancellations }) as PlayOrder;
const given = { kind: 'refund', state: 'given', reportedAt: 500 } as const;
const lost = { kind: 'dispute', id: 'GPA.1', state: 'lost', reportedAt: 500 } as const;
const pending = { kind: 'refund', state: 'pending', reportedAt: 500 } as const;
const some = { kind: 'refund', state: 'partial', amount: '1.00', reportedAt: 500 } as const;

describe('the refund of a purchase', () => {
  const cases: [string, PlayPurchase, PlayOrder | undefined, readonly object[]][] = [
    ['none', bought('PURCHASED'), orderWith(), []],
    ['no order', bought('PURCHASED'), undefined, []],
    ['of the order', bought('CANCELLED'), orderWith(given), [given]],
    [
      'of the order, which left the goods with the buyer',
      bought('PURCHASED'),
      { ...orderWith(given), price: '9.99' },
      [{ ...given, state: 'partial', amount: '9.99' }],
    ],
    [
      'of an order that was cancelled instead of charged',
      bought('PURCHASED'),
      orderWith({ ...given, reason: 'canceled' }),
      [{ ...given, reason: 'canceled' }],
    ],
    ['charged back', bought('CANCELLED', 2, 1), orderWith(pending, lost), [lost]],
    [
      'canceled without an order',
      bought('CANCELLED'),
      undefined,
      [{ kind: 'refund', state: 'given' }],
    ],
    [
      'canceled, pending in the order',
      bought('CANCELLED'),
      orderWith(pending),
      [{ kind: 'refund', state: 'given' }],
    ],
    ['pending', bought('PURCHASED'), orderWith(pending), [pending]],
    [
      'some pieces',
      bought('PURCHASED', 3, 1),
      orderWith(some),
      [{ kind: 'refund', state: 'partial', amount: '1.00', quantity: 1, reportedAt: 500 }],
    ],
    [
      'some pieces without an order',
      bought('PURCHASED', 3, 1),
      undefined,
      [{ kind: 'refund', state: 'partial', amount: null, quantity: 1, reportedAt: undefined }],
    ],
    [
      'some pieces, beside a pending one',
      bought('PURCHASED', 3, 1),
      orderWith(pending, { ...some, amount: '2.00' }),
      [{ kind: 'refund', state: 'partial', amount: '2.00', quantity: 1, reportedAt: 500 }],
    ],
    ['all pieces', bought('PURCHASED', 3, 3), orderWith(some), [given]],
    [
      'all pieces without an order, which left the goods with the buyer',
      bought('PURCHASED', 3, 3),
      undefined,
      [{ kind: 'refund', state: 'partial', amount: null, quantity: 3, reportedAt: undefined }],
    ],
    [
      'all pieces of all products without an order',
      withLeft(together(bought('PURCHASED', 1, 1), true), 0, 0),
      undefined,
      [{ kind: 'refund', state: 'partial', amount: null, quantity: 1, reportedAt: undefined }],
    ],
    [
      'all pieces of one of the products without an order',
      withLeft(together(bought('PURCHASED', 1, 1)), 0, 1),
      undefined,
      [{ kind: 'refund', state: 'given', reportedAt: undefined }],
    ],
    [
      'all pieces, canceled without an order',
      bought('CANCELLED', 3, 3),
      undefined,
      [{ kind: 'refund', state: 'given' }],
    ],
    ['a part of one piece', bought('PURCHASED'), orderWith(some), [some]],
    ['another product', together(bought('PURCHASED'), true), orderWith(some), []],
    ['the first product', together(bought('PURCHASED')), orderWith(some), [some]],
    ['all products', together(bought('CANCELLED'), true), orderWith(given), [given]],
    [
      'pieces of one of the products',
      together(bought('PURCHASED', 3, 1)),
      orderWith(some),
      [{ kind: 'refund', state: 'partial', amount: null, quantity: 1, reportedAt: 500 }],
    ],
  ];
  for (const [name, purchase, order, reports] of cases) {
    test(name, () => assert.deepEqual(reportsOf(purchase, order), reports));
  }
});

describe('an entry of the list of voided purchases', () => {
  const entry = (fields: object) => ({ purchaseToken: 't', ...fields });
  const reasons: [unknown, unknown, string | null][] = [
    [0, 0, 'other (user)'],
    [1, 1, 'remorse (developer)'],
    [2, 2, 'not_received (google)'],
    [3, 0, 'defective (user)'],
    [4, 0, 'accidental_purchase (user)'],
    [5, 2, 'fraud (google)'],
    [6, 2, 'friendly_fraud (google)'],
    [7, 9, 'chargeback'],
    [8, undefined, 'unacknowledged_purchase'],
    [9, 0, null],
    [undefined, 0, null],
  ];
  for (const [voidedReason, voidedSource, reason] of reasons) {
    test(`${voidedReason} by ${voidedSource}: ${reason}`, () => {
      assert.deepEqual(readVoid(entry({ voidedReason, voidedSource })), {
        orderId: 't',
        purchaseToken: 't',
        at: null,
        reason,
        isChargeback: voidedReason === 7,
        isPartial: false,
      });
    });
  }

  test('whole, in part, and none', () => {
    const whole = readVoid(entry({ orderId: 'GPA.1', voidedTimeMillis: '500', voidedQuantity: 1 }));
    assert.deepEqual(whole, {
      orderId: 'GPA.1',
      purchaseToken: 't',
      at: 500,
      reason: null,
      isChargeback: false,
      isPartial: true,
    });
    for (const voidedQuantity of [0, '1', undefined]) {
      assert.equal(readVoid(entry({ voidedQuantity }))?.isPartial, false);
    }
    assert.equal(readVoid({ orderId: 'GPA.1' }), undefined);
  });

  const voided = (fields: Partial<PlayVoid> = {}): PlayVoid => ({
    orderId: 'GPA.1',
    purchaseToken: 't',
    at: 700,
    reason: 'remorse (user)',
    isChargeback: false,
    isPartial: false,
    ...fields,
  });
  const chargedBack = { kind: 'dispute', id: 'GPA.1', state: 'lost', reportedAt: 700 };
  const wholes: [string, PlayVoid, PlayOrder | undefined, object][] = [
    [
      'a refund',
      voided(),
      undefined,
      { kind: 'refund', state: 'given', reason: 'remorse (user)', reportedAt: 700 },
    ],
    [
      'a refund, whatever the order says',
      voided({ at: null }),
      orderWith(pending),
      { kind: 'refund', state: 'given', reason: 'remorse (user)', reportedAt: undefined },
    ],
    [
      'a chargeback',
      voided({ isChargeback: true, reason: 'chargeback (google)' }),
      undefined,
      { ...chargedBack, reason: 'chargeback (google)' },
    ],
    [
      'a chargeback by the order',
      voided({ reason: null }),
      orderWith(lost),
      { ...chargedBack, reason: 'chargeback' },
    ],
    [
      'a chargeback by the order, beside a refund',
      voided({ reason: null }),
      orderWith(given, lost),
      { ...chargedBack, reason: 'chargeback' },
    ],
  ];
  for (const [name, entryOf, order, report] of wholes) {
    test(`reports ${name}`, () => assert.deepEqual(voidReport(entryOf, order), report));
  }

  const common = { reason: 'remorse (user)', reportedAt: 700 };
  const partials: [string, PlayVoid, PlayPurchase | undefined, PlayOrder | undefined, object][] = [
    ['unknown', voided(), undefined, undefined, { kind: 'refund', state: 'partial', ...common }],
    ['by the order', voided(), undefined, orderWith(some), { ...some, ...common }],
    [
      'by the pieces',
      voided(),
      bought('PURCHASED', 3, 1),
      orderWith(some),
      { kind: 'refund', state: 'partial', amount: '1.00', quantity: 1, ...common },
    ],
    [
      'whole by now',
      voided(),
      bought('PURCHASED', 3, 3),
      undefined,
      { kind: 'refund', state: 'given', ...common },
    ],
    [
      'whole by now, for its own reason',
      voided(),
      undefined,
      orderWith({ ...given, reason: 'canceled' }),
      { ...given, reason: 'canceled', reportedAt: 700 },
    ],
    [
      'pending',
      voided({ at: null }),
      undefined,
      orderWith(pending),
      { kind: 'refund', state: 'partial', reason: 'remorse (user)', reportedAt: undefined },
    ],
  ];
  for (const [name, entryOf, purchase, order, report] of partials) {
    test(`of some pieces: ${name}`, () => {
      assert.deepEqual(partialVoidReport(entryOf, purchase, order), report);
    });
  }
});
