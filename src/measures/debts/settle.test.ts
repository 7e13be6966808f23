// What is owed for a refund, what a purchase is worth as a payment, and which debts the payments settle.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Big } from 'big.js';
import type { CancellationTable, MeasureDebtTable } from '../../storage/schema.ts';
import type { UndonePurchase } from '../decide/causes.ts';
import { hasAmount, owedFor, type Payment, paymentOf, settle } from './settle.ts';

const undone = (more: Partial<UndonePurchase> = {}): UndonePurchase => ({
  provider: 'APPLE',
  unique_key: 'one',
  number: 1,
  kind: 'consumable',
  transaction_id: 'uuid',
  product_id: 'gold',
  price: '9.99',
  currency: 'USD',
  test: 0,
  account_uuid: 'account',
  delivery: null,
  cancel_said_at: 1_000,
  ...more,
});

const report = (
  state: CancellationTable['state'],
  amount: string | null = null,
  cause = 'refund',
  at = 1_000,
): CancellationTable => ({
  game_index: 1,
  appid: 'app',
  provider: 'APPLE',
  unique_key: 'one',
  cause,
  reported_at: at,
  last_at: at,
  state,
  amount,
  quantity: null,
  reason: null,
  received_at: at,
  action_id: null,
});

/** What an operator of the studio refunded. */
const own = (state: CancellationTable['state'], amount: string | null = null) => ({
  ...report(state, amount),
  action_id: 'a1',
});

describe('owed', () => {
  const given = [report('given')];
  const unknown = { amount: '0', currency: 'XXX' };
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  for (const [what, more, reports, expected] of [
    ['a refund', {}, given, usd('9.99')],
    ['delivered', { delivery: 1 }, given, usd('9.99')],
    ['never delivered', { delivery: 2 }, given, undefined],
    ['clawed back', { delivery: 3 }, given, undefined],
    ['a subscription', { kind: 'subscription' }, given, undefined],
    ['free', { price: '0.00' }, given, undefined],
    ['no price', { price: null }, given, unknown],
    ['no currency', { currency: null }, given, unknown],
    ['no price, never delivered', { price: null, delivery: 2 }, given, undefined],
    ['no report is left', {}, [], usd('9.99')],
    ['a refund with its amount', {}, [report('given', '9.99')], usd('9.99')],
    ['a price as the market wrote it', { price: '9.990' }, [report('given', '9.99')], usd('9.990')],
    ['a disputed part', {}, [report('open', '5', 'dispute a')], usd('5.00')],
    [
      'a refunded part and the disputed rest',
      {},
      [report('partial', '1.10'), report('lost', '2.20', 'dispute a')],
      usd('3.30'),
    ],
    [
      'more than the price',
      {},
      [report('given'), report('open', '9.99', 'dispute a')],
      usd('9.99'),
    ],
    [
      'a part of an unknown amount',
      {},
      [report('partial'), report('open', '1', 'dispute a')],
      usd('9.99'),
    ],
    [
      'a dispute that was won beside an open one',
      {},
      [report('won', '9.99', 'dispute a'), report('open', '4.00', 'dispute b')],
      usd('4.00'),
    ],
    [
      'a pending refund beside a dispute',
      {},
      [report('pending', '9.99'), report('open', '4.00', 'dispute b')],
      usd('4.00'),
    ],
    [
      'a part that was restored beside a dispute',
      {},
      [
        report('partial', '3.00'),
        report('restored', null, 'refund', 2_000),
        report('open', '4.00', 'dispute b'),
      ],
      usd('4.00'),
    ],
    ['nothing was taken', {}, [report('given', '0.00')], undefined],
    ['the studio refunded it', {}, [own('given')], undefined],
    [
      'the studio refunded it, and nobody knows the price',
      { price: null },
      [own('given')],
      undefined,
    ],
    [
      'the studio refunded a part, and the buyer disputes the rest',
      {},
      [own('partial', '4.00'), report('open', '5.99', 'dispute a')],
      usd('5.99'),
    ],
  ] as const) {
    test(what, () => assert.deepEqual(owedFor(undone(more), reports), expected));
  }
  test('what is known has an amount', () => {
    assert.equal(hasAmount(unknown), false);
    assert.equal(hasAmount(usd('1')), true);
  });
});

