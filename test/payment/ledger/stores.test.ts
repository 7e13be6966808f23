// The statements of the ledger: each finds and changes what it names, among rows that differ in one respect.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readActivity, readAnnounced } from '../../../src/payment/ledger/activity.ts';
import { findNewChains } from '../../../src/payment/ledger/chains-store.ts';
import { erasedAmong, erasedSubjects } from '../../../src/payment/ledger/erasures-store.ts';
import * as feed from '../../../src/payment/ledger/feed.ts';
import * as noticeData from '../../../src/payment/ledger/notice-data.ts';
import * as notices from '../../../src/payment/ledger/notices-store.ts';
import { holdNumbers, reserveNumbers } from '../../../src/payment/ledger/numbers.ts';
import { purchaseTable, subscriptionTable } from '../../../src/payment/ledger/personal-data.ts';
import * as purchases from '../../../src/payment/ledger/purchases-store.ts';
import type { Chain } from '../../../src/payment/ledger/stored-receipt.ts';
import * as subscriptions from '../../../src/payment/ledger/subscriptions-store.ts';
import { countRows, eraseRows, readSection } from '../../../src/players/personal-data.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';
import {
  AT,
  noticeScene,
  orderScene,
  purchaseScene,
  reportScene,
  subscriptionScene,
} from '../scenes.ts';

const GOOGLE = { provider: 'GOOGLE' };

