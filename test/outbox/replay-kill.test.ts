// kill -9 of the real process during a replay; `npm run prove` does it many more times and on both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveReplays } from '../prove/replay-kill.ts';

test('a kill loses no request of a replay', async (t) => {
  const proof = await proveReplays({ kills: 1, database: 'sqlite' });
  t.diagnostic(JSON.stringify(proof));
  assert.ok(proof.replayed > 0);
});
