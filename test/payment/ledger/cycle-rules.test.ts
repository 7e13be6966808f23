// What a report of a subscription records, tells and counts, as tables: cycles, owners, payloads, events.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applySubscription, type Claim } from '../../../src/payment/ledger/subscriptions.ts';
import type { Cancellation } from '../../../src/payment/markets/cancellation.ts';
import type { SubscriptionState } from '../../../src/payment/markets/subscription.ts';
import type {
  CancellationTable,
  PurchaseTable,
  SubscriptionTable,
} from '../../../src/storage/schema.ts';
import {
  cancellationRow,
  eventsOf,
  NOW,
  OTHER,
  OWNER,
  openWork,
  purchaseRow,
  stateOf,
  subscriptionRow,
} from './rows.ts';

const CLAIM: Claim = {
  accountUuid: OWNER.toUpperCase(),
  payload: 'mine',
  requestType: 2,
  clientId: 'client',
  appVersion: '1.2',
  country: 'KR',
  language: 'ko',
  serverId: 'eu',
  projectInfo: '{}',
};
const FOLLOW_UP = { kind: 'google.grant', id: 'j1', payload: { token: 'r1' } };
const cycleRow = (fields: Partial<PurchaseTable> = {}) =>
  purchaseRow({
    kind: 'subscription',
    subscription_id: 's1',
    claimed: 0,
    product_id: 'gold',
    ...fields,
  });
const known = { subscriptions: [subscriptionRow()], purchases: [cycleRow()] };
const renewal = { uniqueKey: 'c2', storeTransactionId: 'st2', place: 60, expiresAt: 9_000 };

function apply(loaded: Parameters<typeof openWork>[0], state: SubscriptionState, claim?: Claim) {
  const work = openWork(loaded);
  const applied = applySubscription(work, { state, claim });
  return { ...applied, work, events: eventsOf(work) };
}

