// What a report of a refund or dispute changes, as tables: the purchase, what is told, what is counted and kept.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  applyCancellation,
  applyToPayment,
  cancellationOf,
  cancellingDispute,
  disputeIdOf,
  isCancelled,
  openDisputes,
  saveReport,
} from '../../../src/payment/ledger/cancellation.ts';
import type { Event } from '../../../src/payment/ledger/events.ts';
import type {
  Cancellation,
  DisputeReport,
  RefundReport,
} from '../../../src/payment/markets/cancellation.ts';
import type { CancellationTable, PurchaseTable } from '../../../src/storage/schema.ts';
import {
  cancellationRow,
  eventsOf,
  NAME,
  NOW,
  openWork,
  purchaseRow,
  subscriptionRow,
} from './rows.ts';

const refund = (state: RefundReport['state'], more: Partial<RefundReport> = {}): RefundReport => ({
  kind: 'refund',
  state,
  ...more,
});
const dispute = (state: DisputeReport['state'], reportedAt?: number, id = 'd1'): DisputeReport => ({
  kind: 'dispute',
  id,
  state,
  reportedAt,
});

/** Applies the reports one after the other, each in a transaction of its own. */
function play(reports: readonly Cancellation[], purchase = purchaseRow()) {
  let [row, rows] = [purchase, [] as readonly CancellationTable[]];
  const events: string[] = [];
  for (const report of reports) {
    const work = openWork({ purchases: [row], cancellations: rows });
    const after = applyCancellation(work, { purchase: NAME, report }) as PurchaseTable;
    assert.deepEqual(after, work.purchase(NAME));
    row = work.purchase(NAME) as PurchaseTable;
    rows = work.cancellations(NAME);
    events.push(...eventsOf(work));
  }
  return { state: row.cancel_state, at: row.cancel_said_at, events, rows };
}

describe('a payment for several products', () => {
  const potion = purchaseRow({
    unique_key: 'c1 potion',
    payment_key: 'c1',
    product_id: 'potion',
    number: 8,
  });
  const lines = [purchaseRow(), potion];
  const states = (work: ReturnType<typeof openWork>) =>
    lines.map((line) => work.purchase(line)?.cancel_state);

  test('is given back whole', () => {
    const work = openWork({ purchases: lines });
    applyToPayment(work, { purchase: NAME, report: refund('given') });
    assert.deepEqual([states(work), eventsOf(work)], [[1, 1], Array(2).fill('purchase.refunded')]);
    applyToPayment(work, { purchase: NAME, report: refund('restored') });
    assert.deepEqual(states(work), [0, 0]);
  });

  test('is given back in part: one of the products', () => {
    for (const [productId, after] of [
      ['gems', [1, 0]],
      ['potion', [0, 1]],
      ['other', [0, 0]],
    ] as const) {
      const work = openWork({ purchases: lines });
      applyToPayment(work, { purchase: NAME, productId, report: refund('given') });
      assert.deepEqual(states(work), after);
      assert.equal(work.changes().cancellations.length, after[0] + after[1]);
    }
  });
});

