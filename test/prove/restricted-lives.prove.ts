// The long form of test/restriction/life.test.ts: many lives, and lives during which the service is killed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openAppsBehind } from '../../src/measures/sources.ts';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { inTwoProcesses, type Lived, liveRestricted, type World } from '../restriction/life.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, START, suite } from '../support/harness.ts';
import { type KilledService, startKilledService } from './killed-service.ts';

const LIVES = 20;
const KILLED_LIVES = 3;
/** Of the calls, the share during which the service is killed, within the time that they take. */
const KILLED_CALLS = 0.08;
const CALL_MS = 8;

suite(
  'restricted players in many lives',
  (gate) => {
    test(`${LIVES} lives of 250 turns each`, async (t) => {
      const other = await gate.secondService();
      const sum = { acts: 0, unanswered: 0, refusals: 0, byDevice: 0, decided: 0 };
      for (let seed = 100; seed < 100 + LIVES; seed += 1) {
        gate.now = START;
        add(sum, await liveRestricted(inTwoProcesses(gate, other), { seed, turns: 250 }));
      }
      t.diagnostic(JSON.stringify(sum));
      for (const count of [sum.refusals, sum.byDevice, sum.decided]) assert.ok(count > LIVES);
    });

    test(`${KILLED_LIVES} lives with a service that is killed during calls`, async (t) => {
      const service = await startKilledService({
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
        TOLLGATE_PUBLIC_URL: PUBLIC_URL,
        TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
        SANDBOX_PORT: 'off',
      });
      const sum = { acts: 0, unanswered: 0, refusals: 0, byDevice: 0, decided: 0 };
      try {
        for (let seed = 1; seed <= KILLED_LIVES; seed += 1) {
          add(sum, await liveRestricted(overHttp(gate, service), { seed, turns: 250 }));
        }
      } finally {
        await service.stop();
        gate.now = START;
      }
      t.diagnostic(JSON.stringify(sum));
      assert.ok(sum.unanswered > 0, 'no call was interrupted');
      assert.ok(sum.acts > KILLED_LIVES * 150);
    });
  },
  { adminToken: ADMIN_TOKEN },
);

function add(sum: { -readonly [Name in keyof Lived]: number }, lived: Lived): void {
  for (const name of Object.keys(sum) as (keyof Lived)[]) sum[name] += lived[name];
}

/** A service that is a process of its own, with the clock of the machine. */
function overHttp(gate: Gate, service: KilledService): World {
  return {
    gate,
    begin() {
      gate.now = Date.now();
    },
    async send(method, path, body, headers) {
      const killing = Math.random() < KILLED_CALLS ? service.kill(1, CALL_MS) : undefined;
      try {
        const response = await fetch(service.url + path, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        return { status: response.status, body: await response.json(), headers: {} };
      } catch {
        return undefined;
      } finally {
        // What it was about to commit is committed, or lost, once another one is there.
        await killing;
      }
    },
    async followed() {
      const { db } = gate.service.context.storage;
      const isBehind = async (): Promise<boolean> => {
        if ((await openAppsBehind(db)).size > 0) return true;
        return (await db.selectFrom('purchase_change').select('number').execute()).length > 0;
      };
      while (await isBehind()) await wait(50);
    },
  };
}