describe('a cycle that is new', () => {
  test('is recorded whole for the app server that verifies it', () => {
    const { cycle, duplicated, work, events } = apply({}, stateOf(), CLAIM);
    const { transaction_id, receipt_hash, ...rest } = cycle as PurchaseTable;
    assert.match(transaction_id, /^[0-9a-f-]{36}$/);
    assert.match(receipt_hash, /^[\w-]{43}$/);
    assert.deepEqual(rest, {
      game_index: 1,
      appid: 'app',
      provider: 'APPLE',
      unique_key: 'c1',
      payment_key: null,
      number: 40,
      verified_at: 900,
      provider_transaction_id: 'st1',
      store_transaction_id: 'st1',
      product_id: 'gold',
      quantity: 1,
      consumption: null,
      ownership: null,
      permanent: null,
      price: '9.99',
      currency: 'USD',
      cancel_state: 0,
      cancel_said_at: null,
      test: 0,
      price_verify_key: null,
      receipt: 'r1',
      market_result: '{"status":1}',
      purchased_at: 50,
      purchase_date_source: 'STORE_PAYMENT',
      delivery: null,
      delivery_at: null,
      kind: 'subscription',
      subscription_id: 's1',
      claimed: 1,
      claimed_by: 'client',
      claimed_at: NOW,
      account_uuid: OWNER,
      account_compare: 9,
      payload: 'mine',
      request_type: 2,
      app_version: '1.2',
      country: 'KR',
      language: 'ko',
      server_id: 'eu',
      project_info: '{}',
    });
    assert.equal(duplicated, false);
    assert.deepEqual(events, ['purchase.verified']);
    assert.equal(work.changes().subscriptions.length, 1);
  });

  test('is recorded unclaimed when only the market reports it', () => {
    const { cycle, events } = apply(
      { subscriptions: [subscriptionRow()], purchases: [cycleRow({ payload: 'mine' })] },
      stateOf({
        reportedAt: 150,
        test: true,
        marketAccountId: OWNER,
        cycle: { ...renewal, purchasedAt: null },
      }),
    );
    const { claimed, claimed_by, claimed_at, account_uuid, account_compare, payload } =
      cycle as PurchaseTable;
    assert.deepEqual(
      { claimed, claimed_by, claimed_at, account_uuid, account_compare, payload },
      {
        claimed: 0,
        claimed_by: null,
        claimed_at: null,
        account_uuid: OWNER,
        account_compare: 1,
        payload: 'mine',
      },
    );
    const { request_type, app_version, country, language, server_id, project_info, test } =
      cycle as PurchaseTable;
    assert.deepEqual(
      [request_type, app_version, country, language, server_id, project_info, test],
      [1, null, null, null, null, null, 1],
    );
    assert.equal(cycle?.purchase_date_source, 'VERIFIED');
    assert.deepEqual(events, ['subscription.renewed']);
  });

  test('has no account while nobody knows whose it is', () => {
    const { cycle, subscription, events } = apply({}, stateOf({ marketAccountId: 'no uuid' }));
    const { claimed, account_uuid, account_compare } = cycle;
    assert.deepEqual([claimed, account_uuid, account_compare], [0, '', 9]);
    assert.equal(subscription.account_uuid, null);
    assert.deepEqual(events, []);
  });

  test('is looked at later if it is the first one, paid, and running', () => {
    const kinds = (...args: Parameters<typeof apply>) =>
      apply(...args).work.jobs.map(({ kind }) => kind);
    const lifecycle = { status: 'expired', autoRenewProductId: null, graceUntil: null } as const;
    assert.deepEqual(kinds({}, stateOf()), ['purchase.unclaimed']);
    assert.deepEqual(kinds({}, stateOf(), CLAIM), []);
    assert.deepEqual(kinds({}, stateOf({ lifecycle })), []);
    assert.deepEqual(kinds({}, stateOf({ cycle: { ownership: 'FAMILY_SHARED' } })), []);
    assert.deepEqual(kinds({ cancellations: [cancellationRow()] }, stateOf()), []);
    assert.deepEqual(
      kinds({ subscriptions: [subscriptionRow()] }, stateOf({ cycle: renewal })),
      [],
    );
  });

  test('shows that others were missed if it begins after the end of the one on record', () => {
    const missed = { kind: 'apple.missed-cycles', id: 'm1', payload: { until: 1 } };
    const expires_at = 400_000;
    const jobs = (cycle: object, row: object = {}) =>
      apply(
        { subscriptions: [subscriptionRow({ expires_at, ...row })], purchases: [cycleRow()] },
        stateOf({ missed, cycle: { ...renewal, ...cycle } }),
      ).work.jobs;
    const job = { ...missed, payload: { until: 1, since: 50 }, appid: 'app', gameIndex: 1 };
    assert.deepEqual(jobs({ place: expires_at + 60_001 }), [job]);
    assert.deepEqual(jobs({ place: expires_at + 60_000 }), []);
    assert.deepEqual(jobs({ place: expires_at + 60_001 }, { expires_at: null }), []);
    assert.deepEqual(jobs({ place: 500_000 }, { cycle_at: 600_000 }), []);
    assert.deepEqual(apply({}, stateOf({ missed }), CLAIM).work.jobs, []);
  });

  test('shows that others were missed if it is not the first, and nothing is on record', () => {
    const missed = { kind: 'apple.missed-cycles', id: 'm1', payload: { until: 1 } };
    const jobs = (place: number, beganAt?: number) =>
      apply({}, stateOf({ missed, beganAt, cycle: { place } }), CLAIM).work.jobs;
    const job = { ...missed, payload: { until: 1, since: 99 }, appid: 'app', gameIndex: 1 };
    assert.deepEqual(jobs(60_101, 100), [job]);
    assert.deepEqual(jobs(60_100, 100), []);
    assert.deepEqual(jobs(60_101), []);
  });

  test('of which a part went back before says so to the app server that verifies it', () => {
    const part: Cancellation = { kind: 'refund', state: 'partial', amount: '1.00' };
    const state = stateOf({ cycle: { cancellations: [part] } });
    assert.deepEqual(apply({}, state, CLAIM).events, [
      'purchase.verified',
      'purchase.partially_refunded',
    ]);
    assert.deepEqual(apply({}, state).events, []);
  });

  test('counts a refund that was reported before it', () => {
    const { cycle, events } = apply({ cancellations: [cancellationRow()] }, stateOf(), CLAIM);
    assert.deepEqual([cycle?.cancel_state, cycle?.cancel_said_at], [1, 500]);
    assert.deepEqual(events, ['purchase.verified']);
  });
});

