// What a market can do about a sale, held against what somebody asks for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionTraits, SaleState } from '../markets/action.ts';
import { type Ask, checkAction } from './check.ts';

const ANY = { part: true, byLine: true, prorated: true, goods: 'choice' } as const;
const WHOLE = { part: false, byLine: false, prorated: false, goods: 'taken' } as const;

const saleState = (fields: Partial<SaleState> = {}): SaleState => ({
  currency: 'USD',
  paid: '9.99',
  refunded: '0',
  refundable: '9.99',
  lines: [
    { productId: 'gems', paid: '6.99' },
    { productId: 'hat', paid: '3.00' },
  ],
  subscription: null,
  can: { refund: ANY },
  version: null,
  ...fields,
});
const won = saleState({ currency: 'KRW', paid: '12000', refundable: '12000', lines: [] });
const MONTH = { mostDays: 30 };
const running = saleState({
  subscription: { renews: true, endsAt: 1 },
  can: { cancel: true, extend: MONTH, defer: { mostDays: 365 } },
});

type Outcome = { readonly action: object; readonly money: object | undefined } | [string, string];

const refund = (action: object, amount: string | null = '9.99') => ({
  action: { kind: 'refund', takesGoods: true, ...action },
  money: { amount, currency: 'USD' },
});

type Case = readonly [string, Ask, SaleState, Outcome, ActionTraits?];

