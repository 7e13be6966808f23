// On a cluster (TEST_CITUS_URL), by the engine's own counts: what happens to one project stays on one node.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createProject, openRelay } from '../outbox/project.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import { newPlayer, registerType, restriction } from '../restriction/players.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { counts, staysOnOneNode } from './router.ts';

const isCluster = process.env.TEST_CITUS_URL !== undefined;

if (!isCluster) {
  describe('statements of one project on a cluster', () => {
    test('stay on one node', { skip: 'TEST_CITUS_URL names no cluster' }, () => {});
  });
} else {
  suite(
    'statements of one project on a cluster',
    (gate) => {
      let app: TestApp;
      before(async () => {
        app = await gate.createApp();
        await registerType(gate, app);
      });

      async function call(path: string, fields: Record<string, unknown>): Promise<void> {
        const { body } = await callGeneration2(gate.service, app, path, fields);
        assert.equal(body.result_code, 0);
      }

      const player = newPlayer();

      test('a restriction is registered, changed and released', async () => {
        await staysOnOneNode(gate, async () => {
          await call('/game/block/set', restriction(gate, player));
          await call('/game/block/set', restriction(gate, player, { status: 'P' }));
          await call('/game/block/delete', { player_id: player });
        });
      });

      test('many restrictions at once, of several projects', async () => {
        const apps = await Promise.all([1, 2, 3, 4].map(() => gate.createApp()));
        for (const each of apps) await registerType(gate, each);
        await staysOnOneNode(gate, () =>
          Promise.all(
            apps.flatMap((each) =>
              Array.from({ length: 5 }, () =>
                callGeneration2(
                  gate.service,
                  each,
                  '/game/block/set',
                  restriction(gate, newPlayer()),
                ),
              ),
            ),
          ),
        );
      });

      test('a new app and its audit entry on another node are one transaction', async () => {
        const { db } = gate.service.context.storage;
        const prepared = () =>
          sql<{ count: number }>`select count(*) as count from pg_dist_transaction`
            .execute(db)
            .then(({ rows }) => rows[0]?.count ?? 0);
        const earlier = await prepared();
        await gate.createApp();
        assert.ok((await prepared()) > earlier);
      });

      test('a restriction and its history are read', async () => {
        await staysOnOneNode(gate, async () => {
          await call('/game/block/get', { player_id: player });
          await call('/game/block/history', { player_id: player, size: 10 });
        });
      });

      test('a player logs in, is checked by device, and logs out', async () => {
        const authorization = `Bearer ${await gate.token(app)}`;
        await staysOnOneNode(gate, async () => {
          const { appid } = app;
          const login = { appid, player_id: player, account_uuid: crypto.randomUUID() };
          const answer = await gate.post('/auth/v1/login', login, { authorization });
          assert.equal(answer.status, 200);
          const { did, access_token } = answer.body;
          await call('/game/block/set', restriction(gate, player, { did }));
          await call('/game/block/delete', { player_id: player });
          const own = { authorization: `Bearer ${access_token}` };
          assert.deepEqual((await gate.post('/auth/v1/logout', {}, own)).body, {
            logged_out: true,
          });
        });
      });

      test('only the search for due queues looks at every shard when a message is sent', async (t) => {
        const project = await createProject(gate, t);
        await project.restrict([1n]);
        const relay = openRelay(gate, t);
        await relay.turn();
        assert.equal(project.server.received.length, 1);
        await project.restrict([2n]);
        const earlier = await counts(gate);
        await relay.turn();
        const later = await counts(gate);
        assert.equal(project.server.received.length, 2);
        assert.equal(
          later.severalNodes - earlier.severalNodes,
          0,
          'transactions over several nodes',
        );
        // Before and after the messages of the project.
        assert.ok(later.severalShards - earlier.severalShards <= 3, 'searches');
      });
    },
    { kinds: ['postgres'] },
  );
}
