// Receivers of every channel through the admin API: one way for all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import {
  audited,
  CHANNELS,
  type Channel,
  iso,
  letDie,
  NAMES,
  openProject,
  pathOf,
  startReceiver,
} from './channels.ts';
import { accept, answer } from './game-server.ts';
import { KEY, openRelay } from './project.ts';

const idle = {
  waiting: 0,
  refused: 0,
  oldest_at: null,
  paused: false,
  sending: false,
  failures: 0,
  next_attempt_at: null,
  dead_letters: 0,
};
const unregistered = (gameIndex: number, channel: Channel) => ({
  game_index: gameIndex,
  channel,
  url: null,
  key_hint: null,
  updated_at: null,
  ...idle,
});

suite(
  'receivers through the admin API',
  (gate) => {
    test('a project without receivers lists every channel', async () => {
      const { gameIndex } = await gate.createApp();
      const { status, body } = await admin(gate, 'GET', pathOf(gameIndex));
      assert.equal(status, 200);
      assert.deepEqual(body, {
        items: CHANNELS.map((channel) => unregistered(gameIndex, channel)),
      });
    });

    for (const channel of CHANNELS) {
      const { noun, resource, key: keyShape } = NAMES[channel];
      const other = channel === 'purchase' ? 'restriction' : 'purchase';

      test(`${channel}: registered, changed and removed, each with its audit entry`, async () => {
        const { gameIndex } = await gate.createApp();
        const path = pathOf(gameIndex, channel);
        const none = problem('not_found', path, `Project ${gameIndex} has no ${noun}.`);
        assert.deepEqual((await admin(gate, 'GET', path)).body, none);
        const url = 'https://game.example/messages';
        const made = await admin(gate, 'PUT', path, { url, skip_test: true });
        assert.equal(made.status, 200);
        const { key, ...receiver } = made.body;
        assert.match(key, keyShape);
        const values = { game_index: gameIndex, url, key_hint: key.slice(-4) };
        assert.deepEqual(receiver, { ...values, channel, updated_at: iso(gate.now) });
        assert.deepEqual((await admin(gate, 'GET', path)).body, receiver);
        const items = CHANNELS.map((each) =>
          each === channel ? { ...receiver, ...idle } : unregistered(gameIndex, other),
        );
        assert.deepEqual((await admin(gate, 'GET', pathOf(gameIndex))).body, { items });
        const created = iso(gate.now);
        gate.now += 1_000;
        const moved = { url: `${url}/2`, key: KEY, skip_test: true };
        const changed = await admin(gate, 'PUT', path, moved);
        const next = { game_index: gameIndex, url: moved.url, key_hint: KEY.slice(-4) };
        assert.deepEqual(changed.body, { ...next, channel, updated_at: iso(gate.now) });
        const removed = await admin(gate, 'DELETE', path);
        assert.deepEqual([removed.status, removed.body], [204, '']);
        assert.deepEqual((await admin(gate, 'DELETE', path)).body, none);
        const row = {
          at: iso(gate.now),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          ...audited(gameIndex, resource),
        };
        const first = { ...values, updated_at: created };
        const second = { ...next, updated_at: iso(gate.now) };
        assert.deepEqual(await newestAudit(gate, 3), [
          { ...row, action: `${resource}.remove`, before: second, after: null },
          { ...row, action: `${resource}.set`, before: first, after: second },
          { ...row, at: created, action: `${resource}.set`, before: null, after: first },
        ]);
      });

      test(`${channel}: a test message that is not accepted saves nothing`, async (t) => {
        const { gameIndex } = await gate.createApp();
        const server = await startReceiver(t);
        server.behave(answer(401, ''));
        const path = pathOf(gameIndex, channel);
        const input = { url: server.url, key: KEY, skip_test: false };
        const detail =
          'The receiver did not accept the test message: HTTP status 401. Nothing was saved.';
        assert.deepEqual(
          (await admin(gate, 'PUT', path, input)).body,
          problem('invalid_request', path, detail, [{ field: 'url', message: detail }]),
        );
        assert.equal(server.received[0]?.headers['webhook-test'], '1');
        assert.equal((await admin(gate, 'GET', path)).status, 404);
        server.behave(accept);
        assert.equal((await admin(gate, 'PUT', path, input)).status, 200);
        assert.equal(server.received.length, 2);
      });

      test(`${channel}: what waited is sent as soon as there is another URL`, async (t) => {
        const { gameIndex, servers } = await openProject(gate, t);
        const relay = openRelay(gate, t);
        for (const server of Object.values(servers)) server.behave(answer(500, ''));
        await relay.turn();
        const next = await startReceiver(t);
        const path = pathOf(gameIndex, channel);
        await admin(gate, 'PUT', path, { url: next.url, new_key: true, skip_test: true });
        await relay.turn();
        assert.equal(next.received.length, 1);
        assert.deepEqual(
          CHANNELS.map((each) => servers[each].received.length),
          [1, 1],
        );
      });
    }

    test('by default a game server gets a test message, a receiver of events does not', async (t) => {
      const { gameIndex } = await gate.createApp();
      const server = await startReceiver(t);
      const set = (channel: Channel) =>
        admin(gate, 'PUT', pathOf(gameIndex, channel), { url: server.url, key: KEY });
      assert.equal((await set('purchase')).status, 200);
      assert.equal(server.received.length, 0);
      assert.equal((await set('restriction')).status, 200);
      assert.equal(server.received.length, 1);
    });

    test('the list tells what waits and what failed, channel by channel', async (t) => {
      const { gameIndex, servers } = await openProject(gate, t);
      servers.purchase.behave(answer(503, ''));
      const updated_at = iso(gate.now);
      await openRelay(gate, t).turn();
      await admin(gate, 'POST', `/projects/${gameIndex}/outbox/restriction/pause`);
      const receiver = { game_index: gameIndex, key_hint: KEY.slice(-4), updated_at };
      assert.deepEqual((await admin(gate, 'GET', pathOf(gameIndex))).body, {
        items: [
          {
            ...receiver,
            channel: 'restriction',
            url: servers.restriction.url,
            ...idle,
            paused: true,
          },
          {
            ...receiver,
            channel: 'purchase',
            url: servers.purchase.url,
            ...idle,
            waiting: 1,
            oldest_at: iso(gate.now),
            failures: 1,
            next_attempt_at: iso(gate.now + 5_000),
          },
        ],
      });
    });

    test('purchase events that died are listed, read and replayed', async (t) => {
      const { gameIndex, servers, purchase, relay, letter } = await letDie(gate, t);
      const path = `/projects/${gameIndex}/outbox/purchase`;
      const dead = letter('purchase');
      const list = await admin(gate, 'GET', `${path}/dead-letters`);
      assert.deepEqual(list.body, { items: [dead], next: null });
      const body = servers.purchase.received[0]?.body ?? '';
      assert.equal(JSON.parse(body).events[0].data.transactionId, purchase.transaction_id);
      const one = `${path}/dead-letters/${dead.batch_id}`;
      assert.deepEqual((await admin(gate, 'GET', one)).body, { ...dead, body });
      const receivers = (await admin(gate, 'GET', pathOf(gameIndex))).body.items;
      assert.deepEqual(
        receivers.map(({ dead_letters }: { dead_letters: number }) => dead_letters),
        [1, 1],
      );
      const replayed = { letters: 1, queued: 1, overtaken: 0 };
      assert.deepEqual((await admin(gate, 'POST', `${one}/replay`)).body, replayed);
      assert.deepEqual(await newestAudit(gate, 1), [
        {
          at: iso(gate.now),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: 'outbox.replay',
          ...audited(gameIndex, 'outbox/purchase'),
          before: null,
          after: { batch_id: dead.batch_id, ...replayed },
        },
      ]);
      await relay.turn();
      assert.equal(servers.purchase.received.at(-1)?.body, body);
      assert.deepEqual((await admin(gate, 'GET', `${path}/dead-letters`)).body.items, []);
    });

    test('the receivers of a deleted project go with it', async () => {
      const { gameIndex, appid } = await gate.createApp();
      for (const channel of CHANNELS) {
        const input = { url: 'https://a.example/', skip_test: true };
        await admin(gate, 'PUT', pathOf(gameIndex, channel), input);
      }
      await admin(gate, 'DELETE', `/apps/${appid}`);
      assert.equal((await admin(gate, 'DELETE', `/projects/${gameIndex}`)).status, 204);
      const { db } = gate.service.context.storage;
      const left = db.selectFrom('receiver').selectAll().where('game_index', '=', gameIndex);
      assert.deepEqual(await left.execute(), []);
    });

    test('an unknown project, channel or URL gets a documented error', async () => {
      const { gameIndex } = await gate.createApp();
      const noProject = 'There is no project 999999.';
      const url = 'https://a.example/';
      const unknown = pathOf(999999);
      assert.deepEqual(
        (await admin(gate, 'GET', unknown)).body,
        problem('not_found', unknown, noProject),
      );
      for (const channel of CHANNELS) {
        const path = pathOf(999999, channel);
        for (const skip_test of [true, false]) {
          const { body } = await admin(gate, 'PUT', path, { url, skip_test });
          assert.deepEqual(body, problem('not_found', path, noProject));
        }
        const wrong = pathOf(gameIndex, channel);
        const message = 'The URL must start with https:// or http:// and name a host.';
        const { body } = await admin(gate, 'PUT', wrong, { url: 'ftp://a.example/' });
        const errors = [{ field: 'url', message }];
        assert.deepEqual(body, problem('invalid_request', wrong, message, errors));
      }
      assert.equal((await admin(gate, 'GET', `${pathOf(gameIndex)}/other`)).status, 400);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