const CASES: readonly Case[] = [
  ['all that is left', { kind: 'refund' }, saleState(), refund({ amount: 'rest' })],
  [
    'all, and the player keeps it',
    { kind: 'refund', amount: 'rest', goods: 'keep' },
    saleState(),
    refund({ amount: 'rest', takesGoods: false }),
  ],
  [
    'a part',
    { kind: 'refund', amount: '4.5' },
    saleState(),
    refund({ amount: '4.5', takesGoods: false }, '4.5'),
  ],
  [
    'exactly what is left, as an amount',
    { kind: 'refund', amount: '9.990' },
    saleState({ can: { refund: WHOLE } }),
    refund({ amount: 'rest' }),
  ],
  [
    'a cent more than is left',
    { kind: 'refund', amount: '10' },
    saleState(),
    ['amount', 'At most 9.99 USD can still be refunded.'],
  ],
  [
    'more than was paid, where the market does not say what is left',
    { kind: 'refund', amount: '10' },
    saleState({ refundable: null }),
    ['amount', 'At most 9.99 USD can still be refunded.'],
  ],
  [
    'an amount that nobody can compare',
    { kind: 'refund', amount: '10' },
    saleState({ refundable: null, paid: null }),
    refund({ amount: '10', takesGoods: false }, '10'),
  ],
  [
    'more digits than the currency has',
    { kind: 'refund', amount: '4.999' },
    saleState(),
    ['amount', 'USD has 2 digits after the point.'],
  ],
  [
    'zeros after the last digit of the currency',
    { kind: 'refund', amount: '4.500' },
    saleState(),
    refund({ amount: '4.500', takesGoods: false }, '4.500'),
  ],
  [
    'a fraction of a currency without decimals',
    { kind: 'refund', amount: '500.5' },
    won,
    ['amount', 'KRW has 0 digits after the point.'],
  ],
  [
    'a part in a currency without decimals',
    { kind: 'refund', amount: '500' },
    won,
    {
      action: { kind: 'refund', amount: '500', takesGoods: false },
      money: { amount: '500', currency: 'KRW' },
    },
  ],
  [
    'a won more than is left',
    { kind: 'refund', amount: '12001' },
    won,
    ['amount', 'At most 12000 KRW can still be refunded.'],
  ],
  [
    'a zero before the digit that is too much',
    { kind: 'refund', amount: '4.001' },
    saleState(),
    ['amount', 'USD has 2 digits after the point.'],
  ],
  ...['4.99 USD', 'USD 4.99', '4.9999999', '.99', '1234567890123456'].map(
    (amount): Case => [
      `no amount: ${amount}`,
      { kind: 'refund', amount },
      saleState(),
      ['amount', 'Must be more than 0, such as 4.99; or `rest` or `prorated`.'],
    ],
  ),
  [
    'an amount in a currency that nobody knows',
    { kind: 'refund', amount: '4.999' },
    saleState({ currency: 'XXZ' }),
    {
      action: { kind: 'refund', amount: '4.999', takesGoods: false },
      money: { amount: '4.999', currency: 'XXZ' },
    },
  ],
  [
    'an amount where the market tells no currency',
    { kind: 'refund', amount: '4.999' },
    saleState({ currency: null }),
    {
      action: { kind: 'refund', amount: '4.999', takesGoods: false },
      money: { amount: '4.999', currency: null },
    },
  ],
  [
    'a line for the time that is left',
    { kind: 'refund', line: 'hat', amount: 'prorated' },
    saleState(),
    refund({ amount: 'prorated', line: 'hat' }, '3.00'),
  ],
  [
    'a line whose price the market does not tell',
    { kind: 'refund', line: 'hat' },
    saleState({ lines: [{ productId: 'hat', paid: null }] }),
    refund({ amount: 'rest', line: 'hat' }, null),
  ],
  [
    'fields without a value',
    { kind: 'cancel', days: undefined, amount: undefined } as unknown as Ask,
    running,
    { action: { kind: 'cancel' }, money: undefined },
  ],
  [
    'nothing',
    { kind: 'refund', amount: '0.00' },
    saleState(),
    ['amount', 'Must be more than 0, such as 4.99; or `rest` or `prorated`.'],
  ],
  [
    'no amount',
    { kind: 'refund', amount: '-4' },
    saleState(),
    ['amount', 'Must be more than 0, such as 4.99; or `rest` or `prorated`.'],
  ],
  [
    'a part that takes the goods',
    { kind: 'refund', amount: '4', goods: 'take' },
    saleState(),
    ['goods', 'A part leaves the player the goods. Refund the rest to take them.'],
  ],
  [
    'a part where the market refunds only whole',
    { kind: 'refund', amount: '4' },
    saleState({ can: { refund: WHOLE } }),
    ['amount', 'The market refunds this only whole. Leave the amount out.'],
  ],
  [
    'keeping where a refund always takes',
    { kind: 'refund', goods: 'keep' },
    saleState({ can: { refund: WHOLE } }),
    ['goods', 'A whole refund always takes the goods at this market.'],
  ],
  [
    'taking where a refund always takes',
    { kind: 'refund', goods: 'take' },
    saleState({ can: { refund: WHOLE } }),
    refund({ amount: 'rest' }),
  ],
  [
    'the time that is left',
    { kind: 'refund', amount: 'prorated' },
    saleState(),
    refund({ amount: 'prorated' }),
  ],
  [
    'the time that is left, where the market cannot',
    { kind: 'refund', amount: 'prorated' },
    saleState({ can: { refund: WHOLE } }),
    ['amount', 'The market cannot refund the time that is left of this.'],
  ],
  [
    'one line',
    { kind: 'refund', line: 'hat' },
    saleState(),
    refund({ amount: 'rest', line: 'hat' }, '3.00'),
  ],
  [
    'a line that the payment does not have',
    { kind: 'refund', line: 'cap' },
    saleState(),
    ['line', 'The payment has no product cap. It has: gems, hat.'],
  ],
  [
    'a line where the market refunds only whole',
    { kind: 'refund', line: 'hat' },
    saleState({ can: { refund: WHOLE } }),
    ['line', 'The market refunds this payment only as a whole.'],
  ],
  [
    'a part of a line',
    { kind: 'refund', line: 'hat', amount: '1' },
    saleState(),
    ['amount', 'A line is refunded whole. Leave the amount out.'],
  ],
  [
    'nothing is left',
    { kind: 'refund' },
    saleState({ refundable: '0.00' }),
    ['amount', 'Nothing is left to refund: all of it went back already, or is on its way.'],
  ],
  [
    'nothing is left, so the market cannot',
    { kind: 'refund' },
    saleState({ refundable: '0', can: {} }),
    ['kind', 'Nothing is left to refund: all of it went back already, or is on its way.'],
  ],
  [
    'a market that cannot refund this',
    { kind: 'refund' },
    saleState({ can: {} }),
    ['kind', 'Steam cannot refund this from here.'],
  ],
  [
    'a market where only the player can ask',
    { kind: 'refund' },
    saleState({ can: {} }),
    ['kind', 'The player asks Apple.'],
    { elsewhere: { en: 'The player asks Apple.', ko: '' } },
  ],
  ['cancel', { kind: 'cancel' }, running, { action: { kind: 'cancel' }, money: undefined }],
  [
    'cancel what does not renew',
    { kind: 'cancel' },
    saleState({ subscription: { renews: false, endsAt: 1 }, can: {} }),
    ['kind', 'The subscription does not renew any more.'],
  ],
  [
    'cancel where the market cannot',
    { kind: 'cancel' },
    saleState(),
    ['kind', 'Steam cannot cancel the renewal of this from here.'],
  ],
  [
    'extend by the most days',
    { kind: 'extend', days: 30 },
    running,
    { action: { kind: 'extend', days: 30 }, money: undefined },
  ],
  [
    'extend by a day more',
    { kind: 'extend', days: 31 },
    running,
    ['days', 'Steam allows at most 30 days at once.'],
  ],
  [
    'defer',
    { kind: 'defer', days: 365 },
    running,
    { action: { kind: 'defer', days: 365 }, money: undefined },
  ],
  ['extend without days', { kind: 'extend' }, running, ['days', 'Send by how many days.']],
  [
    'defer where the market cannot',
    { kind: 'defer' },
    saleState(),
    ['kind', 'Steam cannot defer this.'],
  ],
  [
    'days of a refund',
    { kind: 'refund', days: 3 },
    saleState(),
    ['days', 'An action of the kind refund has no days.'],
  ],
  [
    'an amount of a cancellation',
    { kind: 'cancel', amount: '3' },
    running,
    ['amount', 'An action of the kind cancel has no amount.'],
  ],
];

for (const [name, ask, now, outcome, traits] of CASES) {
  test(name, () => {
    const checked = checkAction(ask, now, 'Steam', traits);
    if (!Array.isArray(outcome)) assert.deepEqual(checked, outcome);
    else {
      const [field, detail] = outcome;
      assert.deepEqual(checked, { rejected: 'INVALID', field, detail });
    }
  });
}
