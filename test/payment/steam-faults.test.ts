// STEAM with three calls in ten failing: every approved order is charged and recorded once, no other ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disturb, driveCharges, outcomeOf } from '../prove/steam-charges.ts';
import { openOrderShop, orderSuite } from './order-shop.ts';

const ORDERS = 25;
/** Further than the market is left alone after many failures, and a step towards a new attempt. */
const PAUSE_MS = 6_000;

orderSuite('STEAM with faults', (gate, markets) => {
  test('clients that send again get each approved order charged and recorded exactly once', async (t) => {
    const shop = await openOrderShop(gate, markets);
    const services = [gate.service, await gate.secondService()];
    await disturb(markets, 30);
    let calls = 0;
    const { sales, ...proof } = await driveCharges(
      {
        async open() {
          const answer = await shop.init();
          return answer.status === 200 ? answer.body.data : undefined;
        },
        verify: async (receipt) =>
          outcomeOf(await shop.verify(receipt, {}, services[calls++ % services.length])),
        async pause() {
          gate.now += PAUSE_MS;
        },
      },
      markets,
      { orders: ORDERS, workers: 4 },
    );
    t.diagnostic(JSON.stringify(proof));
    assert.equal(proof.approved + proof.unapproved, ORDERS);
    assert.equal(proof.firsts, proof.approved);
    assert.ok(proof.retries > 0);
    const rows = await gate.service.desk.storage.db
      .selectFrom('purchase')
      .select('unique_key')
      .execute();
    assert.deepEqual(
      rows.map((row) => row.unique_key).sort(),
      sales.map((sale) => sale.orderId).sort(),
    );
  });
});
