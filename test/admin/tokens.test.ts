// Admin tokens, signing keys and the audit log through the admin API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const NOW = '2026-11-15T12:00:00.000Z';

async function opens(gate: Gate, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await gate.send('GET', '/admin/v1/projects', undefined, headers);
  assert.ok([200, 401].includes(answer.status));
  return answer.status === 200;
}

suite(
  'admin tokens',
  (gate) => {
    test('a token is shown once, works until it is revoked, and signs the audit log', async () => {
      const { status, body } = await admin(gate, 'POST', '/admin-tokens', { name: 'ops' });
      assert.equal(status, 201);
      const { token, ...record } = body;
      assert.match(token, /^tga_[\w-]{43}$/);
      const { token_id } = record;
      assert.deepEqual(record, {
        token_id,
        name: 'ops',
        scope: 'full',
        projects: null,
        created_by: 'TOLLGATE_ADMIN_TOKEN',
        created_at: NOW,
        last_used_at: null,
        expires_at: null,
      });
      const list = await admin(gate, 'GET', '/admin-tokens');
      assert.deepEqual(list.body, { items: [record], next: null });
      assert.equal(await opens(gate, token), true);
      const headers = { authorization: `Bearer ${token}` };
      await gate.send('POST', '/admin/v1/projects', { name: 'By ops' }, headers);
      const [row] = await newestAudit(gate, 1);
      assert.deepEqual([row.actor_kind, row.actor, row.action], ['admin', 'ops', 'project.create']);
      const path = `/admin-tokens/${token_id}`;
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      assert.equal(await opens(gate, token), false);
      const again = await admin(gate, 'DELETE', path);
      const detail = `There is no admin token ${token_id}.`;
      assert.deepEqual(again.body, problem('not_found', path, detail));
      assert.ok(!JSON.stringify(await newestAudit(gate, 10)).includes(token));
    });

    test('a token tells its scope and projects, and when it was used, to the minute', async () => {
      const { gameIndex } = await gate.createApp();
      const input = { name: 'scoped', scope: 'payment', projects: [gameIndex] };
      const { token, ...created } = (await admin(gate, 'POST', '/admin-tokens', input)).body;
      assert.deepEqual([created.scope, created.projects], ['payment', [gameIndex]]);
      const shown = async () =>
        (await admin(gate, 'GET', '/admin-tokens?limit=500')).body.items.find(
          (each: { token_id: string }) => each.token_id === created.token_id,
        );
      assert.deepEqual(await shown(), created);
      const start = gate.now;
      for (const [after, seen] of [
        [0, 0],
        [59_999, 0],
        [60_000, 60_000],
      ] as const) {
        gate.now = start + after;
        assert.equal(await opens(gate, token), true);
        const last_used_at = new Date(start + seen).toISOString();
        assert.deepEqual(await shown(), { ...created, last_used_at });
      }
      gate.now = start;
      const unknown = await admin(gate, 'POST', '/admin-tokens', {
        name: 'x',
        projects: [999_999],
      });
      const detail = 'There is no project 999999.';
      assert.deepEqual(unknown.body, problem('not_found', '/admin-tokens', detail));
      for (const wrong of [{ scope: 'everything' }, { projects: [] }, { projects: ['1'] }]) {
        const answer = await admin(gate, 'POST', '/admin-tokens', { name: 'x', ...wrong });
        assert.equal(answer.status, 400);
      }
    });

    test('a token with an end works until then', async () => {
      const body = { name: 'short', expires_in_days: 1 };
      const created = (await admin(gate, 'POST', '/admin-tokens', body)).body;
      assert.equal(created.expires_at, '2026-11-16T12:00:00.000Z');
      const start = gate.now;
      gate.now = start + 86_399_999;
      assert.equal(await opens(gate, created.token), true);
      gate.now = start + 86_400_000;
      assert.equal(await opens(gate, created.token), false);
      gate.now = start;
    });

    test('a new signing key signs from now on, and live tokens stay valid', async () => {
      const app = await gate.createApp();
      const before = await gate.token(app);
      const { status, body } = await admin(gate, 'POST', '/signing-keys/rotate');
      assert.equal(status, 201);
      const after = await gate.token(app);
      const kidOf = (token: string) =>
        JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
      assert.deepEqual(body, { kid: kidOf(after) });
      assert.notEqual(kidOf(before), kidOf(after));
      assert.ok('token' in (await gate.service.tokens.check(before)));
      assert.ok('token' in (await gate.service.tokens.check(after)));
      const [row] = await newestAudit(gate, 1);
      assert.deepEqual([row.action, row.after], ['signing-key.rotate', { kid: body.kid }]);
    });

    test('the audit log is filtered by project and by thing, and read page by page', async () => {
      const [one, other] = [await gate.createApp(), await gate.createApp()];
      await admin(gate, 'PATCH', `/apps/${one.appid}`, { name: 'New' });
      const actions = async (query: string) => {
        const { body } = await admin(gate, 'GET', `/audit?${query}`);
        return body.items.map((row: { action: string; game_index: number }) => [
          row.action,
          row.game_index,
        ]);
      };
      assert.deepEqual(await actions(`game_index=${one.gameIndex}`), [
        ['app.change', one.gameIndex],
        ['client.create', one.gameIndex],
        ['key.create', one.gameIndex],
        ['app.create', one.gameIndex],
        ['project.create', one.gameIndex],
      ]);
      assert.deepEqual(await actions(`target=apps/${one.appid}`), [
        ['app.change', one.gameIndex],
        ['app.create', one.gameIndex],
      ]);
      assert.deepEqual(await actions(`target=apps/${one.appid}&game_index=${other.gameIndex}`), []);
      const own = `game_index=${one.gameIndex}`;
      assert.deepEqual(await actions(`${own}&action=key.create`), [['key.create', one.gameIndex]]);
      assert.deepEqual(await actions(`${own}&action=app`), [
        ['app.change', one.gameIndex],
        ['app.create', one.gameIndex],
      ]);
      assert.deepEqual(await actions(`${own}&action=ap`), []);
      assert.deepEqual(await actions(`${own}&actor=TOLLGATE_ADMIN_TOKEN`), [
        ['app.change', one.gameIndex],
      ]);
      const seen: string[] = [];
      let after = '';
      do {
        const query = `/audit?game_index=${one.gameIndex}&limit=2${after}`;
        const { body } = await admin(gate, 'GET', query);
        seen.push(...body.items.map((row: { audit_id: string }) => row.audit_id));
        after = body.next === null ? '' : `&after=${body.next}`;
      } while (after !== '');
      assert.equal(seen.length, 5);
      assert.deepEqual(seen, seen.toSorted().reverse());
    });

    test('the audit log is cut to a window, whose ends belong to it', async () => {
      const { appid, gameIndex } = await gate.createApp();
      gate.now += 60_000;
      const at = new Date(gate.now).toISOString();
      await admin(gate, 'PATCH', `/apps/${appid}`, { name: 'Renamed' });
      gate.now += 60_000;
      await admin(gate, 'POST', `/apps/${appid}/keys/rotate`);
      const actions = async (query: string) => {
        const { body } = await admin(gate, 'GET', `/audit?game_index=${gameIndex}&${query}`);
        return body.items.map((row: { action: string }) => row.action);
      };
      assert.deepEqual(await actions(`from=${at}&to=${at}`), ['app.change']);
      assert.deepEqual(await actions(`from=${at}`), ['key.rotate', 'app.change']);
      assert.deepEqual(await actions(`to=${at}`), [
        'app.change',
        'client.create',
        'key.create',
        'app.create',
        'project.create',
      ]);
      const backwards = await admin(gate, 'GET', `/audit?from=${at}&to=2020-01-01T00:00:00Z`);
      assert.equal(backwards.status, 400);
      assert.deepEqual(backwards.body.errors, [
        { field: 'to', message: 'to is earlier than from.' },
      ]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
