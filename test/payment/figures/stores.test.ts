// The statements of the figures: each reads and changes what it names, among rows that differ in one respect.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createCalendar } from '../../../src/base/calendar.ts';
import { firstWholeDay, readTotals } from '../../../src/figures/activity-counts.ts';
import * as read from '../../../src/figures/read-store.ts';
import type { MoneyRow } from '../../../src/figures/sums.ts';
import * as sums from '../../../src/figures/sums-store.ts';
import { FACTS } from '../../../src/payment/figures/facts.ts';
import * as ledger from '../../../src/payment/figures/ledger-store.ts';
import * as positions from '../../../src/payment/figures/positions.ts';
import {
  describeProblems,
  readRates,
  reportingCurrencies,
} from '../../../src/payment/figures/rates.ts';
import { readUndelivered } from '../../../src/payment/figures/undelivered-store.ts';
import * as feed from '../../../src/payment/ledger/feed.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';
import { AT, purchaseScene, subscriptionScene } from '../scenes.ts';

const DAY = 86_400_000;
const GOOGLE = { provider: 'GOOGLE' };
/** No sale. */
const SHARED = { ownership: 'FAMILY_SHARED' };
const EMPTY = { refunds: 0, refunded: 0, disputes: 0, disputed: 0, cancelled: 0 };

const money = (but: Scene['but'] = []): Scene => ({
  table: 'figure_money',
  row: {
    dimension: 'total',
    grain: 'day',
    value: 'v',
    currency: 'USD',
    purchases: 2,
    gross: 5,
    ...EMPTY,
  },
  key: () => ({ bucket: DAY }),
  but,
});
const count = (but: Scene['but'] = []): Scene => ({
  table: 'figure_count',
  row: { metric: 'payers', grain: 'day', detail: '', currency: '', amount: 3 },
  key: () => ({ bucket: DAY }),
  but,
});
/** The first of a range is in it, the one after its end is not. */
const OUTSIDE = [{ bucket: 0 }, { bucket: 2 * DAY }];

