// Notifications through the admin API: registration with its test message, the line, attempts, dead letters.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { accept, answer, startGameServer } from './game-server.ts';
import { createProject, KEY, openRelay, type Project, players, spendThreeDays } from './project.ts';

const HOUR = 3_600_000;

const outboxPath = ({ gameIndex }: Project): string => `/projects/${gameIndex}/outbox/restriction`;

const iso = (at: number): string => new Date(at).toISOString();

async function letDie(gate: Gate, t: TestContext, count: number) {
  const app = await createProject(gate, t);
  app.server.behave(answer(500, 'no'));
  await app.restrict(players(1n, count));
  const relay = openRelay(gate, t);
  for (let batch = 0; batch < count; batch += 100) await spendThreeDays(gate, relay);
  app.server.behave(accept);
  return { app, relay };
}

/** One for each of its users, as if the game server had refused each. */
async function splitFirstLetter(gate: Gate, { gameIndex }: Project): Promise<void> {
  const { db } = gate.service.context.storage;
  const [letter] = await db
    .selectFrom('outbox_batch')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .orderBy('first_seq')
    .execute();
  assert.ok(letter);
  for (let seq = letter.first_seq; seq < letter.last_seq; seq++) {
    const own = { batch_id: `msg_${randomUUID()}`, first_seq: seq, last_seq: seq };
    await db
      .insertInto('outbox_batch')
      .values({ ...letter, ...own, message_count: 1 })
      .execute();
    await db
      .updateTable('outbox_dead')
      .set({ batch_id: own.batch_id })
      .where('game_index', '=', gameIndex)
      .where('seq', '=', seq)
      .execute();
  }
  await db
    .updateTable('outbox_batch')
    .set({ first_seq: letter.last_seq, message_count: 1 })
    .where('game_index', '=', gameIndex)
    .where('batch_id', '=', letter.batch_id)
    .execute();
}

