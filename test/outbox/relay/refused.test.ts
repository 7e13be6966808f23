// Refused players: the batch is halved until they stand alone; they wait, and everybody else goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDeadLetters, replayDeadLetter } from '../../../src/outbox/dead-letters.ts';
import { resumeLane } from '../../../src/outbox/relay/lanes.ts';
import { gameServerChannel } from '../../../src/restriction/notify.ts';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { type Gate, suite } from '../../support/harness.ts';
import { accept, answer, hang, refusing, startGameServer } from '../game-server.ts';
import {
  createProject,
  KEY,
  laneOf,
  logOf,
  named,
  openRelay,
  type Project,
  players,
  spendThreeDays,
} from '../project.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const idsOf = ({ server }: Project) => server.received.map(({ headers }) => headers['webhook-id']);

const stateOf = async (gate: Gate, { gameIndex }: Project) =>
  (await admin(gate, 'GET', `/projects/${gameIndex}/outbox/restriction`)).body;

suite(
  'refused players',
  (gate) => {
    test('one refused player of 150: halved until it stands alone, the others are delivered at once', async (t) => {
      const app = await createProject(gate, t);
      app.server.behave(refusing([37n]));
      await app.restrict(players(1n, 150));
      await openRelay(gate, t).turn();
      assert.deepEqual(
        named(app).map((data) => data.length),
        [100, 50, 25, 25, 13, 7, 6, 3, 3, 2, 1, 1, 1, 12, 50, 50],
      );
      const accepted = named(app).filter((data) => !data.includes(37n));
      assert.deepEqual(
        accepted.flat(),
        players(1n, 150).filter((player) => player !== 37n),
      );
      const ids = idsOf(app);
      assert.equal(new Set(ids).size, ids.length, 'a halved batch is a new message with a new id');
      const log = await logOf(gate, app);
      assert.deepEqual(
        log
          .filter(({ result }) => result === 'result_code')
          .map(({ message_count }) => message_count)
          .sort((one, other) => other - one),
        [100, 50, 25, 13, 6, 3, 2, 1],
      );
    });

    test('HTTP 4xx with a result_code refuses players as well', async (t) => {
      const app = await createProject(gate, t);
      app.server.behave(refusing([2n], {}, 422));
      await app.restrict(players(1n, 4));
      await openRelay(gate, t).turn();
      assert.deepEqual(named(app), [[1n, 2n, 3n, 4n], [1n, 2n], [1n], [2n], [3n, 4n]]);
      const log = await logOf(gate, app);
      assert.deepEqual(
        log
          .filter(({ status }) => status === 422)
          .map(({ result, result_code }) => [result, result_code]),
        [
          ['result_code', 7],
          ['result_code', 7],
          ['result_code', 7],
        ],
      );
    });

    test('a refused player is retried alone on its own schedule, in the same bytes under the same id', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([2n]));
      await app.restrict(players(1n, 3));
      await relay.turn();
      const alone = () =>
        app.server.received.filter((_, index) => String(named(app)[index]) === '2');
      assert.equal(alone().length, 1);
      for (const [index, wait] of [5, 30, 120, 600].entries()) {
        const others = players(BigInt(100 * (index + 1)), 150);
        await app.restrict(others);
        gate.now += wait * SECOND - 1;
        await relay.turn();
        assert.deepEqual(named(app).slice(-2).flat(), others, 'everybody else goes on');
        assert.equal(alone().length, index + 1, 'not before its time');
        gate.now += 1;
        await relay.turn();
        assert.equal(alone().length, index + 2);
      }
      app.server.behave(accept);
      gate.now += 1_800 * SECOND;
      await relay.turn();
      const sent = alone();
      assert.equal(sent.length, 6);
      assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
      assert.equal(new Set(sent.map(({ headers }) => headers['webhook-id'])).size, 1);
      gate.now += 72 * HOUR;
      await relay.turn();
      assert.equal(alone().length, 6, 'delivered once');
      assert.equal((await stateOf(gate, app)).waiting, 0);
    });

    test('when everybody is refused, each stands alone and is retried', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(answer(200, '{"result_code":-1}'));
      await app.restrict(players(1n, 4));
      await relay.turn();
      assert.deepEqual(named(app), [[1n, 2n, 3n, 4n], [1n, 2n], [1n], [2n], [3n, 4n], [3n], [4n]]);
      app.server.behave(accept);
      gate.now += 5 * SECOND;
      await relay.turn();
      assert.deepEqual(named(app).slice(7).flat(), players(1n, 4));
    });

    test('Retry-After of a refusal is that of the player alone', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n], { 'retry-after': '90' }));
      await app.restrict([1n, 2n]);
      await relay.turn();
      assert.deepEqual(named(app), [[1n, 2n], [1n], [2n]]);
      gate.now += 89_999;
      await relay.turn();
      assert.equal(app.server.received.length, 3);
      gate.now += 1;
      await relay.turn();
      assert.equal(app.server.received.length, 4);
    });

    test('a newer change of a refused player is sent instead, under a new id', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n]));
      await app.restrict([1n]);
      await relay.turn();
      app.server.behave(accept);
      await app.restrict([1n], '2035-01-01 00:00:00');
      await relay.turn();
      gate.now += 72 * HOUR;
      await relay.turn();
      assert.deepEqual(
        app.server.told().map(([data]) => data?.end_date),
        ['2030-01-01 00:00:00', '2035-01-01 00:00:00'],
      );
      const [old, next] = idsOf(app);
      assert.notEqual(next, old);
      assert.deepEqual(
        (await logOf(gate, app)).map(({ batch_id, number, result, error }) => [
          batch_id,
          number,
          result,
          error,
        ]),
        [
          [old, 1, 'result_code', 'result_code 7'],
          [old, 2, 'superseded', 'not sent, because they changed since: 1'],
          [next, 1, 'delivered', null],
        ],
      );
    });

    test('a refused player who is released is not announced any more', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n]));
      await app.restrict([1n, 2n]);
      await relay.turn();
      await app.release(1n);
      const before = app.server.received.length;
      app.server.behave(accept);
      gate.now += 5 * SECOND;
      await relay.turn();
      assert.equal(app.server.received.length, before);
      assert.equal((await logOf(gate, app)).at(-1)?.result, 'superseded');
      assert.equal((await stateOf(gate, app)).waiting, 0);
    });

    test('what waits tells how many were refused, and when the next is tried', async (t) => {
      const app = await createProject(gate, t);
      app.server.behave(refusing([1n, 3n]));
      await app.restrict(players(1n, 4));
      await openRelay(gate, t).turn();
      const { batch, ...state } = await stateOf(gate, app);
      assert.deepEqual(state, {
        game_index: app.gameIndex,
        channel: 'restriction',
        waiting: 2,
        refused: 2,
        oldest_at: null,
        paused: false,
        sending: false,
        next_attempt_at: new Date(gate.now + 5 * SECOND).toISOString(),
        dead_letters: 0,
      });
      assert.deepEqual([batch.messages, batch.attempts], [1, 1]);
    });

    test('a player refused for three days is a dead letter, and can be replayed', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n]));
      await app.restrict([1n, 2n]);
      await spendThreeDays(gate, relay);
      const { db } = gate.service.context.storage;
      const letters = await listDeadLetters(db, { ...laneOf(app), afterSeq: 0, limit: 10 });
      assert.deepEqual(
        letters.map(({ body, message_count }) => [body, message_count]),
        [[app.server.received.at(-1)?.body, 1]],
      );
      app.server.behave(accept);
      const replay = await db
        .transaction()
        .execute((tx) =>
          replayDeadLetter(
            tx,
            gameServerChannel,
            laneOf(app),
            letters[0]?.batch_id ?? '',
            gate.now,
          ),
        );
      assert.deepEqual(replay, { queued: 1, overtaken: 0 });
      await relay.turn();
      assert.deepEqual(named(app).at(-1), [1n]);
      assert.equal((await stateOf(gate, app)).dead_letters, 0);
    });

    test('an unreachable server stops the lane, and refused players with it', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n, 2n]));
      await app.restrict(players(1n, 2));
      await relay.turn();
      app.server.behave(answer(500, ''));
      const before = app.server.received.length;
      gate.now += 5 * SECOND;
      await relay.turn();
      assert.equal(app.server.received.length, before + 1, 'the other one is not tried');
      app.server.behave(accept);
      await app.restrict([3n]);
      await relay.turn();
      assert.equal(app.server.received.length, before + 1);
      gate.now += 5 * SECOND;
      await relay.turn();
      assert.deepEqual(
        new Set(
          named(app)
            .slice(before + 1)
            .flat(),
        ),
        new Set([1n, 2n, 3n]),
      );
    });

    test('resuming retries refused players now', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n]));
      await app.restrict([1n]);
      await relay.turn();
      app.server.behave(accept);
      await resumeLane(gate.service.context.storage.db, laneOf(app));
      await relay.turn();
      assert.deepEqual(named(app), [[1n], [1n]]);
      assert.equal(new Set(idsOf(app)).size, 1);
    });

    test('another URL gets the refused players together again, under a new id', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n, 3n]));
      await app.restrict(players(1n, 4));
      await relay.turn();
      const next = await startGameServer();
      t.after(() => next.close());
      await app.connect(next.url, `${KEY}-2`);
      await relay.turn();
      assert.deepEqual(
        next.told().map((data) => data.map(({ player_id }) => player_id)),
        [[1, 3]],
      );
      assert.ok(!idsOf(app).includes(next.received[0]?.headers['webhook-id']));
      assert.equal((await stateOf(gate, app)).waiting, 0);
    });

    test('when a process dies while a batch is halved, another one goes on with the same bytes', async (t) => {
      const app = await createProject(gate, t);
      const dead = openRelay(gate, t);
      const heir = openRelay(gate, t, { service: await gate.secondService() });
      app.server.behave((response, received) => {
        const behave = app.server.received.length === 1 ? refusing([1n]) : hang;
        behave(response, received);
      });
      await app.restrict(players(1n, 4));
      const lost = dead.turn();
      await app.server.arrival(2);
      app.server.behave(refusing([1n]));
      gate.now += 20 * SECOND;
      await heir.turn();
      assert.deepEqual(named(app), [[1n, 2n, 3n, 4n], [1n, 2n], [1n, 2n], [1n], [2n], [3n, 4n]]);
      const [, half, again] = app.server.received;
      assert.equal(again?.body, half?.body);
      assert.equal(again?.headers['webhook-id'], half?.headers['webhook-id']);
      await app.server.close();
      await lost;
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