describe('a purchase after reports', () => {
  const [given, restored] = ['purchase.refunded', 'purchase.refund_reversed'];
  const [opened, won, lost] = [
    'purchase.disputed',
    'purchase.dispute_won',
    'purchase.dispute_lost',
  ];
  const part = 'purchase.partially_refunded';
  const at = (reportedAt: number) => ({ reportedAt });
  const all = { isComplete: true } as const;
  const failed = refund('restored', all);
  const cases: [string, readonly Cancellation[], 0 | 1, number | null, readonly string[]][] = [
    ['refunded', [refund('given', at(500))], 1, 500, [given]],
    [
      'refunded, and reported again',
      [refund('given', at(500)), refund('given', at(700))],
      1,
      500,
      [given],
    ],
    ['refunded as the market shows now', [refund('given')], 1, NOW, [given]],
    [
      'refunded and reversed',
      [refund('given', at(500)), refund('restored', at(700))],
      0,
      700,
      [given, restored],
    ],
    [
      'reversed before the refund was heard of',
      [refund('restored', at(700)), refund('given', at(500))],
      0,
      null,
      [restored],
    ],
    [
      'refunded, reversed, refunded',
      [refund('given', at(500)), refund('restored', at(600)), refund('given', at(700))],
      1,
      700,
      [given, restored, given],
    ],
    ['pending', [refund('pending', at(500))], 0, null, []],
    ['pending and dropped', [refund('pending', at(500)), refund('restored', at(600))], 0, null, []],
    [
      'pending, then given',
      [refund('pending', at(500)), refund('given', at(600))],
      1,
      600,
      [given],
    ],
    ['failed before anything was given', [refund('restored', all)], 0, null, []],
    ['failed after it was given', [refund('given', all), failed], 0, NOW + 1, [given, restored]],
    [
      'given, of which a part failed',
      [refund('given', all), refund('partial', { ...all, amount: '1.00' })],
      0,
      NOW + 1,
      [given, restored],
    ],
    [
      'failed, and tried again',
      [refund('given', all), refund('pending', all), refund('given', all)],
      1,
      NOW + 2,
      [given, restored, given],
    ],
    [
      'two parts, of which one failed',
      [
        refund('partial', { ...all, amount: '10.00' }),
        refund('partial', { ...all, amount: '9.00' }),
        refund('pending', all),
      ],
      0,
      null,
      [part, restored, restored],
    ],
    [
      'failed, and then a part was given',
      [failed, refund('partial', { ...all, amount: '1.00' })],
      0,
      null,
      [part],
    ],
    ['partial', [refund('partial', { ...at(500), amount: '1.00' })], 0, null, [part]],
    [
      'partial, the same again',
      [
        refund('partial', { ...at(500), amount: '1.00', quantity: 1 }),
        refund('partial', { ...at(600), amount: '1.00', quantity: 1 }),
      ],
      0,
      null,
      [part],
    ],
    [
      'partial, a larger amount',
      [
        refund('partial', { ...at(500), amount: '1.00' }),
        refund('partial', { ...at(600), amount: '2.00' }),
      ],
      0,
      null,
      [part, part],
    ],
    [
      'partial, more pieces',
      [
        refund('partial', { ...at(500), quantity: 1 }),
        refund('partial', { ...at(600), quantity: 2 }),
      ],
      0,
      null,
      [part, part],
    ],
    [
      'pending, and given at the same moment',
      [refund('pending', at(500)), refund('given', at(500))],
      1,
      500,
      [given],
    ],
    [
      'partial, then whole',
      [refund('partial', at(500)), refund('given', at(600))],
      1,
      600,
      [part, given],
    ],
    [
      'given is not set back to partial',
      [refund('given', at(500)), refund('partial', { ...at(600), amount: '1.00' })],
      1,
      500,
      [given],
    ],
    [
      'given in part, and more of it paid out',
      [
        refund('given', { ...at(500), amount: '9.00' }),
        refund('partial', { ...at(600), amount: '10.00' }),
      ],
      1,
      500,
      [given, given],
    ],
    [
      'given in part, and the same part again',
      [
        refund('given', { ...at(500), amount: '9.00' }),
        refund('partial', { ...at(600), amount: '9.00' }),
      ],
      1,
      500,
      [given],
    ],
    [
      'given in part, and a part that nobody counted',
      [
        refund('given', { ...at(500), amount: '9.00' }),
        refund('partial', { ...at(600), amount: null }),
      ],
      1,
      500,
      [given],
    ],
    [
      'given is not set back to pending, not even at the same moment',
      [refund('given', at(500)), refund('pending', at(500))],
      1,
      500,
      [given],
    ],
    [
      'an older report changes nothing',
      [refund('given', at(500)), refund('pending', at(400))],
      1,
      500,
      [given],
    ],
    ['disputed', [dispute('open', 500)], 1, 500, [opened]],
    ['disputed and won', [dispute('open', 500), dispute('won', 600)], 0, 600, [opened, won]],
    ['disputed and lost', [dispute('open', 500), dispute('lost', 600)], 1, 500, [opened, lost]],
    ['lost at once', [dispute('lost', 500)], 1, 500, [lost]],
    [
      'one dispute won, another open',
      [dispute('open', 500), dispute('open', 550, 'd2'), dispute('won', 600)],
      1,
      500,
      [opened, opened, won],
    ],
    [
      'refunded, and a dispute won',
      [refund('given', at(500)), dispute('open', 550), dispute('won', 600)],
      1,
      500,
      [given, opened, won],
    ],
    [
      'a dispute that is won after the refund was reversed',
      [
        refund('given', at(500)),
        dispute('open', 550),
        refund('restored', at(600)),
        dispute('won', 590),
      ],
      0,
      600,
      [given, opened, restored, won],
    ],
  ];
  for (const [name, reports, state, moment, events] of cases) {
    test(name, () => {
      const after = play(reports);
      assert.deepEqual([after.state, after.at, after.events], [state, moment, events]);
    });
  }
});

