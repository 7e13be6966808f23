// A verified purchase in the ledger, as tables: recorded once, told once; and the rows a transaction writes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyToPayment } from '../../../src/payment/ledger/cancellation.ts';
import type { Notice } from '../../../src/payment/ledger/notices-store.ts';
import { recordPurchase } from '../../../src/payment/ledger/purchases.ts';
import { changedBy, subscriptionIdOf } from '../../../src/payment/ledger/unit-of-work.ts';
import {
  cancellationRow,
  eventsOf,
  NAME,
  NOW,
  OTHER,
  OWNER,
  openWork,
  purchaseRow,
  subscriptionRow,
} from './rows.ts';

const {
  number: _n,
  verified_at: _v,
  cancel_state: _c,
  cancel_said_at: _s,
  ...bought
} = purchaseRow();
const FOLLOW_UP = { kind: 'google.grant', id: 'j1', payload: {} };
const REFUND = { kind: 'refund', state: 'given', reportedAt: 500 } as const;

describe('a verified purchase', () => {
  test('is recorded with the next number of the app', () => {
    const work = openWork();
    const row = purchaseRow({ number: 40, verified_at: 900 });
    const result = recordPurchase(work, { purchase: bought, followUp: FOLLOW_UP });
    assert.deepEqual(result, { purchase: row, duplicated: false });
    assert.deepEqual(work.changes().added, [row]);
    assert.deepEqual(work.jobs, [{ ...FOLLOW_UP, appid: 'app', gameIndex: 1 }]);
    assert.deepEqual(eventsOf(work), ['purchase.verified']);
    assert.deepEqual(work.events[0]?.data, {
      appid: 'app',
      providerId: 'APPLE',
      transactionId: 't1',
      serviceTransactionId: 'AP_40',
      storeTransactionId: 'st1',
      accountUuid: row.account_uuid,
      productId: 'gems',
    });
    const second = { ...bought, unique_key: 'c2' };
    assert.equal(recordPurchase(work, { purchase: second }).purchase.number, 41);
    assert.equal(work.jobs.length, 1);
  });

  test('is a duplicate in the same transaction and in later ones', () => {
    const work = openWork();
    const first = recordPurchase(work, { purchase: bought });
    const again = recordPurchase(work, { purchase: bought, followUp: FOLLOW_UP });
    assert.deepEqual(again, { ...first, duplicated: true });
    const later = openWork({ purchases: [first.purchase] });
    assert.deepEqual(recordPurchase(later, { purchase: bought, followUp: FOLLOW_UP }), again);
    for (const each of [work, later]) assert.deepEqual(each.jobs, []);
    assert.deepEqual(eventsOf(work), ['purchase.verified']);
    assert.deepEqual(eventsOf(later), []);
    assert.deepEqual(later.changes(), {
      notices: [],
      added: [],
      changed: [],
      claimed: [],
      subscriptions: [],
      statuses: [],
      cancellations: [],
      newChains: [],
    });
  });

  test('that only the market reports is recorded without an event, and looked at later', () => {
    const work = openWork();
    const sale = { ...bought, claimed: 0, claimed_at: null } as const;
    const { purchase, duplicated } = recordPurchase(work, { purchase: sale, followUp: FOLLOW_UP });
    assert.deepEqual([purchase.claimed, purchase.number, duplicated], [0, 40, false]);
    assert.deepEqual(eventsOf(work), []);
    const id = 'purchase.unclaimed APPLE c1';
    const watch = { kind: 'purchase.unclaimed', id, payload: NAME, dueAt: NOW + 300 };
    assert.deepEqual(work.jobs, [{ ...watch, appid: 'app', gameIndex: 1 }]);
    // The market says it again, also after it was verified.
    assert.equal(recordPurchase(work, { purchase: sale }).duplicated, true);
    const later = openWork({ purchases: [purchaseRow()] });
    assert.deepEqual(recordPurchase(later, { purchase: sale }).purchase, purchaseRow());
    assert.deepEqual([work.jobs.length, later.jobs.length], [1, 0]);
    const refunded = openWork();
    recordPurchase(refunded, { purchase: sale, cancellations: [REFUND] });
    assert.deepEqual(refunded.jobs, []);
  });

  test('that the market reported before is verified as a first one, under the number of the sale', () => {
    const sale = purchaseRow({
      claimed: 0,
      account_uuid: '',
      receipt: 'of the market',
      receipt_hash: 'h0',
      transaction_id: 't0',
      price: '8.88',
    });
    const request = { ...bought, payload: 'mine', price: null, currency: null };
    const work = openWork({ purchases: [sale] });
    const claimed = recordPurchase(work, { purchase: request, followUp: FOLLOW_UP });
    const row = purchaseRow({
      payload: 'mine',
      transaction_id: 't0',
      price: '8.88',
      verified_at: 900,
    });
    assert.deepEqual(claimed, { purchase: row, duplicated: false, wasUnclaimed: true });
    const { added, changed, claimed: written } = work.changes();
    assert.deepEqual([added, changed, written], [[], [], [row]]);
    assert.deepEqual(work.jobs, [{ ...FOLLOW_UP, appid: 'app', gameIndex: 1 }]);
    assert.deepEqual(eventsOf(work), ['purchase.verified']);
    assert.deepEqual(recordPurchase(work, { purchase: request }), {
      purchase: row,
      duplicated: true,
    });
    assert.deepEqual(changedBy(work.changes()), [
      { provider: 'APPLE', kind: 'purchase', subject: 'c1' },
      { provider: '', kind: 'account', subject: OWNER },
    ]);
  });

  test('of a sale that was refunded is cancelled, without another event', () => {
    const sale = purchaseRow({ claimed: 0 });
    const work = openWork({ purchases: [sale] });
    const { purchase, duplicated } = recordPurchase(work, {
      purchase: bought,
      cancellations: [REFUND],
    });
    assert.deepEqual([duplicated, purchase.cancel_state, purchase.claimed], [false, 1, 1]);
    assert.deepEqual(eventsOf(work), ['purchase.verified']);
  });

  test('of a sale of the same transaction is written once', () => {
    const work = openWork();
    recordPurchase(work, { purchase: { ...bought, claimed: 0 } });
    assert.equal(recordPurchase(work, { purchase: bought }).duplicated, false);
    const { added, changed, claimed } = work.changes();
    assert.deepEqual(
      [added, changed, claimed],
      [[purchaseRow({ number: 40, verified_at: 900 })], [], []],
    );
  });

  test('is a duplicate of one that was recorded by another name', () => {
    const token = purchaseRow({ unique_key: 'token' });
    const work = openWork({ purchases: [token] });
    assert.deepEqual(recordPurchase(work, { purchase: bought, otherKey: 'token' }), {
      purchase: token,
      duplicated: true,
    });
    const unknown = recordPurchase(work, { purchase: bought, otherKey: 'other' });
    assert.equal(unknown.duplicated, false);
  });

  test('of a payment for several products is recorded once per product', () => {
    const google = { ...bought, provider: 'GOOGLE', unique_key: 'GPA.1' } as const;
    const potion = { ...google, product_id: 'potion' };
    const work = openWork();
    assert.equal(recordPurchase(work, { purchase: google }).duplicated, false);
    const second = recordPurchase(work, { purchase: potion });
    assert.equal(second.duplicated, false);
    const { unique_key, payment_key, number } = second.purchase;
    assert.deepEqual([unique_key, payment_key, number], ['GPA.1 potion', 'GPA.1', 41]);
    assert.equal(recordPurchase(work, { purchase: google }).purchase.unique_key, 'GPA.1');
    assert.deepEqual(recordPurchase(work, { purchase: potion }), {
      purchase: second.purchase,
      duplicated: true,
    });
    assert.deepEqual(eventsOf(work), ['purchase.verified', 'purchase.verified']);
  });

  test('of other markets is the same by its key alone', () => {
    const work = openWork({ purchases: [purchaseRow()] });
    const renamed = { ...bought, product_id: 'gems.new' };
    assert.equal(recordPurchase(work, { purchase: renamed }).duplicated, true);
  });

  test('that is restored with another id is a duplicate of what was paid', () => {
    const restored = { ...bought, unique_key: 'c2' };
    const known = purchaseRow();
    const after = openWork({ purchases: [known] });
    assert.deepEqual(recordPurchase(after, { purchase: restored, paymentKey: 'c1' }), {
      purchase: known,
      duplicated: true,
    });
    const work = openWork();
    const first = recordPurchase(work, { purchase: restored, paymentKey: 'c1' });
    assert.deepEqual(
      [first.duplicated, first.purchase.unique_key, first.purchase.payment_key],
      [false, 'c2', 'c1'],
    );
    for (const id of ['c1', 'c3']) {
      const again = { ...bought, unique_key: id };
      assert.deepEqual(recordPurchase(work, { purchase: again, paymentKey: 'c1' }), {
        purchase: first.purchase,
        duplicated: true,
      });
    }
  });

  test('that is restored was refunded if what was paid was', () => {
    const work = openWork();
    applyToPayment(work, { purchase: bought, report: REFUND });
    const restored = { ...bought, unique_key: 'c2' };
    const { purchase } = recordPurchase(work, { purchase: restored, paymentKey: 'c1' });
    assert.deepEqual([purchase.cancel_state, purchase.cancel_said_at], [1, 500]);
  });

  test('brings the chains of its certificates, which a duplicate does not', () => {
    const newChains = [{ chain_hash: 'h', certificates: '[]' }];
    const work = openWork({ newChains });
    recordPurchase(work, { purchase: bought });
    assert.deepEqual(work.changes().newChains, newChains);
    const later = openWork({ newChains, purchases: [purchaseRow()] });
    recordPurchase(later, { purchase: bought });
    assert.deepEqual(later.changes().newChains, []);
  });

  test('that the market shows as refunded is recorded so', () => {
    const work = openWork();
    const { purchase } = recordPurchase(work, { purchase: bought, cancellations: [REFUND] });
    assert.deepEqual([purchase.cancel_state, purchase.cancel_said_at], [1, 500]);
    assert.deepEqual(eventsOf(work), ['purchase.verified']);
  });

  test('that was reported as refunded before is recorded so', () => {
    const work = openWork({ cancellations: [cancellationRow()] });
    const { purchase } = recordPurchase(work, { purchase: bought });
    assert.deepEqual([purchase.cancel_state, purchase.cancel_said_at], [1, 500]);
  });

  test('that is a duplicate gets the refund that the market shows by now', () => {
    const work = openWork({ purchases: [purchaseRow()] });
    const result = recordPurchase(work, { purchase: bought, cancellations: [REFUND] });
    assert.deepEqual([result.purchase.cancel_state, result.duplicated], [1, true]);
    assert.deepEqual(eventsOf(work), ['purchase.refunded']);
  });
});