suite('statements of the ledger', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const place = () => ({ appid: apps.app.appid, game_index: apps.app.gameIndex });
  const key = () => ({ ...place(), provider: 'APPLE', unique_key: 'key-0' }) as const;

  test('purchases by receipt, key, number and uuid', async () => {
    const receipt = { provider: 'APPLE', receipt: 'r', receiptHash: 'hash-0' } as const;
    const cycle = { kind: 'subscription', subscription_id: 's' };
    await check.finds(
      purchaseScene({}, [
        {},
        { receipt_hash: 'hash-0', ...cycle },
        { receipt_hash: 'hash-0', ...GOOGLE },
        { receipt_hash: 'hash-0', claimed: 0 },
      ]),
      async () => (await purchases.findByReceipts(db(), [{ ...name(), ...receipt }]))[0],
    );
    const others = [{}, { ...GOOGLE, unique_key: 'key-0' }];
    await check.finds(purchaseScene({}, others), () => purchases.findPurchase(db(), key()));
    await check.finds(purchaseScene({}, [{}]), () => purchases.findByNumber(db(), name(), 10));
    await check.finds(
      purchaseScene(cycle, [
        { unique_key: 'a', number: 1, transaction_id: 'a' },
        {
          unique_key: 'b',
          number: 2,
          transaction_id: 'transaction-0',
          kind: 'consumable',
          subscription_id: null,
        },
      ]),
      () => purchases.findByServiceId(db(), name(), 'transaction-0'),
    );
    const named = [{ provider: 'APPLE', unique_key: 'key-0' }] as const;
    await check.finds(purchaseScene({}, others), () =>
      purchases.findPurchases(db(), name(), named),
    );
    await check.finds(reportScene({}, [{}, { ...GOOGLE, unique_key: 'key-0' }]), () =>
      purchases.findCancellations(db(), name(), named),
    );
    const paid = { payment_key: 'paid' };
    await check.finds(
      purchaseScene(paid, [GOOGLE, { payment_key: 'other' }, { payment_key: null }]),
      () => purchases.findPaidBy(db(), name(), [{ provider: 'APPLE', unique_key: 'paid' }]),
    );
  });

  test('a purchase changes alone, and its delivery only from what was seen', async () => {
    const others = [{}, { ...GOOGLE, unique_key: 'key-0' }];
    const read = async () =>
      (await purchases.findPurchase(db(), key())) ?? assert.fail('not found');
    await check.changes(purchaseScene({}, others), async () =>
      purchases.updatePurchases(db(), [{ ...(await read()), country: 'KR' }]),
    );
    await check.changes(purchaseScene({ claimed: 0 }, others), async () =>
      purchases.saveClaims(db(), [{ ...(await read()), claimed: 1 }]),
    );
    for (const delivery of [null, 1] as const) {
      await check.changes(purchaseScene({ delivery }, others), async () =>
        purchases.recordDelivery(db(), await read(), 2, AT),
      );
      const stale = { ...(await read()), delivery };
      assert.equal(await purchases.recordDelivery(db(), stale, 3, AT), false, 'another was faster');
      await check.put(purchaseScene({ delivery }, others));
      const refunded = { ...(await read()), cancel_state: 1 } as const;
      assert.equal(await purchases.recordDelivery(db(), refunded, 3, AT), false, 'not as it was');
    }
    await check.changes(purchaseScene({}, others), () =>
      purchases.recordConsumption(db(), key(), 5),
    );
  });

  test('notifications by name, about a subject, and listed newest first', async () => {
    const others = [{}, { ...GOOGLE, notice_id: 'notice-0' }];
    const notice = () => ({ ...place(), provider: 'APPLE', notice_id: 'notice-0' }) as const;
    await check.finds(
      {
        ...noticeScene({}, [{}, { provider: 'APPLE', notice_id: 'notice-0' }]),
        key: (number) => ({ ...noticeScene().key(number), ...GOOGLE }),
      },
      () => notices.findNotice(db(), { ...notice(), provider: 'GOOGLE' }),
    );
    await check.finds(noticeScene({}, others), () =>
      notices.noticesByNames(db(), { ...name(), provider: 'APPLE', ids: ['notice-0'] }),
    );
    await check.changes(noticeScene({}, others), () => notices.markNotice(db(), notice(), 'kept'));
    const about = () => ({ ...name(), provider: 'APPLE', subjects: ['subject'] }) as const;
    const another = [{ subject: 'another' }, GOOGLE];
    await check.finds(noticeScene({}, another), () => notices.noticesAbout(db(), about(), 9));
    await check.finds(noticeScene({}, another), () =>
      noticeData.readNoticesAbout(db(), name(), 'APPLE', ['subject']),
    );
    await check.changes(noticeScene({}, another), () =>
      noticeData.eraseNoticesAbout(db(), name(), 'APPLE', ['subject']),
    );
    await check.finds(noticeScene({}, [{ state: 'applied' }]), () =>
      notices.listNotices(db(), name(), { state: 'waiting', limit: 9 }),
    );
    await check.put(
      noticeScene({}, [{ received_at: AT + 1 }, {}, { received_at: AT - 1 }, { said_at: AT + 1 }]),
    );
    const ids = (rows: readonly { notice_id: string }[]) =>
      rows.map(({ notice_id }) => notice_id.slice(7));
    const listed = ['1', '4', '2', '0', '3'];
    assert.deepEqual(ids(await notices.listNotices(db(), name(), { limit: 9 })), listed);
    for (const [index, id] of listed.entries()) {
      const at = id === '1' ? AT + 1 : id === '3' ? AT - 1 : AT;
      const page = { before: { received_at: at, notice_id: `notice-${id}` }, limit: 2 };
      assert.deepEqual(
        ids(await notices.listNotices(db(), name(), page)),
        listed.slice(index + 1, index + 3),
      );
    }
    assert.deepEqual(ids(await notices.noticesAbout(db(), about(), 9)), ['1', '4', '2', '0', '3']);
    assert.deepEqual(ids(await notices.noticesAbout(db(), about(), 2)), ['1', '4']);
  });

  test('notifications that name an account', async () => {
    const player = () => ({ ...name(), playerId: 7n, accounts: ['account'] });
    const others = [{ account_uuid: 'other' }, { account_uuid: null }];
    const { noticeTable } = noticeData;
    const erased = () => ({
      ...player(),
      pseudonym: 'p',
      requestedAt: AT,
      now: AT,
      isLast: true,
      waiting: [],
    });
    const erase = async () => {
      while (await eraseRows(db(), noticeTable, erased()));
    };
    await check.finds(noticeScene({}, others), async () => {
      const found: object[] = [];
      for await (const each of readSection(db(), noticeTable, player())) found.push(each);
      return found;
    });
    await check.finds(noticeScene({}, others), async () => {
      assert.equal(await countRows(db(), noticeTable, player(), AT), 1);
      return [{}];
    });
    await check.changes(noticeScene({}, others), erase);
    // Of earlier releases, whose account nobody has looked for.
    await check.changes(noticeScene({ account_uuid: '?' }, others), erase);
    const google = { ...GOOGLE, notice_id: 'notice-0', account_uuid: 'other' };
    await check.changes(noticeScene({}, [google]), erase);
  });

  test('what is counted of a player', async () => {
    const player = () => ({ ...name(), playerId: 7n, accounts: ['account'] });
    await db().deleteFrom('market_notice').execute();
    await check.put(purchaseScene({}, [{ account_uuid: 'other' }]));
    await check.put(subscriptionScene({}, [{ account_uuid: 'other' }]));
    for (const table of [purchaseTable, subscriptionTable]) {
      assert.equal(await countRows(db(), table, player(), AT), 1, table.table);
    }
    await db().deleteFrom('purchase').execute();
  });

  test('subscriptions by id and account, newest first', async () => {
    const elsewhere = { provider: 'GOOGLE', subscription_id: 'subscription-0' };
    await check.finds(subscriptionScene({}, [{}, elsewhere]), () =>
      subscriptions.findSubscriptions(db(), name(), [
        { provider: 'APPLE', subscription_id: 'subscription-0' },
      ]),
    );
    await check.finds(
      subscriptionScene({ replaces: 'former' }, [{ replaces: 'other' }, { replaces: null }]),
      () => subscriptions.findReplacing(db(), name(), ['former']),
    );
    const accounts = ['account'];
    await check.finds(subscriptionScene({}, [{ account_uuid: 'other' }]), () =>
      subscriptions.subscriptionsByAccounts(db(), { ...name(), accounts }),
    );
    await check.put(subscriptionScene({}, [{ created_at: AT + 1 }, {}]));
    const found = await subscriptions.subscriptionsByAccounts(db(), { ...name(), accounts });
    assert.deepEqual(
      found.map(({ subscription_id }) => subscription_id.slice(13)),
      ['1', '0', '2'],
    );
  });

  test('the activity of a subject, in the order of time', async () => {
    const trail = (but: Scene['but']): Scene => ({
      table: 'purchase_trail',
      row: { provider: 'APPLE', subject: 'subject', kind: 'b', at: AT },
      key: (number) => ({ reference: `${number}` }),
      but: but ?? [],
    });
    const subjects = () => ({ ...name(), provider: 'APPLE', subjects: ['subject'] }) as const;
    await check.finds(trail([GOOGLE, { subject: 'another' }]), () =>
      readActivity(db(), subjects()),
    );
    const sales = [{ provider: 'APPLE', unique_key: 'subject' }] as const;
    for (const kind of ['purchase.unclaimed', 'subscription.unclaimed']) {
      const { row, ...scene } = trail([{ subject: 'another' }, { kind: 'purchase.verified' }]);
      await check.put({ ...scene, row: { ...row, kind } });
      assert.deepEqual(await readAnnounced(db(), name(), sales), sales);
    }
    await check.put(trail([{ at: AT - 1 }, { kind: 'a' }, {}]));
    assert.deepEqual(await readAnnounced(db(), name(), sales), []);
    assert.deepEqual(
      (await readActivity(db(), subjects())).map(({ reference }) => reference),
      ['1', '2', '0', '3'],
    );
  });

  test('certificate chains of a project', async () => {
    const [own, abroad, unknown] = ['own', 'abroad', 'unknown'].map((chain_hash) => ({
      chain_hash,
      certificates: 'c',
    })) as [Chain, Chain, Chain];
    await db()
      .insertInto('certificate_chain')
      .values([
        { game_index: apps.app.gameIndex, ...own },
        { game_index: apps.abroad.gameIndex, ...abroad },
      ])
      .execute();
    assert.deepEqual(await findNewChains(db(), name(), [own, abroad]), [abroad]);
    assert.deepEqual(await findNewChains(db(), name(), [unknown]), [unknown]);
  });

  test('erased players: by id, and by what they bought', async () => {
    const erasure: Scene = {
      table: 'erasure',
      row: {},
      key: (number) => ({ erasure_id: number === 0 ? 'account' : 'second' }),
      but: [{}],
    };
    await check.put(erasure);
    assert.deepEqual(await erasedAmong(db(), name(), ['account', 'nobody', null]), ['account']);
    await db().deleteFrom('erasure').where('appid', '=', apps.app.appid).execute();
    assert.deepEqual(await erasedAmong(db(), name(), ['account']), [], 'in other apps only');
    await check.put({ ...erasure, but: [] });
    const subjectsOf = (...subjects: string[]) =>
      erasedSubjects(db(), name(), subjects.map((subject) => ({ subject })) as never);
    for (const table of ['subscription', 'purchase_order', 'purchase'] as const) {
      await db().deleteFrom(table).execute();
    }
    await check.put(
      purchaseScene({}, [
        { account_uuid: 'other' },
        { subscription_id: 'key-2', kind: 'subscription' },
        { subscription_id: 's', kind: 'subscription' },
      ]),
    );
    const all = ['key-0', 'key-1', 'key-2', 'key-3'];
    assert.deepEqual((await subjectsOf(...all)).toSorted(), ['APPLE key-0', 'APPLE key-3']);
    assert.deepEqual(await subjectsOf('key-0'), ['APPLE key-0']);
    await check.put(purchaseScene({ payment_key: 'paid' }, [{ payment_key: 'other' }]));
    assert.deepEqual(await subjectsOf('paid'), ['APPLE paid']);
    await db().deleteFrom('purchase').execute();
    await check.put(subscriptionScene({}, [{ account_uuid: 'other' }, {}]));
    assert.deepEqual(await subjectsOf('subscription-0', 'subscription-1'), [
      'APPLE subscription-0',
    ]);
    await db().deleteFrom('subscription').execute();
    await check.put(orderScene({ player_id: 0 }, [{ player_id: 7 }, {}]));
    assert.deepEqual(await subjectsOf('1', '2'), ['STEAM 1']);
  });

  test('the feed: changes between two numbers, how far consumers are, and what both have followed', async () => {
    const changes: Scene = {
      table: 'purchase_change',
      row: { at: AT, provider: 'APPLE', kind: 'purchase', subject: 's' },
      key: (number) => ({ number: 10 + number }),
      but: [{}, {}, {}],
    };
    const CONSUMERS = ['figures', 'measures', 'restrictions'] as const;
    const positions = (...of: readonly number[]): Scene => ({
      table: 'feed_position',
      row: { number: of[0], version: 1, facts: 0, time_zone: 'UTC' },
      key: (number) => ({ consumer: CONSUMERS[number] }),
      but: of.slice(1).map((number) => ({ number })),
    });
    const between = async (above: number, upTo: number, limit = 9) => {
      const found = await feed.changesIn(db(), { ...name(), above, upTo, limit });
      return found.map(({ number }) => number);
    };
    await check.put(changes);
    assert.deepEqual(await between(10, 12), [11, 12]);
    assert.deepEqual(await between(0, 99, 2), [10, 11]);
    await check.put(positions(11, 12));
    for (const [consumer, number] of [
      ['figures', 11],
      ['measures', 12],
    ] as const) {
      assert.equal((await feed.positionOf(db(), { ...name(), consumer }))?.number, number);
    }
    const move = (from: number) =>
      feed.movePosition(db(), { ...name(), consumer: 'figures', from, to: 20 });
    await check.changes(positions(11, 11), () => move(11));
    assert.deepEqual(await move(11), [], 'another was faster');
    const kept = async () => {
      await feed.removeFollowed(db(), name());
      return between(0, 99);
    };
    await check.put(positions(13));
    assert.deepEqual(await kept(), [10, 11, 12, 13], 'one of them has not begun');
    await check.put(positions(12, 11, 0));
    assert.deepEqual(await kept(), [12, 13]);
    await db().deleteFrom('feed_position').execute();
    await db().deleteFrom('purchase_change').execute();
  });

  test('numbers of an app', async () => {
    const sequences = () =>
      db()
        .selectFrom('purchase_sequence')
        .select(['appid', 'next_number'])
        .orderBy('appid')
        .execute();
    const earlier = await sequences();
    await reserveNumbers(db(), name(), 3, AT);
    assert.equal(await holdNumbers(db(), name()), true);
    assert.deepEqual(
      await sequences(),
      earlier.map((row) =>
        row.appid === apps.app.appid ? { ...row, next_number: row.next_number + 3 } : row,
      ),
    );
    assert.equal(await holdNumbers(db(), { ...name(), appid: 'gone' }), false);
  });
});