describe('what is kept', () => {
  test('the whole report', () => {
    const report = refund('partial', {
      reportedAt: 500,
      amount: '1.00',
      quantity: 2,
      reason: 'why',
    });
    assert.deepEqual(play([report]).rows, [
      {
        game_index: 1,
        appid: 'app',
        provider: 'APPLE',
        unique_key: 'c1',
        cause: 'refund',
        reported_at: 500,
        last_at: 500,
        state: 'partial',
        amount: '1.00',
        quantity: 2,
        reason: 'why',
        received_at: NOW,
        action_id: null,
      },
    ]);
  });

  test('of a dispute its id, and no quantity', () => {
    const [row] = play([{ ...dispute('open', 500), quantity: 3 } as DisputeReport]).rows;
    assert.deepEqual(
      [row?.cause, row?.amount, row?.quantity, row?.reason],
      ['dispute d1', null, null, null],
    );
  });

  const times: [string, RefundReport, last: number][] = [
    ['a later report confirms it', refund('given', { reportedAt: 700 }), 700],
    ['one of the same moment does not', refund('given', { reportedAt: 500 }), 500],
    ['an earlier one does not', refund('given', { reportedAt: 400 }), 500],
    ['what the market shows now does not', refund('given'), 500],
  ];
  for (const [name, report, last] of times) {
    test(`the first report with the time of the last: ${name}`, () => {
      const first = cancellationRow();
      const work = openWork({ cancellations: [first] });
      assert.equal(saveReport(work, NAME, report), false);
      assert.deepEqual(work.cancellations(NAME), [{ ...first, last_at: last }]);
      assert.equal(work.changes().cancellations.length, last === 500 ? 0 : 1);
    });
  }

  test('a report that only says why is kept for that, and is no news; the first reason stays', () => {
    const [first, second] = ['remorse (user)', 'other (user)'].map((reason) =>
      refund('given', { reportedAt: 500, reason }),
    ) as [RefundReport, RefundReport];
    const { rows, events } = play([refund('given', { reportedAt: 500 }), first, second]);
    assert.deepEqual(
      rows.map(({ reason, last_at }) => [reason, last_at]),
      [['remorse (user)', 500]],
    );
    assert.deepEqual(events, ['purchase.refunded']);
  });

  test('an older report completes the history, and is no news', () => {
    const work = openWork({ cancellations: [cancellationRow()] });
    assert.equal(saveReport(work, NAME, refund('pending', { reportedAt: 400 })), false);
    assert.deepEqual(
      work.changes().cancellations.map(({ state, reported_at }) => [state, reported_at]),
      [['pending', 400]],
    );
  });

  test('a report that would set a refund back is not kept', () => {
    for (const reportedAt of [500, 600]) {
      const work = openWork({ cancellations: [cancellationRow()] });
      assert.equal(saveReport(work, NAME, refund('partial', { reportedAt })), false);
      assert.deepEqual(work.changes().cancellations, []);
    }
  });

  test('what the market shows now is newer than any report, whatever its clock', () => {
    const work = openWork({ cancellations: [cancellationRow({ reported_at: NOW + 50 })] });
    assert.equal(saveReport(work, NAME, refund('restored')), true);
    assert.equal(work.changes().cancellations[0]?.reported_at, NOW + 51);
  });

  test('a report of an unknown purchase, which is told to nobody', () => {
    const work = openWork();
    assert.equal(applyCancellation(work, { purchase: NAME, report: refund('given') }), undefined);
    assert.equal(work.changes().cancellations.length, 1);
    assert.deepEqual(work.events, []);
  });
});

