// STEAM with three calls in ten failing: every approved order is charged and recorded once, no other ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drivePurchases, outcomeOf } from '../../prove/purchases.ts';
import { steamSeller } from '../../prove/sellers.ts';
import { openOrderShop, orderSuite } from './order-shop.ts';

const ORDERS = 25;
/** Further than the market is left alone after many failures, and a step towards a new attempt. */
const PAUSE_MS = 6_000;
/** Every way to fail that costs no waiting. */
const KINDS = ['lost', 'reset', '500', 'garbage', '429'];

orderSuite('STEAM with faults', (gate, markets) => {
  test('clients that send again get each approved order charged and recorded exactly once', async (t) => {
    const shop = await openOrderShop(gate, markets);
    const services = [gate.service, await gate.secondService()];
    for (const kind of KINDS) await markets.fault('steam', kind, { rate: 0.3 / KINDS.length });
    let calls = 0;
    const seller = steamSeller(markets, {
      open: (insist) =>
        insist(async () => {
          const answer = await shop.init();
          return answer.status === 200 ? answer.body.data : undefined;
        }),
      verify: async (receipt) =>
        outcomeOf(await shop.verify(receipt, {}, services[calls++ % services.length])),
    });
    const { proof, records } = await drivePurchases([seller], {
      purchases: ORDERS,
      workers: 4,
      async pause() {
        gate.now += PAUSE_MS;
      },
    });
    t.diagnostic(JSON.stringify(proof));
    assert.equal(proof.paid + proof.unpaid, ORDERS);
    assert.equal(proof.firsts, proof.paid);
    assert.ok(proof.retries > 0);
    const rows = await gate.service.context.storage.db
      .selectFrom('purchase')
      .select('unique_key')
      .execute();
    assert.deepEqual(rows.map((row) => `STEAM ${row.unique_key}`).sort(), records);
  });
});
