// The follower of the figures: each change of the ledger is in the sums once, in the period it belongs to.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { extendTurn, putBack } from '../../../src/background/turns.ts';
import { createCalendar } from '../../../src/base/calendar.ts';
import { verifyFigures } from '../../../src/payment/figures/check.ts';
import { isCurrent } from '../../../src/payment/figures/current.ts';
import { FACTS } from '../../../src/payment/figures/facts.ts';
import { prepareUpdate, writeUpdate } from '../../../src/payment/figures/follow.ts';
import { payerTable } from '../../../src/payment/figures/personal-data.ts';
import { readPosition, takePosition } from '../../../src/payment/figures/positions.ts';
import { lastNumberOf } from '../../../src/payment/ledger/feed.ts';
import { purchaseTable } from '../../../src/payment/ledger/personal-data.ts';
import { countRows, eraseRows } from '../../../src/players/personal-data.ts';
import { insertRows } from '../../../src/storage/rows.ts';
import { changeApp, deleteApp } from '../../../src/tenants/apps.ts';
import { expectDone, type Gate, START, suite, type TestApp } from '../../support/harness.ts';
import { openLedger } from '../queries/records.ts';

const DAY = 86_400_000;

async function moneyOf({ service }: Gate, { appid }: TestApp, dimension = 'total', grain = 'day') {
  const rows = await service.context.storage.db
    .selectFrom('figure_money')
    .selectAll()
    .where('appid', '=', appid)
    .where('dimension', '=', dimension as 'total')
    .where('grain', '=', grain as 'day')
    .orderBy('bucket')
    .orderBy('currency')
    .execute();
  return rows.map((row) => [
    new Date(row.bucket).toISOString().slice(0, 10),
    row.value,
    row.currency,
    ...[row.purchases, row.gross, row.refunds, row.refunded, row.disputes, row.disputed].map(
      Number,
    ),
    Number(row.cancelled),
  ]);
}

/** Of all currencies together, or of one. */
async function countsOf({ service }: Gate, { appid }: TestApp, grain = 'month', currency = '') {
  const rows = await service.context.storage.db
    .selectFrom('figure_count')
    .selectAll()
    .where('appid', '=', appid)
    .where('grain', '=', grain as 'month')
    .where('currency', '=', currency)
    .orderBy('metric')
    .execute();
  return rows
    .filter((row) => Number(row.amount) !== 0)
    .map((row) => [row.metric, row.bucket, Number(row.amount)]);
}

const apple = (unique_key: string) => ({ provider: 'APPLE', unique_key }) as const;

