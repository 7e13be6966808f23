// The statements of restrictions: each finds and changes what it names, among rows that differ in one respect.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { isRejection } from '../../src/audit/operation.ts';
import { countRows, eraseRows, isLeft } from '../../src/players/personal-data.ts';
import { findJob } from '../../src/restriction/bulk/jobs.ts';
import { playerDeliveries } from '../../src/restriction/deliveries.ts';
import * as figures from '../../src/restriction/figures-store.ts';
import {
  bulkRowTable,
  commentTable,
  historyTable,
  notificationTable,
} from '../../src/restriction/personal-data.ts';
import * as search from '../../src/restriction/player-search.ts';
import { listScopes, removeScope, setScope } from '../../src/restriction/scope-operations.ts';
import * as store from '../../src/restriction/store.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { expectDone, suite } from '../support/harness.ts';

const SECOND = 1_000;
const AT = 1_000_000 * SECOND;

const endsAt = (seconds: number) => ({ status: 'B', ends_at: AT + seconds * SECOND });

const type = (but: Scene['but'] = []): Scene => ({
  table: 'restriction_type',
  row: { type_status: 'O', type_name: 'a', type_en_name: 'a', reasons: '[]', created_at: AT },
  key: (number) => ({ block_type: 1 + number }),
  but,
});

const restricted = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'restricted_player',
  row: {
    status: 'P',
    block_type: 1,
    start_date: 'a',
    end_date: 'b',
    starts_at: AT,
    ends_at: null,
    changed_at: AT,
    ...row,
  },
  key: (number) => ({ player_id: 7 + number }),
  but,
});

/** The apps of a project share the numbers of the history. */
const history = (apps: Apps, row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'restriction_history',
  row: {
    appid: apps.app.appid,
    player_id: 7,
    at: AT,
    action: 'registered',
    actor_kind: 'admin',
    actor: 'x',
    comment: 'c',
    ...row,
  },
  key: (number) => ({ seq: 10 + number }),
  but: [{ appid: apps.nextDoor.appid }, ...but],
  ofProject: true,
});

const bulkJob = (row: Scene['row'] = {}): Scene => ({
  table: 'bulk_job',
  row: {
    action: 'release',
    state: 'done',
    skip_blocked: 0,
    actor_kind: 'admin',
    actor: 'x',
    total: 1,
    position: 1,
    verdicts: '{}',
    results: '{}',
    created_at: AT,
    ...row,
  },
  key: (number) => ({ job_id: `job-${number}` }),
});

