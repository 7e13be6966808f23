// Notifications through the `tollgate` command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tollgate, tollgateJson } from '../cli/tollgate.ts';
import { EITHER } from '../support/databases.ts';
import { MASTER_KEY, suite } from '../support/harness.ts';
import { accept, answer, startGameServer } from './game-server.ts';
import { createProject, KEY, openRelay, players, spendThreeDays } from './project.ts';

const SET = ['receiver', 'set', '--channel', 'restriction'];

suite(
  'tollgate receiver and outbox',
  (gate) => {
    const variables = () => ({
      ...gate.database.variables,
      TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
    });

    test('a game server is set after a test message, or without one', async (t) => {
      const { gameIndex } = await gate.createApp();
      const server = await startGameServer();
      t.after(() => server.close());
      const set = [...SET, String(gameIndex), server.url, '--key', KEY];
      const { url, key_hint } = await tollgateJson(variables(), set);
      assert.deepEqual([url, key_hint], [server.url, KEY.slice(-4)]);
      assert.equal(server.received[0]?.headers['webhook-test'], '1');
      server.behave(answer(403, ''));
      const refused = await tollgate(variables(), set);
      assert.deepEqual(refused, {
        code: 1,
        stdout: '',
        stderr:
          'error: The receiver did not accept the test message: HTTP status 403. Nothing was saved.\n',
      });
      await tollgateJson(variables(), [...set, '--skip-test', 'true']);
      assert.equal(server.received.length, 2);
    });

    test('a private address is refused unless it is allowed', async () => {
      const { gameIndex } = await gate.createApp();
      const { TOLLGATE_ALLOW_PRIVATE_TARGETS: _, ...strict } = variables();
      const set = [...SET, String(gameIndex), 'https://127.0.0.1:9/', '--key', KEY];
      const { code, stderr } = await tollgate(strict, set);
      assert.equal(code, 1);
      assert.match(stderr, /127\.0\.0\.1 resolves to 127\.0\.0\.1, which is not a public address/);
    });

    test('the line is shown, paused, resumed, and dead letters are replayed', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      const run = (...args: string[]) => tollgateJson(variables(), ['outbox', ...args]);
      const project = String(app.gameIndex);
      app.server.behave(answer(500, 'no'));
      await app.restrict(players(1n, 2));
      await spendThreeDays(gate, relay);
      app.server.behave(accept);
      const state = await run('show', project);
      assert.deepEqual([state.waiting, state.paused, state.dead_letters], [0, false, 1]);
      const [letter] = (await run('dead-letters', project)).items;
      const whole = await run('dead-letter', project, letter.batch_id);
      assert.equal(whole.body, app.server.received[0]?.body);
      const attempts = await run('attempts', project, '--limit', '500');
      assert.equal(attempts.items.length, app.server.received.length);
      assert.equal((await run('pause', project)).paused, true);
      const one = await run('replay', project, '--batch-id', letter.batch_id);
      assert.deepEqual(one, { letters: 1, queued: 2, overtaken: 0 });
      assert.deepEqual(await run('replay', project), { letters: 0, queued: 0, overtaken: 0 });
      await relay.turn();
      assert.equal((await run('show', project)).waiting, 2);
      assert.equal((await run('resume', project)).paused, false);
      await relay.turn();
      assert.equal(app.server.received.at(-1)?.body, whole.body);
    });
  },
  { kinds: EITHER },
);
