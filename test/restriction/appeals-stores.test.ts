// The statements of appeals: each finds and changes what it names, among rows that differ in one respect.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as appeals from '../../src/restriction/appeals/appeals-store.ts';
import { readPage } from '../../src/storage/page.ts';
import type { AppealTable } from '../../src/storage/schema.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { suite } from '../support/harness.ts';

const AT = 1_000_000;
const ENDED = { state: 'ended', decided_at: AT };

/** The apps of a project share the ids; the first decoy is next door. A restriction has one that is open. */
const appealIn = (apps: Apps, but: Scene['but'] = []): Scene => ({
  table: 'appeal',
  row: {
    appid: apps.app.appid,
    ...{ player_id: 7, scope: 'login', since_seq: 3, block_type: 1, source: 'page' },
    ...{ language: 'en', text: 't', state: 'open', created_at: AT },
  },
  key: (number) => ({ appeal_id: `appeal-${number}` }),
  but: [{ appid: apps.nextDoor.appid }, ...but],
  ofProject: true,
});

const restricted = (but: Scene['but'] = []): Scene => ({
  table: 'restricted_player',
  row: {
    ...{ scope: 'login', status: 'P', block_type: 1, start_date: 'a', end_date: 'b' },
    ...{ starts_at: AT, ends_at: null, changed_at: AT },
  },
  key: (number) => ({ player_id: 7 + number }),
  but,
});

