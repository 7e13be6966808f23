// A test message to what is registered: sent past the line, answered with what came back, noted in the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { answer, reset, startGameServer } from './game-server.ts';
import { createProject, KEY } from './project.ts';

suite(
  'test messages to registered receivers',
  (gate) => {
    test('the game server gets a message about nobody, and its answer is told', async (t) => {
      const { gameIndex, server } = await createProject(gate, t);
      const path = `/projects/${gameIndex}/outbox/restriction/test`;
      const { status, body } = await admin(gate, 'POST', path);
      assert.deepEqual(
        [status, body],
        [
          200,
          {
            url: server.url,
            result: 'delivered',
            status: 200,
            result_code: 0,
            answer: '{"result_code":0}',
            error: null,
          },
        ],
      );
      const [request] = server.received;
      assert.equal(request?.headers['webhook-test'], '1');
      assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
      assert.deepEqual(server.told(), [[]]);
      assert.deepEqual(await newestAudit(gate, 1), [
        {
          at: new Date(gate.now).toISOString(),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: 'outbox.test',
          game_index: gameIndex,
          target: `projects/${gameIndex}/outbox/restriction`,
          before: null,
          after: { url: server.url, result: 'delivered' },
        },
      ]);
    });

    test('a refusal and a silent server are told as what they are', async (t) => {
      const { gameIndex, server } = await createProject(gate, t);
      const path = `/projects/${gameIndex}/outbox/restriction/test`;
      server.behave(answer(503, 'down for repairs'));
      assert.deepEqual((await admin(gate, 'POST', path)).body, {
        url: server.url,
        result: 'status',
        status: 503,
        result_code: null,
        answer: 'down for repairs',
        error: 'HTTP status 503',
      });
      server.behave(reset);
      const { error, ...silent } = (await admin(gate, 'POST', path)).body;
      assert.deepEqual(silent, {
        url: server.url,
        result: 'network',
        status: null,
        result_code: null,
        answer: null,
      });
      assert.notEqual(error, null);
    });

    test('the receiver of purchase events is tested in the same way', async (t) => {
      const { gameIndex } = await gate.createApp();
      const receiver = await startGameServer();
      t.after(() => receiver.close());
      const { url } = receiver;
      await admin(gate, 'PUT', `/projects/${gameIndex}/receivers/purchase`, { url, key: KEY });
      receiver.behave(answer(204, ''));
      const path = `/projects/${gameIndex}/outbox/purchase/test`;
      assert.deepEqual((await admin(gate, 'POST', path)).body, {
        url,
        result: 'delivered',
        status: 204,
        result_code: null,
        answer: '',
        error: null,
      });
      assert.equal(receiver.received[0]?.body, `{"game_index":${gameIndex},"events":[]}`);
    });

    test('without a receiver there is nothing to test', async () => {
      const { gameIndex } = await gate.createApp();
      for (const [channel, receiver] of [
        ['restriction', 'game server'],
        ['purchase', 'receiver of events'],
      ]) {
        const path = `/projects/${gameIndex}/outbox/${channel}/test`;
        const detail = `Project ${gameIndex} has no ${receiver}.`;
        const { body } = await admin(gate, 'POST', path);
        assert.deepEqual(body, problem('not_found', path, detail));
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
