// Keys of receivers: they never reach another origin or an unencrypted URL, and overlap during a rotation.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { tollgateJson } from '../cli/tollgate.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, suite } from '../support/harness.ts';
import { audited, CHANNELS, iso, NAMES, pathOf, startReceiver } from './channels.ts';
import { answer, type GameServer } from './game-server.ts';
import { createProject, KEY, openRelay } from './project.ts';

const HOUR = 3_600_000;

const signatureOf = (
  { headers, body }: GameServer['received'][number],
  ...keys: readonly string[]
): string =>
  keys
    .map((key) => {
      const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
    })
    .join(' ');

const last = ({ received }: GameServer) => received.at(-1) ?? assert.fail('nothing came');

async function sendOne(gate: Gate, t: TestContext, app: Awaited<ReturnType<typeof createProject>>) {
  await app.restrict([BigInt(app.server.received.length + 1)]);
  await openRelay(gate, t).turn();
  return last(app.server);
}

suite(
  'keys of receivers',
  (gate) => {
    for (const channel of CHANNELS) {
      const { resource, key: keyShape } = NAMES[channel];

      test(`${channel}: another origin needs a new key`, async (t) => {
        const { gameIndex } = await gate.createApp();
        const server = await startReceiver(t);
        const path = pathOf(gameIndex, channel);
        const first = { url: 'https://game.example/a', key: KEY, skip_test: true };
        assert.equal((await admin(gate, 'PUT', path, first)).status, 200);
        const origin = new URL(server.url).origin;
        const message = `${origin} must not get the key of https://game.example. Set a new key together with the new URL.`;
        const errors = [{ field: 'key', message }];
        const refused = problem('invalid_request', path, message, errors);
        for (const same of [{}, { key: KEY }]) {
          for (const skip_test of [true, false]) {
            const moved = { url: server.url, skip_test, ...same };
            assert.deepEqual((await admin(gate, 'PUT', path, moved)).body, refused);
          }
        }
        assert.equal(server.received.length, 0, 'no test message carried the key there');
        const kept = (await admin(gate, 'GET', path)).body;
        assert.deepEqual([kept.url, kept.key_hint], [first.url, KEY.slice(-4)]);
        const sameOrigin = { url: 'https://game.example/b?c=1', skip_test: true };
        assert.equal((await admin(gate, 'PUT', path, sameOrigin)).status, 200);
        const moved = { url: server.url, new_key: true, skip_test: false };
        const { status, body } = await admin(gate, 'PUT', path, moved);
        assert.equal(status, 200);
        assert.match(body.key, keyShape);
        assert.deepEqual([body.url, body.key_hint], [server.url, body.key.slice(-4)]);
      });

      test(`${channel}: a rotated key overlaps with the old one until that ends`, async () => {
        const { gameIndex } = await gate.createApp();
        const path = pathOf(gameIndex, channel);
        await admin(gate, 'PUT', path, {
          url: 'https://game.example/',
          key: KEY,
          skip_test: true,
        });
        const before = (await admin(gate, 'GET', path)).body;
        gate.now += 1_000;
        const rotated = await admin(gate, 'POST', `${path}/rotate-key`, {});
        assert.equal(rotated.status, 201);
        const { key, ...receiver } = rotated.body;
        assert.match(key, keyShape);
        assert.deepEqual(receiver, {
          ...before,
          key_hint: key.slice(-4),
          updated_at: iso(gate.now),
          old_key: { hint: KEY.slice(-4), ends_at: iso(gate.now + 24 * HOUR) },
        });
        assert.deepEqual((await admin(gate, 'GET', path)).body, receiver);
        const third = await admin(gate, 'POST', `${path}/rotate-key`, {});
        assert.deepEqual(third.status, 409);
        assert.equal(
          third.body.detail,
          `Two keys sign until ${receiver.old_key.ends_at}. End the old one first, or rotate with grace_seconds 0.`,
        );
        assert.equal((await admin(gate, 'DELETE', `${path}/old-key`)).status, 204);
        const { old_key: _, ...ended } = receiver;
        assert.deepEqual((await admin(gate, 'GET', path)).body, ended);
        const again = await admin(gate, 'DELETE', `${path}/old-key`);
        assert.equal(again.status, 404);
        assert.equal(again.body.detail, 'The receiver has no old key: only its key signs.');
        const withoutChannel = ({ channel: __, ...rest }: { channel: string }) => rest;
        const row = {
          at: iso(gate.now),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          ...audited(gameIndex, resource),
        };
        assert.deepEqual(await newestAudit(gate, 2), [
          {
            ...row,
            action: `${resource}.end-old-key`,
            before: withoutChannel(receiver),
            after: withoutChannel(ended),
          },
          {
            ...row,
            action: `${resource}.rotate-key`,
            before: withoutChannel(before),
            after: withoutChannel(receiver),
          },
        ]);
        const own = 'another-key-of-the-game-server';
        const at = await admin(gate, 'POST', `${path}/rotate-key`, { key: own, grace_seconds: 0 });
        assert.deepEqual(at.body, { ...ended, key_hint: own.slice(-4) });
        const same = await admin(gate, 'POST', `${path}/rotate-key`, { key: own });
        assert.equal(same.body.errors[0].field, 'key');
      });
    }

    test('during a rotation both keys sign, and the bearer is the old one until it ends', async (t) => {
      const app = await createProject(gate, t);
      const path = pathOf(app.gameIndex, 'restriction');
      const { key } = (await admin(gate, 'POST', `${path}/rotate-key`, {})).body;
      const during = await sendOne(gate, t, app);
      assert.equal(during.headers['webhook-signature'], signatureOf(during, key, KEY));
      assert.equal(during.headers.authorization, `Bearer ${KEY}`);
      gate.now += 24 * HOUR;
      const after = await sendOne(gate, t, app);
      assert.equal(after.headers['webhook-signature'], signatureOf(after, key));
      assert.equal(after.headers.authorization, `Bearer ${key}`);
      assert.equal((await admin(gate, 'GET', path)).body.old_key, undefined);
    });

    test('ending the old key sends at once what the receiver refused for it', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      const path = pathOf(app.gameIndex, 'restriction');
      const { key } = (await admin(gate, 'POST', `${path}/rotate-key`, {})).body;
      app.server.behave((response, received) => {
        const isNew = received.headers.authorization === `Bearer ${key}`;
        answer(isNew ? 200 : 401, '{"result_code":0}')(response, received);
      });
      await app.restrict([1n]);
      await relay.turn();
      await admin(gate, 'DELETE', `${path}/old-key`);
      await relay.turn();
      const [refused, accepted, ...more] = app.server.received;
      assert.deepEqual(more, []);
      assert.equal(accepted?.body, refused?.body);
      assert.equal(accepted?.headers['webhook-id'], refused?.headers['webhook-id']);
      assert.equal(accepted?.headers.authorization, `Bearer ${key}`);
    });

    test('the bearer token may differ from the key, and stays when the key changes', async (t) => {
      const app = await createProject(gate, t);
      const path = pathOf(app.gameIndex, 'restriction');
      const { url } = app.server;
      const bearer = 'bearer-token-of-the-tests';
      const set = await admin(gate, 'PUT', path, { url, bearer });
      assert.equal(set.status, 200);
      assert.deepEqual([set.body.key_hint, set.body.bearer_hint], [KEY.slice(-4), 'ests']);
      assert.equal(last(app.server).headers.authorization, `Bearer ${bearer}`);
      const { key } = (await admin(gate, 'POST', `${path}/rotate-key`, { grace_seconds: 0 })).body;
      const sent = await sendOne(gate, t, app);
      assert.equal(sent.headers.authorization, `Bearer ${bearer}`);
      assert.equal(sent.headers['webhook-signature'], signatureOf(sent, key));
      const { db } = gate.service.context.storage;
      const rows = db.selectFrom('receiver').selectAll().where('game_index', '=', app.gameIndex);
      assert.ok(!JSON.stringify(await rows.execute()).includes(bearer), 'it is stored sealed');
      const moved = { url: 'https://game.example/', new_key: true, skip_test: true };
      const message = `https://game.example must not get the bearer token of ${new URL(url).origin}. Set a new bearer together with the new URL, or an empty one to use the key.`;
      assert.deepEqual(
        (await admin(gate, 'PUT', path, moved)).body,
        problem('invalid_request', path, message, [{ field: 'bearer', message }]),
      );
      const cleared = await admin(gate, 'PUT', path, { ...moved, bearer: '' });
      assert.equal(cleared.status, 200);
      assert.equal(cleared.body.bearer_hint, undefined);
    });

    test('key and new_key exclude each other', async () => {
      const { gameIndex } = await gate.createApp();
      const path = pathOf(gameIndex, 'purchase');
      const input = { url: 'https://game.example/', key: KEY, new_key: true };
      assert.equal((await admin(gate, 'PUT', path, input)).body.errors[0].field, 'new_key');
    });

    test('rotate-key and end-old-key at the command line', async () => {
      const { gameIndex } = await gate.createApp();
      const path = pathOf(gameIndex, 'purchase');
      await admin(gate, 'PUT', path, { url: 'https://game.example/', key: KEY });
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      };
      const run = (verb: string) =>
        tollgateJson(variables, ['receiver', verb, String(gameIndex), '--channel', 'purchase']);
      const { key, ...rotated } = await run('rotate-key');
      assert.match(key, NAMES.purchase.key);
      assert.equal(rotated.old_key.hint, KEY.slice(-4));
      const ended = await run('end-old-key');
      assert.deepEqual([ended.key_hint, ended.old_key], [key.slice(-4), undefined]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

suite(
  'receivers outside of npm start',
  (gate) => {
    test('a new URL must be https; one of an earlier version keeps working', async (t) => {
      const app = await createProject(gate, t);
      const message =
        'The URL must start with https://, because the key is sent with every message. For local work, TOLLGATE_ALLOW_PRIVATE_TARGETS=true allows http.';
      const { gameIndex } = await gate.createApp();
      for (const channel of CHANNELS) {
        const path = pathOf(gameIndex, channel);
        const input = { url: 'http://game.example/', key: KEY, skip_test: true };
        const errors = [{ field: 'url', message }];
        const refused = problem('invalid_request', path, message, errors);
        assert.deepEqual((await admin(gate, 'PUT', path, input)).body, refused);
        const https = { ...input, url: 'https://game.example/' };
        assert.equal((await admin(gate, 'PUT', path, https)).status, 200);
        assert.deepEqual((await admin(gate, 'PUT', path, input)).body, refused);
      }
      const path = pathOf(app.gameIndex, 'restriction');
      const same = { url: app.server.url, key: `${KEY}-2`, skip_test: true };
      assert.equal((await admin(gate, 'PUT', path, same)).status, 200);
      await app.restrict([1n]);
      await openRelay(gate, t).turn();
      assert.equal(last(app.server).headers.authorization, `Bearer ${KEY}-2`);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, relay: { enabled: false, allowPrivateTargets: false } },
);
