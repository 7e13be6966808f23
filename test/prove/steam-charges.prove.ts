// The long form of test/payment/steam-faults.test.ts: processes, kills, and a thousand orders on each database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../support/databases.ts';
import { proveCharges } from './steam-charges.ts';

const ORDERS = 1_000;

for (const database of KINDS) {
  test(`no STEAM order is charged twice, none is lost (${database})`, async (t) => {
    const proof = await proveCharges({ database, orders: ORDERS, faultPercent: 30, kills: 10 });
    t.diagnostic(JSON.stringify(proof));
    assert.equal(proof.approved + proof.unapproved, ORDERS);
    assert.ok(proof.retries > 0);
  });
}
