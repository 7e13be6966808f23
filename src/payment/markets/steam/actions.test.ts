// What can be refunded of a Steam order, and what its answers mean, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Intent, Sold } from '../action.ts';
import { createSteamActions, saleStateOf, steamActions } from './actions.ts';
import type { SteamApp } from './settings.ts';
import type { SteamOrder } from './steam.ts';

const order = (status: string, refunded: string | null = null) =>
  ({ status, amount: '9.90', currency: 'USD', refunded, orderId: '7' }) as SteamOrder;

describe('what can be refunded', () => {
  const cases: [string, string | null, string | null, string | null, boolean][] = [
    ['Succeeded', null, '0.00', '9.90', true],
    ['PartialRefund', '4.00', '4.00', '5.90', true],
    ['PartialRefund', null, null, null, true],
    ['Refunded', null, '9.90', '0.00', false],
    ['RefundedFriendlyFraud', null, '9.90', '0.00', false],
  ];
  for (const [status, part, refunded, refundable, can] of cases) {
    test(`${status} ${part}`, () => {
      assert.deepEqual(saleStateOf(order(status, part)), {
        currency: 'USD',
        paid: '9.90',
        refunded,
        refundable,
        lines: [],
        subscription: null,
        can: can ? steamActions : {},
        version: null,
      });
    });
  }
  for (const [status, refused] of [
    ['Chargedback', 'The buyer has disputed the payment and has the money.'],
    ['Init', 'The order was not paid: Steam says Init.'],
    ['Approved', 'The order was not paid: Steam says Approved.'],
    ['Failed', 'The order was not paid: Steam says Failed.'],
  ] as const) {
    test(status, () => assert.deepEqual(saleStateOf(order(status)), { refused }));
  }
});

describe('answers to a refund', () => {
  const app = {} as SteamApp;
  const sold = { providerTransactionId: '7' } as Sold;
  const intent = { action: { kind: 'refund', amount: 'rest', takesGoods: true } } as Intent;
  const answering = (answer: object, seen: object = order('Succeeded')) =>
    createSteamActions({ refund: async () => answer as never, query: async () => seen as never });
  const cases: [string, object, object, unknown][] = [
    ['done', { refunded: true }, {}, 'done'],
    ['no answer', { unavailable: 'x', done: 'perhaps' }, {}, { unavailable: 'x', done: 'perhaps' }],
    [
      'vague',
      { failure: 2, description: 'failed' },
      {},
      { unavailable: 'Steam failed: failed (error 2)' },
    ],
    [
      'refused',
      { failure: 3, description: 'no' },
      order('Succeeded'),
      { refused: 'Steam refuses: no (error 3)' },
    ],
    ['refused, for it was done', { failure: 3, description: 'no' }, order('Refunded'), 'done'],
    [
      'refused, and nobody knows',
      { failure: 3, description: 'no' },
      { unavailable: 'y' },
      { unavailable: 'y' },
    ],
  ];
  for (const [name, answer, seen, outcome] of cases) {
    test(name, async () => {
      assert.deepEqual(await answering(answer, seen).act(app, sold, intent), outcome);
    });
  }
  test('what is read', async () => {
    const paid = order('Succeeded');
    for (const [seen, found] of [
      [paid, saleStateOf(paid)],
      [{ failure: 3, description: 'no' }, { refused: 'Steam refuses: no (error 3)' }],
      [{ unavailable: 'y' }, { unavailable: 'y' }],
    ]) {
      assert.deepEqual(await answering({}, seen).read(app, sold), found);
    }
  });
  test('what became of a refund without an answer', async () => {
    const outcomes: [object, unknown][] = [
      [order('Refunded'), 'done'],
      [order('Succeeded'), 'not done'],
      [order('PartialRefund'), 'not done'],
      [order('Chargedback'), { refused: 'The buyer has disputed the payment and has the money.' }],
      [{ failure: 3, description: 'no' }, { refused: 'Steam refuses: no (error 3)' }],
      [{ unavailable: 'y' }, { unavailable: 'y' }],
    ];
    for (const [seen, outcome] of outcomes) {
      assert.deepEqual(await answering({}, seen).settle(app, sold, intent), outcome);
    }
  });
  test('only whole orders', async () => {
    const refused = {
      refused: 'Steam refunds whole orders. It refunds no parts, and has no subscriptions here.',
    };
    for (const action of [
      { kind: 'cancel' },
      { kind: 'refund', amount: '1.00', takesGoods: true },
      { kind: 'refund', amount: 'rest', line: 'gems', takesGoods: true },
    ]) {
      const other = { ...intent, action } as Intent;
      assert.deepEqual(await answering({ refunded: true }).act(app, sold, other), refused);
    }
  });
});
