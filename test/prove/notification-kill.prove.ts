// The long form of test/outbox/relay/kill.test.ts: 50 kills on each database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../support/databases.ts';
import { proveKills } from './notification-kill.ts';

for (const database of KINDS) {
  test(`50 kills under load lose no notification (${database})`, async (t) => {
    const proof = await proveKills({ rounds: 50, database });
    t.diagnostic(JSON.stringify(proof));
    assert.ok(proof.acknowledged > 0);
    assert.ok(proof.repeated > 0, 'some kill came between a request and its settlement');
    assert.ok(proof.refused > 0 && proof.released > 0);
  });
}
