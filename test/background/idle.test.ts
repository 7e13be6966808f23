// A service where nothing happens asks the database as little with many apps as with one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import type { Worker } from '../../src/background/worker.ts';
import type { Service } from '../../src/service.ts';
import { newPlayer, registerType, restrict } from '../restriction/players.ts';
import { suite } from '../support/harness.ts';

const MINUTE = 60_000;

suite('an idle service', (gate) => {
  test('a turn of every worker has as many statements with ten projects as with one', async () => {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        return result;
      },
    };
    const { storage } = gate.service.context;
    const watched = { ...storage, db: storage.db.withPlugin(counting), close: async () => {} };
    const service = await gate.secondService({ storage: watched });
    const open = async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      await restrict(gate, app, newPlayer(), { end_date: '2030-01-01 00:00:00' });
    };
    /** A signal that something changed, as SQLite gives after its first look, makes one turn read more. */
    const leastOfThree = async () => Math.min(await turn(), await turn(), await turn());
    const turn = async () => {
      gate.now += MINUTE;
      statements = 0;
      for (const worker of workersOf(service)) await worker.turn();
      await service.restrictions.expire();
      return statements;
    };
    await open();
    await turn();
    const alone = await leastOfThree();
    for (let number = 0; number < 9; number += 1) await open();
    await turn();
    assert.equal(await leastOfThree(), alone);
    assert.ok(alone > 10, `${alone} statements are counted`);
  });
});

const workersOf = ({ payment, ...service }: Service): Worker[] => [
  ...[payment.figures, payment.jobs, payment.pollers, payment.sweep],
  ...[service.measures, service.restrictionFigures, service.bulk, service.relay],
  ...[service.alerts, service.retention, service.erasures, service.messages],
];
