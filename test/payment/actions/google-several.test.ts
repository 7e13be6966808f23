// A refund by action of a Google order for several products: each of them gives its own price back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, PATH } from '../shop.ts';

const PRODUCTS = [
  { productId: 'gems.100', priceMicros: 1_000_000 },
  { productId: 'sword', priceMicros: 50_000_000 },
  { productId: 'map', priceMicros: 4_990_000 },
];
const HOUR = 60 * 60_000;

marketSuite(
  'a refund by action of several products of one order',
  (gate, markets) => {
    for (const [index, { productId: asked }] of PRODUCTS.entries()) {
      for (const goods of ['keep', 'take'] as const) {
        test(`asked for at ${asked}, to ${goods} the goods: told once, with the price of each, and counted so`, async () => {
          const shop = await openGoogleShop(gate, markets);
          const { appid } = shop.app;
          const began = gate.now;
          const bought = await markets.control('/google/purchases', {
            packageName: shop.packageName,
            obfuscatedExternalAccountId: ACCOUNT,
            products: PRODUCTS,
          });
          const ids: string[] = [];
          for (const { productId } of PRODUCTS) {
            const request = { providerId: 'GOOGLE', requestType: 1, accountUuid: ACCOUNT };
            const receipt = { serviceReceipt: bought.purchaseToken, productId };
            const { body } = await gate.post(PATH, { ...request, ...receipt }, shop.headers);
            ids.push(body.data.serviceTransactionId);
          }
          await shop.poll();
          await shop.events();

          const made = await admin(gate, 'POST', `/apps/${appid}/purchases/${ids[index]}/actions`, {
            kind: 'refund',
            goods,
            reason: 'Bought twice',
            idempotency_key: randomUUID(),
          });
          assert.equal(made.status, 201, JSON.stringify(made.body));
          await gate.service.payment.jobs.turn();
          const told = (await shop.events()).map(({ type, data }) => [
            type,
            data.productId,
            data.refund.amount,
            data.refund.revoked,
            data.refund.byStudio,
            data.servicePurchaseCancelState,
          ]);
          const isKept = goods === 'keep';
          const type = isKept ? 'purchase.partially_refunded' : 'purchase.refunded';
          const prices = { 'gems.100': '1.00', map: '4.99', sword: '50.00' };
          assert.deepEqual(
            told.sort(([, one], [, other]) => one.localeCompare(other)),
            Object.entries(prices).map(([productId, amount]) => [
              type,
              productId,
              amount,
              !isKept,
              true,
              isKept ? 0 : 1,
            ]),
          );

          await shop.pass(6 * HOUR);
          await shop.poll();
          assert.deepEqual(await shop.events(), []);
          await gate.service.payment.figures.turn();
          const [from, to] = [began, gate.now].map((at) => new Date(at).toISOString().slice(0, 10));
          const query = `from=${from}&to=${to}&step=month&by=product`;
          const { body } = await admin(gate, 'GET', `/apps/${appid}/figures/revenue?${query}`);
          const figures = body.totals.map((each: Record<string, string | number>) => [
            each.value,
            each.refunds,
            each.refunded,
            each.net,
          ]);
          assert.deepEqual(figures.sort(), [
            ['gems.100', 1, '1.00', '0.00'],
            ['map', 1, '4.99', '0.00'],
            ['sword', 1, '50.00', '0.00'],
          ]);
        });
      }
    }
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
