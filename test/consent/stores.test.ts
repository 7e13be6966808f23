// The statements of withdrawn consent, among rows of other downloads, players and apps.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { consentTable } from '../../src/consent/personal-data.ts';
import * as store from '../../src/consent/store.ts';
import type { ErasedPlayer } from '../../src/identity/personal-data.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { suite } from '../support/harness.ts';

const AT = 1_000_000;

const download = (but: Scene['but'] = []): Scene => ({
  table: 'consent_download',
  row: { kind: 'install', state: 'given', provider: null, said_at: null, recorded_at: AT },
  key: (number) => ({ download: `download-${number}` }),
  but,
});

const link = (but: Scene['but'] = []): Scene => ({
  table: 'consent_link',
  row: { state: 'linked', linked_at: AT, changed_at: AT },
  key: (number) => ({ download: `download-${number}`, player_id: 7 + number }),
  but,
});

suite('statements of withdrawn consent', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });

  test('a download is found and changed by its hash', async () => {
    const downloads = ['download-0'];
    await check.finds(download([{}]), () => store.findDownloads(db(), { ...name(), downloads }));
    await check.changes(download([{}]), () =>
      store.setDownload(db(), {
        ...name(),
        download: 'download-0',
        state: 'withdrawn',
        provider: 'GOOGLE',
        said_at: AT,
        now: AT + 1,
      }),
    );
  });

  test('locking adds what is new and leaves what is known', async () => {
    await check.put(download([{}]));
    const wanted = ['download-9', 'download-0', 'download-9'].map((each) => ({
      kind: 'install' as const,
      download: each,
    }));
    const rows = await db()
      .transaction()
      .execute((tx) => store.lockDownloads(tx, name(), wanted, AT + 5));
    assert.deepEqual(
      [...rows.values()]
        .map((row) => [row.download, row.recorded_at])
        .toSorted(([one = ''], [two = '']) => (one < two ? -1 : 1)),
      [
        ['download-0', AT],
        ['download-9', AT + 5],
      ],
    );
  });

  test('links are found by download and by player, and changed by both', async () => {
    const downloads = ['download-0'];
    await check.finds(link([{}]), () => store.linksTo(db(), { ...name(), downloads }));
    await check.put(download([{}]));
    await check.finds(link([{}, { download: 'download-0' }]), () =>
      store.linksOf(db(), { ...name(), players: [7n] }),
    );
    await check.changes(link([{ download: 'download-0' }, { player_id: 7 }]), () =>
      store.setLink(db(), {
        ...name(),
        download: 'download-0',
        playerId: 7n,
        state: 'withdrawn',
        now: AT + 1,
      }),
    );
  });

  test('links of several players and downloads come in one order', async () => {
    await check.put(download([{}, {}]));
    const others = [
      { player_id: 6 },
      { download: 'download-2', player_id: 7, linked_at: AT - 1 },
      { download: 'download-1', player_id: 7 },
    ];
    await check.put(link(others));
    const downloads = ['download-0', 'download-1'];
    assert.deepEqual(
      (await store.linksTo(db(), { ...name(), downloads })).map((row) => [
        Number(row.player_id),
        row.download,
      ]),
      [
        [6, 'download-1'],
        [7, 'download-0'],
        [7, 'download-1'],
      ],
    );
    assert.deepEqual(
      (await store.linksOf(db(), { ...name(), players: [7n] })).map((row) => row.download),
      ['download-2', 'download-0', 'download-1'],
    );
  });

  test('a link that is there stays as it is', async () => {
    await check.put(link());
    const { appid, gameIndex: game_index } = name();
    const row = { game_index, appid, download: 'download-0', player_id: 7 };
    await db()
      .transaction()
      .execute((tx) =>
        store.insertLinks(tx, [{ ...row, state: 'linked', linked_at: AT + 1, changed_at: AT + 1 }]),
      );
    const [found] = await store.linksTo(db(), { ...name(), downloads: ['download-0'] });
    assert.deepEqual([found?.state, Number(found?.player_id)], ['linked', 7]);
  });

  test('an erasure takes the downloads that nobody else uses and no store has spoken about', async () => {
    const others = [{ said_at: AT }, {}, {}];
    await check.put(download(others));
    const { abroad, nextDoor } = apps;
    const linkOf = ({ gameIndex, appid }: typeof abroad, number: number, player_id: number) => ({
      ...{ game_index: gameIndex, appid, download: `download-${number}`, player_id },
      ...{ state: 'linked' as const, linked_at: AT, changed_at: AT },
    });
    await db().deleteFrom('consent_link').execute();
    const elsewhere = [linkOf(abroad, 0, 8), linkOf(nextDoor, 0, 8)];
    const shared = [linkOf(apps.app, 2, 7), linkOf(apps.app, 2, 8)];
    const own = [linkOf(apps.app, 0, 7), linkOf(apps.app, 1, 7), ...shared];
    await db()
      .insertInto('consent_link')
      .values([...own, ...elsewhere])
      .execute();
    const rows = own.filter(({ player_id }) => player_id === 7);
    const player: ErasedPlayer = {
      ...{ ...name(), playerId: 7n, accounts: [], pseudonym: '' },
      ...{ requestedAt: AT, now: AT, isLast: true, waiting: [] },
    };
    await consentTable.before?.(db(), player, rows);
    const left = await db().selectFrom('consent_download').selectAll().execute();
    assert.deepEqual(
      left
        .filter(({ appid }) => appid === apps.app.appid)
        .map((row) => row.download)
        .sort(),
      ['download-1', 'download-2', 'download-3'],
    );
    assert.equal(left.length, 5);
  });

  test('the restriction of the login is found, and no other', async () => {
    const restriction: Scene = {
      table: 'restricted_player',
      row: {
        ...{ scope: 'login', status: 'P', block_type: 1, starts_at: AT, ends_at: null },
        ...{ start_date: '', end_date: '', changed_at: AT, actor_kind: 'consent', actor: 'APPLE' },
        ...{ since_seq: 1, appealed: 0, with_devices: 0 },
      },
      key: (number) => ({ player_id: 7 + number }),
      but: [{}, { player_id: 7, scope: 'chat' }],
    };
    await check.finds(restriction, () =>
      store.loginRestrictions(db(), { ...name(), players: [7n] }),
    );
  });
});