describe('a cycle that another device reports with another id', () => {
  const paid = { paymentKey: 'cycle 7' };
  const before = {
    subscriptions: [subscriptionRow()],
    purchases: [cycleRow({ payment_key: 'cycle 7', claimed: 1 })],
  };

  test('says what was paid when it is recorded', () => {
    assert.equal(apply({}, stateOf({ cycle: paid }), CLAIM).cycle?.payment_key, 'cycle 7');
  });

  test('is a duplicate of the one on record, which stays the newest', () => {
    const restored = stateOf({ cycle: { uniqueKey: 'c2', storeTransactionId: 'st2', ...paid } });
    const { cycle, duplicated, subscription, work, events } = apply(before, restored, CLAIM);
    assert.deepEqual([cycle?.unique_key, duplicated, events], ['c1', true, []]);
    assert.equal(subscription.cycle_key, 'c1');
    assert.deepEqual(work.changes().added, []);
  });

  test('is a renewal when it was paid again', () => {
    const renewed = stateOf({ cycle: { ...renewal, paymentKey: 'cycle 8' } });
    const { cycle, duplicated, subscription } = apply(before, renewed, CLAIM);
    assert.deepEqual([cycle?.unique_key, duplicated, subscription.cycle_key], ['c2', false, 'c2']);
  });
});

describe('the owner', () => {
  const cases: [string, Parameters<typeof apply>, string | null][] = [
    [
      'the account that the market names',
      [known, stateOf({ marketAccountId: OTHER.toUpperCase() }), CLAIM],
      OTHER,
    ],
    ['not a name that is no account', [{}, stateOf({ marketAccountId: 'somebody' }), CLAIM], OWNER],
    ['not a name around an account', [{}, stateOf({ marketAccountId: `x${OTHER}` }), CLAIM], OWNER],
    [
      'not an account with more behind it',
      [{}, stateOf({ marketAccountId: `${OTHER}x` }), CLAIM],
      OWNER,
    ],
    ['the first to verify', [{}, stateOf(), CLAIM], OWNER],
    ['not the second to verify', [known, stateOf(), { ...CLAIM, accountUuid: OTHER }], OWNER],
    [
      'the owner of the subscription that it replaces',
      [
        { subscriptions: [subscriptionRow({ subscription_id: 's0', account_uuid: OTHER })] },
        stateOf({ replaces: 's0' }),
      ],
      OTHER,
    ],
    ['nobody', [{}, stateOf()], null],
  ];
  for (const [name, input, owner] of cases) {
    test(`is ${name}`, () => assert.equal(apply(...input).subscription.account_uuid, owner));
  }
});

