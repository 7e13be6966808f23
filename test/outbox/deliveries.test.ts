// Notifications about one player: what was sent and answered, its delivery state, and sending it again.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRetention } from '../../src/background/retention.ts';
import { retentionRules } from '../../src/retention.ts';
import { createLog } from '../../src/start/log.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { tollgateJson } from '../cli/tollgate.ts';
import { type Gate, MASTER_KEY, suite } from '../support/harness.ts';
import { accept, answer, refusing } from './game-server.ts';
import {
  createProject,
  openRelay,
  type Project,
  players,
  START_DATE,
  spendThreeDays,
} from './project.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const END = '2030-01-01 00:00:00';
const iso = (at: number): string => new Date(at).toISOString();

const playerPath = ({ gameIndex }: Pick<Project, 'gameIndex'>, player: bigint): string =>
  `/projects/${gameIndex}/outbox/restriction/players/${player}`;
const requestPath = ({ gameIndex }: Project, batch: string): string =>
  `/projects/${gameIndex}/outbox/restriction/requests/${batch}`;

async function deliveries(gate: Gate, app: Project, player: bigint): Promise<Json[]> {
  const { status, body } = await admin(gate, 'GET', playerPath(app, player));
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
}

const states = async (gate: Gate, app: Project, player: bigint): Promise<string[]> =>
  (await deliveries(gate, app, player)).map(({ state }) => state);

const resend = (gate: Gate, app: Pick<Project, 'gameIndex'>, player: bigint) =>
  admin(gate, 'POST', `${playerPath(app, player)}/resend`);

async function open(gate: Gate, t: TestContext) {
  const app = await createProject(gate, t);
  return { app, relay: openRelay(gate, t) };
}