suite('statements of the figures', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const range = () => ({ ...name(), from: DAY, to: 2 * DAY });

  test('sums of money in a range, in the order of time', async () => {
    const wanted = { dimension: 'total', grain: 'day', values: ['v'] } as const;
    const others = [{ dimension: 'product' }, { grain: 'month' }, { value: 'w' }, ...OUTSIDE];
    const rows = async (more = {}) => {
      const found: object[] = [];
      await read.eachMoney(db(), { ...range(), ...wanted, ...more }, (row) => found.push(row));
      return found as { bucket: number; purchases: number }[];
    };
    await check.finds(money(others), rows);
    await check.put(money(OUTSIDE));
    assert.deepEqual(
      (await rows({ from: 0, to: 3 * DAY })).map(({ bucket }) => bucket),
      [0, DAY, 2 * DAY],
    );
    await check.finds(money(others), async () => {
      const found = await read.readCancelled(db(), { ...range(), ...wanted });
      assert.deepEqual(
        found.map(({ purchases }) => Number(purchases)),
        [2],
      );
      return found;
    });
    const months = others.filter((each) => !('grain' in each) && !('value' in each));
    await check.put({
      ...money([...months, { grain: 'day', value: 'x' }]),
      row: { ...money().row, grain: 'month' },
    });
    const span = { from: DAY, to: 2 * DAY, calendar: createCalendar('UTC') };
    // The month of the first day is in it.
    await db().updateTable('figure_money').set({ bucket: -DAY }).where('bucket', '=', 0).execute();
    assert.deepEqual([...(await read.countValues(db(), name(), 'total', span))], [['v', 2]]);
  });

  test('sums add up, exactly also beyond what a double holds', async () => {
    await db().deleteFrom('figure_money').execute();
    const [large, small] = [9_007_199_254_740_000_000n, 493_000n];
    for (const gross of [large, small]) {
      const row = { ...money().row, bucket: DAY, gross } as unknown as MoneyRow;
      await sums.addSums(db(), name(), [row], []);
    }
    const found: MoneyRow[] = [];
    const wanted = { dimension: 'total', grain: 'day', values: ['v'] } as const;
    await read.eachMoney(db(), { ...range(), ...wanted }, (row) => found.push(row));
    assert.deepEqual(
      found.map(({ purchases, gross }) => [Number(purchases), gross]),
      [[4, large + small]],
    );
  });

  test('counts in a range, and accounts that paid in it', async () => {
    const metrics = ['payers'];
    const counts = (from = DAY, to = 2 * DAY) =>
      read.readCounts(db(), { ...name(), from, to, metrics, grain: 'day' });
    await check.finds(count([{ metric: 'churned' }, { grain: 'month' }, ...OUTSIDE]), () =>
      counts(),
    );
    await check.put(count(OUTSIDE));
    assert.deepEqual(
      (await counts(0, 3 * DAY)).map(({ bucket }) => bucket),
      [0, DAY, 2 * DAY],
    );
    const paid = {
      ...count(),
      row: { ...count().row, metric: 'paid_after', detail: '1969-12-31' },
    };
    const others = [{ metric: 'payers' }, { grain: 'month' }, { detail: '1970-01-02' }, ...OUTSIDE];
    await check.put({ ...paid, but: others });
    assert.equal(await read.countPayers(db(), { ...range(), date: '1970-01-02' }), 3);
  });

  test('counts of activity: the first whole day, and the current totals in their order', async () => {
    const activity = (but: Scene['but'] = [], row = {}): Scene => ({
      table: 'activity_count',
      row: { metric: 'verified', grain: 'day', detail: 'd', amount: 3, ...row },
      key: () => ({ bucket: DAY }),
      but,
    });
    const first = () => firstWholeDay(db(), name(), createCalendar('UTC'), ['verified']);
    const earlier = [
      { metric: 'refused', bucket: 0 },
      { grain: 'hour', bucket: 0 },
    ];
    await check.put(activity([...earlier, { bucket: 2 * DAY }]));
    assert.equal(await first(), 2 * DAY);
    await check.put(activity(earlier, { metric: 'refused' }));
    assert.equal(await first(), Number.POSITIVE_INFINITY);
    const others = [{ metric: 'a', detail: 'z' }, { detail: 'c' }, { grain: 'day', detail: 'x' }];
    await check.put(activity(others, { grain: 'now' }));
    assert.deepEqual(
      (await readTotals(db(), name())).map(({ metric, detail }) => [metric, detail]),
      [
        ['a', 'z'],
        ['verified', 'c'],
        ['verified', 'd'],
      ],
    );
  });

  test('the values with most purchases, the first by name of two that have as many', () => {
    const counts = new Map([
      ['c', 2],
      ['b', 2],
      ['a', 1],
    ]);
    assert.deepEqual(read.topOf(counts, 2), ['b', 'c']);
  });

  test('rates into one currency, and whether one begins within a period', async () => {
    const rate = (but: Scene['but'] = []): Scene => ({
      table: 'figure_rate',
      row: { reporting: 'EUR', rate: '2' },
      key: () => ({ currency: 'USD', day: '1970-01-02' }),
      but,
      ofProject: true,
    });
    await check.put(
      rate([{ reporting: 'KRW', day: '1970-01-03', rate: '5' }, { reporting: 'AUD' }]),
    );
    const into = await reportingCurrencies(db(), apps.app.gameIndex);
    assert.deepEqual(into, ['AUD', 'EUR', 'KRW']);
    const own = { gameIndex: apps.app.gameIndex, reporting: 'EUR' };
    const rates = await readRates(db(), own, createCalendar('UTC'));
    assert.equal(rates.of('USD', 2 * DAY), rates.of('USD', DAY), 'that of KRW is another');
    assert.equal(rates.of('USD', 0), undefined);
    const within = (from: number, to: number) => rates.changeWithin({ from, to, step: 'month' });
    assert.deepEqual(
      [within(0, 2 * DAY), within(DAY, 2 * DAY), within(0, DAY), within(2 * DAY, 3 * DAY)],
      [true, false, false, false],
    );
  });

  test('of many problems with rates the first twenty are named', () => {
    const named = (count: number) =>
      describeProblems(Array.from({ length: count }, (_, index) => `p${index + 1}`));
    assert.match(named(20), /^p1 .* p20$/);
    assert.match(named(21), /^p1 .* p20 And 1 more\.$/);
  });

  test('what is followed: purchases by number and key, changes in their order', async () => {
    const numbers = { above: 9, upTo: 10, limit: 5 };
    await check.finds(purchaseScene({}, [{ number: 9 }, { number: 11 }]), () =>
      ledger.purchasesByNumber(db(), { ...name(), ...numbers }),
    );
    await check.put(purchaseScene({}, [{ number: 13 }, { number: 12 }]));
    const some = await ledger.purchasesByNumber(db(), { ...name(), above: 0, upTo: 99, limit: 2 });
    assert.deepEqual(
      some.map(({ number }) => number),
      [10, 12],
    );
    const all = { above: 0, upTo: 99, limit: 5 };
    await check.finds(purchaseScene({}, [SHARED]), () =>
      ledger.purchasesByNumber(db(), { ...name(), ...all }),
    );
    await check.finds(purchaseScene({}, [SHARED]), () =>
      ledger.purchasesByKeys(db(), { ...name(), provider: 'APPLE', keys: ['key-0', 'key-1'] }),
    );
    const keys = { provider: 'APPLE', keys: ['key-0'] } as const;
    await check.finds(purchaseScene({}, [{}, { ...GOOGLE, unique_key: 'key-0' }]), () =>
      ledger.purchasesByKeys(db(), { ...name(), ...keys }),
    );
    const change = (but: Scene['but'] = []): Scene => ({
      table: 'purchase_change',
      row: { at: AT, provider: 'APPLE', kind: 'purchase', subject: 's' },
      key: (number) => ({ number: 10 + number }),
      but,
    });
    await check.finds(change([{ number: 9 }, { number: 11 }]), () =>
      feed.changesIn(db(), { ...name(), ...numbers }),
    );
    await check.put(change([{ number: 13 }, { number: 12 }]));
    const next = await feed.changesIn(db(), { ...name(), above: 0, upTo: 99, limit: 2 });
    assert.deepEqual(
      next.map(({ number }) => number),
      [10, 12],
    );
    const position = (but: Scene['but'] = []): Scene => ({
      table: 'feed_position',
      row: { version: 1, facts: 0, time_zone: 'UTC' },
      key: () => ({ consumer: 'figures', number: 10 }),
      but,
    });
    const others = [{ consumer: 'payments', number: 1 }];
    const left = async () => {
      await check.put(change([{}]));
      await feed.removeFollowed(db(), name());
      const rows = await feed.changesIn(db(), { ...name(), above: 0, upTo: 99, limit: 9 });
      return rows.map(({ number }) => number);
    };
    await check.put(position(others));
    assert.deepEqual(await left(), [10, 11], 'the measures have not begun');
    await check.put(position([...others, { consumer: 'measures', number: 9 }]));
    assert.deepEqual(await left(), [10, 11]);
    await check.put(position([...others, { consumer: 'measures', number: 11 }]));
    assert.deepEqual(await left(), [11]);
    await check.changes(change([{}]), () => feed.removeFollowed(db(), name()));
    const own = { ...name(), consumer: 'figures' } as const;
    await check.finds(position(others), () => feed.positionOf(db(), own));
    await check.changes(position(others), () =>
      feed.movePosition(db(), { ...own, from: 10, to: 11 }),
    );
    assert.deepEqual(await feed.movePosition(db(), { ...own, from: 10, to: 12 }), []);
  });

  test('linked subscriptions: those that one replaced, their cycles and changes of status', async () => {
    await db().deleteFrom('purchase').execute();
    await check.put(
      subscriptionScene({}, [{ replaces: 'subscription-0' }, {}, { replaces: 'subscription-2' }]),
    );
    const own = { kind: 'subscription', subscription_id: 'subscription-0' };
    await check.put(purchaseScene(own, [{ subscription_id: 'subscription-2' }, SHARED]));
    const step: Scene = {
      table: 'subscription_step',
      row: {
        provider: 'APPLE',
        at: AT,
        cycle_key: 'c',
        status: 'active',
        renews: 1,
        expires_at: AT,
      },
      key: (number) => ({ subscription_id: `subscription-${number}` }),
      but: [{}, {}],
    };
    await check.put(step);
    const groups = await ledger.readLinked(db(), name(), [
      { provider: 'APPLE', id: 'subscription-1' },
    ]);
    assert.deepEqual(
      groups.map(({ root, ids, members, cycles, statuses }) => [
        root,
        ids,
        members.length,
        cycles.map(({ unique_key }) => unique_key),
        statuses.length,
      ]),
      [['subscription-0', ['subscription-0', 'subscription-1'], 2, ['key-0'], 2]],
    );
    await db().deleteFrom('purchase').execute();
  });

  test('what the sums contain of a record, and the days on which accounts paid', async () => {
    const counted: Scene = {
      table: 'figure_counted',
      row: { provider: 'APPLE', kind: 'purchase', facts: '[]' },
      key: () => ({ subject: 's' }),
      but: [GOOGLE, { kind: 'subscription' }, { subject: 't' }],
    };
    const subjects = () =>
      ({ ...name(), provider: 'APPLE', kind: 'purchase', subjects: ['s'] }) as const;
    await check.finds(counted, () => sums.findCounted(db(), subjects()));
    await check.changes(counted, () => sums.deleteCounted(db(), subjects()));
    const payer: Scene = {
      table: 'figure_payer',
      row: { account_uuid: 'account', purchases: 1, currencies: '{"USD":1}' },
      key: () => ({ day: 1 }),
      but: [{ account_uuid: 'other' }, { day: 2, purchases: 0 }],
    };
    await check.put(payer);
    const days = await sums.findPaidDays(db(), name(), ['account']);
    assert.deepEqual(
      [...days].map(([account, own]) => [account, [...own]]),
      [['account', [[1, { USD: 1 }]]]],
    );
  });

  test('a position moves once, is held by one, and begins anew', async () => {
    const position: Scene = {
      table: 'feed_position',
      row: { number: 5, version: 3, facts: 1, time_zone: 'UTC' },
      key: () => ({ consumer: 'figures' }),
      but: [{ consumer: 'measures' }],
    };
    const at = (version: number) => ({ ...name(), number: 5, version, facts: 1, timeZone: 'UTC' });
    await check.changes(position, () => positions.advance(db(), at(3), 6));
    assert.equal(await positions.advance(db(), at(3), 7), false, 'another was faster');
    await check.changes(position, () => positions.holdPosition(db(), name()));
    await check.finds(position, () => positions.readPosition(db(), name()));
    await check.changes(position, () => positions.startAnew(db(), at(3), 'Asia/Seoul'));
    await check.put(money());
    await check.put(position);
    await positions.startAnew(db(), at(2), 'Asia/Seoul');
    assert.equal((await db().selectFrom('figure_money').selectAll().execute()).length, 3);
    await positions.startAnew(db(), at(3), 'Asia/Seoul');
    const left = await db().selectFrom('figure_money').select('appid').execute();
    assert.deepEqual(
      left.map(({ appid }) => appid).sort(),
      [apps.nextDoor.appid, apps.abroad.appid].sort(),
    );
  });

  test('whose sums are behind: new numbers, new facts, another time zone', async () => {
    await db().deleteFrom('feed_position').execute();
    const behind = async () => (await positions.findBehind(db())).map(({ appid }) => appid);
    assert.deepEqual(await behind(), []);
    const { app } = apps;
    const own = { game_index: app.gameIndex, appid: app.appid };
    await db()
      .updateTable('purchase_sequence')
      .set({ next_number: 8 })
      .where('appid', '=', app.appid)
      .execute();
    assert.deepEqual(await positions.findBehind(db()), [name()]);
    assert.equal(await feed.lastNumberOf(db(), name()), 7);
    const position = { ...own, version: 1, facts: FACTS, time_zone: 'UTC' };
    await db()
      .insertInto('feed_position')
      .values([
        { ...position, consumer: 'figures', number: 7 },
        { ...position, consumer: 'measures', number: 1 },
      ])
      .execute();
    assert.deepEqual(await behind(), []);
    for (const [older, usual] of [
      [{ time_zone: 'Asia/Seoul' }, { time_zone: 'UTC' }],
      [{ facts: FACTS - 1 }, { facts: FACTS }],
    ]) {
      await db()
        .updateTable('feed_position')
        .set(older as object)
        .execute();
      assert.deepEqual(await behind(), [app.appid]);
      await db()
        .updateTable('feed_position')
        .set(usual as object)
        .execute();
    }
    assert.deepEqual(await behind(), []);
  });

  test('purchases that nobody has reported as delivered, by when they were verified', async () => {
    const undelivered = purchaseScene({ market_result: '{}' }, [
      { verified_at: AT - 1 },
      { verified_at: AT + 5 },
    ]);
    const span = { from: AT, to: AT + 5 };
    await check.finds(undelivered, () => readUndelivered(db(), name(), span));
    await check.put(purchaseScene({ market_result: '{}' }, [{}, {}]));
    assert.equal((await readUndelivered(db(), name(), span, 3))?.length, 3);
    assert.equal(await readUndelivered(db(), name(), span, 2), undefined);
  });
});