describe('a cycle that is known', () => {
  test('gets its claim once', () => {
    const { cycle, duplicated, work, events } = apply(known, stateOf(), CLAIM);
    assert.equal(duplicated, false);
    assert.deepEqual(
      [cycle?.claimed, cycle?.claimed_by, cycle?.claimed_at, cycle?.payload, cycle?.number],
      [1, 'client', NOW, 'mine', 7],
    );
    assert.deepEqual(work.changes().changed, [cycle]);
    assert.equal(cycle.verified_at, 20);
    assert.deepEqual(events, ['purchase.verified']);
  });

  test('is as new as one that is added, if nobody knew whose it was', () => {
    const nobodys = cycleRow({ account_uuid: '', account_compare: 9 });
    const { cycle, work } = apply({ ...known, purchases: [nobodys] }, stateOf(), CLAIM);
    assert.deepEqual([cycle.verified_at, cycle.number, cycle.account_uuid], [900, 7, OWNER]);
    assert.deepEqual([work.changes().claimed, work.changes().changed], [[cycle], []]);
  });

  test('is a duplicate when it was claimed, and stays as it is', () => {
    const row = cycleRow({ claimed: 1, claimed_by: 'first' });
    const { cycle, duplicated, work, events } = apply(
      { ...known, purchases: [row] },
      stateOf(),
      CLAIM,
    );
    assert.deepEqual([cycle, duplicated, events], [row, true, []]);
    assert.deepEqual(work.changes().changed, []);
  });

  test('is left alone by the market', () => {
    const { cycle, duplicated, work, events } = apply(known, stateOf());
    assert.deepEqual([cycle, duplicated, events], [known.purchases[0], false, []]);
    assert.deepEqual([work.changes().changed, work.changes().subscriptions], [[], []]);
  });

  test('is refunded by the report that says so, which is the one thing told', () => {
    const { cycle, events } = apply(
      known,
      stateOf({
        reportedAt: 150,
        lifecycle: { status: 'revoked', autoRenewProductId: null, graceUntil: null },
        cycle: { refundedAt: 140, cancellations: [{ kind: 'refund', state: 'given' }] },
      }),
    );
    assert.equal(cycle?.cancel_state, 1);
    assert.deepEqual(events, ['subscription.refunded']);
  });

  test('is disputed, and the change of the subscription is told too', () => {
    const { events } = apply(
      known,
      stateOf({
        reportedAt: 150,
        lifecycle: { status: 'revoked', autoRenewProductId: null, graceUntil: null },
        cycle: { cancellations: [{ kind: 'dispute', id: 'd', state: 'lost' }] },
      }),
    );
    assert.deepEqual(events, ['purchase.dispute_lost', 'subscription.expired']);
  });

  const ended = { status: 'revoked', autoRenewProductId: null, graceUntil: null } as const;
  const both: [string, readonly Cancellation[], readonly string[]][] = [
    [
      'a part of it',
      [{ kind: 'refund', state: 'partial' }],
      ['purchase.partially_refunded', 'subscription.expired'],
    ],
    [
      'disputed and refunded',
      [
        { kind: 'dispute', id: 'd', state: 'lost' },
        { kind: 'refund', state: 'given' },
      ],
      ['purchase.dispute_lost', 'subscription.refunded'],
    ],
  ];
  for (const [name, cancellations, events] of both) {
    test(`and ends: ${name}`, () => {
      const state = stateOf({ reportedAt: 150, lifecycle: ended, cycle: { cancellations } });
      assert.deepEqual(apply(known, state).events, events);
    });
  }

  test('tells of a change after the refund', () => {
    const { events } = apply(
      { ...known, purchases: [cycleRow({ cancel_state: 1 })], cancellations: [cancellationRow()] },
      stateOf({
        reportedAt: 600,
        lifecycle: { status: 'revoked', autoRenewProductId: null, graceUntil: null },
        cycle: { cancellations: [{ kind: 'refund', state: 'given' }] },
      }),
    );
    assert.deepEqual(events, ['subscription.expired']);
  });
});

describe('the date of a refund', () => {
  const newest = subscriptionRow({ refunded_at: 77 });
  const later = subscriptionRow({ cycle_key: 'c2', cycle_at: 60 });
  const given: Cancellation = { kind: 'refund', state: 'given', reportedAt: 300 };
  const shown = { refundedAt: 290, cancellations: [given] };
  const restored = cancellationRow({ state: 'restored', reported_at: 700 });
  const dispute = { cause: 'dispute d', state: 'lost' } as const;
  const shared = { ownership: 'FAMILY_SHARED' } as const;
  type Case = readonly [
    subscription: Partial<SubscriptionTable>,
    reports: readonly CancellationTable[],
    seen: Partial<SubscriptionState['cycle']>,
    row: Partial<PurchaseTable>,
    refundedAt: number | null,
  ];
  const cases: readonly (readonly [string, Case])[] = [
    ['of the newest cycle is that of the subscription', [newest, [], {}, {}, 77]],
    [
      'of the newest cycle, with the id of another device, is the same',
      [newest, [], { uniqueKey: 'c9', paymentKey: 'p' }, { payment_key: 'p' }, 77],
    ],
    ['is in the receipt of an earlier cycle', [later, [], shown, {}, 290]],
    [
      'is the first report, where that receipt does not know it',
      [later, [cancellationRow({ last_at: 900 })], {}, {}, 500],
    ],
    ['is that of the receipt, where both know it', [later, [cancellationRow()], shown, {}, 290]],
    ['is none after a reversal', [later, [cancellationRow(), restored], {}, {}, null]],
    [
      'is none after a reversal that the receipt does not know',
      [later, [restored], shown, {}, null],
    ],
    ['is none for a part', [later, [cancellationRow({ state: 'partial' })], {}, {}, null]],
    ['is none for a dispute', [later, [cancellationRow(dispute)], {}, {}, null]],
    ['is none for the end of a share', [later, [cancellationRow()], {}, shared, null]],
    ['is none where nothing is known', [later, [], {}, {}, null]],
  ];
  for (const [name, [subscription, cancellations, cycle, row, refundedAt]] of cases) {
    test(name, () => {
      const loaded = {
        subscriptions: [subscriptionRow(subscription)],
        purchases: [cycleRow(row)],
        cancellations,
      };
      const state = stateOf({ lifecycle: undefined, reportedAt: 50, cycle });
      assert.equal(apply(loaded, state).refundedAt, refundedAt);
    });
  }

  test('is told by no market that has none', () => {
    const google = { provider: 'GOOGLE' } as const;
    const loaded = {
      subscriptions: [subscriptionRow({ ...later, ...google })],
      purchases: [cycleRow(google)],
      cancellations: [cancellationRow(google)],
    };
    assert.equal(apply(loaded, stateOf(google)).refundedAt, null);
  });
});

