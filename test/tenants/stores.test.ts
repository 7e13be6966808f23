// The statements of apps: troubles of markets, failures, servers and products, among rows that differ in one respect.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { isRejection } from '../../src/audit/operation.ts';
import { rotateKey } from '../../src/identity/certification-keys.ts';
import { newAccount } from '../../src/operators/accounts.ts';
import { setRole } from '../../src/operators/members.ts';
import * as former from '../../src/payment/settings/former-gateways.ts';
import { removeMarket } from '../../src/payment/settings/market-settings.ts';
import * as troubles from '../../src/payment/settings/market-trouble.ts';
import { placeIn } from '../../src/storage/sealed.ts';
import * as products from '../../src/tenants/products.ts';
import { createProject, deleteProject } from '../../src/tenants/projects.ts';
import * as servers from '../../src/tenants/servers.ts';
import { keepFailures, listFailing } from '../../src/tenants/verification-failures.ts';
import { visibleApps } from '../../src/tenants/visible-apps.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { expectDone, inApp, suite } from '../support/harness.ts';

const AT = 1_000_000;
const TEN_MINUTES = 600_000;

const setting = (row: Scene['row'], but: Scene['but'] = []): Scene => ({
  table: 'market_setting',
  row: { settings: '{}', sealed_secrets: '', updated_at: AT, ...row },
  key: (number) => ({ market: ['APPLE', 'GOOGLE', 'STEAM', 'PG'][number] }),
  but,
  ofApp: true,
});

