// The return page is open to anybody: however many visit it, the gateway is asked a handful of times.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import type { Gate } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { LEFT_URL, type OrderShop, openOrderShop } from './order-shop.ts';

const VISITS = 700;
const MANY = 100_000;
const STILL_CHECKING =
  'Your payment is still being checked. This page reloads by itself; you can also return to the game.';

const visit = (gate: Gate, { app }: OrderShop, orderId: string) =>
  gate.send('GET', `/payment/v1/order/return/${app.appid}/${orderId}`);

marketSuite(
  'visits of the return page',
  (gate, markets) => {
    beforeEach(() => markets.clearFaults());

    const openOrders = async (shop: OrderShop, count: number): Promise<string[]> => {
      const ids = [];
      for (let order = 0; order < count; order += 1) {
        ids.push((await shop.payPage()).body.data.orderId as string);
      }
      return ids;
    };
    /** A fault that strikes every call also counts them. */
    const callsLeft = async () => (await markets.control('/faults')).faults[0].count as number;

    test('700 visitors of one order at one moment: one call, and one more after three seconds', async () => {
      const shop = await openOrderShop(gate, markets);
      const [orderId = ''] = await openOrders(shop, 1);
      // Slow by nothing: it counts, and the answer is that of the gateway.
      await markets.fault('stripe', 'slow', { count: MANY, delayMs: 0 });
      const visitAll = () =>
        Promise.all(Array.from({ length: VISITS }, () => visit(gate, shop, orderId)));
      const first = await visitAll();
      const callsOfOne = MANY - (await callsLeft());
      assert.ok(callsOfOne >= 1 && callsOfOne <= 2, `${callsOfOne} calls`);
      for (const { status, headers } of [...first, ...(await visitAll())]) {
        assert.deepEqual([status, headers.location], [303, `${LEFT_URL}?orderId=${orderId}`]);
      }
      assert.equal(MANY - (await callsLeft()), callsOfOne);
      gate.now += 3_000;
      await visitAll();
      assert.equal(MANY - (await callsLeft()), 2 * callsOfOne);
      await markets.clearFaults();
    });

    test('a gateway that hangs: four calls for 700 visitors, and a verification passes meanwhile', async () => {
      const shop = await openOrderShop(gate, markets);
      const { serviceReceipt } = await shop.paid();
      const ids = await openOrders(shop, 10);
      await markets.fault('stripe', 'timeout', { count: MANY });
      const hanging = ids.slice(0, 4).map((orderId) => visit(gate, shop, orderId));
      while ((await callsLeft()) > MANY - 4);
      const shared = Array.from({ length: VISITS / 2 }, (_, index) =>
        visit(gate, shop, ids[index % 4] as string),
      );
      const others = await Promise.all(
        Array.from({ length: VISITS / 2 }, (_, index) =>
          visit(gate, shop, ids[4 + (index % 6)] as string),
        ),
      );
      for (const { status, body, headers } of others) {
        assert.deepEqual([status, body, headers.refresh], [200, STILL_CHECKING, '3']);
      }
      assert.equal(await callsLeft(), MANY - 4);
      await markets.clearFaults();
      const verified = await shop.verify(serviceReceipt, { providerId: 'PG' });
      assert.equal(verified.body.data.serviceDuplicated, false);
      markets.dropConnections();
      for (const { status } of await Promise.all([...hanging, ...shared]))
        assert.equal(status, 303);
    });
  },
  { kinds: EITHER },
);
