// Exactly one `serviceDuplicated=false` per purchase, whatever the concurrency; `npm run prove` does it at length.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveDuplicates } from '../../prove/duplicates.ts';

const SIMULTANEOUS = 64;

test('two processes on PostgreSQL: as many firsts as receipts', async () => {
  const proof = await proveDuplicates({
    database: 'postgres',
    processes: 2,
    receipts: 2,
    simultaneous: SIMULTANEOUS,
  });
  assert.deepEqual(proof, { receipts: 2, verifications: 128, firsts: 2 });
});
