// What the game server is told (interface 6.1): the request, its batches and their order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { removeReceiver } from '../../../src/outbox/receivers.ts';
import { EITHER } from '../../support/databases.ts';
import { suite } from '../../support/harness.ts';
import { createProject, KEY, openRelay, type Project, players, START_DATE } from '../project.ts';

const laneOf = ({ gameIndex }: Project) =>
  ({ game_index: gameIndex, channel: 'restriction' }) as const;

suite(
  'game server notification',
  (gate) => {
    test('a restriction arrives as specified, its 64-bit player exact', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict([9_007_199_254_740_993n]);
      await openRelay(gate, t).turn();
      const url = app.server.url;
      assert.deepEqual(
        app.server.received.map(({ body }) => body),
        [
          `{"game_index":${app.gameIndex},"server_url":"${url}","data":[{"player_id":9007199254740993,"status":"B","start_date":"${START_DATE}","end_date":"2030-01-01 00:00:00"}]}`,
        ],
      );
    });

    test('the request is authenticated, signed and traced', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict([1n]);
      await openRelay(gate, t, { clock: Date.now }).turn();
      const [{ headers, body } = assert.fail()] = app.server.received;
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers.authorization, `Bearer ${KEY}`);
      assert.equal(headers['user-agent'], 'Tollgate');
      assert.match(String(headers['webhook-id']), /^msg_[0-9a-f-]{36}$/);
      assert.match(String(headers.traceparent), /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      // As a receiver does it: the secret is the key in base64.
      const receiver = new Webhook(`whsec_${Buffer.from(KEY).toString('base64')}`);
      receiver.verify(body, headers as Record<string, string>);
      assert.throws(() => receiver.verify(`${body} `, headers as Record<string, string>));
    });

    test('the trace of the request that restricted goes on', async (t) => {
      const app = await createProject(gate, t);
      const traceId = 'b'.repeat(32);
      await app.restrict([1n], undefined, `00-${traceId}-${'c'.repeat(16)}-01`);
      await openRelay(gate, t).turn();
      const sent = String(app.server.received[0]?.headers.traceparent);
      assert.equal(sent.slice(3, 35), traceId);
      assert.notEqual(sent.slice(36, 52), 'c'.repeat(16));
    });

    test('at most 100 users a request, first in, first out', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict(players(1n, 250));
      await openRelay(gate, t).turn();
      const told = app.server.told();
      assert.deepEqual(
        told.map((data) => data.length),
        [100, 100, 50],
      );
      assert.deepEqual(
        told.flat().map(({ player_id }) => BigInt(player_id)),
        players(1n, 250),
      );
    });

    test('a player changed twice before sending appears once, with the newest data', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict(players(1n, 100), '2030-01-01 00:00:00');
      await app.restrict(players(1n, 100), '2031-01-01 00:00:00');
      await app.restrict([500n]);
      await openRelay(gate, t).turn();
      const told = app.server.told();
      assert.deepEqual(
        told.map((data) => data.length),
        [100, 1],
      );
      assert.ok(told[0]?.every(({ end_date }) => end_date === '2031-01-01 00:00:00'));
    });

    test('what is changed during a request comes after it', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave((response) => {
        const changed =
          app.server.received.length === 1 ? app.restrict([7n], '2032-01-01 00:00:00') : undefined;
        void Promise.resolve(changed).then(() => response.end('{"result_code":0}'));
      });
      await app.restrict([7n, 8n]);
      await relay.turn();
      assert.deepEqual(
        app.server
          .told()
          .map((data) => data.map(({ player_id, end_date }) => [player_id, end_date])),
        [
          [
            [7, '2030-01-01 00:00:00'],
            [8, '2030-01-01 00:00:00'],
          ],
          [[7, '2032-01-01 00:00:00']],
        ],
      );
    });

    test('a release sends nothing', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      await app.restrict([1n]);
      await relay.turn();
      await app.release(1n);
      await relay.turn();
      assert.equal(app.server.received.length, 1);
    });

    test('each batch is sent once when it is accepted', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      await app.restrict(players(1n, 3));
      await relay.turn();
      await relay.turn();
      gate.now += 24 * 60 * 60 * 1_000;
      await relay.turn();
      assert.equal(app.server.received.length, 1);
    });

    test('without a game server nothing is queued', async (t) => {
      const app = await createProject(gate, t);
      const { context } = gate.service;
      await removeReceiver(context, SYSTEM, laneOf(app));
      await app.restrict([1n]);
      await app.connect(app.server.url, KEY);
      await openRelay(gate, t).turn();
      assert.equal(app.server.received.length, 0);
    });

    test('what is queued when the game server is removed waits for the next one', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      await app.restrict([1n]);
      await removeReceiver(gate.service.context, SYSTEM, laneOf(app));
      await relay.turn();
      assert.equal(app.server.received.length, 0);
      await app.connect(app.server.url, KEY);
      await relay.turn();
      assert.equal(app.server.told().flat().length, 1);
    });
  },
  { kinds: EITHER },
);
