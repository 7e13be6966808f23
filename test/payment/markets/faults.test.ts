// All markets with three calls in ten failing, and a kill: every paid purchase is recorded once, no other ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFaultRun } from '../../prove/market-faults.ts';

test('markets that fail, and a service that is killed: each paid purchase is recorded exactly once', async (t) => {
  const proof = await proveFaultRun({
    database: 'sqlite',
    markets: ['APPLE', 'GOOGLE', 'STEAM', 'PG'],
    purchases: 30,
    faultPercent: 30,
    kills: 1,
    longestLifeMs: 600,
    workers: 16,
    doubtfulCharges: false,
  });
  t.diagnostic(JSON.stringify(proof));
  assert.deepEqual([proof.paid, proof.unpaid, proof.kills], [22, 8, 1]);
  assert.ok(proof.retries > 0);
});
