// The statements of logins, devices, accounts and notes, among rows of other players, devices and apps.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as logins from '../../src/identity/logins.ts';
import * as search from '../../src/identity/player-search.ts';
import * as seen from '../../src/players/logins-store.ts';
import * as notes from '../../src/players/notes-store.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { suite } from '../support/harness.ts';

const AT = 1_000_000;
const OTHER = { player_id: 8 };

const login = (but: Scene['but'] = [], row: Scene['row'] = {}): Scene => ({
  table: 'login',
  row: { player_id: 7, logged_in_at: AT, logged_out_at: null, ...row },
  key: (number) => ({ login_id: `login-${number}`, did: 1 + number }),
  but,
});

const link = (but: Scene['but'] = []): Scene => ({
  table: 'account_link',
  row: { player_id: 7, linked_at: AT },
  key: (number) => ({ account_uuid: `account-${number}` }),
  but,
});

suite('statements of logins', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const ofPlayer = () => ({ ...name(), playerId: 7n });
  const one = () => ({ ...ofPlayer(), loginId: 'login-0' });
  const wanted = () => ({ gameIndex: apps.app.gameIndex, appids: [apps.app.appid] });

  test('a login ends alone, once; those of a player or on a device end together', async () => {
    const sameId = { ...OTHER, login_id: 'login-0' };
    await check.changes(login([{}, sameId]), () => logins.endLogin(db(), one(), AT + 1));
    assert.equal(await logins.endLogin(db(), one(), AT + 2), false);
    const ended = { logged_out_at: AT };
    await check.changes(login([OTHER, ended]), () =>
      logins.endLogins(db(), name(), 7n, undefined, AT + 1),
    );
    await check.changes(login([{}, OTHER, { did: 1, ...ended }]), () =>
      logins.endLogins(db(), name(), 7n, 1n, AT + 1),
    );
    const app = { ...(await gate.service.directory.app(apps.app.appid)) } as never;
    await check.changes(login([{}, { did: 1, ...ended }]), () =>
      db()
        .transaction()
        .execute((tx) =>
          logins.writeLogins(tx, [logins.newLogin(app, { playerId: 9n, did: 1n }, AT + 1)]),
        ),
    );
  });

  test('who is logged in, and on which device', async () => {
    for (const [row, isIn] of [
      [{}, true],
      [{ logged_out_at: AT }, false],
      [OTHER, false],
      [{ login_id: 'another', did: 5 }, false],
    ] as const) {
      const scene = login();
      const key = (number: number) => ({ ...scene.key(number), ...row });
      await check.put({ ...scene, key });
      await db().deleteFrom('login').where('appid', '<>', apps.app.appid).execute();
      assert.equal(await logins.isLoggedIn(db(), one()), isIn, JSON.stringify(row));
      assert.equal(await logins.isLoggedInOnDevice(db(), name(), 7n, 1n), isIn);
    }
    await check.put(login());
    await db().deleteFrom('login').where('appid', '=', apps.app.appid).execute();
    assert.equal(await logins.isLoggedIn(db(), one()), false, 'in another app');
    assert.equal(await logins.isLoggedInOnDevice(db(), name(), 7n, 1n), false);
  });

  test('accounts of a player, and the player of an account', async () => {
    const app = (await gate.service.directory.app(apps.app.appid)) as never;
    await check.put(link([{ player_id: 8 }]));
    const accounts = await logins.accountUuidsOf(db(), app, 7n);
    assert.deepEqual(accounts.slice(0, -1), ['account-0']);
    assert.equal(await logins.playerOf(db(), name(), 'account-1'), 8n);
    assert.equal(await logins.playerOf(db(), name(), 'account-2'), null);
    await db().deleteFrom('account_link').where('appid', '=', apps.app.appid).execute();
    assert.equal(await logins.playerOf(db(), name(), 'account-0'), null, 'of another app');
    await check.finds(link([OTHER]), () => seen.readAccounts(db(), ofPlayer()));
    await check.put(link([{ linked_at: AT + 1 }, {}]));
    assert.deepEqual(
      (await seen.readAccounts(db(), ofPlayer())).map(({ account_uuid }) => account_uuid.slice(8)),
      ['1', '0', '2'],
    );
    await check.finds(link([{}]), () => search.playersOfAccount(db(), wanted(), 'account-0'));
  });

  test('players by login and device', async () => {
    await check.finds(login([{}]), () => search.appsWithLogin(db(), { ...wanted(), playerId: 7n }));
    assert.deepEqual(await search.appsWithLogin(db(), { ...wanted(), playerId: 8n }), []);
    await check.finds(login([{ player_id: 8 }]), () =>
      search.playersOnDevice(db(), wanted(), 1n, 9),
    );
    const ended = (player_id: number) => ({ player_id, did: 1, logged_out_at: AT });
    await check.put(login([ended(9), ended(8), ended(8)]));
    const players = async (limit: number) =>
      (await search.playersOnDevice(db(), wanted(), 1n, limit)).map(({ playerId }) =>
        Number(playerId),
      );
    assert.deepEqual(
      [await players(9), await players(2)],
      [
        [7, 8, 9],
        [7, 8],
      ],
    );
    const others = async (limit: number) =>
      (await seen.othersOnDevice(db(), { ...ofPlayer(), did: 1n, limit })).map(({ player_id }) =>
        Number(player_id),
      );
    assert.deepEqual([await others(9), await others(1)], [[8, 9], [8]]);
    assert.deepEqual(await seen.othersOnDevice(db(), { ...ofPlayer(), did: 2n, limit: 9 }), []);
  });

  test('logins, devices and notes of a player, newest first, page by page', async () => {
    await check.put(login([OTHER, { logged_in_at: AT + 1 }, {}]));
    const ids = (rows: readonly { login_id: string }[]) => rows.map((row) => row.login_id.slice(6));
    const page = (at: number, loginId: string, limit: number) =>
      seen.readLogins(db(), { ...ofPlayer(), at, loginId, limit });
    assert.deepEqual(ids(await page(AT + 9, '', 9)), ['2', '3', '0']);
    assert.deepEqual(ids(await page(AT + 1, 'login-2', 1)), ['3']);
    assert.deepEqual(ids(await page(AT, 'login-3', 9)), ['0']);
    const devices = async (limit: number) =>
      (await seen.readDevices(db(), { ...ofPlayer(), limit })).map(({ did }) => Number(did));
    assert.deepEqual(
      [await devices(9), await devices(2)],
      [
        [3, 1, 4],
        [3, 1],
      ],
    );

    const note = (but: Scene['but'] = []): Scene => ({
      table: 'player_note',
      row: { player_id: 7, text: 't', author_kind: 'admin', author: 'x', created_at: AT },
      key: (number) => ({ note_id: `note-${number}` }),
      but,
    });
    const noted = () => ({ ...ofPlayer(), noteId: 'note-0' });
    const sameId = { ...OTHER, note_id: 'note-0' };
    // An id is one of the app, whoever it is about.
    await check.finds(note([{}]), () => notes.findNote(db(), noted()));
    await check.changes(note([{}]), () =>
      notes.changeNote(db(), { ...noted(), text: 'b', now: AT }),
    );
    await check.changes(note([{}]), () => notes.removeNote(db(), noted()));
    await check.put({ ...note(), row: { ...note().row, ...sameId } });
    assert.equal(await notes.findNote(db(), noted()), undefined, 'of another player');
    assert.equal(await notes.changeNote(db(), { ...noted(), text: 'b', now: AT }), 0);
    assert.equal(await notes.removeNote(db(), noted()), 0);
    await check.put(note([OTHER, {}, {}]));
    const list = async (before: string, limit: number) =>
      (await notes.readNotes(db(), { ...ofPlayer(), before, limit })).map((row) =>
        row.note_id.slice(5),
      );
    assert.deepEqual([await list('~', 9), await list('note-3', 1)], [['3', '2', '0'], ['2']]);
  });
});
