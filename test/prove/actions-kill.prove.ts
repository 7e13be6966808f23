// Actions after the sale: the long form of test/payment/actions/kill.test.ts, and a service that is killed at random
// moments while answers get lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { drivers } from '../payment/conformance/drivers/drivers.ts';
import { KINDS } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';
import { proveActions } from './actions-faults.ts';
import { actWhileDying } from './actions-kill.ts';

for (const database of KINDS) {
  test(`every action is done once, whenever its process dies (${database})`, async (t) => {
    const proof = await proveActions({
      database,
      actions: 20,
      kills: 15,
      longestLifeMs: 3_000,
      faultPercent: 30,
    });
    t.diagnostic(JSON.stringify(proof));
    assert.deepEqual([proof.done, proof.kills], [100, 15]);
    assert.ok(proof.attempts > proof.done, 'some call was certainly not done, and repeated');
  });
}

marketSuite(
  'actions and kill -9 before each message',
  (gate, markets) => {
    const acting = drivers.filter(({ actions }) => actions);
    for (const [number, driver] of acting.entries()) {
      test(driver.name, async (t) => {
        // Neighbours begin with another message, so that together they die before each.
        const all = await actWhileDying(gate, markets, driver, {
          every: 3,
          first: 1 + (number % 3),
        });
        t.diagnostic(JSON.stringify(all));
        for (const { before, after } of Object.values(all)) {
          assert.ok(before > 3 && after > 1, JSON.stringify(all));
        }
      });
    }
  },
  { adminToken: ADMIN_TOKEN },
);
