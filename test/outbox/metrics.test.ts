// What Prometheus learns about notifications.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { answer, refusing } from './game-server.ts';
import { createProject, players } from './project.ts';

suite(
  'notification metrics',
  (gate) => {
    test('backlog, oldest age, dead letters and attempts by result are measured', async (t) => {
      const app = await createProject(gate, t);
      const read = async (): Promise<string[]> =>
        String((await gate.send('GET', '/metrics')).body)
          .split('\n')
          .filter((line) => /^tollgate_outbox_.*channel="restriction"/.test(line));
      const gauge = (name: string, value: number): string =>
        `tollgate_outbox_${name}{channel="restriction",environment="production"} ${value}`;
      const attempts = (result: string, count: number): string =>
        `tollgate_outbox_attempts_total{channel="restriction",result="${result}",environment="production"} ${count}`;
      assert.deepEqual(await read(), [
        gauge('backlog', 0),
        gauge('oldest_seconds', 0),
        gauge('refused', 0),
        gauge('dead_letters', 0),
      ]);
      app.server.behave(answer(500, ''));
      await app.restrict(players(1n, 120));
      await gate.service.relay.turn();
      gate.now += 4_000;
      assert.deepEqual(await read(), [
        gauge('backlog', 120),
        gauge('oldest_seconds', 4),
        gauge('refused', 0),
        gauge('dead_letters', 0),
        attempts('status', 1),
      ]);
      gate.now += 75 * 3_600_000;
      await gate.service.relay.turn();
      assert.deepEqual((await read()).slice(0, 4), [
        gauge('backlog', 20),
        gauge('oldest_seconds', 4 + 75 * 3_600),
        gauge('refused', 0),
        gauge('dead_letters', 1),
      ]);
    });

    test('refused players are counted, and do not make the queue old', async (t) => {
      const app = await createProject(gate, t);
      const { service } = gate;
      const sumOf = async (name: string): Promise<number> => {
        const { body } = await gate.send('GET', '/metrics');
        const line = String(body).match(
          new RegExp(`^tollgate_outbox_${name}{channel="restriction".*} (\\d+)$`, 'm'),
        );
        return Number(line?.[1]);
      };
      const before = await sumOf('backlog');
      app.server.behave(refusing([1n]));
      await app.restrict([1n, 2n]);
      await service.relay.turn();
      assert.equal(await sumOf('refused'), 1);
      assert.equal((await sumOf('backlog')) - before, 1);
    });
  },
  { kinds: EITHER },
);
