// The statements of alerts: what ends within a window, what was counted in one, and each alert and channel alone.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as conditions from '../../src/alerts/conditions-store.ts';
import { allSettings, readAlertSettings, setAlertSettings } from '../../src/alerts/settings.ts';
import * as alerts from '../../src/alerts/store.ts';
import { SYSTEM } from '../../src/audit/audit.ts';
import { sumHours } from '../../src/figures/activity-counts.ts';
import {
  appsSellingAt,
  createCertificateStatuses,
  troubledCertificates,
} from '../../src/payment/settings/certificate-statuses.ts';
import type { AlertTable } from '../../src/storage/schema.ts';
import { deleteRowsOfProject } from '../../src/tenants/deletion.ts';
import { orderScene } from '../payment/scenes.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { expectDone, suite } from '../support/harness.ts';

const AT = 1_000_000;
const DAY = 86_400_000;
const CLOSED = { closed_at: AT };

const alert = (but: Scene['but'] = [], row: Scene['row'] = {}): Scene => ({
  table: 'alert',
  row: { kind: 'market_down', details: '{}', opened_at: AT, ...row },
  key: (number) => ({ alert_id: `alert-${number}`, subject: `subject-${number}` }),
  but,
  ofProject: true,
});

const channel = (but: Scene['but'] = []): Scene => ({
  table: 'alert_channel',
  row: {
    kind: 'email',
    sealed_target: 's',
    hint: 'h',
    language: 'en',
    created_at: AT,
    created_by: 'x',
  },
  key: (number) => ({ channel_id: `channel-${number}` }),
  but,
  ofProject: true,
});

