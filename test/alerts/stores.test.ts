// The statements of alerts: what ends within a window, what was counted in one, and each alert and channel alone.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as conditions from '../../src/alerts/conditions-store.ts';
import * as alerts from '../../src/alerts/store.ts';
import { sumHours } from '../../src/figures/activity-counts.ts';
import { deleteRowsOfProject } from '../../src/tenants/deletion.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { suite } from '../support/harness.ts';

const AT = 1_000_000;
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
      table: 'certification_key' | 'client_secret' | 'price_key' | 'receiver' | 'admin_token',
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
    const listed = await conditions.appsOf(db(), { gameIndex: gameIndex() });
    assert.deepEqual(
      listed.map(({ appid }) => appid),
      [apps.nextDoor.appid, app.appid],
    );
  });
});
