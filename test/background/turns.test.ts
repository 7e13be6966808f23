// Turns: each is taken by one process at a time, and whoever lost it changes nothing any more.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import {
  addTurns,
  arrangeTurns,
  dueTurns,
  extendTurn,
  nextTurn,
  putBack,
  removeTurn,
  type Turn,
  type TurnName,
  takeTurn,
} from '../../src/background/turns.ts';
import { deleteRowsOfApp, deleteRowsOfProject } from '../../src/tenants/deletion.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { suite } from '../support/harness.ts';

const LEASE = 60_000;
const AT = 1_000_000;
const WORK = 'work';

const scene = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'turn',
  row: { work: WORK, position: 3, due_at: AT, taken_at: AT - 5, lease: 'mine', ...row },
  key: (number) => ({ subject: `subject-${number}` }),
  but: [{}, { work: 'another' }, ...but],
});

suite('turns', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  beforeEach(() => db().deleteFrom('turn').execute());

  const name = (): TurnName => ({
    gameIndex: apps.app.gameIndex,
    appid: apps.app.appid,
    work: WORK,
    subject: 'subject-0',
  });
  const mine = (lease = 'mine'): Turn => ({ ...name(), lease, position: 3 });
  const take = (now: number, takenBy?: number) =>
    takeTurn(db(), name(), { now, leaseMs: LEASE, ...(takenBy !== undefined && { takenBy }) });
  const rows = () =>
    db().selectFrom('turn').selectAll().orderBy('appid').orderBy('subject').execute();
  const due = async (now: number, limit = 9) =>
    (await dueTurns(db(), { work: WORK, now, limit })).map(({ subject }) => subject.slice(8));

  test('a turn that nobody ever took is taken once, until its lease ends', async () => {
    const first = await take(AT);
    assert.deepEqual(first, { ...name(), lease: first?.lease, position: 0 });
    assert.equal(await take(AT), undefined);
    assert.equal(await take(AT + LEASE - 1), undefined);
    const second = await take(AT + LEASE);
    assert.ok(second && second.lease !== first?.lease);
    const [{ due_at, taken_at, lease } = {}] = await rows();
    assert.deepEqual([due_at, taken_at, lease], [AT + 2 * LEASE, AT + LEASE, second.lease]);
  });

  test('taking changes this turn alone, and keeps its position', async () => {
    await check.changes(scene(), async () => assert.equal((await take(AT))?.position, 3));
    await check.put(scene());
    assert.equal(await take(AT - 1), undefined, 'not due');
  });

  test('one that was taken long enough ago can be taken before it is due', async () => {
    for (const [takenBy, isTaken] of [
      [AT - 6, false],
      [AT - 5, true],
    ] as const) {
      await check.put(scene());
      assert.equal((await take(AT - 1, takenBy)) !== undefined, isTaken);
    }
  });

  test('whoever lost the lease neither extends the turn, nor puts it back, nor removes it', async () => {
    await check.put(scene());
    const before = await rows();
    const lost = mine('lost');
    assert.equal(await extendTurn(db(), lost, AT + 1), false);
    await putBack(db(), lost, { dueAt: AT + 1, position: 9 });
    await removeTurn(db(), lost);
    assert.deepEqual(await rows(), before);
  });

  test('whoever holds the lease changes this turn alone', async () => {
    await check.changes(scene(), async () => {
      assert.equal(await extendTurn(db(), mine(), AT + 1), true);
    });
    await check.changes(scene(), () => putBack(db(), mine(), { dueAt: AT + 1 }));
    await check.changes(scene(), () => removeTurn(db(), mine()));
  });

  test('put back, it is free, due later, and where the work has got to', async () => {
    const put = async (given: { dueAt: number; position?: number }) => {
      const turn = await take(AT);
      assert.ok(turn);
      await putBack(db(), turn, given);
      const [{ due_at, position, lease } = {}] = await rows();
      await db().updateTable('turn').set({ due_at: AT }).execute();
      return [due_at, position, lease];
    };
    assert.deepEqual(await put({ dueAt: AT + 7, position: 5 }), [AT + 7, 5, null]);
    assert.deepEqual(await put({ dueAt: AT + 8 }), [AT + 8, 5, null]);
  });

  test('those that are due, longest first', async () => {
    await check.put({
      ...scene(),
      but: [{ due_at: AT - 2 }, { work: 'another' }, { due_at: AT + 1 }],
    });
    await db().deleteFrom('turn').where('appid', '<>', apps.app.appid).execute();
    assert.deepEqual(await due(AT), ['1', '0']);
    assert.deepEqual(await due(AT, 1), ['1']);
    assert.deepEqual(await due(AT - 1), ['1']);
    assert.deepEqual(await due(AT - 3), []);
    assert.deepEqual(await nextTurn(db(), [WORK], AT - 9), { inMs: 7 });
    assert.deepEqual(await nextTurn(db(), [WORK], AT), { inMs: 0 });
    await db()
      .updateTable('turn')
      .set({ due_at: AT - 5 })
      .where('work', '=', 'another')
      .execute();
    assert.deepEqual(await nextTurn(db(), [WORK], AT - 9), { inMs: 7 });
    assert.deepEqual(await nextTurn(db(), [WORK, 'another'], AT - 9), { inMs: 4 });
    assert.deepEqual(await nextTurn(db(), ['unknown'], AT), { inMs: Number.POSITIVE_INFINITY });
  });

  test('turns that are added again, or arranged, stay as they are; others of the work go', async () => {
    const other = { ...name(), subject: 'subject-7' };
    await check.put(scene());
    const [kept] = (await rows()).filter(
      ({ appid, subject, work }) =>
        appid === apps.app.appid && subject === 'subject-0' && work === WORK,
    );
    await addTurns(db(), [name(), other]);
    assert.equal((await rows()).length, 6);
    await arrangeTurns(db(), [WORK], [name(), { ...other, subject: 'subject-8' }]);
    const left = await rows();
    assert.deepEqual(left.map(({ work, subject }) => `${work} ${subject}`).sort(), [
      'another subject-2',
      'work subject-0',
      'work subject-8',
    ]);
    assert.deepEqual(
      left.find(({ subject }) => subject === 'subject-0'),
      kept,
    );
    assert.equal(left.find(({ subject }) => subject === 'subject-8')?.due_at, 0);
  });

  test('turns go with their app, and with their project', async () => {
    const ofProject = { ...name(), appid: '', subject: '' };
    const abroad = { ...ofProject, gameIndex: apps.abroad.gameIndex };
    await addTurns(db(), [name(), ofProject, abroad]);
    await deleteRowsOfApp(db(), name());
    assert.equal((await rows()).length, 2);
    await deleteRowsOfProject(db(), apps.app.gameIndex);
    assert.deepEqual(
      (await rows()).map(({ game_index }) => game_index),
      [apps.abroad.gameIndex],
    );
  });
});
