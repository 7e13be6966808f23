// The long form of test/outbox/replay-kill.test.ts: 30 kills on each database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../support/databases.ts';
import { proveReplays } from './replay-kill.ts';

for (const database of KINDS) {
  test(`30 kills lose no request of a replay (${database})`, async (t) => {
    const proof = await proveReplays({ kills: 30, database });
    t.diagnostic(JSON.stringify(proof));
    assert.ok(proof.replayed > 0);
    assert.ok(proof.repeated > 0, 'some kill came between a request and its settlement');
  });
}