suite(
  'notifications through the admin API',
  (gate) => {
    test('a game server is registered after it has accepted a test message', async (t) => {
      const { gameIndex } = await gate.createApp();
      const server = await startGameServer();
      t.after(() => server.close());
      const path = `/projects/${gameIndex}/receivers/restriction`;
      const { status, body } = await admin(gate, 'PUT', path, { url: server.url, key: KEY });
      assert.equal(status, 200);
      const lane = { game_index: gameIndex, channel: 'restriction' };
      const registered = { ...lane, url: server.url, key_hint: KEY.slice(-4) };
      assert.deepEqual(body, { ...registered, updated_at: iso(gate.now) });
      const [request, ...others] = server.received;
      assert.deepEqual(others, []);
      const empty = `{"game_index":${gameIndex},"server_url":"${server.url}","data":[]}`;
      assert.equal(request?.body, empty);
      assert.equal(request?.headers['webhook-test'], '1');
      assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
    });

    test('a game server that does not accept the test message is not saved', async (t) => {
      const { gameIndex } = await gate.createApp();
      const server = await startGameServer();
      t.after(() => server.close());
      server.behave(answer(401, ''));
      const path = `/projects/${gameIndex}/receivers/restriction`;
      const { status, body } = await admin(gate, 'PUT', path, { url: server.url, key: KEY });
      const detail =
        'The receiver did not accept the test message: HTTP status 401. Nothing was saved.';
      assert.equal(status, 400);
      const errors = [{ field: 'url', message: detail }];
      assert.deepEqual(body, problem('invalid_request', path, detail, errors));
      assert.equal((await admin(gate, 'GET', path)).status, 404);
    });

    test('the test message can be skipped', async () => {
      const { gameIndex } = await gate.createApp();
      const path = `/projects/${gameIndex}/receivers/restriction`;
      const input = { url: 'http://127.0.0.1:9/', key: KEY };
      assert.equal((await admin(gate, 'PUT', path, input)).status, 400);
      assert.equal((await admin(gate, 'PUT', path, { ...input, skip_test: true })).status, 200);
    });

    test('a key that is made just now only asks for any answer', async (t) => {
      const { gameIndex } = await gate.createApp();
      const server = await startGameServer();
      t.after(() => server.close());
      server.behave(answer(401, ''));
      const path = `/projects/${gameIndex}/receivers/restriction`;
      const { status, body } = await admin(gate, 'PUT', path, { url: server.url });
      assert.equal(status, 200);
      assert.match(body.key, /^tgg_/);
      assert.notEqual(server.received[0]?.headers.authorization, `Bearer ${body.key}`);
    });

    test('a new URL ends the wait for the next attempt', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(answer(500, ''));
      await app.restrict([1n]);
      await relay.turn();
      const next = await startGameServer();
      t.after(() => next.close());
      const target = { url: next.url, key: `${KEY}-2` };
      await admin(gate, 'PUT', `/projects/${app.gameIndex}/receivers/restriction`, target);
      await relay.turn();
      assert.deepEqual(
        next.told().map((data) => data.length),
        [0, 1],
      );
    });

    test('the line tells what waits and when it is tried next', async (t) => {
      const app = await createProject(gate, t);
      const path = outboxPath(app);
      const empty = {
        game_index: app.gameIndex,
        channel: 'restriction',
        waiting: 0,
        refused: 0,
        oldest_at: null,
        paused: false,
        sending: false,
        next_attempt_at: null,
        batch: null,
        dead_letters: 0,
      };
      assert.deepEqual((await admin(gate, 'GET', path)).body, empty);
      app.server.behave(answer(503, ''));
      await app.restrict(players(1n, 120));
      await openRelay(gate, t).turn();
      assert.deepEqual((await admin(gate, 'GET', path)).body, {
        ...empty,
        waiting: 120,
        oldest_at: iso(gate.now),
        next_attempt_at: iso(gate.now + 5_000),
        batch: {
          batch_id: app.server.received[0]?.headers['webhook-id'],
          messages: 100,
          attempts: 1,
          created_at: iso(gate.now),
        },
      });
    });

    test('pausing and resuming are done at once and audited', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      const path = outboxPath(app);
      assert.equal((await admin(gate, 'POST', `${path}/pause`)).body.paused, true);
      await app.restrict([1n]);
      await relay.turn();
      assert.equal(app.server.received.length, 0);
      assert.equal((await admin(gate, 'POST', `${path}/resume`)).body.paused, false);
      await relay.turn();
      assert.equal(app.server.received.length, 1);
      const row = {
        at: iso(gate.now),
        actor_kind: 'admin',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        game_index: app.gameIndex,
        target: path.slice(1),
        before: null,
        after: null,
      };
      assert.deepEqual(await newestAudit(gate, 2), [
        { ...row, action: 'outbox.resume' },
        { ...row, action: 'outbox.pause' },
      ]);
    });

    test('attempts are listed newest first, page by page, and by batch', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      const path = `${outboxPath(app)}/attempts`;
      app.server.behave(answer(503, '{"result_code":7}'));
      await app.restrict(players(1n, 120));
      const from = gate.now;
      await relay.turn();
      gate.now += 5_000;
      app.server.behave(accept);
      await relay.turn();
      const [first, , last] = app.server.received.map(({ headers }) => headers['webhook-id']);
      const delivered = {
        at: iso(gate.now),
        result: 'delivered',
        status: 200,
        result_code: 0,
        answer: '{"result_code":0}',
        answer_headers: { 'content-type': 'application/json' },
        error: null,
      };
      const expected = [
        { batch_id: last, number: 1, messages: 20, ...delivered },
        { batch_id: first, number: 2, messages: 100, ...delivered },
        {
          batch_id: first,
          number: 1,
          messages: 100,
          at: iso(from),
          result: 'status',
          status: 503,
          result_code: 7,
          answer: '{"result_code":7}',
          answer_headers: { 'content-type': 'application/json' },
          error: 'HTTP status 503',
        },
      ];
      const seen: object[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page = await admin(gate, 'GET', `${path}?limit=1${after && `&after=${after}`}`);
        for (const { duration_ms, ...attempt } of page.body.items) {
          assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0);
          seen.push(attempt);
        }
        after = page.body.next;
      }
      assert.deepEqual(seen, expected);
      const ofBatch = await admin(gate, 'GET', `${path}?batch_id=${first}`);
      assert.deepEqual(
        ofBatch.body.items.map(({ number }: { number: number }) => number),
        [2, 1],
      );
    });

    test('a dead letter is listed, read with its bytes, and replayed', async (t) => {
      const from = gate.now;
      const { app, relay } = await letDie(gate, t, 2);
      const path = `${outboxPath(app)}/dead-letters`;
      const [sent] = app.server.received;
      const list = (await admin(gate, 'GET', path)).body;
      const [letter] = list.items;
      assert.deepEqual(list, {
        items: [
          {
            batch_id: sent?.headers['webhook-id'],
            url: app.server.url,
            messages: 2,
            attempts: 2,
            created_at: iso(from),
            died_at: iso(from + 72 * HOUR),
          },
        ],
        next: null,
      });
      const whole = await admin(gate, 'GET', `${path}/${letter.batch_id}`);
      assert.deepEqual(whole.body, { ...letter, body: sent?.body });
      const replayed = await admin(gate, 'POST', `${path}/${letter.batch_id}/replay`);
      assert.deepEqual(replayed.body, { letters: 1, queued: 2, overtaken: 0 });
      const again = await admin(gate, 'POST', `${path}/${letter.batch_id}/replay`);
      assert.equal(again.status, 404);
      await relay.turn();
      assert.equal(app.server.received.at(-1)?.body, sent?.body);
    });

    test('all dead letters are replayed together', async (t) => {
      const { app, relay } = await letDie(gate, t, 250);
      const path = outboxPath(app);
      const { body } = await admin(gate, 'POST', `${path}/replay`);
      assert.deepEqual(body, { letters: 3, queued: 250, overtaken: 0 });
      const before = app.server.received.length;
      await relay.turn();
      assert.deepEqual(
        app.server
          .told()
          .slice(before)
          .flat()
          .map(({ player_id }) => BigInt(player_id)),
        players(1n, 250),
      );
      assert.deepEqual((await admin(gate, 'POST', `${path}/replay`)).body, {
        letters: 0,
        queued: 0,
        overtaken: 0,
      });
    });

    test('more dead letters than are read at once are replayed, or deleted, together', async (t) => {
      const { app } = await letDie(gate, t, 101);
      const path = outboxPath(app);
      await splitFirstLetter(gate, app);
      const { body } = await admin(gate, 'POST', `${path}/replay`);
      assert.deepEqual(body, { letters: 101, queued: 101, overtaken: 0 });

      const other = (await letDie(gate, t, 101)).app;
      await splitFirstLetter(gate, other);
      const letters = `${outboxPath(other)}/dead-letters`;
      assert.equal((await admin(gate, 'DELETE', letters)).status, 204);
      assert.deepEqual((await admin(gate, 'GET', letters)).body, { items: [], next: null });
    });

    test('what a deleted project had queued is gone with it', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict(players(1n, 150));
      app.server.behave(answer(500, ''));
      await openRelay(gate, t).turn();
      const { gameIndex } = app;
      await admin(gate, 'DELETE', `/apps/${app.appid}`);
      assert.equal((await admin(gate, 'DELETE', `/projects/${gameIndex}`)).status, 204);
      await admin(gate, 'POST', '/projects', { name: 'Again', game_index: gameIndex });
      const { body } = await admin(gate, 'GET', outboxPath(app));
      assert.deepEqual([body.waiting, body.batch, body.next_attempt_at], [0, null, null]);
      const attempts = await admin(gate, 'GET', `${outboxPath(app)}/attempts`);
      assert.deepEqual(attempts.body, { items: [], next: null });
    });

    test('bad input gets a documented error', async (t) => {
      const app = await createProject(gate, t);
      const path = outboxPath(app);
      for (const [method, wrong, status] of [
        ['GET', '/projects/999999/outbox/restriction', 404],
        ['POST', '/projects/999999/outbox/restriction/pause', 404],
        ['POST', '/projects/999999/outbox/restriction/replay', 404],
        ['GET', '/projects/999999/outbox/restriction/attempts', 404],
        ['GET', '/projects/999999/outbox/restriction/dead-letters', 404],
        ['GET', `/projects/${app.gameIndex}/outbox/other`, 400],
        ['GET', `${path}/attempts?after=9`, 400],
        ['GET', `${path}/attempts?limit=0`, 400],
        ['GET', `${path}/attempts?batch_id=x`, 400],
        ['GET', `${path}/dead-letters?after=x`, 400],
        ['GET', `${path}/dead-letters/x`, 400],
        ['POST', `${path}/dead-letters/msg_${'0'.repeat(36)}/replay`, 404],
      ] as const) {
        const answered = await admin(gate, method, wrong);
        assert.equal(answered.status, status, wrong);
        assert.match(
          String(answered.headers['content-type']),
          /^application\/problem\+json/,
          wrong,
        );
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
