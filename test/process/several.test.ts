// Two processes on one PostgreSQL, one of them killed; `npm run prove` does it with four, more often, and with a bulk job.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveProcesses } from '../prove/processes.ts';

test('two processes agree and share the work, and one goes on when the other is killed', async () => {
  const proof = await proveProcesses({
    processes: 2,
    changes: 50,
    kills: 1,
    bulkRows: 0,
    drains: false,
  });
  assert.deepEqual([proof.lost, proof.repeatedBefore, proof.refused], [0, 0, 0]);
  assert.ok(proof.acknowledged >= 100);
});
