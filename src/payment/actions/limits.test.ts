// How much somebody may still do today, and when a second person has to agree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ActionRules,
  type Asked,
  amountLeft,
  limitProblem,
  NO_RULES,
  needsSecondPerson,
  type Spent,
} from './limits.ts';

const usd = (amount: string | null): Asked => ({ amount, currency: 'USD' });
const NOTHING: Spent = { actions: 0, amounts: [] };
const LIMITED: Partial<ActionRules> = { daily_amounts: [{ amount: '100', currency: 'USD' }] };
const spent = (...amounts: string[]): Spent => ({
  actions: amounts.length,
  amounts: amounts.map((amount) => ({ amount, currency: 'USD' })),
});

const above = (amount: string, left: string): string =>
  `This refund of ${amount} USD is above your limit of 100 USD within 24 hours; ${left} USD are left.`;
const UNKNOWN =
  'Amounts are limited, and nobody knows the amount of this refund. An admin can raise the limits.';

const CASES: readonly [
  string,
  Partial<ActionRules>,
  Spent,
  Asked | undefined,
  string | undefined,
][] = [
  ['no limits', {}, spent('9999'), usd('9999'), undefined],
  ['the last action of a day', { daily_actions: 2 }, spent('1'), usd('1'), undefined],
  [
    'one too many',
    { daily_actions: 2 },
    spent('1', '1'),
    undefined,
    'You have reached the limit of 2 actions within 24 hours.',
  ],
  [
    'none at all',
    { daily_actions: 0 },
    NOTHING,
    usd('1'),
    'You have reached the limit of 0 actions within 24 hours.',
  ],
  ['exactly the rest', LIMITED, spent('40', '35'), usd('25.00'), undefined],
  ['a cent more', LIMITED, spent('40', '35'), usd('25.01'), above('25.01', '25')],
  ['nothing is left', LIMITED, spent('100.50'), usd('1'), above('1', '0')],
  ['what moves no money', LIMITED, spent('100'), undefined, undefined],
  ['an unknown amount', LIMITED, NOTHING, usd(null), UNKNOWN],
  ['an unknown currency', LIMITED, NOTHING, { amount: '1', currency: null }, UNKNOWN],
  [
    'a currency without a limit',
    LIMITED,
    NOTHING,
    { amount: '1', currency: 'KRW' },
    'The project limits refunds, and sets no limit for KRW.',
  ],
  [
    'other currencies take nothing of it',
    LIMITED,
    { actions: 1, amounts: [{ amount: '99999', currency: 'KRW' }] },
    usd('100'),
    undefined,
  ],
];

for (const [name, rules, before, asked, problem] of CASES) {
  test(`limits: ${name}`, () => {
    assert.equal(limitProblem({ ...NO_RULES, ...rules }, before, asked), problem);
  });
}

test('a project that has set nothing limits nobody, and lets operators not act', () => {
  const nothing = { daily_actions: null, daily_amounts: [], second_person_above: [] };
  assert.deepEqual(NO_RULES, { operators: false, ...nothing });
});

test('what is left, in the currency of the payment', () => {
  const rules = { ...NO_RULES, ...LIMITED };
  assert.deepEqual(
    [
      amountLeft(rules, spent('40.10'), 'USD'),
      amountLeft(rules, spent('140'), 'USD'),
      amountLeft(rules, spent('40'), 'KRW'),
      amountLeft(rules, spent('40'), null),
      amountLeft(NO_RULES, spent('40'), 'USD'),
    ],
    ['59.9', '0', null, null, null],
  );
});

const THRESHOLD = [{ amount: '50', currency: 'USD' }];
const SECOND: readonly [string, ActionRules['second_person_above'], Asked | undefined, boolean][] =
  [
    ['no threshold', [], usd('9999'), false],
    ['no money', THRESHOLD, undefined, false],
    ['just the threshold', THRESHOLD, usd('50.00'), false],
    ['a cent more', THRESHOLD, usd('50.01'), true],
    ['an unknown amount', THRESHOLD, usd(null), true],
    ['another currency', THRESHOLD, { amount: '1', currency: 'KRW' }, true],
  ];

for (const [name, second_person_above, asked, expected] of SECOND) {
  test(`a second person: ${name}: ${expected}`, () => {
    assert.equal(needsSecondPerson({ ...NO_RULES, second_person_above }, asked), expected);
  });
}
