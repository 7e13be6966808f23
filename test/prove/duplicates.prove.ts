// The long form of test/payment/verify/duplicates.test.ts: 1,000 receipts, 64 at once, two processes on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../support/databases.ts';
import { proveDuplicates } from './duplicates.ts';

for (const database of KINDS) {
  test(`64 simultaneous verifications of each of 1,000 receipts (${database})`, async (t) => {
    const processes = database === 'postgres' ? 2 : 1;
    const proof = await proveDuplicates({
      database,
      processes,
      receipts: 1_000,
      simultaneous: 64,
    });
    t.diagnostic(JSON.stringify(proof));
    assert.equal(proof.firsts, 1_000);
  });
}
