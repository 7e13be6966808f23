// A game server that misbehaves: everything arrives in the end, in order, each retry byte for byte the same.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listAttempts } from '../../../src/outbox/relay/attempts.ts';
import { EITHER } from '../../support/databases.ts';
import { type Gate, suite } from '../../support/harness.ts';
import { freePort } from '../../support/postgres.ts';
import { accept, answer, type Behaviour, hang, reset, startGameServer } from '../game-server.ts';
import { createProject, openRelay, type Project, players } from '../project.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const attemptsOf = async (gate: Gate, { gameIndex }: Project) =>
  (
    await listAttempts(
      gate.service.context.storage.db,
      { gameIndex, channel: 'restriction' },
      { limit: 500 },
    )
  ).toReversed();

/** Fails once with `behaviour`, with 150 users queued, then recovers after `wait`. */
async function failOnce(
  gate: Gate,
  t: TestContext,
  behaviour: Behaviour,
  wait = 5 * SECOND,
  totalMs = 60 * SECOND,
) {
  const app = await createProject(gate, t);
  const relay = openRelay(gate, t, { network: { totalMs } });
  app.server.behave(behaviour);
  await app.restrict(players(1n, 150));
  await relay.turn();
  assert.equal(app.server.received.length, 1);
  app.server.behave(accept);
  await app.restrict([151n]);
  gate.now += wait - 1;
  await relay.turn();
  assert.equal(app.server.received.length, 1, 'not before its time');
  gate.now += 1;
  await relay.turn();
  const [failed, retried, next] = app.server.received;
  assert.equal(retried?.body, failed?.body);
  assert.equal(retried?.headers['webhook-id'], failed?.headers['webhook-id']);
  assert.notEqual(next?.headers['webhook-id'], failed?.headers['webhook-id']);
  assert.deepEqual(
    app.server.told().map((data) => data.map(({ player_id }) => BigInt(player_id))),
    [players(1n, 100), players(1n, 100), players(101n, 51)],
  );
  const attempts = await attemptsOf(gate, app);
  assert.deepEqual(
    attempts.slice(1).map(({ number, result, status, result_code, message_count }) => ({
      number,
      result,
      status,
      result_code,
      message_count,
    })),
    [
      { number: 2, result: 'delivered', status: 200, result_code: 0, message_count: 100 },
      { number: 1, result: 'delivered', status: 200, result_code: 0, message_count: 51 },
    ],
  );
  const [{ result, status, result_code, answer, error } = assert.fail()] = attempts;
  return { result, status, result_code, answer, error };
}

suite(
  'notification retries',
  (gate) => {
    test('HTTP 500 is retried', async (t) => {
      assert.deepEqual(await failOnce(gate, t, answer(500, 'oops')), {
        result: 'status',
        status: 500,
        result_code: null,
        answer: 'oops',
        error: 'HTTP status 500',
      });
    });

    test('HTTP 500 with result_code 0 is retried all the same', async (t) => {
      const { result, result_code } = await failOnce(gate, t, answer(500, '{"result_code":0}'));
      assert.deepEqual([result, result_code], ['status', 0]);
    });

    for (const [status, body, code] of [
      [400, '', null],
      [404, '{"result_code":0}', 0],
      [401, '{"result_code":7}', 7],
      [429, '{"result_code":7}', 7],
      [503, '{"result_code":7}', 7],
    ] as const) {
      test(`HTTP ${status} with the body "${body}" is no verdict about players: it is retried whole`, async (t) => {
        const { result, result_code } = await failOnce(gate, t, answer(status, body));
        assert.deepEqual([result, result_code], ['status', code]);
      });
    }

    for (const garbage of ['<html>', '', 'null', '[]', '{}', '{"result_code":"0"}', '\0\u{fffd}']) {
      test(`the answer ${JSON.stringify(garbage)} is retried`, async (t) => {
        const failed = await failOnce(gate, t, answer(200, garbage));
        assert.deepEqual(failed, {
          result: 'answer',
          status: 200,
          result_code: null,
          answer: garbage.replaceAll('\0', '\u{fffd}'),
          error: 'the answer is not JSON with an integer result_code',
        });
      });
    }

    test('a redirect is retried, not followed', async (t) => {
      const { result, status } = await failOnce(
        gate,
        t,
        answer(302, '', { location: 'http://x/' }),
      );
      assert.deepEqual([result, status], ['status', 302]);
    });

    test('a server that hangs is retried', async (t) => {
      assert.deepEqual(await failOnce(gate, t, hang, 5 * SECOND, 2 * SECOND), {
        result: 'network',
        status: null,
        result_code: null,
        answer: null,
        error: 'no complete answer within 2000 ms',
      });
    });

    test('a connection that is reset is retried', async (t) => {
      assert.equal((await failOnce(gate, t, reset)).result, 'network');
    });

    test('Retry-After of a 429 is honoured', async (t) => {
      const tooMany = answer(429, '{"result_code":1}', { 'retry-after': '90' });
      assert.equal((await failOnce(gate, t, tooMany, 90 * SECOND)).status, 429);
    });

    test('only the first 4 KiB of an answer are kept', async (t) => {
      const failed = await failOnce(gate, t, answer(500, 'é'.repeat(5_000)));
      assert.equal(failed.answer, 'é'.repeat(2_048));
    });

    test('a server away for a day gets everything, in order, in identical retries', async (t) => {
      // Nobody else may listen there while it is away.
      const port = await freePort();
      const app = await createProject(gate, t, port);
      const relay = openRelay(gate, t);
      await app.server.close();
      const from = gate.now;
      for (let hour = 0; hour < 24; hour++) {
        await app.restrict(players(BigInt(hour * 10 + 1), 10), '2030-01-01 00:00:00');
        // Not in the first batch, whose bytes stay the same as long as all of it is true.
        if (hour > 0) await app.restrict([1_000n], `20${30 + hour}-01-01 00:00:00`);
        await relay.turn();
        gate.now += HOUR;
      }
      const failures = await attemptsOf(gate, app);
      assert.ok(failures.length >= 8, `${failures.length} attempts`);
      assert.equal(new Set(failures.map(({ batch_id }) => batch_id)).size, 1);
      assert.ok(failures.every(({ result }) => result === 'network'));
      const back = await startGameServer('127.0.0.1', port);
      t.after(() => back.close());
      gate.now = from + 35 * HOUR;
      await relay.turn();
      assert.equal(back.received[0]?.headers['webhook-id'], failures[0]?.batch_id);
      const told = back.told().flat();
      const expected = new Set([...players(1n, 240), 1_000n]);
      assert.deepEqual(new Set(told.map(({ player_id }) => BigInt(player_id))), expected);
      const ends = told.filter(({ player_id }) => player_id === 1_000);
      assert.deepEqual(
        ends.map(({ end_date }) => end_date),
        ['2053-01-01 00:00:00'],
      );
    });
  },
  { kinds: EITHER },
);