describe('a purchase as a payment', () => {
  for (const [what, more, reports, worth, isWhole] of [
    ['its price', {}, [], '9.99', true],
    ['nothing without a price', { price: null }, [], '0', true],
    ['nothing without a currency', { currency: null }, [], '0', true],
    ['nothing when free', { price: '0.00' }, [], '0', true],
    ['without the refunded part', {}, [report('partial', '0.09')], '9.9', false],
    ['nothing after an unknown part', {}, [report('partial')], '0', false],
    ['its price while a refund is pending', {}, [report('pending')], '9.99', true],
    ['its price after a dispute was won', {}, [report('won', null, 'dispute a')], '9.99', true],
    ['nothing after a refund', {}, [report('given')], '0', false],
    [
      'its price after the part was restored',
      {},
      [report('partial', '1.00'), report('restored', null, 'refund', 2_000)],
      '9.99',
      true,
    ],
  ] as const) {
    test(what, () => {
      const { number, product_id, price, currency } = undone(more);
      const purchase = { number, product_id, price, currency, verified_at: 5 };
      const of = {
        ...purchase,
        provider: 'APPLE' as const,
        unique_key: 'one',
        transaction_id: 'uuid',
      };
      const payment = paymentOf(of, reports);
      assert.deepEqual(
        { ...payment, worth: payment.worth.toFixed() },
        { number: 1, product_id: 'gold', verified_at: 5, currency, worth, isWhole },
      );
    });
  }
});

const debt = (
  number: number,
  amount: string,
  more: Partial<MeasureDebtTable> = {},
): MeasureDebtTable => ({
  game_index: 1,
  appid: 'app',
  provider: 'APPLE',
  unique_key: String(number),
  account_uuid: 'account',
  number,
  transaction_id: '',
  product_id: 'gold',
  amount,
  currency: 'USD',
  refunded_at: 10,
  settled_by: null,
  paid: null,
  ...more,
});

const pay = (number: number, worth: string, more: Partial<Payment> = {}): Payment => ({
  number,
  product_id: 'gold',
  verified_at: 20,
  currency: 'USD',
  worth: new Big(worth),
  isWhole: true,
  ...more,
});

const outcome = (
  debts: readonly MeasureDebtTable[],
  payments: readonly Payment[],
  stored: readonly MeasureDebtTable[] = [],
) => {
  const settlement = settle(debts, payments, stored);
  return {
    debts: settlement.debts.map(({ number, settled_by, paid }) => [number, settled_by, paid]),
    underpaid: [...settlement.underpaid].map((key) => Number(key.slice('APPLE '.length))),
    unused: settlement.unused,
  };
};

