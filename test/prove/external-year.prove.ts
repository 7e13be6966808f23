// The long form of test/payment/external/year.test.ts: 10,000 orders in a year.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marketSuite } from '../support/markets.ts';
import { liveAnExternalYear } from './external-year.ts';

const ORDERS = Number(process.env.EXTERNAL_ORDERS ?? 10_000);

marketSuite(`a year of ${ORDERS} external sales`, (gate, markets) => {
  test('each token is reported once and in time, and the books of the stores are ours', async (t) => {
    const proof = await liveAnExternalYear(gate, markets, { orders: ORDERS, seed: 7, kills: 40 });
    t.diagnostic(JSON.stringify(proof));
    assert.ok(proof.kills > 20 && proof.refunded > ORDERS / 10, JSON.stringify(proof));
  });
});