describe('what the feed of changes gets', () => {
  const changed = (work: ReturnType<typeof openWork>) =>
    changedBy(work.changes()).map(
      ({ kind, provider, subject }) => `${kind} ${provider} ${subject}`,
    );

  test('nothing of a new purchase, which has its own number, unless it is cancelled', () => {
    const work = openWork();
    recordPurchase(work, { purchase: bought });
    assert.deepEqual(changed(work), []);
    recordPurchase(work, {
      purchase: { ...bought, unique_key: 'c2' },
      cancellations: [REFUND],
    });
    assert.deepEqual(changed(work), ['purchase APPLE c2']);
  });

  test('a purchase once, whatever changes of it; also a report that changes no purchase', () => {
    const work = openWork({ purchases: [purchaseRow()] });
    recordPurchase(work, { purchase: bought, cancellations: [REFUND] });
    work.changePurchase(purchaseRow({ payload: 'p', cancel_state: 1 }));
    work.saveCancellation(cancellationRow({ unique_key: 'unknown' }));
    assert.deepEqual(changed(work), ['purchase APPLE c1', 'purchase APPLE unknown']);
  });

  test('a subscription, unless a new cycle of it has a number', () => {
    const work = openWork({ subscriptions: [subscriptionRow({ subscription_id: 's1' })] });
    for (const subscription_id of ['s1', 's2']) {
      work.saveSubscription(subscriptionRow({ subscription_id, status: 'grace' }));
    }
    work.addPurchase(purchaseRow({ kind: 'subscription', subscription_id: 's2' }));
    assert.deepEqual(changed(work), ['subscription APPLE s1']);
  });
});