describe('of two reports of one moment, the one that was first reported later counts', () => {
  // Given at 500 and said again at 700, when it was also reversed.
  const given = cancellationRow({ last_at: 700 });
  const restored = cancellationRow({ state: 'restored', reported_at: 700 });
  for (const [name, reports] of [
    ['in order', [given, restored]],
    ['in reverse', [restored, given]],
  ] as const) {
    test(name, () => assert.equal(isCancelled(reports), false));
  }

  test('the newer moment wins over the later first report', () => {
    const later = cancellationRow({ state: 'restored', reported_at: 600 });
    assert.equal(isCancelled([given, later]), true);
    assert.equal(isCancelled([later, given]), true);
  });
});

describe('the time of a cancellation', () => {
  const before = { cancel_state: 0, cancel_said_at: null } as const;
  const won = cancellationRow({ cause: 'dispute d1', state: 'won', reported_at: 900 });

  test('is that of the last report that cancels', () => {
    const lost = cancellationRow({ cause: 'dispute d2', state: 'lost', reported_at: 600 });
    assert.deepEqual(cancellationOf(before, [cancellationRow(), won, lost]), {
      cancel_state: 1,
      cancel_said_at: 600,
    });
  });

  test('stays when the state does', () => {
    assert.equal(cancellationOf(before, [won]), before);
    const cancelled = { cancel_state: 1, cancel_said_at: 5 } as const;
    assert.equal(cancellationOf(cancelled, [cancellationRow()]), cancelled);
    assert.equal(cancellationOf(before, []), before);
  });
});

const row = (cause: string, state: CancellationTable['state'], reported_at = 500) =>
  cancellationRow({ cause, state, reported_at });

describe('the dispute that cancels', () => {
  const lost = row('dispute a', 'lost', 700);
  const open = row('dispute b', 'open', 600);
  const cases: [string, CancellationTable[], unknown][] = [
    ['none', [], undefined],
    ['none, but a refund', [row('refund', 'given')], undefined],
    ['none, since it was won', [row('dispute a', 'open'), row('dispute a', 'won', 600)], undefined],
    ['a lost one', [row('dispute a', 'open'), lost], { id: 'a', state: 'lost', since: 700 }],
    ['an open one before a newer lost one', [lost, open], { id: 'b', state: 'open', since: 600 }],
    [
      'the newest of the open',
      [open, row('dispute c', 'open', 800), row('dispute d', 'open', 650)],
      { id: 'c', state: 'open', since: 800 },
    ],
    [
      'the newest of the lost',
      [row('dispute c', 'lost', 100), lost, row('refund', 'given', 900)],
      { id: 'a', state: 'lost', since: 700 },
    ],
  ];
  for (const [name, reports, found] of cases) {
    test(name, () => assert.deepEqual(cancellingDispute(reports), found));
  }
});

test('open disputes by their id at the market', () => {
  const reports = [
    row('refund', 'given'),
    row('dispute d1', 'open'),
    row('dispute d1', 'won', 600),
    row('dispute d2', 'open'),
    row('dispute 3', 'lost'),
  ];
  assert.deepEqual(openDisputes(reports), ['d2']);
  assert.deepEqual(reports.map(disputeIdOf), [undefined, 'd1', 'd1', 'd2', '3']);
});