describe('settle', () => {
  const one = [debt(1, '9.99')];
  const free = { underpaid: [], unused: [] };
  for (const [what, debts, payments, expected] of [
    ['nothing is bought', one, [], { ...free, debts: [[1, null, '0.00']] }],
    ['the amount', one, [pay(2, '9.99')], { ...free, debts: [[1, 2, '9.99']] }],
    ['more', one, [pay(2, '50')], { ...free, debts: [[1, 2, '9.99']] }],
    ['less', one, [pay(2, '9.98')], { debts: [[1, null, '9.98']], underpaid: [1], unused: [] }],
    [
      'two that add up',
      one,
      [pay(2, '9.98'), pay(3, '0.01')],
      { ...free, debts: [[1, 3, '9.99']] },
    ],
    [
      'nothing paid',
      one,
      [pay(2, '0')],
      { debts: [[1, null, '0.00']], underpaid: [1], unused: [2] },
    ],
    [
      'nothing paid, and then all',
      one,
      [pay(2, '0'), pay(3, '9.99')],
      { debts: [[1, 3, '9.99']], underpaid: [], unused: [2] },
    ],
    [
      'bought after it was paid',
      one,
      [pay(2, '9.99'), pay(3, '0')],
      { ...free, debts: [[1, 2, '9.99']] },
    ],
    [
      'another currency',
      one,
      [pay(2, '99', { currency: 'EUR' })],
      { debts: [[1, null, '0.00']], underpaid: [1], unused: [2] },
    ],
    [
      'another product',
      one,
      [pay(2, '99', { product_id: 'gems' })],
      { ...free, debts: [[1, null, '0.00']] },
    ],
    [
      'bought before the refund',
      one,
      [pay(2, '99', { verified_at: 9 })],
      { ...free, debts: [[1, null, '0.00']] },
    ],
    [
      'at the moment of the refund',
      one,
      [pay(2, '99', { verified_at: 10 })],
      { ...free, debts: [[1, 2, '9.99']] },
    ],
    ['an older purchase', [debt(3, '1')], [pay(2, '9')], { ...free, debts: [[3, null, '0.00']] }],
    ['the purchase itself', [debt(2, '1')], [pay(2, '9')], { ...free, debts: [[2, null, '0.00']] }],
    [
      'the oldest refund first, then the oldest purchase',
      [debt(1, '1', { refunded_at: 15 }), debt(3, '1'), debt(2, '1')],
      [pay(4, '1'), pay(5, '1')],
      {
        ...free,
        debts: [
          [2, 4, '1.00'],
          [3, 5, '1.00'],
          [1, null, '0.00'],
        ],
      },
    ],
    [
      'what is left pays the next, in part',
      [debt(1, '5'), debt(2, '5')],
      [pay(3, '7')],
      {
        debts: [
          [1, 3, '5.00'],
          [2, null, '2.00'],
        ],
        underpaid: [2],
        unused: [],
      },
    ],
    [
      'one payment of two debts',
      [debt(1, '5'), debt(2, '5')],
      [pay(3, '10')],
      {
        ...free,
        debts: [
          [1, 3, '5.00'],
          [2, 3, '5.00'],
        ],
      },
    ],
    [
      'what is spent on one is not meant for another currency',
      [debt(1, '5'), debt(2, '5', { currency: 'EUR' })],
      [pay(3, '5')],
      {
        ...free,
        debts: [
          [1, 3, '5.00'],
          [2, null, '0.00'],
        ],
      },
    ],
    [
      'what is left may be',
      [debt(1, '5'), debt(2, '5', { currency: 'EUR' })],
      [pay(3, '6')],
      {
        debts: [
          [1, 3, '5.00'],
          [2, null, '0.00'],
        ],
        underpaid: [2],
        unused: [],
      },
    ],
    [
      'an unknown amount is never paid',
      [debt(1, '0', { currency: 'XXX' })],
      [pay(2, '99'), pay(3, '0', { currency: 'XXX' })],
      { debts: [[1, null, '0']], underpaid: [1], unused: [2, 3] },
    ],
    [
      'yen',
      [debt(1, '120', { currency: 'JPY' })],
      [pay(2, '119', { currency: 'JPY' })],
      { debts: [[1, null, '119']], underpaid: [1], unused: [] },
    ],
  ] as const) {
    test(what, () => assert.deepEqual(outcome(debts, payments), expected));
  }

  const before = [debt(1, '9.99', { settled_by: 2 })];
  for (const [what, payments, stored, expected] of [
    ['a purchase of any price', [pay(2, '0.10')], before, [1, 2, null]],
    [
      'a purchase that was refunded in part',
      [pay(2, '0.10', { isWhole: false })],
      before,
      [1, null, '0.10'],
    ],
    ['a purchase that is gone', [pay(3, '0.10')], before, [1, null, '0.10']],
    [
      'another refund',
      [pay(2, '0.10')],
      [debt(1, '9.99', { settled_by: 2, refunded_at: 9 })],
      [1, null, '0.10'],
    ],
    ['open before', [pay(2, '0.10')], [debt(1, '9.99')], [1, null, '0.10']],
    [
      'settled since',
      [pay(2, '0.10')],
      [debt(1, '9.99', { settled_by: 2, paid: '9.99' })],
      [1, null, '0.10'],
    ],
  ] as const) {
    test(`settled before version 35: ${what}`, () =>
      assert.deepEqual(outcome(one, payments, stored).debts, [expected]));
  }
  test('the purchase that settled one before pays no other', () =>
    assert.deepEqual(
      outcome([...one, debt(2, '1')], [pay(3, '50')], [debt(1, '9.99', { settled_by: 3 })]),
      {
        ...free,
        debts: [
          [1, 3, null],
          [2, null, '0.00'],
        ],
      },
    ));
});