suite('statements of appeals', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const appeal = (but?: Scene['but']) => appealIn(apps, but);
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const place = () => ({ ...name(), playerId: 7n, scope: 'login' });
  const named = () => ({ ...name(), appealId: 'appeal-0' });
  const found = async () => (await appeals.findAppeal(db(), named())) as AppealTable;
  const ids = (rows: readonly { readonly appeal_id: string }[]) =>
    rows.map(({ appeal_id }) => appeal_id.slice('appeal-'.length));

  test('an appeal marks its restriction, and is that of one', async () => {
    await check.put(appeal());
    const row = await found();
    await db().deleteFrom('appeal').where('appeal_id', '=', 'appeal-0').execute();
    await check.changes(restricted([{}, { player_id: 7, scope: 'chat' }]), () =>
      appeals.insertAppeal(db(), row, place()),
    );
    assert.deepEqual(await found(), row);
    await check.finds(appeal([{ player_id: 8 }]), () => appeals.findAppeal(db(), named()));
    const about = { ...place(), sinceSeq: 3 };
    const others = [
      { player_id: 8 },
      { scope: 'chat', player_id: 7 },
      { since_seq: 2, ...ENDED },
    ] as const;
    await check.finds(appeal(others), () => appeals.newestAppeal(db(), about));
    await check.put(appeal([ENDED, ENDED]));
    assert.equal((await appeals.newestAppeal(db(), about))?.appeal_id, 'appeal-3');
  });

  test('an appeal is decided, told of and ended alone', async () => {
    const decided = { state: 'upheld', answer: 'a', decided_at: AT, decided_event: 5 } as const;
    const change = async () => ({ ...(await found()), ...decided });
    await check.changes(appeal([{ player_id: 8 }]), async () =>
      appeals.writeDecision(db(), await change()),
    );
    await check.changes(appeal([{ player_id: 8 }]), async () =>
      appeals.keepDecidedEvent(db(), await change()),
    );
    const end = () => appeals.endAppeal(db(), { ...place(), now: AT });
    await check.changes(appeal([{ player_id: 8 }, { scope: 'chat' }, ENDED]), end);
    assert.equal(await end(), undefined, 'none is open any more');
  });

  test('who changed the restriction, and what a player appealed', async () => {
    const entry: Scene = {
      table: 'restriction_history',
      row: {
        ...{ appid: apps.app.appid, player_id: 7, scope: 'login', at: AT, action: 'registered' },
        ...{ actor_kind: 'console', actor: 'kim', comment: 'c' },
      },
      key: (number) => ({ seq: 10 + number }),
      ofProject: true,
    };
    const asked = () => ({ ...place(), sinceSeq: 10, kind: 'console' as const, name: 'kim' });
    for (const [differs, isTheirs] of [
      [{}, true],
      [{ appid: apps.nextDoor.appid }, false],
      [{ player_id: 8 }, false],
      [{ scope: 'chat' }, false],
      [{ seq: 9 }, false],
      [{ actor_kind: 'admin' }, false],
      [{ actor: 'lee' }, false],
    ] as const) {
      await check.put({ ...entry, row: entry.row, key: () => ({ seq: 10, ...differs }) });
      const own = await appeals.isByOperator(db(), asked());
      assert.equal(own !== undefined, isTheirs, JSON.stringify(differs));
    }
    const { app, nextDoor } = apps;
    const player = { gameIndex: app.gameIndex, playerId: 7n };
    await check.put(appeal([{ player_id: 8 }, { scope: 'chat' }]));
    const all = await appeals.appealsOfPlayer(db(), player);
    assert.deepEqual(
      all.map(({ appid, appeal_id }) => [appid === nextDoor.appid, appeal_id]).sort(),
      [
        [false, 'appeal-0'],
        [false, 'appeal-3'],
        [true, 'appeal-1'],
      ],
    );
    assert.equal(all[0]?.appeal_id, 'appeal-3', 'newest first');
    await check.put(restricted([{}, { player_id: 7, scope: 'chat' }]));
    const appids = [app.appid, nextDoor.appid];
    const current = await appeals.restrictionsOfPlayer(db(), { ...player, appids });
    assert.deepEqual(
      current.map(({ appid, scope }) => [appid, scope]).sort(),
      [
        [nextDoor.appid, 'login'],
        [app.appid, 'chat'],
        [app.appid, 'login'],
      ].sort(),
    );
    const ofProject = await appeals.appsOfProject(db(), player);
    assert.deepEqual(ofProject.map(({ appid }) => appid).sort(), appids.sort());
  });

  test('each filter of the queue leaves out what it does not mean', async () => {
    const any = { state: 'any' } as const;
    for (const [search, but] of [
      [any, []],
      [{ state: 'open' }, [ENDED]],
      [{ ...any, scope: 'login' }, [{ scope: 'chat' }]],
      [{ ...any, blockType: 1 }, [{ block_type: 2 }]],
      [{ ...any, language: 'en' }, [{ language: 'ja' }]],
      [{ ...any, playerId: 7n }, [{ player_id: 8 }]],
      [{ ...any, createdTo: AT }, [{ created_at: AT + 1 }]],
    ] as const) {
      // Only one of a restriction is open.
      const others = but.map((differs) => ({ player_id: 9, ...differs }));
      const scene = appeal('playerId' in search ? but : others);
      await check.finds(scene, () => appeals.selectAppeals(db(), name(), search).execute());
    }
  });

  test('the queue in both orders, page by page; how many are open; those of a time', async () => {
    await check.put(
      appeal([
        { ...ENDED, created_at: AT - 1 },
        { player_id: 8, created_at: AT + 1 },
        { ...ENDED, created_at: AT + 2 },
      ]),
    );
    const page = async (order: 'asc' | 'desc', after?: string) => {
      const select = appeals.selectAppeals(db(), name(), { state: 'any' });
      const query = { limit: 2, ...(after !== undefined && { after: `appeal-${after}` }) };
      const { items } = await readPage(select, 'appeal_id', query, (row) => row, order);
      return ids(items);
    };
    assert.deepEqual(
      [await page('asc'), await page('asc', '2'), await page('desc'), await page('desc', '3')],
      [
        ['0', '2'],
        ['3', '4'],
        ['4', '3'],
        ['2', '0'],
      ],
    );
    const { app, nextDoor } = apps;
    const open = await appeals.openAppealsOf(db(), { gameIndex: app.gameIndex });
    assert.deepEqual(
      open.map(({ appid, count }) => [appid, Number(count)]),
      [
        [nextDoor.appid, 1],
        [app.appid, 2],
      ],
    );
    const within = await appeals.appealsIn(db(), { ...name(), from: AT, to: AT + 1 });
    assert.deepEqual(within.map(({ created_at }) => created_at).sort(), [AT, AT + 1]);
  });
});
