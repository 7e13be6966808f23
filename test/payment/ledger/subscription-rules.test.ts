// A subscription after a report of its market, as tables: in any order of arrival, and without forgetting a refund.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  goneSubscription,
  nextSubscription,
} from '../../../src/payment/ledger/subscription-state.ts';
import type { Cancellation } from '../../../src/payment/markets/cancellation.ts';
import type { SubscriptionState } from '../../../src/payment/markets/subscription.ts';
import type { SubscriptionTable } from '../../../src/storage/schema.ts';
import { NOW, OTHER, OWNER, stateOf, subscriptionRow } from './rows.ts';

const next = (
  old: SubscriptionTable | undefined,
  state: SubscriptionState,
  owner: string | null = OWNER,
) => nextSubscription(old, { appid: 'app', gameIndex: 1 }, state, owner, NOW);

describe('the first report', () => {
  const created = { created_at: NOW, updated_at: NOW };

  test('is taken as it is', () => {
    assert.deepEqual(next(undefined, stateOf()), { ...subscriptionRow(), ...created });
  });

  test('with everything that a market may say', () => {
    const state = stateOf({
      test: true,
      lifecycle: { status: 'grace', autoRenewProductId: 'silver', graceUntil: 6_000 },
      cycle: { refundedAt: 90 },
    });
    assert.deepEqual(next(undefined, state, null), {
      ...subscriptionRow({
        account_uuid: null,
        auto_renew_product_id: 'silver',
        status: 'grace',
        grace_until: 6_000,
        refunded_at: 90,
        test: 1,
      }),
      ...created,
    });
  });

  const assumed: [string, Partial<SubscriptionState['cycle']>, SubscriptionTable['status']][] = [
    ['not over', { expiresAt: NOW + 1 }, 'active'],
    ['over', { expiresAt: NOW }, 'expired'],
    ['without an end', { expiresAt: null }, 'active'],
    ['refunded', { expiresAt: NOW + 1, refundedAt: 90 }, 'revoked'],
    ['refunded at the beginning of time', { expiresAt: NOW + 1, refundedAt: 0 }, 'revoked'],
  ];
  for (const [name, cycle, status] of assumed) {
    test(`only a cycle, ${name}: ${status}, until the market says more`, () => {
      assert.deepEqual(next(undefined, stateOf({ lifecycle: undefined, cycle })), {
        ...subscriptionRow({
          status,
          auto_renew_product_id: null,
          expires_at: cycle.expiresAt ?? null,
          refunded_at: cycle.refundedAt ?? null,
          said_at: 0,
        }),
        ...created,
      });
    });
  }
});

