// The long form of test/payment/actions/crash.test.ts: real processes, kill -9 and lost answers on each database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../support/databases.ts';
import { proveActions } from './actions-kill.ts';

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
