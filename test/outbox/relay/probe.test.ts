// A receiver that was away is found again within a minute, whatever the schedule of its messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLaneState } from '../../../src/outbox/backlog.ts';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { type Gate, suite } from '../../support/harness.ts';
import { CHANNELS, openProject } from '../channels.ts';
import { accept, answer, type GameServer, refusing } from '../game-server.ts';
import { createProject, logOf, named, openRelay, players } from '../project.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const idsOf = ({ received }: GameServer) =>
  new Set(received.map(({ headers }) => headers['webhook-id']));

suite(
  'probes of a receiver that is away',
  (gate) => {
    const stateOf = (gameIndex: number, channel: (typeof CHANNELS)[number]) =>
      readLaneState(gate.service.context.storage.db, { gameIndex, channel }, gate.now);

    for (const channel of CHANNELS) {
      test(`${channel}: one waiting request a minute, the same bytes under the same id`, async (t) => {
        const { gameIndex, servers } = await openProject(gate, t);
        const server = servers[channel];
        server.behave(answer(500, 'away'));
        const relay = openRelay(gate, t);
        await relay.turn();
        for (const wait of [5 * SECOND, 30 * SECOND]) {
          gate.now += wait;
          await relay.turn();
        }
        assert.equal(server.received.length, 3, 'the first steps of the schedule');
        for (let minute = 1; minute <= 5; minute++) {
          gate.now += MINUTE - 1;
          await relay.turn();
          assert.equal(server.received.length, 2 + minute, 'not before its time');
          gate.now += 1;
          await relay.turn();
          assert.equal(server.received.length, 3 + minute);
        }
        assert.equal(idsOf(server).size, 1);
        assert.equal(new Set(server.received.map(({ body }) => body)).size, 1);
        const { batch, nextAttemptAt } = await stateOf(gameIndex, channel);
        assert.equal(batch?.attempts, 4, 'as many as the schedule has by now');
        assert.equal(
          nextAttemptAt,
          gate.now + MINUTE,
          'the next probe is what the operator is told',
        );
        server.behave(accept);
        gate.now += MINUTE;
        await relay.turn();
        assert.equal(server.received.length, 9);
        assert.equal((await stateOf(gameIndex, channel)).waiting, 0);
      });
    }

    test('when the probe gets through, everything that waits follows at once', async (t) => {
      const { app, relay } = await awayFor(gate, t, 5 * MINUTE);
      await app.restrict(players(2n, 250));
      app.server.behave(accept);
      const before = app.server.received.length;
      gate.now += MINUTE;
      await relay.turn();
      assert.deepEqual(named(app).slice(before), [
        [1n],
        players(2n, 100),
        players(102n, 100),
        players(202n, 50),
      ]);
    });

    test('several processes send one probe a minute together', async (t) => {
      const { app, relay } = await awayFor(gate, t, 5 * MINUTE);
      const other = openRelay(gate, t, { service: await gate.secondService() });
      for (let minute = 0; minute < 3; minute++) {
        const before = app.server.received.length;
        gate.now += MINUTE;
        await Promise.all([relay.turn(), other.turn()]);
        await Promise.all([relay.turn(), other.turn()]);
        assert.equal(app.server.received.length, before + 1);
      }
    });

    test('Retry-After is the word of the receiver: it is not probed before', async (t) => {
      const { app, relay } = await awayFor(gate, t, 5 * MINUTE);
      app.server.behave(answer(503, '', { 'retry-after': '7200' }));
      gate.now += MINUTE;
      await relay.turn();
      const before = app.server.received.length;
      app.server.behave(accept);
      gate.now += 2 * HOUR - 1;
      await relay.turn();
      assert.equal(app.server.received.length, before);
      gate.now += 1;
      await relay.turn();
      assert.equal(app.server.received.length, before + 1);
      assert.equal((await stateOf(app.gameIndex, 'restriction')).waiting, 0);
    });

    test('probes do not use up the schedule: a player refused after the outage waits as after so many attempts', async (t) => {
      const { app, relay } = await awayFor(gate, t, HOUR);
      app.server.behave(refusing([1n]));
      gate.now += MINUTE;
      await relay.turn();
      const { batch, nextAttemptAt } = await stateOf(app.gameIndex, 'restriction');
      assert.deepEqual([batch?.state, batch?.attempts], ['refused', 7]);
      assert.equal(nextAttemptAt, gate.now + 2 * HOUR);
    });

    test('a player who leaves a waiting batch does not begin its schedule again', async (t) => {
      const { app, relay } = await awayFor(gate, t, 5 * MINUTE, players(1n, 2));
      await app.release(2n);
      gate.now += MINUTE;
      await relay.turn();
      const { batch } = await stateOf(app.gameIndex, 'restriction');
      assert.deepEqual([batch?.message_count, batch?.attempts], [1, 4]);
    });

    test('a refused player probes the receiver when nothing else waits, and keeps the own schedule', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n]));
      await app.restrict([1n]);
      for (const wait of [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE]) {
        await relay.turn();
        gate.now += wait;
      }
      app.server.behave(answer(500, 'away'));
      await relay.turn();
      // Twice as long each time, then every minute.
      for (const wait of [5, 5, 10, 20, 40, 60, 60, 60]) {
        const before = app.server.received.length;
        gate.now += wait * SECOND - 1;
        await relay.turn();
        assert.equal(app.server.received.length, before, `${wait}`);
        gate.now += 1;
        await relay.turn();
        assert.equal(app.server.received.length, before + 1, `${wait}`);
      }
      assert.equal(idsOf(app.server).size, 1);
      app.server.behave(refusing([1n]));
      gate.now += MINUTE;
      await relay.turn();
      const { batch, nextAttemptAt } = await stateOf(app.gameIndex, 'restriction');
      assert.deepEqual([batch?.attempts, nextAttemptAt], [6, gate.now + HOUR]);
    });

    test('a refused player who breaks the receiver alone delays the others once, not every minute', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(refusing([1n]));
      await app.restrict([1n]);
      await relay.turn();
      app.server.behave((response, received) => {
        const isBroken = received.body.includes('"player_id":1,');
        (isBroken ? answer(500, 'broken') : accept)(response, received);
      });
      gate.now += 5 * SECOND;
      await app.restrict([2n]);
      await relay.turn();
      assert.deepEqual(named(app), [[1n], [2n], [1n]]);
      gate.now += 5 * SECOND;
      await app.restrict([3n]);
      await relay.turn();
      assert.deepEqual(named(app).slice(3), [[3n]]);
      const { batch } = await stateOf(app.gameIndex, 'restriction');
      assert.deepEqual([batch?.attempts, batch?.due_at], [2, gate.now + 25 * SECOND]);
    });

    test('each probe is in the log, under the number of the attempt that it is ahead of', async (t) => {
      const { app } = await awayFor(gate, t, 5 * MINUTE);
      const log = await logOf(gate, app);
      assert.deepEqual(
        log.map(({ number, result }) => [number, result]),
        [1, 2, 3, 4, 4, 5, 5, 5].map((number) => [number, 'status']),
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

/** The lane of a project whose game server answers 500, looked at every 5 seconds, then every minute. */
async function awayFor(
  gate: Gate,
  t: Parameters<typeof createProject>[1],
  duration: number,
  who = [1n],
) {
  const app = await createProject(gate, t);
  const relay = openRelay(gate, t);
  app.server.behave(answer(500, 'away'));
  await app.restrict(who);
  const from = gate.now;
  await relay.turn();
  while (gate.now - from < duration) {
    gate.now += gate.now - from < 35 * SECOND ? 5 * SECOND : MINUTE;
    await relay.turn();
  }
  return { app, relay };
}
