// What counts as a fact about a disputed purchase.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CancellationTable } from '../../storage/schema.ts';
import { type FactPurchase, isRefunded, nearest, othersOf, sumsOf, undoubted } from './facts.ts';

const DAY_MS = 86_400_000;
const PAID = Date.UTC(2026, 10, 15, 12);

const report = (
  cause: string,
  state: CancellationTable['state'],
  more: Partial<CancellationTable> = {},
): CancellationTable => ({
  ...{ game_index: 1, appid: 'app', provider: 'PG', unique_key: 'H7', cause, state },
  ...{ reported_at: PAID, last_at: PAID, received_at: PAID },
  ...{ amount: null, quantity: null, reason: null, action_id: null },
  ...more,
});

describe('a refund is on record', () => {
  const later = { reported_at: PAID + 1, last_at: PAID + 1 };
  for (const [name, reports, expected] of [
    ['nothing', [], false],
    ['given', [report('refund', 'given')], true],
    ['a part', [report('refund', 'partial')], true],
    ['on its way', [report('refund', 'pending')], true],
    ['failed', [report('refund', 'restored')], false],
    [
      'given, and failed later',
      [report('refund', 'given'), report('refund', 'restored', later)],
      false,
    ],
    [
      'failed, and given later',
      [report('refund', 'restored'), report('refund', 'given', later)],
      true,
    ],
    ['a dispute', [report('dispute du_1', 'lost')], false],
    [
      'a dispute beside a refund',
      [report('dispute du_1', 'open'), report('refund', 'given')],
      true,
    ],
  ] as const) {
    test(name, () => assert.equal(isRefunded(reports), expected));
  }
});

test('purchases that are refunded or were ever disputed do not count', () => {
  const names = ['H1', 'H2', 'H3', 'H4', 'H5'].map((unique_key) => ({
    provider: 'PG' as const,
    unique_key,
  }));
  const reports = [
    report('refund', 'partial', { unique_key: 'H1' }),
    report('dispute du_2', 'won', { unique_key: 'H2' }),
    report('refund', 'restored', { unique_key: 'H3' }),
    report('refund', 'given', { unique_key: 'H4', provider: 'APPLE' }),
    report('refund', 'restored', { unique_key: 'H5' }),
    report('dispute du_5', 'open', { unique_key: 'H5' }),
  ];
  assert.deepEqual(
    undoubted(names, reports).map(({ unique_key }) => unique_key),
    ['H3', 'H4'],
  );
});

test('the hundred logins nearest to the payment, in the order of time', () => {
  const login = (minutes: number) => ({ did: 11n, at: PAID + minutes * 60_000, until: null });
  const minutes = (logins: readonly { readonly at: number }[]) =>
    logins.map(({ at }) => (at - PAID) / 60_000);
  assert.deepEqual(minutes(nearest([5, -3, 0].map(login), PAID)), [-3, 0, 5]);
  const after = Array.from({ length: 100 }, (_, index) => 2 * index + 1);
  const before = Array.from({ length: 10 }, (_, index) => -2 * index - 2);
  assert.deepEqual(minutes(nearest([...after, ...before].map(login), PAID)), [
    ...before.toReversed(),
    ...after.slice(0, 90),
  ]);
});

test('earlier purchases, and those that may be taken for the payment', () => {
  const purchase = (serviceId: string, at: number, productId = 'gems'): FactPurchase => ({
    ...{ serviceId, productId, at, amount: '1', currency: 'USD' },
    ...{ delivered: true, chargeId: undefined },
  });
  const purchases = [
    purchase('PG_1', PAID + 2 * DAY_MS + 1),
    purchase('PG_2', PAID + 2 * DAY_MS),
    purchase('PG_3', PAID, 'gold'),
    purchase('PG_4', PAID),
    purchase('PG_7', PAID),
    purchase('PG_5', PAID - 1, 'gold'),
    purchase('PG_6', PAID - 2 * DAY_MS),
    purchase('PG_8', PAID - 2 * DAY_MS - 1),
  ];
  const others = (serviceId: string | undefined) => {
    const { earlier, alike } = othersOf(purchases, { serviceId, productId: 'gems', paidAt: PAID });
    const ids = (list: readonly FactPurchase[]) => list.map((each) => each.serviceId);
    return { earlier: ids(earlier), alike: ids(alike) };
  };
  assert.deepEqual(others('PG_7'), {
    earlier: ['PG_5', 'PG_6', 'PG_8'],
    alike: ['PG_2', 'PG_4', 'PG_6'],
  });
  assert.deepEqual(others('PG_6'), {
    earlier: ['PG_5', 'PG_8'],
    alike: ['PG_2', 'PG_4', 'PG_7'],
  });
  assert.deepEqual(others(undefined), {
    earlier: ['PG_5', 'PG_6', 'PG_8'],
    alike: ['PG_2', 'PG_4', 'PG_7', 'PG_6'],
  });
});

test('sums are exact, by currency', () => {
  assert.deepEqual(
    sumsOf([
      { amount: '0.10', currency: 'USD' },
      { amount: '0.20', currency: 'USD' },
      { amount: '1200', currency: 'KRW' },
      { amount: '5', currency: null },
      { amount: null, currency: 'EUR' },
      { amount: '0.5', currency: 'EUR' },
    ]),
    [
      { currency: 'EUR', amount: '0.50' },
      { currency: 'KRW', amount: '1200' },
      { currency: 'USD', amount: '0.30' },
    ],
  );
});
