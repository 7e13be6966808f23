// Four processes on one PostgreSQL, each killed in turn; test/process/several.test.ts is the short form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveProcesses } from './processes.ts';

const AGREED_WITHIN_MS = 1_000;

test('four processes agree within a second, share the work, and take over from killed ones', async (t) => {
  const bulkRows = 10_000;
  const proof = await proveProcesses({
    processes: 4,
    changes: 500,
    kills: 4,
    bulkRows,
    drains: true,
  });
  t.diagnostic(JSON.stringify(proof));
  assert.equal(proof.lost, 0);
  assert.equal(proof.repeatedBefore, 0, 'no notification is sent by two processes');
  assert.equal(proof.bulkOnce, bulkRows, 'every row of the bulk job is done, and once');
  assert.ok(proof.bulkDoneAtKill < bulkRows, 'it was not done yet at the first kill');
  assert.equal(proof.refused, 0);
  for (const [what, ms] of Object.entries(proof.agreedAfterMs)) {
    assert.ok(ms <= AGREED_WITHIN_MS, `${what}: ${ms} ms`);
  }
});
