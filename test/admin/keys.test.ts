// Certification keys through the admin API: two valid at once, and an end at the right moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

async function works(gate: Gate, appid: string, key: string): Promise<boolean> {
  const headers = { iscrypt: '0' };
  const body = { appid, service_certification_key: key };
  const answer = await gate.post('/game/block/type/get', body, headers);
  assert.ok([0, 4002].includes(answer.body.result_code), JSON.stringify(answer.body));
  return answer.body.result_code === 0;
}

suite(
  'admin certification keys',
  (gate) => {
    test('a key is shown once; the list has only its last characters', async () => {
      const app = await gate.createApp();
      const created = await admin(gate, 'POST', `/apps/${app.appid}/keys`);
      assert.equal(created.status, 201);
      const { key_id, service_certification_key: key } = created.body;
      assert.deepEqual(Object.keys(created.body), ['key_id', 'service_certification_key']);
      assert.match(key, /^tgk_[\w-]{43}$/);
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/keys`);
      assert.equal(body.items.length, 2);
      assert.deepEqual(
        body.items.find((item: { key_id: string }) => item.key_id === key_id),
        {
          key_id,
          hint: key.slice(-4),
          created_at: '2026-11-15T12:00:00.000Z',
          expires_at: null,
        },
      );
      assert.ok(!JSON.stringify(body).includes(key));
      assert.ok(!JSON.stringify(await newestAudit(gate, 10)).includes(key));
    });

    test('two keys work at once; a third is refused', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/keys`;
      const second = (await admin(gate, 'POST', path)).body.service_certification_key;
      assert.equal(await works(gate, app.appid, app.key), true);
      assert.equal(await works(gate, app.appid, second), true);
      const detail =
        'Two certification keys are already valid. Revoke one of them first, or rotate with grace_seconds 0.';
      assert.deepEqual((await admin(gate, 'POST', path)).body, problem('too_many', path, detail));
      const rotated = await admin(gate, 'POST', `${path}/rotate`, {});
      assert.deepEqual(rotated.body, problem('too_many', `${path}/rotate`, detail));
    });

    test('of many simultaneous requests only one creates the second key', async () => {
      const app = await gate.createApp();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => admin(gate, 'POST', `/apps/${app.appid}/keys`)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409]);
    });

    test('a rotated-out key works to the end of its grace period, and not after', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/keys/rotate`;
      const rotated = await admin(gate, 'POST', path, { grace_seconds: 600 });
      assert.equal(rotated.status, 201);
      const fresh = rotated.body.service_certification_key;
      const start = gate.now;
      gate.now = start + 599_999;
      assert.equal(await works(gate, app.appid, app.key), true);
      gate.now = start + 600_000;
      assert.equal(await works(gate, app.appid, app.key), false);
      assert.equal(await works(gate, app.appid, fresh), true);
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/keys`);
      assert.deepEqual(
        body.items.map((item: { key_id: string }) => item.key_id),
        [rotated.body.key_id],
      );
      gate.now = start;
    });

    test('without a body the grace period is a day', async () => {
      const app = await gate.createApp();
      await admin(gate, 'POST', `/apps/${app.appid}/keys/rotate`);
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/keys`);
      assert.deepEqual(
        body.items.map((item: { expires_at: string | null }) => item.expires_at).sort(),
        ['2026-11-16T12:00:00.000Z', null],
      );
    });

    test('grace 0 ends every other key at once', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/keys`;
      const second = (await admin(gate, 'POST', path)).body.service_certification_key;
      const third = await admin(gate, 'POST', `${path}/rotate`, { grace_seconds: 0 });
      assert.equal(await works(gate, app.appid, app.key), false);
      assert.equal(await works(gate, app.appid, second), false);
      assert.equal(await works(gate, app.appid, third.body.service_certification_key), true);
    });

    test('a second rotation does not lengthen the life of an ending key', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/keys`;
      await admin(gate, 'POST', `${path}/rotate`, { grace_seconds: 60 });
      const { body } = await admin(gate, 'GET', path);
      const [ending] = body.items.filter((item: { expires_at: string | null }) => item.expires_at);
      assert.equal(ending.expires_at, '2026-11-15T12:01:00.000Z');
      assert.equal(
        (await admin(gate, 'POST', `${path}/rotate`, { grace_seconds: 999 })).status,
        409,
      );
      const after = await admin(gate, 'GET', path);
      assert.deepEqual(after.body, body);
    });

    test('a revoked key stops at once, also in another process', async () => {
      const app = await gate.createApp();
      const other = await gate.secondService();
      const path = `/apps/${app.appid}/keys`;
      const [first] = (await admin(gate, 'GET', path)).body.items;
      const revoked = await admin(gate, 'DELETE', `${path}/${first.key_id}`);
      assert.deepEqual([revoked.status, revoked.body], [204, '']);
      assert.equal(await works(gate, app.appid, app.key), false);
      assert.deepEqual((await other.directory.app(app.appid))?.keys, []);
      const again = await admin(gate, 'DELETE', `${path}/${first.key_id}`);
      const detail = `App ${app.appid} has no key ${first.key_id}.`;
      assert.deepEqual(again.body, problem('not_found', `${path}/${first.key_id}`, detail));
    });

    test('a key of one app cannot be revoked through another', async () => {
      const [mine, theirs] = [await gate.createApp(), await gate.createApp()];
      const [key] = (await admin(gate, 'GET', `/apps/${theirs.appid}/keys`)).body.items;
      const answer = await admin(gate, 'DELETE', `/apps/${mine.appid}/keys/${key.key_id}`);
      assert.equal(answer.status, 404);
      assert.equal(await works(gate, theirs.appid, theirs.key), true);
    });

    test('an unknown app is 404', async () => {
      const detail = 'There is no app nobody.';
      for (const [method, path] of [
        ['GET', '/apps/nobody/keys'],
        ['POST', '/apps/nobody/keys'],
        ['POST', '/apps/nobody/keys/rotate'],
        ['DELETE', '/apps/nobody/keys/x'],
      ] as const) {
        const answer = await admin(gate, method, path);
        assert.deepEqual(answer.body, problem('not_found', path, detail));
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
