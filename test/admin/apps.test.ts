// Apps through the admin API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const CREATED = '2026-11-15T12:00:00.000Z';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

suite(
  'admin apps',
  (gate) => {
    test('an app is created with UTC unless a time zone is given', async () => {
      await admin(gate, 'POST', '/projects', { name: 'Game', game_index: 1 });
      const plain = await admin(gate, 'POST', '/projects/1/apps', { appid: 'com.a', name: 'A' });
      assert.equal(plain.status, 201);
      const { account_namespace: namespace, ...rest } = plain.body;
      assert.match(namespace, UUID);
      assert.deepEqual(rest, {
        appid: 'com.a',
        game_index: 1,
        name: 'A',
        time_zone: 'UTC',
        created_at: CREATED,
      });
      const body = { appid: 'com.b', name: 'B', time_zone: 'Asia/Seoul' };
      const zoned = await admin(gate, 'POST', '/projects/1/apps', body);
      assert.equal(zoned.body.time_zone, 'Asia/Seoul');
      assert.notEqual(zoned.body.account_namespace, namespace);
    });

    test('a time zone that does not exist is refused', async () => {
      const body = { appid: 'com.c', name: 'C', time_zone: 'Mars/Olympus' };
      const answer = await admin(gate, 'POST', '/projects/1/apps', body);
      const detail = 'Mars/Olympus is not a time zone. Use an IANA name such as Asia/Seoul or UTC.';
      const errors = [{ field: 'time_zone', message: detail }];
      assert.deepEqual(answer.body, problem('invalid_request', '/projects/1/apps', detail, errors));
    });

    test('an appid is unique over all projects', async () => {
      await admin(gate, 'POST', '/projects', { name: 'Other', game_index: 2 });
      const answer = await admin(gate, 'POST', '/projects/2/apps', { appid: 'com.a', name: 'A' });
      const detail = 'App com.a already exists. Choose another appid.';
      assert.deepEqual(answer.body, problem('exists', '/projects/2/apps', detail));
    });

    for (const appid of ['', 'with space', 'a/b', 'x'.repeat(101), 'ünïcode']) {
      test(`"${appid.slice(0, 12)}" is not an appid`, async () => {
        const answer = await admin(gate, 'POST', '/projects/1/apps', { appid, name: 'A' });
        assert.equal(answer.status, 400);
        assert.deepEqual(
          answer.body.errors.map((error: { field: string }) => error.field),
          ['appid'],
        );
      });
    }

    test('apps are listed by project; an unknown project is 404', async () => {
      const { body } = await admin(gate, 'GET', '/projects/1/apps?limit=1');
      assert.deepEqual([body.items.length, body.items[0].appid, body.next], [1, 'com.a', 'com.a']);
      const rest = await admin(gate, 'GET', `/projects/1/apps?after=${body.next}`);
      assert.deepEqual([rest.body.items[0].appid, rest.body.next], ['com.b', null]);
      assert.deepEqual((await admin(gate, 'GET', '/projects/2/apps')).body, {
        items: [],
        next: null,
      });
      const unknown = await admin(gate, 'GET', '/projects/3/apps');
      const expected = problem('not_found', '/projects/3/apps', 'There is no project 3.');
      assert.deepEqual(unknown.body, expected);
    });

    test('name and time zone are changed; nothing to change is refused', async () => {
      const before = (await admin(gate, 'GET', '/apps/com.a')).body;
      const change = { name: 'New', time_zone: 'Europe/Berlin' };
      const changed = await admin(gate, 'PATCH', '/apps/com.a', change);
      assert.deepEqual(changed.body, { ...before, ...change });
      assert.deepEqual((await admin(gate, 'GET', '/apps/com.a')).body, changed.body);
      const [row] = await newestAudit(gate, 1);
      assert.deepEqual([row.action, row.before, row.after], ['app.change', before, changed.body]);
      const nothing = await admin(gate, 'PATCH', '/apps/com.a', {});
      assert.equal(nothing.status, 400);
      assert.equal(nothing.body.detail, 'Send a name, a time_zone, or both.');
    });

    test('a changed time zone is known to the interface at once', async () => {
      const app = await gate.createApp();
      assert.equal((await gate.service.directory.app(app.appid))?.timeZone, 'UTC');
      await admin(gate, 'PATCH', `/apps/${app.appid}`, { time_zone: 'Asia/Tokyo' });
      assert.equal((await gate.service.directory.app(app.appid))?.timeZone, 'Asia/Tokyo');
    });

    test('a deleted app takes everything of its own with it, and nothing else', async () => {
      const gone = await gate.createApp();
      const stays = await gate.createApp();
      const token = { authorization: `Bearer ${await gate.token(gone)}` };
      await gate.post('/auth/v1/login', { appid: gone.appid, player_id: 5 }, token);
      const other = { authorization: `Bearer ${await gate.token(stays)}` };
      await gate.post('/auth/v1/login', { appid: stays.appid, player_id: 5 }, other);
      assert.equal((await admin(gate, 'DELETE', `/apps/${gone.appid}`)).status, 204);
      const { db } = gate.service.context.storage;
      for (const table of ['app', 'certification_key', 'login'] as const) {
        const rows = await db.selectFrom(table).select('appid').execute();
        const appids = rows.map((row) => row.appid);
        assert.ok(!appids.includes(gone.appid), table);
        assert.ok(appids.includes(stays.appid), table);
      }
      const again = await admin(gate, 'DELETE', `/apps/${gone.appid}`);
      const detail = `There is no app ${gone.appid}.`;
      assert.deepEqual(again.body, problem('not_found', `/apps/${gone.appid}`, detail));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
