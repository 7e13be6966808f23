// Which refunds and disputes are causes, which of them together have a consequence, and for how long.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CancellationTable } from '../../storage/schema.ts';
import {
  type Cause,
  causeOf,
  groupCauses,
  stillHolds,
  termOf,
  type UndonePurchase,
} from './causes.ts';

const DAY = 86_400_000;

const purchase = (more: Partial<UndonePurchase> = {}): UndonePurchase => ({
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
  cause: string,
  state: CancellationTable['state'],
  at: number,
): CancellationTable => ({
  game_index: 1,
  appid: 'app',
  provider: 'APPLE',
  unique_key: 'one',
  cause,
  reported_at: at,
  last_at: at,
  state,
  amount: null,
  quantity: null,
  reason: null,
  received_at: at,
  action_id: null,
});

describe('causes', () => {
  const given = [report('refund', 'given', 1_000)];
  const open = [report('dispute a', 'open', 2_000)];
  const lost = [...open, report('dispute a', 'lost', 3_000)];
  for (const [what, when, more, reports, expected] of [
    ['a refund', { causes: ['refund'] }, {}, given, ['refund', 1_000]],
    [
      'a refund by the studio',
      { causes: ['refund', 'undone_after_delivery'] },
      { delivery: 1 },
      given.map((each) => ({ ...each, action_id: 'a1' })),
      undefined,
    ],
    [
      'a refund taken back',
      { causes: ['refund'] },
      {},
      [...given, report('refund', 'restored', 2_000)],
      undefined,
    ],
    ['a part of it', { causes: ['refund'] }, {}, [report('refund', 'partial', 1_000)], undefined],
    [
      'a refund that is pending',
      { causes: ['refund'] },
      {},
      [report('refund', 'pending', 1_000)],
      undefined,
    ],
    ['an open dispute', { causes: ['chargeback'] }, {}, open, ['chargeback', 2_000]],
    ['a lost dispute', { causes: ['chargeback'] }, {}, lost, ['chargeback', 3_000]],
    [
      'a dispute won',
      { causes: ['chargeback'] },
      {},
      [...open, report('dispute a', 'won', 3_000)],
      undefined,
    ],
    [
      'the first of two disputes',
      { causes: ['chargeback'] },
      {},
      [...open, report('dispute b', 'open', 5_000)],
      ['chargeback', 2_000],
    ],
    ['only when it is lost: open', { causes: ['dispute_lost'] }, {}, open, undefined],
    ['only when it is lost: lost', { causes: ['dispute_lost'] }, {}, lost, ['dispute_lost', 3_000]],
    ['a refund is no dispute', { causes: ['chargeback', 'dispute_lost'] }, {}, given, undefined],
    ['a dispute is no refund', { causes: ['refund'] }, {}, lost, undefined],
    [
      'the first kind that fits',
      { causes: ['dispute_lost', 'refund'] },
      {},
      given,
      ['refund', 1_000],
    ],
    ['after delivery: not reported', { causes: ['undone_after_delivery'] }, {}, given, undefined],
    [
      'after delivery: taken back',
      { causes: ['undone_after_delivery'] },
      { delivery: 3 },
      given,
      undefined,
    ],
    [
      'after delivery: delivered',
      { causes: ['undone_after_delivery'] },
      { delivery: 1 },
      given,
      ['undone_after_delivery', 1_000],
    ],
    [
      'after delivery: disputed',
      { causes: ['undone_after_delivery'] },
      { delivery: 1 },
      open,
      ['undone_after_delivery', 2_000],
    ],
    [
      'after delivery: a refund that is pending',
      { causes: ['undone_after_delivery'] },
      { delivery: 1 },
      [report('refund', 'pending', 1_000)],
      undefined,
    ],
    ['a test purchase', { causes: ['refund'] }, { test: 1 }, given, undefined],
    ['another market', { causes: ['refund'], markets: ['GOOGLE'] }, {}, given, undefined],
    ['the market', { causes: ['refund'], markets: ['APPLE'] }, {}, given, ['refund', 1_000]],
    ['another product', { causes: ['refund'], products: ['gems'] }, {}, given, undefined],
    [
      'another currency',
      { causes: ['refund'], money: { amount: '1', currency: 'EUR' } },
      {},
      given,
      undefined,
    ],
    [
      'the currency',
      { causes: ['refund'], money: { amount: '1', currency: 'USD' } },
      {},
      given,
      ['refund', 1_000],
    ],
    [
      'no price',
      { causes: ['refund'], money: { amount: '1', currency: 'USD' } },
      { price: null },
      given,
      undefined,
    ],
  ] as const) {
    test(what, () => {
      const bought = purchase(more as Partial<UndonePurchase>);
      const cause = causeOf(when as unknown as Parameters<typeof causeOf>[0], bought, reports);
      assert.deepEqual(cause && [cause.kind, cause.at], expected);
      if (cause) assert.equal(stillHolds(cause, bought, reports), true);
    });
  }

  test('what the cause was is looked at, not whether the purchase is undone otherwise', () => {
    const cause = causeOf({ causes: ['refund'] }, purchase(), given) as Cause;
    assert.equal(stillHolds(cause, purchase(), open), false);
  });
});

describe('consequences', () => {
  const cause = (at: number, amount = '1.00'): Cause => ({
    provider: 'APPLE',
    unique_key: `at ${at}`,
    kind: 'refund',
    transaction_id: '',
    service_transaction_id: '',
    product_id: 'gold',
    amount,
    currency: 'USD',
    at,
  });
  const times = (groups: Cause[][]) => groups.map((group) => group.map(({ at }) => at / DAY));

  test('one each by default', () => {
    const groups = groupCauses({ causes: ['refund'] }, [cause(2 * DAY), cause(DAY)]);
    assert.deepEqual(times(groups), [[1], [2]]);
  });

  test('of the same moment, in the order of their keys, however they are read', () => {
    const [one, other] = [
      { ...cause(DAY), unique_key: 'a' },
      { ...cause(DAY), unique_key: 'b' },
    ];
    for (const causes of [
      [one, other],
      [other, one],
    ]) {
      assert.deepEqual(groupCauses({ causes: ['refund'] }, causes), [[one], [other]]);
    }
  });

  test('two within three days: a day that is exactly three days ago is too old', () => {
    const when = { causes: ['refund' as const], count: 2, days: 3 };
    const days = [1, 4, 6, 7, 9];
    assert.deepEqual(
      times(
        groupCauses(
          when,
          days.map((day) => cause(day * DAY)),
        ),
      ),
      [
        [4, 6],
        [7, 9],
      ],
    );
  });

  test('thirty days without a number', () => {
    const when = { causes: ['refund' as const], count: 2 };
    assert.deepEqual(times(groupCauses(when, [cause(DAY), cause(30.9 * DAY)])), [[1, 30.9]]);
    assert.deepEqual(groupCauses(when, [cause(DAY), cause(31 * DAY)]), []);
  });

  test('money adds up exactly', () => {
    const when = { causes: ['refund' as const], money: { amount: '0.3', currency: 'USD' } };
    assert.deepEqual(times(groupCauses(when, [cause(DAY, '0.1'), cause(2 * DAY, '0.2')])), [
      [1, 2],
    ]);
    assert.deepEqual(groupCauses(when, [cause(DAY, '0.1'), cause(2 * DAY, '0.1999')]), []);
  });

  test('steps grow, and the last one repeats', () => {
    const steps = [{ period_days: 7 }, { permanent: true as const }];
    assert.deepEqual(
      [0, 1, 5].map((earlier) => termOf(steps, earlier, DAY)),
      [
        { step: 1, until: 8 * DAY },
        { step: 2, until: null },
        { step: 2, until: null },
      ],
    );
  });
});