describe('what is told of a change', () => {
  const lifecycle = (status: 'active' | 'hold' | 'expired' | 'revoked' | 'grace') => ({
    status,
    autoRenewProductId: 'gold',
    graceUntil: null,
  });
  const cases: [string, Parameters<typeof stateOf>[0], readonly string[]][] = [
    ['nothing new', { reportedAt: 150 }, []],
    ['on hold', { reportedAt: 150, lifecycle: lifecycle('hold') }, ['subscription.changed']],
    ['over', { reportedAt: 150, lifecycle: lifecycle('expired') }, ['subscription.expired']],
    ['revoked', { reportedAt: 150, lifecycle: lifecycle('revoked') }, ['subscription.expired']],
    [
      'the next cycle, and over',
      { reportedAt: 150, lifecycle: lifecycle('expired'), cycle: renewal },
      ['subscription.expired'],
    ],
    ['the next cycle', { reportedAt: 150, cycle: renewal }, ['subscription.renewed']],
  ];
  for (const [name, report, events] of cases) {
    test(name, () => {
      const applied = apply(known, stateOf(report));
      assert.deepEqual(applied.events, events);
    });
  }

  test('what has ended does not end again', () => {
    const over = { ...known, subscriptions: [subscriptionRow({ status: 'expired' })] };
    const applied = apply(over, stateOf({ reportedAt: 150, lifecycle: lifecycle('revoked') }));
    assert.deepEqual(applied.events, ['subscription.changed']);
  });

  test('the subscription as app servers see it', () => {
    const { work } = apply(
      known,
      stateOf({
        reportedAt: 150,
        lifecycle: { status: 'grace', autoRenewProductId: null, graceUntil: 6_000 },
      }),
    );
    assert.deepEqual(work.events, [
      {
        type: 'subscription.changed',
        about: { provider: 'APPLE', subject: 's1' },
        data: {
          appid: 'app',
          providerId: 'APPLE',
          accountUuid: OWNER,
          originalStoreTransactionId: 'o1',
          productId: 'gold',
          autoRenewProductId: null,
          status: 'grace',
          expiresDate: 5_000,
          gracePeriodExpiresDate: 6_000,
          refundDate: null,
          test: 'N',
        },
      },
    ]);
    const sandbox = { ...known, subscriptions: [subscriptionRow({ test: 1 })] };
    const told = apply(sandbox, stateOf({ reportedAt: 150, lifecycle: lifecycle('hold') }));
    assert.equal(told.work.events[0]?.data.test, 'Y');
  });
});

describe('the payload', () => {
  const earlier = (fields: Partial<PurchaseTable>) => ({
    subscriptions: [subscriptionRow()],
    purchases: [cycleRow({ payload: 'old', ...fields })],
  });
  const next = stateOf({ reportedAt: 150, cycle: renewal });
  const cases: [string, Parameters<typeof apply>, string | null][] = [
    ['of the request', [earlier({}), next, CLAIM], 'mine'],
    ['of the cycle before', [earlier({}), next, { ...CLAIM, payload: null }], 'old'],
    [
      'not of another account',
      [earlier({ account_uuid: OTHER }), next, { ...CLAIM, payload: null }],
      null,
    ],
    ['of the cycle before, as the market reports the next', [earlier({}), next], 'old'],
    [
      'not of another account, as the market reports the next',
      [earlier({ account_uuid: OTHER }), next],
      null,
    ],
    ['of the cycle itself', [earlier({}), stateOf(), { ...CLAIM, payload: null }], 'old'],
    ['none', [{}, stateOf(), { ...CLAIM, payload: null }], null],
    [
      'of the cycle before, when the cycle itself has none',
      [
        {
          subscriptions: [subscriptionRow({ cycle_key: 'c0' })],
          purchases: [cycleRow(), cycleRow({ unique_key: 'c0', payload: 'old' })],
        },
        stateOf({ reportedAt: 90, cycle: { place: 40 } }),
        { ...CLAIM, payload: null },
      ],
      'old',
    ],
  ];
  for (const [name, input, payload] of cases) {
    test(name, () => assert.equal(apply(...input).cycle?.payload, payload));
  }
});