suite('statements of alerts', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const gameIndex = () => apps.app.gameIndex;
  const named = () => ({ game_index: gameIndex(), alert_id: 'alert-0' });

  test('an alert is found, changed, acknowledged and closed alone, and once', async () => {
    await check.finds(alert([CLOSED]), () => alerts.openAlerts(db(), { gameIndex: gameIndex() }));
    await check.finds(alert([{}]), () => alerts.findAlert(db(), named()));
    await check.changes(alert([{}]), () => alerts.endAlert(db(), { ...named(), now: AT }));
    assert.equal(await alerts.endAlert(db(), { ...named(), now: AT + 1 }), 0);
    await check.changes(alert([{}]), () =>
      alerts.changeDetails(db(), { ...named(), details: '[]' }),
    );
    const acknowledge = (by: string) => alerts.acknowledgeRow(db(), { ...named(), now: AT, by });
    await check.changes(alert([{}]), () => acknowledge('one'));
    assert.equal(await acknowledge('two'), 0, 'the first one counts');
  });

  test('of alerts of one kind and subject one is open, whoever opens them', async () => {
    await db().deleteFrom('alert').execute();
    const { db: otherDb } = (await gate.secondService()).context.storage;
    const row = (alert_id: string): AlertTable => ({
      ...{ game_index: gameIndex(), alert_id, kind: 'market_down', subject: 's', appid: null },
      ...{ details: '{}', opened_at: AT, closed_at: null },
      ...{ acknowledged_at: null, acknowledged_by: null },
    });
    const opened = await Promise.all([
      alerts.insertAlert(db(), row('alert-0')),
      alerts.insertAlert(otherDb, row('alert-1')),
    ]);
    assert.deepEqual(opened.toSorted(), [false, true]);
    for (const differs of [
      { subject: 't' },
      { kind: 'dead_letters' },
      { game_index: apps.abroad.gameIndex },
    ] as const) {
      const other = { ...row(`alert-${Object.keys(differs)}`), ...differs };
      assert.equal(await alerts.insertAlert(db(), other), true, JSON.stringify(differs));
    }
    const [open] = await alerts.openAlerts(db(), { gameIndex: gameIndex() });
    assert.equal(open?.kind, 'dead_letters');
    await db().updateTable('alert').set({ closed_at: AT }).execute();
    assert.equal(await alerts.insertAlert(db(), row('alert-2')), true, 'the first is closed');
  });

  test('settings of a project, set anew', async () => {
    const { context } = gate.service;
    const set = (game_index: number, more: object) =>
      setAlertSettings(context, SYSTEM, { ...defaults, ...more, game_index });
    const read = async (index: number) => expectDone(await readAlertSettings(context, index));
    const defaults = await read(gameIndex());
    expectDone(await set(apps.abroad.gameIndex, { refund_factor: 9 }));
    for (const refund_factor of [4, 5]) {
      expectDone(await set(gameIndex(), { refund_factor }));
      assert.deepEqual(await read(gameIndex()), { ...defaults, refund_factor });
    }
    assert.equal((await read(apps.abroad.gameIndex)).refund_factor, 9);
    const settingsOf = await allSettings(db());
    const factors = [gameIndex(), apps.abroad.gameIndex, 999].map(
      (index) => settingsOf(index).refund_factor,
    );
    assert.deepEqual(factors, [5, 9, defaults.refund_factor]);
  });

  test('open alerts by kind and subject; all of them newest first, page by page', async () => {
    await check.put(alert([{ kind: 'dead_letters' }, {}]));
    const open = await alerts.openAlerts(db(), { gameIndex: gameIndex() });
    assert.deepEqual(
      open.map(({ alert_id }) => alert_id.slice(6)),
      ['1', '0', '2'],
    );
    const page = async (before: string, limit: number) =>
      (await alerts.listAlertRows(db(), { gameIndex: gameIndex(), before, limit })).map((row) =>
        row.alert_id.slice(6),
      );
    assert.deepEqual([await page('~', 9), await page('alert-2', 1)], [['2', '1', '0'], ['1']]);
  });

  const counted = (rows: readonly { readonly appid: string; readonly count: number }[]) =>
    rows.map(({ appid, count }) => `${appid} ${count}`).sort();
  const ofEach = (...counts: number[]) =>
    [apps.app, apps.nextDoor, apps.abroad]
      .flatMap(({ appid }, index) => (counts[index] ? `${appid} ${counts[index]}` : []))
      .sort();

  test('reports of external sales that are refused, or were due before', async () => {
    const report: Scene = {
      table: 'external_report',
      row: {
        ...{ market: 'APPLE', kind: 'sale', state: 'due', subject: 'H1', line_id: 'L', token: 'T' },
        ...{ is_void: 0, happened_at: AT, created_at: AT - 1 },
      },
      key: (number) => ({ report_id: `r-${number}`, position: number, report_by: AT - number }),
      but: [{ created_at: AT }, { state: 'sent' }, { state: 'refused', created_at: AT }],
    };
    await check.put(report);
    const rows = await conditions.openReportCounts(db(), { dueBefore: AT });
    const byState = (wanted: string) => counted(rows.filter(({ state }) => state === wanted));
    assert.deepEqual(byState('due'), ofEach(1, 1, 1));
    assert.deepEqual(byState('refused'), ofEach(1));
    assert.equal(rows.length, 4);
    const earliest = rows.find(({ state }) => state === 'refused')?.reportBy;
    assert.equal(Number(earliest), AT - 3);
  });

  test('downloads without consent that no player of the app is linked to', async () => {
    const download: Scene = {
      table: 'consent_download',
      row: { kind: 'install', state: 'withdrawn', provider: 'GOOGLE', recorded_at: AT },
      key: (number) => ({ download: `download-${number}` }),
      but: [{ state: 'given' }, { recorded_at: AT - 1 }, {}, {}],
    };
    await check.put(download);
    const links = [
      [apps.app, 3],
      [apps.nextDoor, 0],
      [apps.nextDoor, 4],
    ] as const;
    await db()
      .insertInto('consent_link')
      .values(
        links.map(([app, number]) => ({
          ...{ game_index: app.gameIndex, appid: app.appid, download: `download-${number}` },
          ...{ player_id: 7, state: 'withdrawn' as const, linked_at: AT, changed_at: AT },
        })),
      )
      .execute();
    const rows = await conditions.unlinkedDownloads(db(), { since: AT });
    assert.deepEqual(counted(rows), ofEach(2, 0, 1));
  });

  test('actions that a market should have ended, by market', async () => {
    const LATER = 2 * AT;
    const action: Scene = {
      table: 'market_action',
      row: {
        ...{ provider: 'PG', kind: 'refund', state: 'sent', unique_key: 'H1', attempts: 1 },
        ...{ service_transaction_id: 'PG_1', product_id: 'p', wanted: '{}', sale_state: '{}' },
        ...{ reason: 'r', actor_kind: 'cli', actor: 'x', requested_at: AT - 1 },
      },
      key: (number) => ({
        ...{ action_id: `action-${number}`, idempotency_key: `key-${number}` },
        subject: `subject-${number}`,
      }),
      but: [
        { state: 'intended', requested_at: AT - 9 },
        { state: 'intended', requested_at: AT },
        { state: 'intended', requested_at: AT - 1, decided_at: AT },
        { state: 'waiting' },
        { state: 'done', ended_at: AT },
        { state: 'accepted', requested_at: 0 },
        { provider: 'GOOGLE', state: 'accepted', requested_at: -1 },
      ],
    };
    await check.put(action);
    const stuck = (calledBefore: number, acceptedBefore: number) =>
      conditions.stuckActions(db(), { calledBefore, acceptedBefore });
    const rows = await stuck(AT, 0);
    const at = (market: string) => rows.filter(({ provider }) => provider === market);
    assert.deepEqual(counted(at('PG')), ofEach(2, 1, 1));
    assert.deepEqual(counted(at('GOOGLE')), ofEach(1));
    assert.equal(rows.length, 4);
    const own = at('PG').find(({ appid }) => appid === apps.app.appid);
    assert.equal(Number(own?.since), AT - 9);
    const later = (await stuck(LATER, 0)).filter(({ appid }) => appid === apps.app.appid);
    assert.deepEqual(later.map(({ provider, count }) => `${provider} ${count}`).sort(), [
      'GOOGLE 1',
      'PG 4',
    ]);
  });

  test('open appeals by the whole days that they have waited', async () => {
    const { app, nextDoor, abroad } = apps;
    const appeal: Scene = {
      table: 'appeal',
      row: {
        ...{ appid: app.appid, player_id: 7, scope: 'login', since_seq: 1, block_type: 1 },
        ...{ source: 'page', language: 'en', text: 't', state: 'open', created_at: AT },
      },
      key: (number) => ({ appeal_id: `appeal-${number}` }),
      but: [
        { player_id: 8, state: 'upheld', decided_at: AT },
        { player_id: 8, created_at: AT + 1 },
        { player_id: 9, created_at: AT - 1 },
        { appid: nextDoor.appid },
      ],
      ofProject: true,
    };
    await check.put(appeal);
    const rows = await conditions.waitingAppeals(db(), { now: AT + 2 * DAY });
    assert.deepEqual(
      rows
        .map(({ gameIndex: index, appid, ...row }) =>
          [index, appid, row.days, row.count, row.oldest].join(' '),
        )
        .sort(),
      [
        `${app.gameIndex} ${app.appid} 1 1 ${AT + 1}`,
        `${app.gameIndex} ${app.appid} 2 2 ${AT - 1}`,
        `${nextDoor.gameIndex} ${nextDoor.appid} 2 1 ${AT}`,
        `${abroad.gameIndex} ${app.appid} 2 1 ${AT}`,
      ].sort(),
    );
  });

  test('disputes that are due within a window, and payments that differ, the first one first', async () => {
    const dispute = (but: Scene['but'] = []): Scene => ({
      table: 'dispute',
      row: {
        ...{
          gateway: 'STRIPE',
          order_id: 'H1',
          player_id: 7,
          state: 'open',
          inquiry: 0,
          submissions: 0,
        },
        ...{ read_at: AT, opened_at: AT, version: 0, due_at: AT + 9 },
      },
      key: (number) => ({ dispute_id: `dispute-${number}` }),
      but,
    });
    const out = [{ due_at: AT }, { due_at: AT + 10 }, { due_at: null }, { state: 'won' }];
    await check.put(dispute([...out, { due_at: AT + 1 }]));
    const ofApp = <Row extends { readonly appid: string }>(rows: readonly Row[]) =>
      rows.filter(({ appid }) => appid === apps.app.appid);
    const due = await conditions.unansweredDisputes(db(), { now: AT, until: AT + 9 });
    assert.equal(due.length, 4);
    assert.deepEqual(
      ofApp(due).map((row) => [row.dispute_id, row.due_at]),
      [
        ['dispute-5', AT + 1],
        ['dispute-0', AT + 9],
      ],
    );
    const differs = { mismatch: '{}', mismatch_since: AT };
    await check.put(
      orderScene(differs, [{ mismatch_since: null }, { mismatch_since: AT - 1 }, differs]),
    );
    const orders = await conditions.mismatchedOrders(db(), {});
    assert.equal(orders.length, 5);
    assert.deepEqual(
      ofApp(orders).map(({ order_id }) => order_id),
      ['3', '1', '4'],
    );
  });

  test('certificates that are revoked or not answered about, and who sells with them', async () => {
    const statuses = createCertificateStatuses(db());
    await statuses.keep('good', { revoked: false, nextUpdate: 5 });
    await statuses.keep('revoked', { revoked: false, nextUpdate: 5 });
    await statuses.keep('revoked', { revoked: true, nextUpdate: 6 });
    for (const at of [AT, AT + 1]) await statuses.keepFailing('silent', at);
    await statuses.keepFailing('was silent', AT);
    await statuses.keep('was silent', { revoked: false, nextUpdate: 5 });
    await statuses.keepFailing('away', AT + 2);
    assert.deepEqual(await troubledCertificates(db()), [
      { certificate: 'away', revoked: 0, failing_since: AT + 2 },
      { certificate: 'revoked', revoked: 1, failing_since: null },
      { certificate: 'silent', revoked: 0, failing_since: AT },
    ]);
    assert.deepEqual(await statuses.read('revoked'), { revoked: true, nextUpdate: 6 });
    assert.equal(await statuses.read('unknown'), undefined);
    const setting: Scene = {
      table: 'market_setting',
      row: { settings: '{}', sealed_secrets: '', updated_at: AT },
      key: (number) => ({ market: ['APPLE', 'GOOGLE', 'STEAM'][number] }),
      but: [{}, {}],
      ofApp: true,
    };
    await check.put(setting);
    const selling = await appsSellingAt(db(), ['GOOGLE', 'APPLE']);
    const { app, nextDoor, abroad } = apps;
    const expected = [
      ...[app, nextDoor, abroad].map((each) => `${each.appid} APPLE`),
      `${app.appid} GOOGLE`,
    ];
    assert.deepEqual(selling.map((each) => `${each.appid} ${each.market}`).sort(), expected.sort());
    assert.ok(selling.every(({ appid, gameIndex }) => gameIndex > 0 && appid !== ''));
    await db().deleteFrom('market_setting').execute();
  });

  test('channels of a project', async () => {
    const own = () => ({ game_index: gameIndex(), channel_id: 'channel-0' });
    await check.finds(channel(), () => alerts.channelsOf(db(), { gameIndex: gameIndex() }));
    await check.finds(channel([{}]), () => alerts.findChannel(db(), own()));
    const failed = { at: AT, failure: 'f' };
    await check.changes(channel([{}]), () => alerts.noteFailure(db(), { ...own(), ...failed }));
    await check.put(channel([{}, {}]));
    const all = await alerts.channelsOf(db(), { gameIndex: gameIndex() });
    assert.deepEqual(
      all.map(({ channel_id }) => channel_id.slice(8)),
      ['0', '1', '2'],
    );
    await check.put(alert());
    await deleteRowsOfProject(db(), gameIndex());
    for (const table of ['alert', 'alert_channel'] as const) {
      const left = await db().selectFrom(table).select('game_index').distinct().execute();
      assert.deepEqual(left, [{ game_index: apps.abroad.gameIndex }]);
    }
  });

  test('counts of an app by the hour, from a moment to before another', async () => {
    const counter = (but: Scene['but']): Scene => ({
      table: 'activity_count',
      row: { metric: 'm', detail: 'd', amount: 2 },
      key: () => ({ grain: 'hour', bucket: 10 }),
      but: but ?? [],
    });
    const range = () => ({
      gameIndex: gameIndex(),
      appid: apps.app.appid,
      from: 10,
      to: 20,
      metrics: ['m'],
    });
    await check.finds(
      counter([{ metric: 'n' }, { bucket: 9 }, { bucket: 20 }, { grain: 'day' }]),
      async () => {
        const found = await sumHours(db(), range());
        assert.deepEqual(
          found.map(({ amount }) => Number(amount)),
          [2],
        );
        return found;
      },
    );
  });

  test('apps of all projects with refusals and refunds since a moment', async () => {
    const { app, nextDoor, abroad } = apps;
    const sums = (found: readonly { readonly appid: string; readonly amount: number }[]) =>
      found.map(({ appid, amount }) => [appid, Number(amount)]).sort();
    const expected = [
      [app.appid, 4],
      [nextDoor.appid, 2],
      [abroad.appid, 2],
    ].sort();
    for (const [table, metric, find] of [
      ['activity_count', 'purchase.refused', conditions.refusedSince],
      ['figure_count', 'refunds.received', conditions.refundedSince],
    ] as const) {
      await check.put({
        table,
        row: { metric, amount: 2, ...(table === 'figure_count' && { currency: '' }) },
        key: () => ({ grain: 'hour', bucket: 10, detail: 'd' }),
        but: [{ detail: 'e' }, { metric: 'n' }, { bucket: 9 }, { grain: 'day' }],
      });
      assert.deepEqual(sums(await find(db(), { from: 10 })), expected, table);
    }
  });

  test('what is open, in all projects', async () => {
    await check.put(alert([CLOSED]));
    const open = (await alerts.allOpenAlerts(db(), {})).map((row) => [row.game_index, row.subject]);
    const expected = [gameIndex(), apps.abroad.gameIndex].map((each) => [each, 'subject-0']);
    assert.deepEqual(open.sort(), expected.sort());
  });

  test('keys and secrets that end within a window: after now, up to its end', async () => {
    const { app, abroad } = apps;
    const window = { now: AT, until: AT + 9 };
    const { clientId } = app;
    const ends = async (
      table: 'certification_key' | 'client_secret' | 'price_key' | 'receiver',
      column: string,
      find: () => Promise<readonly { readonly gameIndex: number }[]>,
    ) => {
      for (const [at, isEnding] of [
        [AT, false],
        [AT + 1, true],
        [AT + 9, true],
        [AT + 10, false],
        [null, false],
      ] as const) {
        await db()
          .updateTable(table)
          .set({ [column]: at } as never)
          .execute();
        const found = (await find()).map((each) => each.gameIndex).sort();
        const both = [app.gameIndex, abroad.gameIndex].sort();
        assert.deepEqual(found, isEnding ? both : [], `${table} ${at}`);
      }
    };
    await db().deleteFrom('certification_key').where('appid', '=', apps.nextDoor.appid).execute();
    await ends('certification_key', 'expires_at', () => conditions.endingKeys(db(), window));
    await db()
      .deleteFrom('client_secret')
      .where('client_id', 'not in', [clientId, abroad.clientId])
      .execute();
    await ends('client_secret', 'expires_at', () => conditions.endingSecrets(db(), window));
    await db()
      .insertInto('receiver')
      .values(
        [app, abroad].map((each) => ({
          game_index: each.gameIndex,
          channel: 'restriction',
          url: 'u',
          sealed_key: 'k',
          sealed_old_key: 'o',
          updated_at: AT,
        })) as never,
      )
      .execute();
    await ends('receiver', 'old_key_ends_at', () => conditions.endingReceiverKeys(db(), window));
    await db()
      .insertInto('price_key')
      .values(
        [app, abroad].map(({ appid }) => ({
          ...{ key_id: `key of ${appid}`, appid, sealed_key: 's', hint: 'h', created_at: AT },
          expires_at: null,
        })),
      )
      .execute();
    await ends('price_key', 'expires_at', () => conditions.endingPriceKeys(db(), window));
    const token = (token_id: string, expires_at: number | null) => ({
      ...{ token_id, name: token_id, hash: token_id, created_at: AT, scope: 'read' as const },
      ...{ projects: null, created_by: 'x', last_used_at: null, limits: null, expires_at },
    });
    await db()
      .insertInto('admin_token')
      .values([
        token('now', AT),
        token('first', AT + 1),
        token('last', AT + 9),
        token('late', AT + 10),
        token('never', null),
      ])
      .execute();
    const tokens = await conditions.endingTokens(db(), window);
    assert.deepEqual(tokens.map(({ id }) => id).sort(), ['first', 'last']);
    const listed = await conditions.appsOf(db(), { gameIndex: gameIndex() });
    assert.deepEqual(
      listed.map(({ appid }) => appid),
      [apps.nextDoor.appid, app.appid],
    );
  });
});
