// Orders at Google that are read again: a refund that leaves the goods with the player, or of one of several products.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, PATH } from '../shop.ts';
import { DAY, MONTH } from '../subscription-shop.ts';

const HOUR = 60 * 60_000;
/** Google's number for a refund by the studio. */
const DEVELOPER = 1;

marketSuite(
  'orders of Google Play, read again',
  (gate, markets) => {
    test('a refund that leaves the goods is found without a verification, told once, and cancels nothing', async () => {
      const shop = await openGoogleShop(gate, markets);
      const kept = await shop.buy();
      const other = await shop.buy();
      await shop.verifyGems(kept);
      await shop.verifyGems(other);
      await shop.poll();
      await shop.events();
      await shop.pass(HOUR);
      await shop.act(kept, 'refund', { revoke: false, source: DEVELOPER });
      await shop.pass(6 * HOUR);
      await shop.poll();
      assert.equal(await shop.cancelState(kept), 0);
      assert.deepEqual(
        (await shop.events()).map(({ type, data }) => [
          type,
          data.storeTransactionId,
          data.refund.amount,
          data.refund.revoked,
          data.servicePurchaseCancelState,
        ]),
        [['purchase.partially_refunded', kept.orderId, '10.00', false, 0]],
      );
      await shop.pass(6 * HOUR);
      await shop.poll();
      assert.deepEqual(await shop.events(), []);
    });

    test('a refund of one of several products cancels that one', async () => {
      const shop = await openGoogleShop(gate, markets);
      const products = [
        { productId: 'gems.100', priceMicros: 9_990_000 },
        { productId: 'sword', priceMicros: 4_990_000 },
      ];
      const bought = await markets.control('/google/purchases', {
        packageName: shop.packageName,
        obfuscatedExternalAccountId: ACCOUNT,
        products,
      });
      const request = {
        serviceReceipt: bought.purchaseToken,
        providerId: 'GOOGLE',
        requestType: 1,
      };
      for (const { productId } of products) {
        await gate.post(PATH, { ...request, accountUuid: ACCOUNT, productId }, shop.headers);
      }
      await shop.poll();
      await shop.events();
      await shop.pass(HOUR);
      await shop.act(bought, 'refund', { productId: 'sword' });
      await shop.pass(6 * HOUR);
      await shop.poll();
      assert.deepEqual(
        (await shop.events()).map(({ type, data }) => [type, data.productId]),
        [['purchase.refunded', 'sword']],
      );
    });

    test('a refund that a verification has seen does not hide that of another product', async () => {
      const shop = await openGoogleShop(gate, markets);
      const products = ['gems.100', 'sword', 'map'].map((productId) => ({ productId }));
      const { packageName } = shop;
      const buyer = { packageName, obfuscatedExternalAccountId: ACCOUNT };
      const bought = await markets.control('/google/purchases', { ...buyer, products });
      const request = {
        serviceReceipt: bought.purchaseToken,
        providerId: 'GOOGLE',
        requestType: 1,
      };
      const verify = ({ productId }: { productId: string }) =>
        gate.post(PATH, { ...request, accountUuid: ACCOUNT, productId }, shop.headers);
      for (const product of products) await verify(product);
      await shop.poll();
      await shop.events();
      for (const productId of ['gems.100', 'sword']) {
        await shop.pass(HOUR);
        await shop.act(bought, 'refund', { productId });
      }
      await verify({ productId: 'gems.100' });
      await shop.pass(6 * HOUR);
      await shop.poll();
      assert.deepEqual(
        (await shop.events()).map(({ type, data }) => [type, data.productId]),
        [
          ['purchase.refunded', 'gems.100'],
          ['purchase.refunded', 'sword'],
        ],
      );
    });

    test('a refund of several products that leaves them gives each its own price back, and is told once', async () => {
      const shop = await openGoogleShop(gate, markets);
      const products = [
        { productId: 'gems.100', priceMicros: 9_990_000 },
        { productId: 'sword', priceMicros: 4_990_000 },
      ];
      const { packageName } = shop;
      const buyer = { packageName, obfuscatedExternalAccountId: ACCOUNT };
      const bought = await markets.control('/google/purchases', { ...buyer, products });
      const request = {
        serviceReceipt: bought.purchaseToken,
        providerId: 'GOOGLE',
        requestType: 1,
      };
      const verifyAll = async () => {
        for (const { productId } of products) {
          await gate.post(PATH, { ...request, accountUuid: ACCOUNT, productId }, shop.headers);
        }
      };
      await verifyAll();
      await shop.poll();
      await shop.events();
      await shop.pass(HOUR);
      await shop.act(bought, 'refund', { revoke: false, source: DEVELOPER });
      await shop.pass(6 * HOUR);
      await shop.poll();
      const told = (await shop.events()).map(({ type, data }) => [
        type,
        data.productId,
        data.refund.amount,
      ]);
      assert.deepEqual(told.sort(), [
        ['purchase.partially_refunded', 'gems.100', '9.99'],
        ['purchase.partially_refunded', 'sword', '4.99'],
      ]);
      await verifyAll();
      await shop.pass(6 * HOUR);
      await shop.poll();
      assert.deepEqual(await shop.events(), []);
    });

    test('what is given back after a prorated revoke is found', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle({ taxMicros: 0, priceMicros: 10_000_000 });
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await shop.pass(MONTH / 2);
      await shop.google(bought, 'revoke', { prorated: true });
      await shop.pass(6 * HOUR);
      await shop.poll();
      const more = [{ amountMicros: 1_000_000 }, { revoke: false, source: DEVELOPER }];
      for (const refund of more) {
        await shop.google(bought, 'refund', refund);
        for (let round = 0; round < 2; round++) {
          await shop.pass(6 * HOUR);
          await shop.poll();
        }
      }
      assert.deepEqual(
        (await shop.reports()).map((line) => line.split('|').slice(0, 3)),
        [
          ['refund', 'given', '5.00'],
          ['refund', 'given', '6.00'],
          ['refund', 'given', ''],
        ],
      );
    });

    test('a chargeback of several products is told once for each, however often Google says it', async () => {
      const shop = await openGoogleShop(gate, markets);
      const products = [
        { productId: 'gems.100', priceMicros: 9_990_000 },
        { productId: 'sword', priceMicros: 4_990_000 },
      ];
      const { packageName } = shop;
      const buyer = { packageName, obfuscatedExternalAccountId: ACCOUNT };
      const bought = await markets.control('/google/purchases', { ...buyer, products });
      const request = {
        serviceReceipt: bought.purchaseToken,
        providerId: 'GOOGLE',
        requestType: 1,
      };
      for (const { productId } of products) {
        await gate.post(PATH, { ...request, accountUuid: ACCOUNT, productId }, shop.headers);
      }
      await shop.poll();
      await shop.events();
      await shop.pass(HOUR);
      await shop.act(bought, 'refund', { reason: 7, source: 2 });
      for (let round = 0; round < 3; round++) {
        await shop.pass(6 * HOUR);
        await shop.poll();
      }
      assert.deepEqual(
        (await shop.events()).map(({ type, data }) => [type, data.productId]).sort(),
        [
          ['purchase.dispute_lost', 'gems.100'],
          ['purchase.dispute_lost', 'sword'],
        ],
      );
    });

    test('an order that Google does not have does not keep the others from being read', async () => {
      const shop = await openGoogleShop(gate, markets);
      const hidden = await shop.buy({ hiddenOrder: true });
      const kept = await shop.buy();
      await shop.verifyGems(hidden);
      await shop.verifyGems(kept);
      await shop.act(kept, 'refund', { revoke: false, source: DEVELOPER });
      await shop.poll();
      assert.deepEqual(
        (await shop.reports()).map((line) => line.split('|').slice(0, 3)),
        [['refund', 'partial', '10.00']],
      );
    });

    test('after 60 days an order is not read any more', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.poll();
      await shop.pass(61 * DAY);
      await shop.act(bought, 'refund', { revoke: false, source: DEVELOPER });
      await shop.poll();
      assert.deepEqual(await shop.reports(), []);
    });
  },
  { kinds: EITHER },
);
