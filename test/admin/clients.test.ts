// OAuth clients through the admin API: secrets rotate with grace, and a deleted client's tokens stop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const CREATED = '2026-11-15T12:00:00.000Z';

async function authenticates(gate: Gate, clientId: string, secret: string): Promise<boolean> {
  const answer = await gate.post('/oauth/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  });
  assert.ok([200, 401].includes(answer.status), JSON.stringify(answer.body));
  return answer.status === 200;
}

suite(
  'admin OAuth clients',
  (gate) => {
    test('a client and its secret are shown once; reading shows the last characters', async () => {
      await admin(gate, 'POST', '/projects', { name: 'Game', game_index: 1 });
      const created = await admin(gate, 'POST', '/projects/1/clients', { name: 'Server' });
      assert.equal(created.status, 201);
      const { client_id, client_secret } = created.body;
      assert.match(client_id, /^tgc_[\w-]{16}$/);
      assert.match(client_secret, /^tgs_[\w-]{43}$/);
      const client = {
        client_id,
        game_index: 1,
        name: 'Server',
        created_at: CREATED,
        secrets: [{ hint: client_secret.slice(-4), created_at: CREATED, expires_at: null }],
      };
      assert.deepEqual((await admin(gate, 'GET', `/clients/${client_id}`)).body, client);
      const list = await admin(gate, 'GET', '/projects/1/clients');
      assert.deepEqual(list.body, { items: [client], next: null });
      const [row] = await newestAudit(gate, 1);
      assert.deepEqual(row, {
        at: CREATED,
        actor_kind: 'admin',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        action: 'client.create',
        game_index: 1,
        target: `clients/${client_id}`,
        before: null,
        after: client,
      });
    });

    test('clients are listed page by page', async () => {
      await admin(gate, 'POST', '/projects', { name: 'Pages', game_index: 2 });
      const made: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        made.push((await admin(gate, 'POST', '/projects/2/clients', { name })).body.client_id);
      }
      const first = await admin(gate, 'GET', '/projects/2/clients?limit=2');
      assert.equal(first.body.next, first.body.items[1].client_id);
      const second = await admin(
        gate,
        'GET',
        `/projects/2/clients?limit=2&after=${first.body.next}`,
      );
      assert.equal(second.body.next, null);
      const seen = [...first.body.items, ...second.body.items].map((item) => item.client_id);
      assert.deepEqual(seen.toSorted(), made.toSorted());
    });

    test('a rotated-out secret works to the end of its grace period, and not after', async () => {
      const app = await gate.createApp();
      const path = `/clients/${app.clientId}/rotate`;
      const rotated = await admin(gate, 'POST', path, { grace_seconds: 60 });
      assert.equal(rotated.status, 201);
      assert.equal(rotated.body.client_id, app.clientId);
      const refused = await admin(gate, 'POST', path, { grace_seconds: 60 });
      const detail =
        'Two secrets of this client are already valid. Revoke one of them first, or rotate with grace_seconds 0.';
      assert.deepEqual(refused.body, problem('too_many', path, detail));
      const start = gate.now;
      gate.now = start + 59_999;
      assert.equal(await authenticates(gate, app.clientId, app.clientSecret), true);
      gate.now = start + 60_000;
      assert.equal(await authenticates(gate, app.clientId, app.clientSecret), false);
      assert.equal(await authenticates(gate, app.clientId, rotated.body.client_secret), true);
      gate.now = start;
    });

    test('grace 0 ends the secrets before it at once', async () => {
      const app = await gate.createApp();
      const path = `/clients/${app.clientId}/rotate`;
      const { body } = await admin(gate, 'POST', path, { grace_seconds: 0 });
      assert.equal(await authenticates(gate, app.clientId, app.clientSecret), false);
      assert.equal(await authenticates(gate, app.clientId, body.client_secret), true);
    });

    test('a secret works for its own client only, and odd client ids are just wrong', async () => {
      const [one, other] = [await gate.createApp(), await gate.createApp()];
      assert.equal(await authenticates(gate, other.clientId, one.clientSecret), false);
      for (const id of ['', 'tgc_', 'a\u0000b', 'x'.repeat(5_000)]) {
        assert.equal(await authenticates(gate, id, one.clientSecret), false);
      }
    });

    test('the tokens of a deleted client stop with it', async () => {
      const app = await gate.createApp();
      const token = await gate.token(app);
      assert.ok('token' in (await gate.service.tokens.check(token)));
      assert.equal((await admin(gate, 'DELETE', `/clients/${app.clientId}`)).status, 204);
      assert.deepEqual(await gate.service.tokens.check(token), { problem: 'TOKEN_REVOKED' });
      assert.equal(await authenticates(gate, app.clientId, app.clientSecret), false);
    });

    test('an unknown client is 404, and so is an unknown project', async () => {
      for (const [method, path] of [
        ['GET', '/clients/nobody'],
        ['POST', '/clients/nobody/rotate'],
        ['DELETE', '/clients/nobody'],
      ] as const) {
        const answer = await admin(gate, method, path);
        const detail = 'There is no OAuth client nobody.';
        assert.deepEqual(answer.body, problem('not_found', path, detail));
      }
      for (const [method, body] of [['GET'], ['POST', { name: 'x' }]] as const) {
        const answer = await admin(gate, method, '/projects/404/clients', body);
        const detail = 'There is no project 404.';
        assert.deepEqual(answer.body, problem('not_found', '/projects/404/clients', detail));
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
