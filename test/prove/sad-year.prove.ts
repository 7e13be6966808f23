// The long form of test/payment/ledger/sad-year.test.ts: 2,000 purchases in a year.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marketSuite } from '../support/markets.ts';
import { liveASadYear } from './sad-year.ts';

marketSuite('a year of 2,000 purchases and their sad paths', (gate, markets) => {
  test('records, events and the books of the markets agree to the cent', async (t) => {
    const proof = await liveASadYear(gate, markets, { purchases: 2_000 });
    t.diagnostic(JSON.stringify(proof));
    assert.ok(proof.cancelled > 300 && proof.disputed > 100, JSON.stringify(proof));
    assert.ok(proof.pollersKilled > 20, JSON.stringify(proof));
  });
});
