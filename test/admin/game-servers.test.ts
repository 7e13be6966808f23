// The game server registration through the admin API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeIn } from '../../src/storage/sealed.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const PATH = '/projects/1/receivers/restriction';

const withoutChannel = ({ channel: _, ...rest }: { channel: string }) => rest;

suite(
  'admin game server',
  (gate) => {
    test('a first registration makes a key and shows it once', async () => {
      await admin(gate, 'POST', '/projects', { name: 'Game', game_index: 1 });
      const none = await admin(gate, 'GET', PATH);
      assert.deepEqual(none.body, problem('not_found', PATH, 'Project 1 has no game server.'));
      const url = 'https://game.example/notify?a=1';
      const { status, body } = await admin(gate, 'PUT', PATH, { url, skip_test: true });
      assert.equal(status, 200);
      assert.match(body.key, /^tgg_[\w-]{43}$/);
      const hint = body.key.slice(-4);
      const lane = { game_index: 1, channel: 'restriction' };
      const registration = { ...lane, url, key_hint: hint, updated_at: NOW };
      assert.deepEqual(body, { ...registration, key: body.key });
      assert.deepEqual((await admin(gate, 'GET', PATH)).body, registration);
    });

    test('another path keeps the key; a given key replaces it and is not shown', async () => {
      const before = (await admin(gate, 'GET', PATH)).body;
      const target = { url: 'https://game.example/x', skip_test: true };
      const moved = await admin(gate, 'PUT', PATH, target);
      assert.deepEqual(moved.body, { ...before, url: target.url });
      const key = 'a-key-of-the-game-server-1234';
      const keyed = await admin(gate, 'PUT', PATH, { ...target, key });
      assert.deepEqual(keyed.body, { ...moved.body, key_hint: '1234' });
      const [row] = await newestAudit(gate, 1);
      assert.deepEqual(
        [row.action, row.before, row.after],
        ['game-server.set', withoutChannel(moved.body), withoutChannel(keyed.body)],
      );
    });

    test('the key is stored sealed', async () => {
      const { db } = gate.service.context.storage;
      const row = await db.selectFrom('receiver').selectAll().executeTakeFirstOrThrow();
      assert.ok(!row.sealed_key.includes('a-key-of-the-game-server-1234'));
      const { vault } = gate.service.context;
      const place = placeIn('receiver', 'sealed_key', row);
      assert.equal(vault.unseal(row.sealed_key, place), 'a-key-of-the-game-server-1234');
    });

    for (const [url, message] of [
      ['ftp://a/b', 'The URL must start with https:// or http:// and name a host.'],
      ['game.example/notify', 'The URL must start with https:// or http:// and name a host.'],
      ['https://', 'The URL must start with https:// or http:// and name a host.'],
      ['https://me:pw@a/b', 'The URL must not contain a user name or password.'],
      ['https://a/b#c', 'The URL must not have a fragment (#).'],
    ] as const) {
      test(`${url} is refused`, async () => {
        const { body } = await admin(gate, 'PUT', PATH, { url });
        const errors = [{ field: 'url', message }];
        assert.deepEqual(body, problem('invalid_request', PATH, message, errors));
      });
    }

    test('a short key is refused', async () => {
      const { status, body } = await admin(gate, 'PUT', PATH, { url: 'https://a/', key: 'short' });
      assert.equal(status, 400);
      assert.equal(body.errors[0].field, 'key');
    });

    test('a registration is removed once', async () => {
      assert.equal((await admin(gate, 'DELETE', PATH)).status, 204);
      const again = await admin(gate, 'DELETE', PATH);
      assert.deepEqual(again.body, problem('not_found', PATH, 'Project 1 has no game server.'));
    });

    test('an unknown project is 404', async () => {
      const path = '/projects/404/receivers/restriction';
      const { body } = await admin(gate, 'PUT', path, { url: 'https://a/' });
      assert.deepEqual(body, problem('not_found', path, 'There is no project 404.'));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
