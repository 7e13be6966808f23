// The statements of external sales, among reports and orders of other apps, orders and states.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { idsFrom } from '../../../src/base/ids.ts';
import { countReportRows, searchReports } from '../../../src/payment/external/search-store.ts';
import * as store from '../../../src/payment/external/store.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';
import { AT, orderScene } from '../scenes.ts';

const ROW = {
  ...{ market: 'APPLE', kind: 'sale', subject: 'H1', token: 'T1', state: 'due', line_id: 'L1' },
  ...{ is_void: 0, currency: 'USD', amount: 9_900, tax: 900, tax_country: 'DE', rate: null },
  ...{ happened_at: AT, report_by: AT, created_at: AT, sent_at: null, body: null, refusal: null },
} as const;

const idAt = (at: number): string => `${idsFrom(at)}-7000-8000-000000000000`;

/** The reports of an order have a position each. */
const report = (row: object = {}, but: Scene['but'] = [], id = 'report-0'): Scene => ({
  table: 'external_report',
  row: { ...ROW, ...row },
  key: (number) => ({ report_id: number === 0 ? id : `report-${number}`, position: 1 - number }),
  but,
});

suite('statements of external sales', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const app = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const name = () => ({
    ...{ appid: apps.app.appid, game_index: apps.app.gameIndex, report_id: 'report-0' },
  });

  test('the reports of an order or token, in the order in which they are sent', async () => {
    await check.finds(report({}, [{ subject: 'H2' }]), () =>
      store.reportsOf(db(), { ...app(), subject: 'H1' }),
    );
    await check.put(report({}, [{ position: 3 }, { position: 2 }]));
    const found = await store.reportsOf(db(), { ...app(), subject: 'H1' });
    assert.deepEqual(
      found.map(({ position }) => position),
      [1, 2, 3],
    );
  });

  test('a report by its id', () =>
    check.finds(report({}, [{}]), () => store.findReport(db(), name())));

  test('a place in an order is taken once; corrections must have theirs', async () => {
    await check.put(report({ amount: 1 }));
    const [known] = await store.reportsOf(db(), { ...app(), subject: 'H1' });
    assert.ok(known);
    const again = { ...known, report_id: 'report-9', amount: 2 };
    await store.insertReports(db(), [again]);
    const amounts = async () =>
      (await store.reportsOf(db(), { ...app(), subject: 'H1' })).map(({ amount }) => amount);
    assert.deepEqual(await amounts(), [1]);
    await assert.rejects(store.insertCorrections(db(), [again]));
    await store.insertCorrections(db(), [{ ...again, position: 2 }]);
    assert.deepEqual(await amounts(), [1, 2]);
  });

  const keep = () => store.keepBody(db(), { ...name(), body: '{}' });
  const sent = () => store.markSent(db(), { ...name(), now: AT + 1 });
  const refused = () => store.markRefused(db(), { ...name(), refusal: 'no' });
  const closed = () => store.markClosed(db(), name());
  const again = () =>
    store.sendAgain(db(), {
      ...{ ...name(), currency: 'EUR', amount: 1, tax: 0, tax_country: 'FR', rate: '1.1' },
    });

  test('each change is of one report', async () => {
    for (const [row, change] of [
      [{}, keep],
      [{}, sent],
      [{}, refused],
      [{}, closed],
      [{ state: 'refused' }, closed],
      [{ state: 'refused' }, again],
    ] as const) {
      await check.changes(report(row, [{}]), change);
    }
  });

  test('nothing is changed from another state', async () => {
    const states = ['due', 'sent', 'refused', 'corrected', 'closed'] as const;
    for (const [change, from] of [
      [keep, ['due']],
      [sent, ['due']],
      [refused, ['due']],
      [closed, ['due', 'refused']],
      [again, ['refused']],
    ] as const) {
      for (const state of states) {
        await check.put(report({ state }));
        const isMeant = from.some((each) => each === state);
        assert.equal(await change(), isMeant ? 1 : 0, `${state} ${change}`);
      }
    }
    await check.put(report({ body: '{"sent":"before"}' }));
    assert.equal(await keep(), 0, 'what was sent is sent again');
  });

  test('a correction takes the place of what was sent of its line before', async () => {
    const but = [
      { subject: 'H2' },
      { line_id: 'L2' },
      { position: 4 },
      { position: 5 },
      { state: 'due' },
      { state: 'refused' },
      { state: 'closed' },
    ];
    await check.changes(report({ state: 'sent' }, but), () =>
      store.markCorrected(db(), { ...name(), subject: 'H1', line_id: 'L1', position: 4 }),
    );
  });

  test('the orders of a token, the first opened first', async () => {
    const token = { external_token: 'T1' };
    const ordersOf = () => store.ordersOfToken(db(), { ...app(), token: 'T1' });
    await check.finds(orderScene(token, [{ external_token: 'T2' }]), ordersOf);
    await check.put(orderScene(token, [{ created_at: AT - 1 }]));
    assert.deepEqual(
      (await ordersOf()).map(({ order_id }) => order_id),
      ['2', '1'],
    );
  });

  test('a sale of the same to the same player who came with another token', async () => {
    const sale = {
      ...{ external_market: 'APPLE', external_token: 'T2', state: 'paid', paid_at: AT },
      ...{ player_id: 7, product_id: 'gems' },
    };
    const others = [
      { player_id: 8 },
      { product_id: 'gold' },
      { external_market: 'GOOGLE' },
      { external_token: 'T1' },
      { state: 'open' },
      { paid_at: AT - 1 },
    ];
    await check.finds(orderScene(sale, others), () =>
      store.soldWithAnother(db(), {
        ...{ ...app(), playerId: 7n, productId: 'gems', since: AT, token: 'T1' },
      }),
    );
  });

  test('each filter leaves out what it does not mean', async () => {
    for (const [search, but] of [
      [{ state: 'due' }, [{ state: 'sent' }]],
      [{ market: 'APPLE' }, [{ market: 'GOOGLE' }]],
      [{ kind: 'sale' }, [{ kind: 'refund' }]],
      [{ subject: 'H1' }, [{ subject: 'H2' }]],
      [{ from: AT }, [{ report_id: idAt(AT - 1) }]],
      [{ to: AT }, [{ report_id: idAt(AT + 1) }]],
    ] as const) {
      await check.finds(report({}, but, idAt(AT)), () =>
        searchReports(db(), { ...app(), ...search }, { limit: 9 }),
      );
      assert.equal(await countReportRows(db(), { ...app(), ...search }, 9), 1);
    }
  });

  test('pages in both directions, and a count that ends at its limit', async () => {
    await check.put(report({}, [{}, {}]));
    const page = async (more: object) =>
      (await searchReports(db(), app(), { limit: 2, ...more })).map(({ report_id }) => report_id);
    assert.deepEqual(await page({}), ['report-2', 'report-1']);
    assert.deepEqual(await page({ after: 'report-1' }), ['report-0']);
    assert.deepEqual(await page({ oldestFirst: true }), ['report-0', 'report-1']);
    assert.deepEqual(await page({ oldestFirst: true, after: 'report-1' }), ['report-2']);
    assert.equal(await countReportRows(db(), app(), 2), 2);
    assert.equal(await countReportRows(db(), app(), 9), 3);
  });
});