suite('figures follow the ledger', (gate) => {
  const follow = () => gate.service.payment.figures.turn();
  const differences = async ({ appid }: TestApp) => {
    const check = await verifyFigures(gate.service, { appid });
    return 'differences' in check ? check.differences : check;
  };
  test('a purchase counts on the day it was bought, a refund on the day it was given', async () => {
    const ledger = await openLedger(gate);
    const { app } = ledger;
    await ledger.record({ unique_key: 'a', price: '9.99', purchased_at: START - 3 * DAY });
    await ledger.record({ unique_key: 'b', price: '1.00', purchased_at: START });
    await ledger.record({ unique_key: 'free', price: '0.00', purchased_at: START });
    await ledger.record({ unique_key: 'test', price: '5.00', purchased_at: START, test: 1 });
    await ledger.record({ unique_key: 'none', price: null, currency: null, purchased_at: START });
    await follow();
    assert.deepEqual(await moneyOf(gate, app), [
      ['2026-11-12', '', 'USD', 1, 999, 0, 0, 0, 0, 0],
      ['2026-11-15', '', '', 1, 0, 0, 0, 0, 0, 0],
      ['2026-11-15', '', 'USD', 2, 100, 0, 0, 0, 0, 0],
    ]);
    await ledger.report(apple('a'), {
      kind: 'refund',
      state: 'partial',
      reportedAt: START - 2 * DAY,
      amount: '4.00',
    });
    await follow();
    const partly = ['2026-11-13', '', 'USD', 0, 0, 1, 400, 0, 0, 0];
    assert.deepEqual((await moneyOf(gate, app)).slice(0, 2), [
      ['2026-11-12', '', 'USD', 1, 999, 0, 0, 0, 0, 0],
      partly,
    ]);
    await ledger.report(apple('a'), {
      kind: 'refund',
      state: 'given',
      reportedAt: START - DAY,
      amount: '9.99',
    });
    await follow();
    await follow();
    const afterRefund = [
      ['2026-11-12', '', 'USD', 1, 999, 0, 0, 0, 0, 1],
      partly,
      ['2026-11-14', '', 'USD', 0, 0, 0, 599, 0, 0, 0],
      ['2026-11-15', '', '', 1, 0, 0, 0, 0, 0, 0],
      ['2026-11-15', '', 'USD', 2, 100, 0, 0, 0, 0, 0],
    ];
    assert.deepEqual(await moneyOf(gate, app), afterRefund);
    await ledger.report(apple('a'), { kind: 'refund', state: 'restored', reportedAt: START });
    await follow();
    assert.deepEqual((await moneyOf(gate, app)).slice(0, 1), [
      ['2026-11-12', '', 'USD', 1, 999, 0, 0, 0, 0, 0],
    ]);
    assert.deepEqual((await moneyOf(gate, app)).at(-1), [
      ...['2026-11-15', '', 'USD', 2, 100],
      ...[-1, -999, 0, 0, 0],
    ]);
    assert.deepEqual(await differences(app), []);
  });

  test('a player counts once in a period, and is new in the first', async () => {
    const ledger = await openLedger(gate);
    const [one, two] = [randomUUID(), randomUUID()];
    const month = Date.UTC(2026, 10, 1);
    const before = Date.UTC(2026, 9, 1);
    await ledger.record({ account_uuid: one, purchased_at: START });
    await ledger.record({ account_uuid: one, purchased_at: START - DAY });
    await ledger.record({ account_uuid: two, purchased_at: START });
    await follow();
    assert.deepEqual(await countsOf(gate, ledger.app), [
      ['first_payers', month, 2],
      ['payers', month, 2],
      ['repeat_payers', month, 1],
    ]);
    // Told late: the first payment was a month earlier.
    await ledger.record({ account_uuid: one, purchased_at: START - 20 * DAY });
    await follow();
    assert.deepEqual(
      (await countsOf(gate, ledger.app)).sort((a, b) => Number(a[1]) - Number(b[1])),
      [
        ['first_payers', before, 1],
        ['payers', before, 1],
        ['first_payers', month, 1],
        ['payers', month, 2],
        ['repeat_payers', month, 1],
      ],
    );
    assert.deepEqual(await differences(ledger.app), []);
  });

  test('who pays in two currencies is a payer of both, and once of all', async () => {
    const ledger = await openLedger(gate);
    const { app } = ledger;
    const [one, two] = [randomUUID(), randomUUID()];
    const month = Date.UTC(2026, 10, 1);
    await ledger.record({ account_uuid: one, purchased_at: START, currency: 'USD' });
    await ledger.record({ account_uuid: one, purchased_at: START, currency: 'EUR' });
    await ledger.record({ account_uuid: two, purchased_at: START - DAY, currency: 'EUR' });
    await ledger.record({ account_uuid: two, purchased_at: START, currency: 'EUR' });
    await ledger.record({ account_uuid: two, purchased_at: START, price: null, currency: null });
    await follow();
    const payersIn = (currency: string) => countsOf(gate, app, 'month', currency);
    assert.deepEqual(await payersIn(''), [
      ['first_payers', month, 2],
      ['payers', month, 2],
      ['repeat_payers', month, 2],
    ]);
    assert.deepEqual(await payersIn('USD'), [
      ['first_payers', month, 1],
      ['payers', month, 1],
    ]);
    assert.deepEqual(await payersIn('EUR'), [
      ['first_payers', month, 2],
      ['payers', month, 2],
      ['repeat_payers', month, 1],
    ]);
    assert.deepEqual(await differences(app), []);
  });

  test('an erased player stays a payer, under another name, and the accounts become one', async () => {
    const ledger = await openLedger(gate);
    const { app } = ledger;
    const [one, two, other] = [randomUUID(), randomUUID(), randomUUID()];
    const pseudonym = randomUUID();
    const month = Date.UTC(2026, 10, 1);
    await ledger.record({ account_uuid: one, purchased_at: START });
    await ledger.record({ account_uuid: two, purchased_at: START - DAY });
    await ledger.record({ account_uuid: other, purchased_at: START });
    await follow();
    // Followed only after its account is gone.
    await ledger.record({ account_uuid: one, purchased_at: START });
    const { db } = gate.service.context.storage;
    const position = await readPosition(db, app);
    assert.ok(position);
    const late = await prepareUpdate(db, position, 4, createCalendar('UTC'));
    const erased = {
      ...app,
      playerId: 1n,
      accounts: [one, two],
      pseudonym,
      requestedAt: START,
      now: START,
      isLast: true,
      waiting: [],
    };
    assert.equal(await countRows(db, payerTable, erased, START), 2);
    for (const table of [purchaseTable, payerTable]) await eraseRows(db, table, erased);
    assert.equal(await writeUpdate(db, position, late), false);
    await follow();
    assert.deepEqual(await countsOf(gate, app), [
      ['first_payers', month, 2],
      ['payers', month, 2],
      ['repeat_payers', month, 1],
    ]);
    assert.deepEqual(await differences(app), []);
    const payers = await db
      .selectFrom('figure_payer')
      .select('account_uuid')
      .distinct()
      .where('appid', '=', app.appid)
      .execute();
    assert.deepEqual(new Set(payers.map((row) => row.account_uuid)), new Set([pseudonym, other]));
  });

  test('of two processes that follow at once, one writes; a lease that nobody ends, ends', async () => {
    const ledger = await openLedger(gate);
    const { app } = ledger;
    await ledger.record({ purchased_at: START });
    const { db } = gate.service.context.storage;
    const held = await takePosition(db, app, 'UTC', gate.now);
    assert.ok(held);
    assert.equal(await takePosition(db, app, 'UTC', gate.now), undefined);
    const upTo = (await lastNumberOf(db, app)) as number;
    const calendar = createCalendar('UTC');
    const steps = await Promise.all([
      prepareUpdate(db, held.position, upTo, calendar),
      prepareUpdate(db, held.position, upTo, calendar),
    ]);
    const written = [];
    for (const step of steps) written.push(await writeUpdate(db, held.position, step));
    assert.deepEqual(written, [true, false]);
    assert.deepEqual(await moneyOf(gate, app), [['2026-11-15', '', 'USD', 1, 999, 0, 0, 0, 0, 0]]);
    await ledger.record({ purchased_at: START });
    await follow();
    assert.equal((await readPosition(db, app))?.number, 1, 'whoever holds the lease follows');
    const take = () => takePosition(db, app, 'UTC', gate.now);
    gate.now += 60_000 - 1;
    assert.equal(await extendTurn(db, held.turn, gate.now + 60_000), true);
    gate.now += 60_000 - 1;
    assert.equal(await take(), undefined, 'not before it ends');
    gate.now += 1;
    const heir = await take();
    assert.ok(heir);
    assert.equal(await extendTurn(db, held.turn, gate.now + 60_000), false);
    await putBack(db, held.turn, { dueAt: 0 });
    assert.equal(await take(), undefined, 'whoever lost the lease cannot end it');
    await putBack(db, heir.turn, { dueAt: 0 });
    await follow();
    assert.deepEqual(await moneyOf(gate, app), [['2026-11-15', '', 'USD', 2, 1998, 0, 0, 0, 0, 0]]);
    gate.now = START;
  });

  test('far behind, as after an upgrade, each purchase counts once', async () => {
    const ledger = await openLedger(gate);
    const { app } = ledger;
    await ledger.record({ purchased_at: START });
    const { db } = gate.service.context.storage;
    const [row] = await db
      .selectFrom('purchase')
      .selectAll()
      .where('appid', '=', app.appid)
      .execute();
    assert.ok(row);
    const copy = { ...row, receipt: '', market_result: null };
    await db.transaction().execute(async (tx) => {
      for (let number = 1; number < 12_349; number += 1_029) {
        const copies = Array.from({ length: 1_029 }, (_, index) => ({
          ...copy,
          number: number + index + 1,
          unique_key: `copy ${number + index}`,
          transaction_id: randomUUID(),
        }));
        await insertRows(tx, 'purchase', copies);
      }
      await tx
        .updateTable('purchase_sequence')
        .set({ next_number: 12_350 })
        .where('appid', '=', app.appid)
        .execute();
    });
    await follow();
    const gross = 999 * 12_349;
    assert.deepEqual(await moneyOf(gate, app), [
      ['2026-11-15', '', 'USD', 12_349, gross, 0, 0, 0, 0, 0],
    ]);
    assert.deepEqual(await differences(app), []);
  });

  test('sums of earlier facts are made anew, and say so until then', async () => {
    const ledger = await openLedger(gate);
    const { app } = ledger;
    await ledger.record({ purchased_at: START });
    await follow();
    const { db } = gate.service.context.storage;
    await db.deleteFrom('figure_money').where('appid', '=', app.appid).execute();
    await db
      .updateTable('feed_position')
      .set({ facts: FACTS - 1 })
      .where('appid', '=', app.appid)
      .execute();
    const current = async () => {
      const found = await gate.service.directory.app(app.appid);
      return isCurrent(gate.service.context, found ?? assert.fail('no app'));
    };
    assert.equal(await current(), false);
    await follow();
    assert.equal(await current(), true);
    assert.deepEqual(await moneyOf(gate, app), [['2026-11-15', '', 'USD', 1, 999, 0, 0, 0, 0, 0]]);
    assert.deepEqual(await differences(app), []);
  });

  test('another time zone makes the sums anew; a deleted app leaves nothing', async () => {
    const ledger = await openLedger(gate);
    const { app } = ledger;
    await ledger.record({ purchased_at: Date.UTC(2026, 10, 14, 20) });
    await follow();
    assert.deepEqual(await moneyOf(gate, app), [['2026-11-14', '', 'USD', 1, 999, 0, 0, 0, 0, 0]]);
    const { db } = gate.service.context.storage;
    const { appid } = app;
    expectDone(await changeApp(gate.service.context, SYSTEM, { appid, time_zone: 'Asia/Seoul' }));
    gate.now += 2_000;
    await follow();
    const [row] = await db
      .selectFrom('figure_money')
      .select('bucket')
      .where('appid', '=', app.appid)
      .where('grain', '=', 'day')
      .where('dimension', '=', 'total')
      .execute();
    assert.equal(row?.bucket, Date.UTC(2026, 10, 14, 15));
    assert.deepEqual(await differences(app), []);
    await ledger.report(apple('unknown'), { kind: 'refund', state: 'given', reportedAt: START });
    await deleteApp(gate.service.context, SYSTEM, app.appid);
    const tables = [
      'figure_money',
      'figure_count',
      'figure_payer',
      'figure_counted',
      'feed_position',
      'purchase_change',
    ] as const;
    for (const table of tables) {
      const left = await db
        .selectFrom(table)
        .select('appid')
        .where('appid', '=', app.appid)
        .execute();
      assert.deepEqual(left, [], table);
    }
    gate.now = START;
  });
});