describe('a later report', () => {
  const held = { status: 'hold', autoRenewProductId: null, graceUntil: 70 } as const;
  const heldRow = { status: 'hold', auto_renew_product_id: null, grace_until: 70 } as const;
  const cases: [
    string,
    Partial<SubscriptionTable>,
    Parameters<typeof stateOf>[0],
    Partial<SubscriptionTable>,
  ][] = [
    [
      'of its lifecycle',
      {},
      { reportedAt: 150, lifecycle: held },
      { ...heldRow, said_at: 150, cycle_said_at: 150, updated_at: NOW },
    ],
    [
      'of its lifecycle, at the same moment',
      {},
      { lifecycle: held },
      { ...heldRow, updated_at: NOW },
    ],
    [
      'of the same cycle, at the same moment',
      {},
      { lifecycle: undefined, cycle: { expiresAt: 6_000 } },
      { expires_at: 6_000, updated_at: NOW },
    ],
    ['that only confirms', {}, { reportedAt: 150 }, { said_at: 150, cycle_said_at: 150 }],
    [
      'without a lifecycle',
      { said_at: 0 },
      { reportedAt: 150, lifecycle: undefined, cycle: { expiresAt: 6_000 } },
      { cycle_said_at: 150, expires_at: 6_000, updated_at: NOW },
    ],
    [
      'of the next cycle',
      { refunded_at: 80 },
      {
        reportedAt: 150,
        cycle: { uniqueKey: 'c2', place: 60, productId: 'silver', expiresAt: 9_000 },
      },
      {
        cycle_key: 'c2',
        cycle_at: 60,
        product_id: 'silver',
        expires_at: 9_000,
        refunded_at: null,
        said_at: 150,
        cycle_said_at: 150,
        updated_at: NOW,
      },
    ],
    [
      'of the next cycle that was refunded',
      {},
      { reportedAt: 150, cycle: { uniqueKey: 'c2', place: 50, refundedAt: 140 } },
      { cycle_key: 'c2', refunded_at: 140, said_at: 150, cycle_said_at: 150, updated_at: NOW },
    ],
    [
      'of an older cycle changes only the lifecycle',
      {},
      { reportedAt: 150, lifecycle: held, cycle: { uniqueKey: 'c0', place: 49, refundedAt: 140 } },
      { ...heldRow, said_at: 150, updated_at: NOW },
    ],
    [
      'of the next cycle, in an old report',
      {},
      { reportedAt: 90, lifecycle: held, cycle: { uniqueKey: 'c2', place: 60 } },
      { cycle_key: 'c2', cycle_at: 60, cycle_said_at: 90, updated_at: NOW },
    ],
    [
      'that names the first payment',
      { original_transaction_id: null },
      {},
      { original_transaction_id: 'o1', updated_at: NOW },
    ],
    ['that names another first payment', { original_transaction_id: 'o0' }, {}, {}],
    [
      'of a cycle whose place moved',
      {},
      { reportedAt: 150, cycle: { place: 55 } },
      { cycle_at: 55, said_at: 150, cycle_said_at: 150 },
    ],
    [
      'of a refund',
      {},
      { reportedAt: 150, cycle: { refundedAt: 140 } },
      { refunded_at: 140, said_at: 150, cycle_said_at: 150, updated_at: NOW },
    ],
    [
      'of the cycle that does not repeat the refund',
      { refunded_at: 80 },
      { reportedAt: 150, cycle: { expiresAt: 6_000 } },
      { expires_at: 6_000, said_at: 150, cycle_said_at: 150, updated_at: NOW },
    ],
    [
      'that dates the refund anew',
      { refunded_at: 80 },
      { reportedAt: 150, cycle: { refundedAt: 85 } },
      { refunded_at: 85, said_at: 150, cycle_said_at: 150, updated_at: NOW },
    ],
    [
      'of the reversal of a refund',
      { refunded_at: 80 },
      { reportedAt: 150, cycle: { cancellations: [{ kind: 'refund', state: 'restored' }] } },
      { refunded_at: null, said_at: 150, cycle_said_at: 150, updated_at: NOW },
    ],
    [
      'of another change of the refund',
      { refunded_at: 80 },
      { reportedAt: 150, cycle: { cancellations: givenAndPending() } },
      { said_at: 150, cycle_said_at: 150 },
    ],
  ];
  for (const [name, before, report, after] of cases) {
    test(name, () => {
      const old = subscriptionRow(before);
      assert.deepEqual(next(old, stateOf(report)), { ...old, ...after });
    });
  }

  test('that says nothing new leaves the same row', () => {
    const old = subscriptionRow();
    assert.equal(next(old, stateOf()), old);
  });

  test('that is older leaves the same row', () => {
    const old = subscriptionRow();
    const report = { reportedAt: 99, lifecycle: held, cycle: { expiresAt: 1, refundedAt: 1 } };
    assert.equal(next(old, stateOf(report)), old);
  });

  test('with another owner', () => {
    const old = subscriptionRow();
    assert.deepEqual(next(old, stateOf(), OTHER), {
      ...old,
      account_uuid: OTHER,
      updated_at: NOW,
    });
  });
});

function givenAndPending(): readonly Cancellation[] {
  return [
    { kind: 'refund', state: 'given' },
    { kind: 'refund', state: 'pending' },
  ];
}

describe('one that the market has forgotten', () => {
  const over = { expires_at: NOW, auto_renew_product_id: 'gold' };

  test('has ended, once its time and its grace period are over', () => {
    for (const status of ['active', 'grace', 'hold', 'paused'] as const) {
      const old = subscriptionRow({ ...over, status, grace_until: NOW });
      const ended = { status: 'expired', auto_renew_product_id: null, grace_until: null } as const;
      const expected = { ...old, ...ended, said_at: NOW, updated_at: NOW };
      assert.deepEqual(goneSubscription(old, NOW), expected);
    }
  });

  test('stays as it is while it runs, and after its end', () => {
    for (const fields of [
      { expires_at: NOW + 1 },
      { ...over, status: 'grace', grace_until: NOW + 1 },
      { ...over, status: 'expired' },
      { ...over, status: 'revoked' },
    ] as const) {
      const old = subscriptionRow(fields);
      assert.equal(goneSubscription(old, NOW), old);
    }
  });
});
