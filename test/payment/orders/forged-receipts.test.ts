// Sealed receipts of STEAM and PG that somebody made up, changed or borrowed: all refused, nothing charged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVault } from '../../../src/base/vault.ts';
import { createSeal } from '../../../src/payment/orders/seal.ts';
import type { Forgery } from '../../security/gallery.ts';
import { EITHER } from '../../support/databases.ts';
import {
  anotherOrder,
  FORGED,
  type OrderShop,
  openOrderShop,
  orderSuite,
  type SteamSale,
} from './order-shop.ts';

type Forge = (sale: SteamSale, shop: OrderShop, other: SteamSale) => string | Promise<string>;

const strangersKey = createSeal(
  createVault({ masterKey: Buffer.alloc(32, 9), environment: 'production' }),
);

async function sealedElsewhere({ orderId }: SteamSale, shop: OrderShop): Promise<string> {
  const order = await shop.order(orderId);
  assert.ok(order);
  const { appid, provider, amount, currency, created_at: createdAt } = order;
  return strangersKey.seal({ appid, provider, orderId, amount, currency, createdAt });
}

const middle = (text: string): number => Math.floor(text.length / 2);
const swap = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

const GALLERY: Record<Forgery<'sealed'>, Forge> = {
  'a text that is no receipt': () => 'receipt',
  'the order number as a receipt': ({ orderId }) => orderId,
  'a receipt without its beginning': ({ serviceReceipt }) => serviceReceipt.slice(3),
  'a truncated receipt': ({ serviceReceipt }) => serviceReceipt.slice(0, -1),
  'a longer receipt': ({ serviceReceipt }) => `${serviceReceipt}A`,
  'padding at the end': ({ serviceReceipt }) => `${serviceReceipt}=`,
  'a changed nonce': ({ serviceReceipt }) => swap(serviceReceipt, 5),
  'a changed body': ({ serviceReceipt }) => swap(serviceReceipt, middle(serviceReceipt)),
  'a changed tag': ({ serviceReceipt }) => swap(serviceReceipt, serviceReceipt.length - 3),
  'meaningless bits changed': ({ serviceReceipt }) =>
    swap(serviceReceipt, serviceReceipt.length - 1),
  'sealed under another master key': sealedElsewhere,
  'two receipts stitched together': ({ serviceReceipt }, _shop, other) =>
    serviceReceipt.slice(0, 40) + other.serviceReceipt.slice(40),
};

orderSuite(
  'forged sealed receipts',
  (gate, markets) => {
    for (const [name, forge] of Object.entries(GALLERY)) {
      test(`${name}: RECEIPT_VERIFY_FAIL, with and without the order number`, async () => {
        const shop = await openOrderShop(gate, markets);
        const [sale, other] = [await shop.approved(), await shop.approved()];
        const forged = await forge(sale, shop, other);
        for (const fields of [{}, { orderId: sale.orderId }]) {
          const answer = await shop.verify(forged, fields);
          assert.equal(answer.status, 400);
          assert.deepEqual(answer.body, FORGED);
        }
        assert.equal((await markets.control(`/steam/orders/${sale.orderId}`)).charges, 0);
      });
    }

    test("another app's sealed receipt: RECEIPT_VERIFY_FAIL", async () => {
      const [shop, stranger] = [
        await openOrderShop(gate, markets),
        await openOrderShop(gate, markets),
      ];
      const sale = await stranger.approved();
      for (const fields of [{}, { orderId: sale.orderId }]) {
        assert.deepEqual((await shop.verify(sale.serviceReceipt, fields)).body, FORGED);
      }
    });

    test('the receipt of another order: RECEIPT_VERIFY_FAIL', async () => {
      const shop = await openOrderShop(gate, markets);
      const [cheap, dear] = [await shop.approved(), await shop.approved({ quantity: 9 })];
      const answer = await shop.verify(cheap.serviceReceipt, { orderId: dear.orderId });
      assert.deepEqual(answer.body, anotherOrder(cheap.orderId, dear.orderId));
    });

    test("one market's receipt at the other: RECEIPT_VERIFY_FAIL", async () => {
      const shop = await openOrderShop(gate, markets);
      const [steam, pg] = [await shop.approved(), await shop.paid()];
      const asPg = await shop.verify(steam.serviceReceipt, { providerId: 'PG' });
      const asSteam = await shop.verify(pg.serviceReceipt, { providerId: 'STEAM' });
      assert.deepEqual([asPg.body, asSteam.body], [FORGED, FORGED]);
    });

    test('an order whose saved amount was changed no longer fits its receipt', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.paid();
      await gate.service.context.storage.db
        .updateTable('purchase_order')
        .set({ amount: '0.01' })
        .where('order_id', '=', orderId)
        .execute();
      const answer = await shop.verify(serviceReceipt, { providerId: 'PG' });
      assert.deepEqual(answer.body, FORGED);
    });

    test('an order number that does not exist: RECEIPT_VERIFY_FAIL', async () => {
      const shop = await openOrderShop(gate, markets);
      const { serviceReceipt, orderId } = await shop.approved();
      for (const sent of ['1', 'H1', "' or 1=1 --", 'x'.repeat(4_096)]) {
        const answer = await shop.verify(serviceReceipt, { orderId: sent });
        assert.deepEqual(answer.body, anotherOrder(orderId, sent));
      }
    });
  },
  { kinds: EITHER },
);
