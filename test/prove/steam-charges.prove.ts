// The long form of test/payment/orders/steam-faults.test.ts: processes, kills, and a thousand orders on each database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../support/databases.ts';
import { proveFaultRun } from './market-faults.ts';

for (const database of KINDS) {
  test(`no STEAM order is charged twice, none is lost (${database})`, async (t) => {
    const proof = await proveFaultRun({
      database,
      markets: ['STEAM'],
      purchases: 1_000,
      faultPercent: 30,
      kills: 10,
      longestLifeMs: 2_000,
      workers: 32,
      doubtfulCharges: true,
    });
    t.diagnostic(JSON.stringify(proof));
    assert.deepEqual([proof.paid, proof.unpaid, proof.kills], [800, 200, 10]);
  });
}