describe('bought outside of the app', () => {
  const outOfApp = stateOf({ outOfApp: true, marketAccountId: OWNER, followUp: FOLLOW_UP });

  test('its owner gets it at once', () => {
    const { events, work } = apply({}, outOfApp);
    assert.deepEqual(events, ['subscription.renewed']);
    assert.deepEqual(work.jobs, [{ ...FOLLOW_UP, appid: 'app', gameIndex: 1 }]);
  });

  test('once', () => {
    assert.deepEqual(apply(known, outOfApp).events, []);
  });

  test('an app server that verifies it is told of the purchase', () => {
    assert.deepEqual(apply({}, outOfApp, CLAIM).events, ['purchase.verified']);
  });

  test('nobody gets it while the owner is unknown', () => {
    const { events, work } = apply({}, { ...outOfApp, marketAccountId: null });
    assert.deepEqual([events, work.jobs.map(({ kind }) => kind)], [[], ['purchase.unclaimed']]);
  });
});

test('only what an app server has verified is acknowledged at the market', () => {
  const state = stateOf({ marketAccountId: OWNER, followUp: FOLLOW_UP });
  assert.deepEqual(
    apply({}, state).work.jobs.map(({ kind }) => kind),
    ['purchase.unclaimed'],
  );
  assert.deepEqual(apply({}, state, CLAIM).work.jobs, [
    { ...FOLLOW_UP, appid: 'app', gameIndex: 1 },
  ]);
  assert.deepEqual(apply({}, stateOf(), CLAIM).work.jobs, []);
});

describe('a subscription of an erased player', () => {
  const ERASURE = '0e0e0e0e-0000-4000-8000-000000000003';
  const erased = {
    erased: [ERASURE],
    subscriptions: [subscriptionRow({ account_uuid: ERASURE })],
    purchases: [cycleRow({ account_uuid: ERASURE, claimed: 1 })],
  };
  const named = { marketAccountId: OWNER };
  const shown = ({ subscription, cycle }: ReturnType<typeof apply>) => [
    subscription.account_uuid,
    cycle?.account_uuid,
    cycle?.receipt,
    cycle?.market_result,
    cycle?.account_compare,
  ];

  test('keeps the erasure id when the market reports a renewal, and nothing that names the account', () => {
    const renewed = apply(erased, stateOf({ ...named, cycle: renewal }));
    assert.deepEqual(shown(renewed), [ERASURE, ERASURE, 'st2', null, 9]);
    assert.equal(renewed.cycle?.claimed, 0);
  });

  test('keeps it in a subscription that replaces it', () => {
    const replaced = stateOf({ ...named, subscriptionId: 's2', replaces: 's1', cycle: renewal });
    assert.deepEqual(shown(apply(erased, replaced)), [ERASURE, ERASURE, 'st2', null, 9]);
  });

  test('keeps it when the game sends a cycle again', () => {
    const again = apply(erased, stateOf(named), CLAIM);
    assert.deepEqual(
      [again.duplicated, again.subscription.account_uuid, again.cycle?.account_uuid],
      [true, ERASURE, ERASURE],
    );
  });

  test('belongs to the account that the game verifies the next cycle for', () => {
    const next = apply(erased, stateOf({ ...named, cycle: renewal }), CLAIM);
    assert.deepEqual(shown(next), [OWNER, OWNER, 'r1', '{"status":1}', 1]);
    const unnamed = apply(erased, stateOf({ cycle: renewal, marketAccountId: null }), CLAIM);
    assert.deepEqual(shown(unnamed), [OWNER, OWNER, 'r1', '{"status":1}', 9]);
  });

  test('another owner is as before', () => {
    const other = apply({ ...known, erased: [ERASURE] }, stateOf({ ...named, cycle: renewal }));
    assert.deepEqual(shown(other), [OWNER, OWNER, 'r1', '{"status":1}', 1]);
  });
});
