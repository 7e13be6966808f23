// Orders with many calls of one moment, from two processes, also while Steam fails: each is charged and recorded once.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Service } from '../../../src/service.ts';
import { drivePurchases, outcomeOf } from '../../prove/purchases.ts';
import { steamSeller } from '../../prove/sellers.ts';
import { ITEM_RESULT, openOrderShop, orderSuite } from './order-shop.ts';

const ORDERS = 10;
/** Further than the market is left alone after many failures, and a step towards a new attempt. */
const PAUSE_MS = 6_000;
/** Every way to fail that costs no waiting. */
const KINDS = ['lost', 'reset', '500', 'garbage', '429'];

orderSuite('orders at once', (gate, markets) => {
  let services: readonly Service[] = [];
  before(async () => {
    services = [gate.service, await gate.secondService()];
  });

  test('64 simultaneous verifications: one charge, one that is no duplicate', async () => {
    const shop = await openOrderShop(gate, markets);
    const { orderId, serviceReceipt } = await shop.approved();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_each, index) =>
        shop.verify(serviceReceipt, {}, services[index % 2]),
      ),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
    const news = answers.filter((answer) => answer.body.data.serviceDuplicated === false);
    assert.equal(news.length, 1);
    assert.equal((await markets.control(`/steam/orders/${orderId}`)).charges, 1);
  });

  test('of many different delivery results, the saved one is one of them, and all are answered', async () => {
    const shop = await openOrderShop(gate, markets);
    const { serviceReceipt } = await shop.approved();
    const { serviceTransactionId } = (await shop.verify(serviceReceipt)).body.data;
    const results = Array.from({ length: 12 }, (_, index) => (index % 3) + 1);
    const answers = await Promise.all(
      results.map((result) =>
        shop.post(ITEM_RESULT, { serviceTransactionId, result }, shop.server),
      ),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    const [saved] = await purchasesOf(shop.app.appid);
    assert.ok(results.includes(saved?.delivery ?? 0));
  });

  test('while Steam fails, clients that send again get each approved order charged and recorded exactly once', async (t) => {
    const shop = await openOrderShop(gate, markets);
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
    const rows = await purchasesOf(shop.app.appid);
    assert.deepEqual(rows.map((row) => `STEAM ${row.unique_key}`).sort(), records);
  });

  const purchasesOf = (appid: string) =>
    gate.service.context.storage.db
      .selectFrom('purchase')
      .select(['unique_key', 'delivery'])
      .where('appid', '=', appid)
      .execute();
});
