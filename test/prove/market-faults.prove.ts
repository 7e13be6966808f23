// The long form of test/payment/markets/faults.test.ts: 10,000 purchases and 25 kills on each database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../support/databases.ts';
import { proveFaultRun } from './market-faults.ts';

const PURCHASES = 10_000;
const KILLS = 25;

for (const database of KINDS) {
  test(`markets that fail 30 % of the time, and kills: every paid purchase is recorded once (${database})`, async (t) => {
    const proof = await proveFaultRun({
      database,
      markets: ['APPLE', 'GOOGLE', 'STEAM', 'PG'],
      purchases: PURCHASES,
      faultPercent: 30,
      kills: KILLS,
      longestLifeMs: 8_000,
      workers: 96,
      doubtfulCharges: true,
    });
    t.diagnostic(JSON.stringify(proof));
    assert.deepEqual([proof.paid, proof.unpaid, proof.kills], [8_000, 2_000, KILLS]);
  });
}
