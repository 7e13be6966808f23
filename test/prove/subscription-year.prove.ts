// The long form of test/payment/verify/subscription-year.test.ts: 1,000 subscribers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marketSuite } from '../support/markets.ts';
import { liveAYear } from './subscription-year.ts';

marketSuite('a year of 1,000 subscribers', (gate, markets) => {
  test('our records are those of the stores', async (t) => {
    const proof = await liveAYear(gate, markets, { subscribers: 1_000 });
    t.diagnostic(JSON.stringify(proof));
    assert.ok(proof.cycles > 5_000, JSON.stringify(proof));
    assert.ok(proof.refunded > 50, JSON.stringify(proof));
  });
});
