// What is reported of refunds, disputes and corrections, so that the books of the store say what happened.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CancellationTable } from '../../storage/schema.ts';
import {
  type Change,
  changesFor,
  givenBack,
  linesOf,
  retaxed,
  taxWithin,
  thousandths,
  unitOf,
} from './lines.ts';

const sale = { kind: 'sale', line_id: 's', is_void: 0, amount: 9_900, tax: 900 } as const;
const refund = (line_id: string, amount: number, tax: number) =>
  ({ kind: 'refund', line_id, is_void: 0, amount, tax }) as const;
const correction = (line_id: string, amount: number, tax: number, is_void: 0 | 1 = 0) =>
  ({ kind: 'correction', line_id, is_void, amount, tax }) as const;

test('lines are as they were last corrected; Google takes no corrections', () => {
  const reports = [
    sale,
    refund('r', 3_000, 300),
    correction('r', 2_000, 200),
    correction('s', 9_900, 0),
  ];
  assert.deepEqual(linesOf('APPLE', reports), [
    { lineId: 's', kind: 'sale', amount: 9_900, tax: 0, isVoid: false },
    { lineId: 'r', kind: 'refund', amount: 2_000, tax: 200, isVoid: false },
  ]);
  assert.deepEqual(
    linesOf('GOOGLE', reports).map(({ amount, tax }) => [amount, tax]),
    [
      [9_900, 900],
      [3_000, 300],
    ],
  );
  assert.equal(linesOf('APPLE', [sale, correction('s', 1, 1, 1)])[0]?.isVoid, true);
  assert.deepEqual(linesOf('APPLE', [correction('x', 1, 1)]), []);
  assert.deepEqual(linesOf('APPLE', [{ ...sale, amount: null, tax: null }]), [
    { lineId: 's', kind: 'sale', amount: 0, tax: 0, isVoid: false },
  ]);
});

describe('what to report until the refunds come to an amount', () => {
  const cases: readonly (readonly [
    name: string,
    reports: readonly Parameters<typeof linesOf>[1][number][],
    given: number,
    changes: readonly Change[],
  ])[] = [
    ['nothing of no sale', [], 5, []],
    ['nothing when all is said', [sale, refund('r', 3_300, 300)], 3_300, []],
    ['the whole sale', [sale], 9_900, [{ kind: 'refund', amount: 9_900, tax: 900 }]],
    ['a part, with its tax', [sale], 3_300, [{ kind: 'refund', amount: 3_300, tax: 300 }]],
    [
      'the rest, with the rest of the tax',
      [sale, refund('r', 3_330, 300)],
      9_900,
      [{ kind: 'refund', amount: 6_570, tax: 600 }],
    ],
    [
      'a refund that was not one',
      [sale, refund('r', 9_900, 900)],
      0,
      [{ kind: 'correction', lineId: 'r', isVoid: true, amount: 9_900, tax: 900 }],
    ],
    [
      'less than was said, the newest first',
      [
        sale,
        refund('a', 3_300, 300),
        refund('b', 2_200, 200),
        refund('c', 2_200, 200),
        refund('d', 1_100, 100),
      ],
      4_400,
      [
        { kind: 'correction', lineId: 'd', isVoid: true, amount: 1_100, tax: 100 },
        { kind: 'correction', lineId: 'c', isVoid: true, amount: 2_200, tax: 200 },
        { kind: 'correction', lineId: 'b', amount: 1_100, tax: 100 },
      ],
    ],
    [
      'again, after it was taken back',
      [sale, refund('r', 9_900, 900), correction('r', 9_900, 900, 1)],
      1_100,
      [{ kind: 'refund', amount: 1_100, tax: 100 }],
    ],
  ];
  for (const [name, reports, given, changes] of cases) {
    test(name, () => assert.deepEqual(changesFor(linesOf('APPLE', reports), given, 10), changes));
  }
});

test('parts of the tax are whole units, and together the tax', () => {
  const whole = { amount: 9_900, tax: 1_010 };
  assert.equal(taxWithin(whole, 3_330, 10), 340);
  assert.equal(taxWithin(whole, 3_330, 1), 340);
  assert.equal(taxWithin(whole, 1, 1), 0);
  assert.equal(taxWithin(whole, 9_900, 1_000), 1_010);
  assert.equal(taxWithin({ amount: 0, tax: 0 }, 0, 10), 0);
  assert.deepEqual(
    ['KRW', 'USD', 'BHD', 'CLF', 'QQQ'].map((currency) => unitOf(currency, null)),
    [1_000, 10, 1, 1, 10],
  );
  assert.equal(unitOf('KRW', '0.001'), 1);
});

test('another tax of the sale changes that of its refunds', () => {
  const reports = [
    sale,
    refund('a', 3_300, 300),
    refund('v', 1, 0),
    correction('v', 1, 0, 1),
    refund('b', 6_600, 600),
  ];
  assert.deepEqual(retaxed(linesOf('APPLE', reports), 1_800, 10), [
    { kind: 'correction', lineId: 's', amount: 9_900, tax: 1_800 },
    { kind: 'correction', lineId: 'a', amount: 3_300, tax: 600 },
    { kind: 'correction', lineId: 'b', amount: 6_600, tax: 1_200 },
  ]);
  const thirds = [{ ...sale, amount: 10_000 }, refund('a', 3_300, 300), refund('b', 3_300, 300)];
  assert.deepEqual(
    retaxed(linesOf('APPLE', thirds), 50, 10).map(({ tax }) => tax),
    [50, 20, 10],
    'what was rounded up is missing from the next',
  );
  assert.deepEqual(retaxed([], 1, 10), []);
});

test('how much the buyer has back', () => {
  const report = (
    cause: string,
    state: CancellationTable['state'],
    amount: string | null,
    at = 5,
  ) => ({ cause, state, amount, reported_at: at, last_at: at }) as CancellationTable;
  const cases: readonly (readonly [readonly CancellationTable[], apple: string, google: string])[] =
    [
      [[], '0', '0'],
      [[report('refund', 'given', null)], '9.9', '9.9'],
      [[report('refund', 'given', '4')], '4', '4'],
      [[report('refund', 'partial', '3.3')], '3.3', '3.3'],
      [[report('refund', 'pending', '3.3')], '0', '0'],
      [[report('refund', 'restored', null)], '0', '0'],
      [[report('dispute a', 'open', '9.9')], '9.9', '0'],
      [[report('dispute a', 'lost', null)], '9.9', '9.9'],
      [[report('dispute a', 'won', '9.9')], '0', '0'],
      [[report('refund', 'partial', '3.3'), report('dispute a', 'lost', '9.9')], '9.9', '9.9'],
      [[report('refund', 'given', null, 1), report('refund', 'restored', null, 2)], '0', '0'],
    ];
  for (const [reports, apple, google] of cases) {
    assert.equal(givenBack('APPLE', '9.90', reports).amount, apple);
    assert.equal(givenBack('GOOGLE', '9.90', reports).amount, google);
  }
  assert.equal(givenBack('APPLE', '9.90', []).at, undefined);
  const two = [report('refund', 'partial', '1', 3), report('dispute a', 'won', null, 8)];
  assert.equal(givenBack('APPLE', '9.90', two).at, 8);
});

test('amounts are thousandths, in the currency of the report', () => {
  assert.equal(thousandths('9.90', null), 9_900);
  assert.equal(thousandths('12000', null), 12_000_000);
  assert.equal(thousandths('72.13', '0.0251'), 1_810);
  assert.equal(thousandths('0.0005', null), 1);
});