describe('what is told', () => {
  const told = (
    report: Cancellation,
    purchase = purchaseRow(),
    subscriptions = [subscriptionRow()],
  ) => {
    const work = openWork({ purchases: [purchase], subscriptions });
    applyCancellation(work, { purchase: NAME, report });
    return work.events;
  };
  const about = { provider: 'APPLE', subject: 'c1' };
  const data = {
    appid: 'app',
    providerId: 'APPLE',
    transactionId: 't1',
    serviceTransactionId: 'AP_7',
    storeTransactionId: 'st1',
    accountUuid: purchaseRow().account_uuid,
    productId: 'gems',
  };
  const common = { amount: '1.00', currency: 'USD', reason: 'why', date: 500 };
  const more = { amount: '1.00', reason: 'why', reportedAt: 500 };

  test('of a refund', () => {
    assert.deepEqual(told(refund('given', { ...more, quantity: 2 })), [
      {
        type: 'purchase.refunded',
        about,
        data: {
          ...data,
          servicePurchaseCancelState: 1,
          refund: { ...common, quantity: 2, revoked: true },
        },
      },
    ]);
  });

  test('of a dispute', () => {
    assert.deepEqual(told({ ...dispute('won', 500), ...more }), [
      {
        type: 'purchase.dispute_won',
        about,
        data: {
          ...data,
          servicePurchaseCancelState: 0,
          dispute: { id: 'd1', state: 'won', ...common },
        },
      },
    ]);
  });

  const amountIn = ([event]: readonly Event[], name: 'refund' | 'dispute') =>
    (event?.data[name] as { amount: string | null } | undefined)?.amount;
  const whole = refund('given', { reportedAt: 500 });
  const amounts: [string, Cancellation, Partial<PurchaseTable>, string | null][] = [
    ['all of it is the price', whole, {}, '9.99'],
    ['all of it for a part of the price', { ...whole, amount: '5.00' }, {}, '5.00'],
    ['all of it, and no price is known', whole, { price: null, currency: null }, null],
    ['some of it', refund('partial'), {}, null],
    ['a reversal', refund('restored'), {}, null],
    ['the end of a share', whole, { ownership: 'FAMILY_SHARED' }, null],
  ];
  for (const [name, report, fields, amount] of amounts) {
    test(`the amount of a refund: ${name}`, () => {
      assert.equal(amountIn(told(report, purchaseRow(fields)), 'refund'), amount);
    });
  }

  test('no amount of a dispute that the market does not name', () => {
    assert.equal(amountIn(told(dispute('lost', 500)), 'dispute'), null);
  });

  const cycle = purchaseRow({ kind: 'subscription', subscription_id: 's1' });
  const ofCycles: [string, Cancellation, PurchaseTable, readonly string[]][] = [
    ['a refund', refund('given'), cycle, ['subscription.refunded']],
    ['a part of it', refund('partial', { amount: '1.00' }), cycle, ['purchase.partially_refunded']],
    ['what a family shared', refund('partial'), { ...cycle, ownership: 'FAMILY_SHARED' }, []],
    ['a reversal', refund('restored'), cycle, []],
    ['a dispute', dispute('open'), cycle, ['purchase.disputed']],
    ['an unknown subscription', refund('given'), { ...cycle, subscription_id: 's9' }, []],
    [
      'an old row, whose receipt is the subscription',
      refund('given'),
      { ...cycle, subscription_id: null, receipt: 's1' },
      ['subscription.refunded'],
    ],
  ];
  for (const [name, report, row, types] of ofCycles) {
    test(`of a cycle: ${name}`, () => {
      const events = told(report, row);
      assert.deepEqual(
        events.map(({ type }) => type),
        types,
      );
      if (types[0] === 'subscription.refunded') assert.equal(events[0]?.about.subject, 's1');
    });
  }

  test('of a cycle: the refund beside the subscription', () => {
    assert.deepEqual(told(whole, cycle), [
      {
        type: 'subscription.refunded',
        about: { provider: 'APPLE', subject: 's1' },
        data: {
          appid: 'app',
          providerId: 'APPLE',
          accountUuid: cycle.account_uuid,
          originalStoreTransactionId: 'o1',
          productId: 'gold',
          autoRenewProductId: 'gold',
          status: 'active',
          expiresDate: 5_000,
          gracePeriodExpiresDate: null,
          refundDate: null,
          test: 'N',
          refund: {
            amount: '9.99',
            currency: 'USD',
            quantity: null,
            revoked: true,
            reason: null,
            date: 500,
          },
        },
      },
    ]);
  });

  const part = cancellationRow({ state: 'partial', amount: '1.00' });
  const reversals: [string, CancellationTable, readonly string[]][] = [
    ['a part of it', part, ['purchase.refund_reversed']],
    ['the whole', cancellationRow(), []],
  ];
  for (const [name, before, types] of reversals) {
    test(`of a cycle: that ${name} was not given back`, () => {
      const work = openWork({
        purchases: [cycle],
        subscriptions: [subscriptionRow()],
        cancellations: [before],
      });
      applyCancellation(work, { purchase: NAME, report: refund('restored', { reportedAt: 600 }) });
      assert.deepEqual(eventsOf(work), types);
    });
  }
});
