// A permanent product is sold once: an order that would sell it again is refused before the market hears of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { addGrant, revokeGrant } from '../../../src/payment/owned/grants.ts';
import { appOf } from '../../../src/tenants/apps.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import {
  ACCOUNT,
  GEMS,
  INIT,
  ITEM_RESULT,
  type OrderShop,
  openOrderShop,
  orderSuite,
  PAY_PAGE,
  problem,
  wrongField,
} from './order-shop.ts';

const PG = { providerId: 'PG' };
const DAY_MS = 24 * 60 * 60_000;

orderSuite(
  'orders of permanent products',
  (gate, markets) => {
    const open = () => openOrderShop(gate, markets, { product: { kind: 'permanent' } });
    const ordersOf = ({ app }: OrderShop) =>
      gate.service.context.storage.db
        .selectFrom('purchase_order')
        .select('order_id')
        .where('appid', '=', app.appid)
        .execute();
    const owned = (path: string) =>
      problem(
        path,
        'FORBIDDEN_REQUEST',
        `The player owns ${GEMS}, which is permanent and cannot be bought again.`,
      );

    test('are for one piece', async () => {
      const shop = await open();
      const message = 'must be 1, because the product is permanent';
      for (const [path, answer] of [
        [INIT, await shop.init({ quantity: 2 })],
        [PAY_PAGE, await shop.payPage({ quantity: 2 })],
      ] as const) {
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body, wrongField(path, 'quantity', message));
      }
      assert.deepEqual(await ordersOf(shop), []);
    });

    test('are refused while the player owns it, and open again once it is refunded', async () => {
      const shop = await open();
      const { orderId, serviceReceipt } = await shop.paid();
      const { serviceTransactionId } = (await shop.verify(serviceReceipt, PG)).body.data;
      await shop.post(ITEM_RESULT, { serviceTransactionId, result: 1 });
      assert.deepEqual((await shop.init()).body, owned(INIT));
      assert.deepEqual((await shop.payPage()).body, owned(PAY_PAGE));
      assert.equal((await ordersOf(shop)).length, 1);
      const other = await shop.login(2);
      const request = { productId: GEMS, currency: 'USD' };
      assert.equal((await shop.post(PAY_PAGE, request, other)).status, 200);

      await markets.control(`/pg/orders/${orderId}/refund`, {});
      await shop.verify(serviceReceipt, PG);
      assert.equal((await shop.payPage()).status, 200);
      assert.equal((await shop.init()).status, 200);
    });

    test('are refused while a paid order waits for its verification', async () => {
      const shop = await open();
      const waiting = await shop.payPage();
      const { orderId } = await shop.paid();
      const detail = `The player has paid for ${GEMS} in order ${orderId}, and it is permanent. Restore that order and verify its receipt.`;
      assert.equal(waiting.status, 200);
      assert.deepEqual((await shop.init()).body, problem(INIT, 'FORBIDDEN_REQUEST', detail));
      const answer = await shop.payPage();
      assert.deepEqual(answer.body, problem(PAY_PAGE, 'FORBIDDEN_REQUEST', detail));
    });

    test('are refused for what was granted for good, and open for what was granted for a time', async () => {
      const shop = await open();
      const { context, directory } = gate.service;
      const app = expectDone(await appOf(directory, shop.app.appid));
      const give = async (ends_at?: string) =>
        expectDone(
          await addGrant({ context, app }, SYSTEM, {
            account_uuid: ACCOUNT,
            product_id: GEMS,
            reason: 'a prize',
            ...(ends_at && { ends_at }),
          }),
        );
      await give(new Date(gate.now + DAY_MS).toISOString());
      assert.equal((await shop.payPage()).status, 200);
      const { grant_id } = await give();
      assert.deepEqual((await shop.payPage()).body, owned(PAY_PAGE));
      expectDone(await revokeGrant({ context, app }, SYSTEM, { grant_id }));
      assert.equal((await shop.payPage()).status, 200);
    });

    test('a consumable can be bought again, and many at once', async () => {
      const shop = await openOrderShop(gate, markets);
      const { serviceReceipt } = await shop.paid();
      await shop.verify(serviceReceipt, PG);
      assert.equal((await shop.payPage({ quantity: 3 })).status, 200);
    });
  },
  { kinds: EITHER },
);