suite('statements of apps', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });

  test('the trouble of a market is that of one app and of settings that did not change since', async () => {
    const key = () => ({ appid: apps.app.appid, market: 'APPLE' as const, updatedAt: AT });
    const refused = { refused_since: AT, refused_at: AT, refused_call: 'c', refusal: 'r' };
    const refusal = { code: 'c', details: {}, text: 't' };
    await check.changes(setting({}, [{}, {}]), () =>
      troubles.keepRefused(db(), key(), { refusal, call: 'c', now: 5 }),
    );
    const steps = [
      [refused, { refused_since: null }, () => troubles.touchRefused(db(), { ...key(), now: 5 })],
      [refused, { refused_since: null }, () => troubles.endRefused(db(), key())],
      [{}, { failing_since: AT }, () => troubles.keepFailing(db(), { ...key(), since: 5 })],
      [{ failing_since: AT }, { failing_since: null }, () => troubles.endFailing(db(), key())],
    ] as const;
    for (const [row, without, change] of steps) {
      await check.changes(setting(row, [{}, {}]), change);
      for (const differs of [without, { updated_at: AT + 1 }]) {
        await check.put(setting({ ...row, ...differs }));
        assert.equal(Number(await change()), 0, JSON.stringify(differs));
      }
    }
  });

  test('the markets of a project that are in trouble', async () => {
    const list = async () =>
      (await troubles.listTroubled(db(), { gameIndex: apps.app.gameIndex })).map(
        ({ appid, market }) => [appid === apps.app.appid ? 'own' : 'next door', market],
      );
    await check.put(
      setting({ failing_since: AT }, [
        { failing_since: null },
        { failing_since: null, refused_since: AT },
      ]),
    );
    assert.deepEqual(await list(), [
      ['next door', 'APPLE'],
      ['own', 'APPLE'],
      ['own', 'STEAM'],
    ]);
    const all = (await troubles.listAllTroubled(db(), {})).map(
      ({ gameIndex, appid, market }) => `${gameIndex} ${appid} ${market}`,
    );
    const { app, nextDoor, abroad } = apps;
    const expected = [
      ...[app, nextDoor, abroad].map((each) => `${each.gameIndex} ${each.appid} APPLE`),
      `${app.gameIndex} ${app.appid} STEAM`,
    ];
    assert.deepEqual(all.sort(), expected.sort());
    await db().deleteFrom('market_setting').execute();
  });

  test('troubles of some apps; settings and former gateways of an app end alone', async () => {
    const { context } = gate.service;
    const { app, nextDoor, abroad } = apps;
    const { appid } = app;
    await check.put(setting({ failing_since: AT }, [{}]));
    const read = (...appids: string[]) => troubles.readTroubles(db(), { appids });
    const found = (await read(appid, abroad.appid)).map((row) => `${row.appid} ${row.market}`);
    const expected = [`${appid} APPLE`, `${appid} GOOGLE`, `${abroad.appid} APPLE`];
    assert.deepEqual(found.sort(), expected.sort());
    assert.equal((await read(appid)).find(({ market }) => market === 'APPLE')?.failing_since, AT);
    const remove = (market: 'APPLE' | 'PG') => removeMarket(context, SYSTEM, { appid, market });
    expectDone(await remove('APPLE'));
    assert.ok(isRejection(await remove('APPLE')));
    assert.deepEqual([(await read(appid)).length, (await read(nextDoor.appid)).length], [1, 1]);

    const keep = (id: string, gateway: 'STRIPE' | 'PORTONE', settings = '{}') => {
      const left = { settings, secrets: { key: `${id} ${gateway}` }, now: AT };
      return former.keepFormer(db(), context.vault, { appid: id, gateway }, left);
    };
    const kept = async (id: string) =>
      (await former.listFormer(db(), context.vault, id)).map(({ gateway }) => gateway);
    for (const id of [appid, nextDoor.appid]) {
      await keep(id, 'STRIPE');
      await keep(id, 'PORTONE');
    }
    await keep(appid, 'STRIPE', '{"again":true}');
    const own = await former.listFormer(db(), context.vault, appid);
    assert.deepEqual(
      own.map(({ gateway, settings }) => [gateway, settings]),
      [
        ['PORTONE', {}],
        ['STRIPE', { again: true }],
      ],
    );
    await former.dropFormer(db(), { appid, gateway: 'STRIPE' });
    assert.deepEqual(
      [await kept(appid), await kept(nextDoor.appid)],
      [['PORTONE'], ['PORTONE', 'STRIPE']],
    );
    await keep(appid, 'STRIPE');
    const pg = { table: 'market_setting', ofApp: true, key: () => ({ market: 'PG' }) } as const;
    const sealed_secrets = context.vault.seal(
      '{}',
      placeIn('market_setting', 'sealed_secrets', { appid, market: 'PG' }),
    );
    await check.put({ ...pg, row: { settings: '{}', sealed_secrets, updated_at: AT } });
    expectDone(await remove('PG'));
    assert.deepEqual([await kept(appid), (await kept(nextDoor.appid)).length], [[], 2]);
    await db().deleteFrom('market_setting').execute();
  });

  test('keys of an app are rotated, and a project goes when it has no apps, without others', async () => {
    const { context } = gate.service;
    const { app, nextDoor, abroad } = apps;
    const ends = async (appid: string) => {
      const keys = db().selectFrom('certification_key').select('expires_at');
      const rows = await keys.where('appid', '=', appid).orderBy('expires_at').execute();
      return rows.map(({ expires_at }) => expires_at).filter((each) => each !== null);
    };
    expectDone(await rotateKey(context, SYSTEM, { appid: app.appid, grace_seconds: 60 }));
    assert.deepEqual(
      [await ends(app.appid), await ends(nextDoor.appid)],
      [[gate.now + 60_000], []],
    );
    const { game_index } = expectDone(await createProject(context, SYSTEM, { name: 'empty' }));
    assert.ok(isRejection(await deleteProject(context, SYSTEM, abroad.gameIndex)));
    expectDone(await deleteProject(context, SYSTEM, game_index));
    const left = await db().selectFrom('project').select('game_index').execute();
    assert.deepEqual(
      left.map((each) => each.game_index).sort(),
      [app.gameIndex, abroad.gameIndex].sort(),
    );
  });

  test('failures go on for ten minutes, and are listed from the least number on', async () => {
    const fail = (now: number) => keepFailures(db(), { ...name(), since: now, count: 2, now });
    const list = (now: number, least = 1) => listFailing(db(), { now, least });
    await fail(AT);
    assert.deepEqual(await list(AT), [{ ...name(), failing_since: AT, failures: 2 }]);
    await fail(AT + TEN_MINUTES - 1);
    const last = AT + TEN_MINUTES - 1;
    const going = [{ ...name(), failing_since: AT, failures: 4 }];
    assert.deepEqual([await list(last, 4), await list(last, 5)], [going, []]);
    assert.deepEqual(
      [await list(last + TEN_MINUTES - 1), await list(last + TEN_MINUTES)],
      [going, []],
    );
    await fail(last + TEN_MINUTES);
    const anew = last + TEN_MINUTES;
    assert.deepEqual(await list(anew), [{ ...name(), failing_since: anew, failures: 2 }]);
    await keepFailures(db(), {
      ...name(),
      appid: apps.nextDoor.appid,
      since: anew,
      count: 2,
      now: anew,
    });
    const [first, second] = await list(anew);
    assert.deepEqual([first?.appid, second?.appid], [apps.nextDoor.appid, apps.app.appid]);
  });

  test('servers and products by their own id, listed in order', async () => {
    const { context } = gate.service;
    const { appid } = apps.app;
    const server = (server_id: string) => ({ appid, server_id, name: `server ${server_id}` });
    const product = (product_id: string) => ({
      appid,
      product_id,
      name: `product ${product_id}`,
      kind: 'consumable' as const,
      prices: [],
    });
    const elsewhere = { appid: apps.nextDoor.appid, name: 'elsewhere' };
    for (const id of ['1', '3', '2']) {
      expectDone(await servers.setServer(context, SYSTEM, { ...server(id), ...elsewhere }));
      expectDone(await products.setProduct(context, SYSTEM, { ...product(id), ...elsewhere }));
      expectDone(await servers.setServer(context, SYSTEM, server(id)));
      expectDone(await products.setProduct(context, SYSTEM, product(id)));
    }
    for (const id of ['1', '2', '3']) {
      assert.equal(
        expectDone(await servers.readServer(context, { appid, server_id: id })).name,
        `server ${id}`,
      );
      assert.equal(
        expectDone(await products.readProduct(context, { appid, product_id: id })).name,
        `product ${id}`,
      );
    }
    const renamed = { ...product('2'), name: 'renamed' };
    expectDone(await products.setProduct(context, SYSTEM, renamed));
    expectDone(await servers.setServer(context, SYSTEM, { ...server('2'), name: 'renamed' }));
    const audit = await db().selectFrom('audit_log').select('before_change').execute();
    const before = audit.map(({ before_change }) => before_change ?? '');
    for (const name of ['product 2', 'server 2']) {
      assert.equal(before.filter((each) => each.includes(`"${name}"`)).length, 1, name);
    }
    assert.deepEqual(
      before.filter((each) => each.includes(elsewhere.name)),
      [],
    );
    const own = await inApp(gate.service, appid);
    const pages = async (after = '') => [
      (await servers.listServers(own, { limit: 2, after })).items.map((each) => each.server_id),
      (await products.listProducts(own, { limit: 2, after })).items.map((each) => each.product_id),
    ];
    assert.deepEqual(await pages(), [
      ['1', '2'],
      ['1', '2'],
    ]);
    assert.deepEqual(await pages('2'), [['3'], ['3']]);
    expectDone(await servers.removeServer(context, SYSTEM, { appid, server_id: '2' }));
    expectDone(await products.removeProduct(context, SYSTEM, { appid, product_id: '2' }));
    assert.deepEqual(await pages(), [
      ['1', '3'],
      ['1', '3'],
    ]);
    assert.equal(await servers.isRegisteredServer(db(), appid, '2'), false);
    assert.equal(
      await servers.isRegisteredServer(db(), apps.abroad.appid, '2'),
      true,
      'none is registered there',
    );
  });

  test('apps that a caller can see: of the given projects, by project and id', async () => {
    const { context } = gate.service;
    const { app, nextDoor, abroad } = apps;
    const seen = async (viewer: object, first?: string) =>
      (await visibleApps(context, viewer as never, first)).map(({ appid }) => appid);
    assert.deepEqual(await seen({}), [abroad.appid, nextDoor.appid, app.appid]);
    assert.deepEqual(await seen({}, nextDoor.appid), [nextDoor.appid, abroad.appid, app.appid]);
    assert.deepEqual(await seen({ projects: [abroad.gameIndex] }), [abroad.appid]);
    assert.deepEqual(await seen({ member: { accountId: 'nobody' } }), []);
    const account = newAccount('member@example.com', 'hash', false, AT);
    const { account_id } = account;
    await db().insertInto('account').values(account).execute();
    for (const [{ gameIndex }, issuer] of [
      [nextDoor, 'https://corp.example'],
      [abroad, undefined],
    ] as const) {
      await setRole(db(), { game_index: gameIndex, account_id, role: 'viewer', issuer });
    }
    const member = { member: { accountId: account_id } };
    assert.deepEqual(await seen(member), [abroad.appid], 'by password');
    const by = (issuer: string) => seen({ member: { accountId: account_id, issued: { issuer } } });
    assert.deepEqual(await by('https://other.example'), [abroad.appid]);
    const all = [abroad.appid, nextDoor.appid, app.appid];
    assert.deepEqual(await by('https://corp.example'), all);
    await setRole(db(), { game_index: nextDoor.gameIndex, account_id, role: 'viewer' });
    assert.deepEqual(await seen(member), all);
    await db().deleteFrom('member').where('game_index', '=', nextDoor.gameIndex).execute();
    assert.deepEqual(await seen(member), [abroad.appid]);
    await db()
      .updateTable('project')
      .set({ requires_second_factor: 1 })
      .where('game_index', '=', abroad.gameIndex)
      .execute();
    assert.deepEqual(await seen({ withoutSecondFactor: true }), [nextDoor.appid, app.appid]);
    assert.deepEqual(await seen({ ...member, withoutSecondFactor: true }), []);
  });
});