suite(
  'what was sent',
  (gate) => {
    test('a delivered notification: when, what, and what the game server answered', async (t) => {
      const { app, relay } = await open(gate, t);
      const headers = { 'content-type': 'application/json', 'x-request-id': 'r-1', secret: 'no' };
      app.server.behave(answer(200, '{"result_code":0,"note":"thanks"}', headers));
      await app.restrict(players(1n, 3));
      const at = gate.now;
      gate.now += 1_000;
      await relay.turn();
      const [item, ...others] = await deliveries(gate, app, 2n);
      assert.deepEqual(others, []);
      const request = app.server.received.at(-1);
      const batch_id = request?.headers['webhook-id'];
      const attempt = {
        batch_id,
        number: 1,
        at: iso(gate.now),
        messages: 3,
        result: 'delivered',
        status: 200,
        result_code: 0,
        duration_ms: item.last_attempt.duration_ms,
        answer: '{"result_code":0,"note":"thanks"}',
        answer_headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
        error: null,
      };
      assert.deepEqual(item, {
        number: item.number,
        appid: app.appid,
        queued_at: iso(at),
        again: false,
        state: 'delivered',
        batch_id,
        delivered_at: iso(gate.now),
        message: { player_id: 2, status: 'B', start_date: START_DATE, end_date: END },
        attempts: 1,
        last_attempt: attempt,
      });
      const sent = (await admin(gate, 'GET', requestPath(app, String(batch_id)))).body;
      assert.deepEqual(sent, {
        batch_id,
        url: app.server.url,
        sent_at: iso(gate.now),
        body: request?.body,
        attempts: [attempt],
      });
    });

    test('a request that is tried again is kept once, with every attempt', async (t) => {
      const { app, relay } = await open(gate, t);
      app.server.behave(answer(503, 'busy', { 'retry-after': '60' }));
      await app.restrict([1n]);
      await relay.turn();
      assert.deepEqual(await states(gate, app, 1n), ['waiting']);
      app.server.behave(accept);
      gate.now += HOUR;
      await relay.turn();
      const [item] = await deliveries(gate, app, 1n);
      assert.deepEqual([item.state, item.attempts], ['delivered', 2]);
      const { body } = await admin(gate, 'GET', requestPath(app, item.batch_id));
      assert.deepEqual(
        body.attempts.map(({ number, result, status, answer_headers }: Json) => [
          number,
          result,
          status,
          answer_headers['retry-after'],
        ]),
        [
          [1, 'status', 503, '60'],
          [2, 'delivered', 200, undefined],
        ],
      );
    });

    test('waiting, refused, given up, replaced before it was sent', async (t) => {
      const { app, relay } = await open(gate, t);
      await app.restrict([8n, 1n]);
      assert.deepEqual(await states(gate, app, 1n), ['waiting']);
      await app.restrict([1n], '2031-01-01 00:00:00');
      app.server.behave(refusing([2n]));
      await app.restrict([2n, 3n]);
      await relay.turn();
      assert.deepEqual(await states(gate, app, 1n), ['delivered', 'not_sent']);
      assert.deepEqual(await states(gate, app, 2n), ['refused']);
      assert.deepEqual(await states(gate, app, 3n), ['delivered']);
      const [refused] = await deliveries(gate, app, 2n);
      assert.equal(refused.last_attempt.result_code, 7);
      await spendThreeDays(gate, relay);
      assert.deepEqual(await states(gate, app, 2n), ['dead']);
      assert.deepEqual(await states(gate, app, 4n), []);
    });

    test('a dead letter that is replayed is shown under its new number', async (t) => {
      const { app, relay } = await open(gate, t);
      app.server.behave(answer(500, 'no'));
      await app.restrict([1n]);
      await spendThreeDays(gate, relay);
      assert.deepEqual(await states(gate, app, 1n), ['dead']);
      app.server.behave(accept);
      const replay = `/projects/${app.gameIndex}/outbox/restriction/replay`;
      assert.equal((await admin(gate, 'POST', replay)).status, 200);
      await relay.turn();
      const [again, first] = await deliveries(gate, app, 1n);
      assert.deepEqual([again.state, again.again], ['delivered', true]);
      assert.equal(first.again, false);
      assert.ok(again.number > first.number);
    });

    test('sent again: the current state as a new message with a new id, audited', async (t) => {
      const { app, relay } = await open(gate, t);
      await app.restrict([1n]);
      await relay.turn();
      await app.restrict([1n], '2031-01-01 00:00:00');
      await relay.turn();
      gate.now += 1_000;
      const { status, body } = await resend(gate, app, 1n);
      assert.equal(status, 200);
      const [waiting] = await deliveries(gate, app, 1n);
      assert.deepEqual(body, { number: waiting.number, appid: app.appid });
      assert.equal(waiting.state, 'waiting');
      await relay.turn();
      const ids = app.server.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(new Set(ids).size, 3);
      const told = app.server.told().flat();
      assert.deepEqual(
        told.map(({ end_date }) => end_date),
        [END, '2031-01-01 00:00:00', '2031-01-01 00:00:00'],
      );
      const [item, second] = await deliveries(gate, app, 1n);
      assert.deepEqual([item.state, item.again, second.again], ['delivered', true, false]);
      assert.notEqual(item.batch_id, second.batch_id);
      assert.deepEqual(await newestAudit(gate, 1), [
        {
          at: iso(gate.now),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          game_index: app.gameIndex,
          action: 'outbox.resend',
          target: `projects/${app.gameIndex}/outbox/restriction/players/1`,
          before: null,
          after: body,
        },
      ]);
    });

    test('what is sent again never overtakes a newer change, and is dropped after a release', async (t) => {
      const { app, relay } = await open(gate, t);
      await app.restrict([1n, 2n]);
      await relay.turn();
      await resend(gate, app, 1n);
      await resend(gate, app, 2n);
      await app.restrict([1n], '2031-01-01 00:00:00');
      await app.release(2n);
      await relay.turn();
      const [, ...later] = app.server.told();
      assert.deepEqual(
        later.flat().map(({ player_id, end_date }) => [player_id, end_date]),
        [[1, '2031-01-01 00:00:00']],
      );
      assert.deepEqual(await states(gate, app, 1n), ['delivered', 'not_sent', 'delivered']);
      assert.deepEqual(await states(gate, app, 2n), ['not_sent', 'delivered']);
    });

    test('a refused player who is sent again is not sent twice', async (t) => {
      const { app, relay } = await open(gate, t);
      app.server.behave(refusing([1n]));
      await app.restrict([1n]);
      await relay.turn();
      app.server.behave(accept);
      await resend(gate, app, 1n);
      await relay.turn();
      gate.now += 2 * DAY;
      await relay.turn();
      assert.equal(app.server.told().length, 2);
      assert.deepEqual(await states(gate, app, 1n), ['delivered', 'not_sent']);
    });

    test('nothing to send, nobody to send to, nobody known: each is said', async (t) => {
      const { app } = await open(gate, t);
      const path = `${playerPath(app, 9n)}/resend`;
      assert.deepEqual(
        (await resend(gate, app, 9n)).body,
        problem(
          'not_found',
          path,
          `Player 9 is not restricted in project ${app.gameIndex}, so there is nothing to send. Game servers are notified of restrictions, not of their end.`,
        ),
      );
      const lonely = await gate.createApp();
      assert.equal(
        (await resend(gate, lonely, 9n)).body.detail,
        `Project ${lonely.gameIndex} has no game server. Register one, then send again.`,
      );
      const nowhere = { gameIndex: 999_999 };
      assert.equal((await resend(gate, nowhere, 9n)).status, 404);
      assert.equal((await admin(gate, 'GET', playerPath(nowhere, 9n))).status, 404);
    });

    test('another project sees neither the request nor the player', async (t) => {
      const { app, relay } = await open(gate, t);
      const other = await createProject(gate, t);
      await app.restrict([1n]);
      await relay.turn();
      const [{ batch_id }] = (await deliveries(gate, app, 1n)) as [Json];
      assert.deepEqual(await deliveries(gate, other, 1n), []);
      const detail = `The request ${batch_id} is not kept: it was never sent, or it is older than the time for which requests are kept.`;
      const paths = [
        requestPath(other, batch_id),
        requestPath(app, batch_id).replace('restriction', 'purchase'),
      ];
      for (const path of paths) {
        assert.deepEqual((await admin(gate, 'GET', path)).body, problem('not_found', path, detail));
      }
    });

    test('page by page, across the apps of a project', async (t) => {
      const { app, relay } = await open(gate, t);
      for (let year = 30; year < 35; year += 1) {
        await app.restrict([5n], `20${year}-01-01 00:00:00`);
        await relay.turn();
      }
      const all = await deliveries(gate, app, 5n);
      assert.equal(all.length, 5);
      const walked: Json[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const query: string = after === '' ? '' : `&after=${after}`;
        const { body }: Json = await admin(gate, 'GET', `${playerPath(app, 5n)}?limit=2${query}`);
        walked.push(...body.items);
        after = body.next;
      }
      assert.deepEqual(walked, all);
    });

    test('the command line shows the same, and sends again', async (t) => {
      const { app, relay } = await open(gate, t);
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      };
      const run = (...args: string[]) => tollgateJson(variables, ['outbox', ...args]);
      const game = String(app.gameIndex);
      await app.restrict([1n]);
      await relay.turn();
      const items = await deliveries(gate, app, 1n);
      assert.deepEqual(await run('player', game, '1'), { items, next: null });
      const { batch_id } = items[0];
      const { body } = await admin(gate, 'GET', requestPath(app, batch_id));
      assert.deepEqual(await run('request', game, batch_id), body);
      const { appid } = await run('resend', game, '1');
      assert.equal(appid, app.appid);
      await relay.turn();
      assert.equal(app.server.told().length, 2);
    });

    test('requests older than the setting are deleted, the newest are left', async (t) => {
      const { app, relay } = await open(gate, t);
      const { db } = gate.service.context.storage;
      await app.restrict([1n]);
      await relay.turn();
      gate.now += 15 * DAY;
      for (let player = 2n; player < 6n; player += 1n) {
        gate.now += 1;
        await app.restrict([player]);
        await relay.turn();
      }
      await createRetention({
        storage: gate.service.context.storage,
        clock: () => gate.now,
        log: createLog('silent'),
        rules: retentionRules(undefined, { sentLimits: { days: 14, perLane: 3 } }),
      }).turn();
      assert.deepEqual(await states(gate, app, 1n), ['not_kept']);
      assert.deepEqual(await states(gate, app, 3n), ['delivered']);
      assert.deepEqual(await states(gate, app, 5n), ['delivered']);
      const rows = db.selectFrom('outbox_sent').where('game_index', '=', app.gameIndex);
      assert.equal((await rows.select('batch_id').execute()).length, 3);
    });

    test('zero days keep no request, and deliver as always', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t, { sentLimits: { days: 0, perLane: 10 } });
      await app.restrict([1n]);
      await relay.turn();
      assert.equal(app.server.told().length, 1);
      assert.deepEqual(await states(gate, app, 1n), ['not_kept']);
    });

    test('a flood of requests is cut while it lasts', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t, { sentLimits: { days: 14, perLane: 10 } });
      for (let player = 1n; player < 30n; player += 1n) {
        gate.now += 1;
        await app.restrict([player]);
        await relay.turn();
      }
      const { db } = gate.service.context.storage;
      const rows = db.selectFrom('outbox_sent').where('game_index', '=', app.gameIndex);
      assert.ok((await rows.select('batch_id').execute()).length <= 11);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