suite('statements of restrictions', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const ofPlayer = () => ({ ...name(), playerId: 7n });

  test('types of an app', async () => {
    const changed = { type_status: 'O', type_name: 'b', type_en_name: 'b', reasons: [] } as const;
    await check.changes(type([{}]), () => store.updateType(db(), name(), 1, changed));
    await check.changes(type([{}]), () => store.removeType(db(), name(), 1));
    await check.put(type([{ block_type: 9 }, { block_type: 4 }]));
    assert.deepEqual(
      (await store.readTypes(db(), name())).map((row) => row.block_type),
      [1, 4, 9],
    );
    assert.deepEqual([...(await store.registeredTypes(db(), name(), [1, 2]))], [1]);
    await db().deleteFrom('restriction_type').where('appid', '=', apps.app.appid).execute();
    assert.deepEqual([...(await store.registeredTypes(db(), name(), [1]))], [], 'of other apps');
  });

  test('a type is in use until the last restriction with it has ended', async () => {
    for (const [row, isUsed] of [
      [{}, true],
      [endsAt(0), true],
      [endsAt(-1), false],
      [{ block_type: 2 }, false],
    ] as const) {
      await check.put(restricted(row));
      assert.equal(await store.isTypeInUse(db(), name(), 1, AT), isUsed, JSON.stringify(row));
    }
    await db().deleteFrom('restricted_player').where('appid', '=', apps.app.appid).execute();
    await db().updateTable('restricted_player').set({ block_type: 1 }).execute();
    assert.equal(await store.isTypeInUse(db(), name(), 1, AT), false, 'by other apps');
  });

  test('restrictions of players, live ones, and those that have ended', async () => {
    const beside = [{}, { player_id: 7, scope: 'chat' }];
    await check.put(restricted({}, beside));
    const scopes = async () =>
      (await store.readRestrictions(db(), name(), [7n])).map(({ scope }) => scope);
    assert.deepEqual((await scopes()).sort(), ['chat', 'login']);
    assert.deepEqual([...(await store.readScope(db(), name(), 'login', [7n])).keys()], [7n]);
    assert.deepEqual([...(await store.readScope(db(), name(), 'trade', [7n])).keys()], []);
    await check.changes(restricted({}, beside), () =>
      store.removeRestrictions(db(), { ...name(), scope: 'login', players: [7n] }),
    );
    const ended = endsAt(-1);
    const expired = (limit = 9) => store.readExpired(db(), name(), 1, AT, limit);
    await check.finds(restricted(ended, [endsAt(0), { status: 'P', ends_at: null }]), () =>
      expired(),
    );
    await check.finds(restricted(ended, [{ block_type: 2 }]), () => expired());
    await check.put(restricted(ended, [endsAt(-3), endsAt(-2)]));
    assert.deepEqual(
      (await expired(2)).map(({ playerId }) => playerId),
      [8n, 9n],
    );
    await check.put(type([{ block_type: 2 }]));
    await db().deleteFrom('restriction_type').where('appid', '=', apps.abroad.appid).execute();
    await check.put(
      restricted(endsAt(-1), [
        endsAt(-2),
        { ...endsAt(-3), block_type: 2 },
        { ...endsAt(-9), block_type: 3 },
        { status: 'P', ends_at: null, block_type: 2 },
      ]),
    );
    const soonest = async (limit: number) =>
      (await store.soonestEnds(db(), { limit })).map((end) => [end.appid, end.endsAt - AT]);
    const { app, nextDoor } = apps;
    assert.deepEqual(await soonest(9), [
      [app.appid, -3 * SECOND],
      [app.appid, -2 * SECOND],
      [nextDoor.appid, -1 * SECOND],
    ]);
    assert.deepEqual(await soonest(1), [[app.appid, -3 * SECOND]]);
    await db().deleteFrom('restriction_type').execute();
    await db().deleteFrom('restricted_player').execute();
    await check.put(history(apps, {}, [{}, { player_id: 8 }, { scope: 'chat' }]));
    for (const [row, isLive] of [
      [{}, true],
      [endsAt(0), true],
      [endsAt(-1), false],
    ] as const) {
      await check.put(restricted(row, [{}, { player_id: 7, scope: 'chat', ...endsAt(9) }]));
      await db().deleteFrom('restricted_player').where('appid', '=', apps.nextDoor.appid).execute();
      const live = await store.readLive(db(), apps.app.gameIndex, ['7'], AT, 'login');
      const found = [{ appid: apps.app.appid, player_id: 7, seq: 12 }];
      assert.deepEqual([...live], isLive ? [['7', found]] : []);
    }
  });

  test('the history of a player, newest first, page by page', async () => {
    const page = () => ({ ...ofPlayer(), beforeSeq: 11, limit: 9 });
    await check.finds(history(apps, {}, [{ player_id: 8, seq: 3 }]), () =>
      store.readHistory(db(), page()),
    );
    await check.put(history(apps, {}, [{ seq: 4 }, { seq: 3 }, { seq: 12 }]));
    const seqs = (rows: readonly { seq: number }[]) => rows.map(({ seq }) => seq);
    await db().deleteFrom('restriction_history').where('appid', '=', apps.nextDoor.appid).execute();
    assert.deepEqual(
      seqs(await store.readHistory(db(), { ...page(), beforeSeq: 12, limit: 2 })),
      [10, 4],
    );
    const deliveries = await playerDeliveries(db(), ofPlayer(), { limit: 2, after: '12' });
    assert.deepEqual(
      [deliveries.items.map(({ number }) => number), deliveries.next],
      [[10, 4], '4'],
    );
  });

  test('what a player was to be told of: changes and repeats of the project, not ends', async () => {
    await check.put(
      history(apps, {}, [
        { seq: 20, action: 'released' },
        { seq: 21, action: 'expired' },
        { seq: 22, player_id: 8 },
        { seq: 23, action: 'changed' },
      ]),
    );
    const again: Scene = {
      table: 'outbox_again',
      row: { channel: 'restriction', subject: '7', appid: apps.app.appid, at: AT },
      key: (number) => ({ seq: 30 + number }),
      but: [{ channel: 'purchase' }, { subject: '8' }, {}],
      ofProject: true,
    };
    await check.put(again);
    const told = async (limit: number, after?: string) => {
      const { items } = await playerDeliveries(db(), ofPlayer(), { limit, after });
      return items.map(({ number }) => number);
    };
    assert.deepEqual(await told(9), [33, 30, 23, 11, 10], 'of all apps of the project');
    assert.deepEqual(await told(9, '33'), [30, 23, 11, 10]);
    assert.deepEqual(await told(9, '30'), [23, 11, 10]);
    await db().deleteFrom('outbox_again').execute();
  });

  test('in which apps a player is known', async () => {
    const wanted = () => ({
      gameIndex: apps.app.gameIndex,
      appids: [apps.app.appid],
      playerId: 7n,
    });
    await check.finds(history(apps, {}, [{}]), () => search.appsWithHistory(db(), wanted()));
    await check.finds(restricted({}, [{}]), () => search.appsWithRestriction(db(), wanted()));
    for (const playerId of [5n]) {
      assert.deepEqual(await search.appsWithHistory(db(), { ...wanted(), playerId }), []);
      assert.deepEqual(await search.appsWithRestriction(db(), { ...wanted(), playerId }), []);
    }
  });

  test('changes that are not counted, once', async () => {
    const { gameIndex } = apps.app;
    const set = (last_seq: number, counted_seq: number, channel: 'restriction' | 'purchase') =>
      db()
        .updateTable('change_sequence')
        .set({ last_seq, counted_seq })
        .where('game_index', '=', gameIndex)
        .where('channel', '=', channel)
        .execute();
    await db().updateTable('change_sequence').set({ last_seq: 0, counted_seq: 0 }).execute();
    await set(9, 3, 'purchase');
    assert.deepEqual(await figures.findUncounted(db()), []);
    assert.equal(await figures.isCounted(db(), gameIndex), true);
    await set(9, 4, 'restriction');
    assert.deepEqual(await figures.findUncounted(db()), [{ gameIndex, last: 9, counted: 4 }]);
    assert.deepEqual(
      [
        await figures.isCounted(db(), gameIndex),
        await figures.isCounted(db(), apps.abroad.gameIndex),
      ],
      [false, true],
    );
    const step = { gameIndex, from: 4, to: 9 };
    assert.equal(await figures.advanceCounted(db(), { ...step, from: 3 }), false, 'not from there');
    assert.equal(await figures.advanceCounted(db(), step), true);
    const others = db()
      .selectFrom('change_sequence')
      .select('counted_seq')
      .where('counted_seq', '=', 9);
    assert.equal((await others.execute()).length, 1);
    const span = { gameIndex, above: 9, upTo: 12, limit: 2 };
    await check.put(history(apps, {}, [{ seq: 9 }, { seq: 13 }, { seq: 12 }]));
    assert.deepEqual(
      (await figures.readChanges(db(), span)).map(({ seq }) => seq),
      [10, 11],
    );
    assert.deepEqual(
      (await figures.readChanges(db(), { ...span, limit: 9 })).map(({ seq }) => seq),
      [10, 11, 12],
    );
    const past = () => ({ ...name(), players: [7], upTo: 12 });
    await check.put(
      history(apps, {}, [
        { seq: 13 },
        { seq: 9, action: 'changed' },
        { seq: 8, player_id: 8 },
        { seq: 12, action: 'released' },
      ]),
    );
    assert.deepEqual(
      (await figures.readPast(db(), past())).map(({ seq }) => seq),
      [10, 12],
    );
  });

  test('a scope of a project is removed when nobody is restricted in it', async () => {
    const { context } = gate.service;
    const { app, nextDoor, abroad } = apps;
    const names = { en: 'Raids', ko: '레이드', ja: 'レイド', zh: '团队副本' };
    const key = (game_index: number) => ({ game_index, scope: 'raid' });
    const own = async (gameIndex: number) =>
      expectDone(await listScopes(context, gameIndex)).items.filter(({ ready }) => !ready);
    for (const { gameIndex } of [app, abroad]) {
      expectDone(await setScope(context, SYSTEM, { names, ...key(gameIndex) }));
    }
    const remove = () => removeScope(context, SYSTEM, key(app.gameIndex));
    const inScope = restricted({}, [{ scope: 'raid' }]);
    await check.put(inScope);
    assert.ok(isRejection(await remove()), 'in this app');
    await check.put({ ...inScope, row: { ...inScope.row, scope: 'raid' }, but: [] });
    await db().deleteFrom('restricted_player').where('appid', '=', app.appid).execute();
    assert.ok(isRejection(await remove()), 'in another app of the project');
    await db().deleteFrom('restricted_player').where('appid', '=', nextDoor.appid).execute();
    expectDone(await remove());
    assert.deepEqual(
      [(await own(app.gameIndex)).length, (await own(abroad.gameIndex)).length],
      [0, 1],
    );
  });

  test('a bulk job belongs to its app', async () => {
    // Its id is one of the project, so that another app of it has another.
    const job = {
      ...bulkJob(),
      row: { ...bulkJob().row, appid: apps.app.appid },
      ofProject: true,
    } as const;
    await check.finds({ ...job, but: [{}] }, () => findJob(db(), name(), 'job-0'));
    assert.equal(
      await findJob(db(), { ...name(), appid: apps.nextDoor.appid }, 'job-0'),
      undefined,
    );
  });

  test('an erasure is of one player: history, repeats and rows of bulk jobs that have ended', async () => {
    const erased = () => ({
      ...ofPlayer(),
      accounts: [],
      pseudonym: 'p',
      requestedAt: AT,
      now: AT,
      isLast: true,
      waiting: [],
    });
    const erase = async () => {
      for (const table of [historyTable, commentTable, bulkRowTable, notificationTable]) {
        while (await eraseRows(db(), table, erased()));
      }
    };
    await db().deleteFrom('restricted_player').execute();
    const entries = history(apps, {}, [{ player_id: 8 }]);
    await check.changes(entries, erase);
    await check.put(restricted({}, [{}]));
    await check.changes(entries, erase);
    const [kept] = await store.readHistory(db(), { ...ofPlayer(), beforeSeq: 99, limit: 1 });
    assert.deepEqual([kept?.seq, kept?.comment], [10, null], 'the newest of a restricted player');
    await db().deleteFrom('restricted_player').execute();
    await db().deleteFrom('restriction_history').execute();
    const again: Scene = {
      table: 'outbox_again',
      row: { channel: 'restriction', subject: '7', appid: apps.app.appid, at: AT },
      key: (number) => ({ seq: 30 + number }),
      but: [{ channel: 'purchase' }, { subject: '8' }, { appid: apps.nextDoor.appid }],
      ofProject: true,
    };
    await check.changes(again, erase);
    const job = {
      ...bulkJob(),
      row: { ...bulkJob().row, appid: apps.app.appid },
      ofProject: true,
    } as const;
    await check.put({ ...job, but: [{ state: 'running' }, { appid: apps.nextDoor.appid }] });
    const row: Scene = {
      table: 'bulk_row',
      row: { source: 's', player_id: 7, verdict: 'release', job_id: 'job-0' },
      key: (number) => ({ number: 1 + number }),
      but: [{ player_id: 8 }, { job_id: 'job-1' }, { job_id: 'job-2' }],
      ofProject: true,
    };
    await check.put(row);
    await erase();
    assert.ok(await isLeft(db(), bulkRowTable, erased()), 'one that still runs');
    await check.changes(row, erase);
    await check.put(row);
    const counts = [historyTable, commentTable, notificationTable, bulkRowTable].map((table) =>
      countRows(db(), table, erased(), AT),
    );
    assert.deepEqual(await Promise.all(counts), [0, 0, 0, 2]);
  });
});