describe('what a transaction writes', () => {
  test('a notification once', () => {
    const notice = (notice_id: string) => ({ provider: 'APPLE', notice_id }) as Notice;
    const work = openWork({ seenNotices: ['APPLE n1'] });
    assert.deepEqual(
      ['n1', 'n2', 'n2', 'n3'].map((id) => work.addNotice(notice(id))),
      [false, true, false, true],
    );
    const stored = ['n2', 'n3'].map((id) => ({ ...notice(id), game_index: 1, account_uuid: null }));
    assert.deepEqual(work.changes().notices, stored);
  });

  test('a notification without its body when it is about what an erased player bought', () => {
    const about = (notice_id: string, subject: string | null) =>
      ({ provider: 'APPLE', notice_id, subject, body: `about ${subject}` }) as Notice;
    const work = openWork({
      aboutErased: ['APPLE c1', 'GOOGLE c2'],
      erased: [OTHER],
      subscriptions: [
        subscriptionRow({ subscription_id: 's1', account_uuid: OTHER }),
        subscriptionRow({ subscription_id: 's2', account_uuid: OWNER }),
        subscriptionRow({ subscription_id: 's3', account_uuid: null }),
      ],
    });
    const subjects = ['c1', 'c2', 's1', 's2', 's3', 'unknown', null];
    subjects.map((subject, index) => work.addNotice(about(`n${index}`, subject)));
    assert.deepEqual(
      work.changes().notices.map(({ body }) => body),
      ['{}', 'about c2', '{}', 'about s2', 'about s3', 'about unknown', 'about null'],
    );
  });

  test('a changed purchase as it is at the end, a new one only as new', () => {
    const work = openWork({ purchases: [purchaseRow()] });
    for (const payload of ['one', 'two']) work.changePurchase(purchaseRow({ payload }));
    const added = work.addPurchase({ ...purchaseRow({ unique_key: 'c2' }) });
    work.changePurchase({ ...added, payload: 'new' });
    assert.deepEqual(work.changes().changed, [purchaseRow({ payload: 'two' })]);
    assert.deepEqual(work.changes().added, [{ ...added, payload: 'new' }]);
  });

  test('a cycle knows its subscription, a consumable has none', () => {
    const cycle = purchaseRow({ kind: 'subscription', subscription_id: 's1' });
    assert.equal(subscriptionIdOf(cycle), 's1');
    assert.equal(subscriptionIdOf({ ...cycle, subscription_id: null }), 'r1');
    assert.equal(subscriptionIdOf(purchaseRow()), undefined);
  });

  test('a purchase is found by market and key', () => {
    const work = openWork({ purchases: [purchaseRow()], cancellations: [cancellationRow()] });
    const others = [
      { ...NAME, provider: 'GOOGLE' },
      { ...NAME, unique_key: 'c2' },
    ] as const;
    assert.deepEqual(work.purchase(NAME), purchaseRow());
    assert.deepEqual(work.cancellations(NAME), [cancellationRow()]);
    for (const other of others) {
      assert.equal(work.purchase(other), undefined);
      assert.deepEqual(work.cancellations(other), []);
    }
  });

  test('a subscription once, as it is at the end', () => {
    const work = openWork({ subscriptions: [subscriptionRow()] });
    for (const status of ['hold', 'expired'] as const) {
      work.saveSubscription(subscriptionRow({ status }));
    }
    assert.deepEqual(work.changes().subscriptions, [subscriptionRow({ status: 'expired' })]);
    assert.equal(work.subscription('s1')?.status, 'expired');
  });

  test('a report by its cause and its first time, the last state of it', () => {
    const work = openWork({ cancellations: [cancellationRow()] });
    const confirmed = cancellationRow({ last_at: 700 });
    const dispute = cancellationRow({ cause: 'dispute d1' });
    const later = cancellationRow({ reported_at: 800 });
    for (const report of [confirmed, dispute, later]) work.saveCancellation(report);
    assert.deepEqual(work.cancellations(NAME), [confirmed, dispute, later]);
    assert.deepEqual(work.changes().cancellations, [confirmed, dispute, later]);
  });
});
