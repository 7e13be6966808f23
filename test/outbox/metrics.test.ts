// What Prometheus learns about notifications.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { answer, refusing } from './game-server.ts';
import { addReceiver, createProject, players } from './project.ts';

const othersOf = async (gate: Gate): Promise<string[]> =>
  [
    ...String((await gate.send('GET', '/metrics')).body).matchAll(
      /^tollgate_outbox_(\w+){channel="restriction",receiver="other",.*} (\d+)$/gm,
    ),
  ].map(([, name, value]) => `${name} ${value}`);

suite(
  'notification metrics',
  (gate) => {
    test('backlog, oldest age, dead letters and attempts by result are measured', async (t) => {
      const app = await createProject(gate, t);
      const read = async (): Promise<string[]> =>
        String((await gate.send('GET', '/metrics')).body)
          .split('\n')
          .filter((line) => /^tollgate_outbox_.*channel="restriction",receiver="first"/.test(line));
      const gauge = (name: string, value: number): string =>
        `tollgate_outbox_${name}{channel="restriction",receiver="first",environment="production"} ${value}`;
      const attempts = (result: string, count: number): string =>
        `tollgate_outbox_attempts_total{channel="restriction",receiver="first",result="${result}",environment="production"} ${count}`;
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

    test('receivers with names are counted together, because names would be labels without a limit', async (t) => {
      const app = await createProject(gate, t);
      const before = await othersOf(gate);
      await addReceiver(gate, app.gameIndex, 'restriction:one', 'http://127.0.0.1:9/');
      await addReceiver(gate, app.gameIndex, 'restriction:two', 'http://127.0.0.1:9/');
      await app.restrict([1n]);
      gate.now += 3_000;
      await gate.service.relay.turn();
      assert.deepEqual(
        [before, await othersOf(gate)],
        [
          ['backlog 0', 'oldest_seconds 0', 'refused 0', 'dead_letters 0'],
          ['backlog 2', 'oldest_seconds 3', 'refused 0', 'dead_letters 0', 'attempts_total 2'],
        ],
      );
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
