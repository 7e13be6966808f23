// GOOGLE: the purchase decides, its order only says the price. An order that cannot be read delays the price.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, PATH, PRODUCT } from '../shop.ts';

const HOUR = 60 * 60_000;

marketSuite(
  'orders of Google Play that cannot be read',
  (gate, markets) => {
    const refuseOrders = (answer: number | null) =>
      markets.control('/google/order-access', { answer });
    const purchaseRows = (appid: string) =>
      gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['price', 'currency', 'cancel_state'])
        .where('appid', '=', appid)
        .execute();

    for (const answer of [403, 429]) {
      test(`${answer}: the purchase passes without a price, and a job fills it in`, async () => {
        const shop = await openGoogleShop(gate, markets);
        const bought = await shop.buy();
        await refuseOrders(answer);
        const verified = await shop.verifyGems(bought);
        assert.deepEqual(
          [verified.serviceDuplicated, verified.servicePrice, verified.serviceCurrency],
          [false, null, null],
        );
        await gate.service.payment.jobs.turn();
        assert.equal((await purchaseRows(shop.app.appid))[0]?.price, null);
        await refuseOrders(null);
        await shop.pass(HOUR);
        await gate.service.payment.jobs.turn();
        assert.deepEqual(await purchaseRows(shop.app.appid), [
          { price: '10.00', currency: 'USD', cancel_state: 0 },
        ]);
        assert.equal((await shop.verifyGems(bought)).servicePrice, 10);
      });
    }

    test('with a price to compare it is MARKET_UNAVAILABLE', async () => {
      const shop = await openGoogleShop(gate, markets);
      const { purchaseToken } = await shop.buy();
      await refuseOrders(429);
      const request = { serviceReceipt: purchaseToken, productId: PRODUCT, providerId: 'GOOGLE' };
      const body = { accountUuid: ACCOUNT, requestType: 1, ...request, price: 10, currency: 'USD' };
      const refused = await gate.post(PATH, body, shop.headers);
      assert.deepEqual(
        [refused.status, refused.body.outcome],
        [500, { code: 5001, message: 'MARKET_UNAVAILABLE' }],
      );
      assert.deepEqual(await purchaseRows(shop.app.appid), []);
      await refuseOrders(null);
      const passed = await gate.post(PATH, body, shop.headers);
      assert.deepEqual([passed.status, passed.body.data.servicePrice], [200, 10]);
    });

    test('a subscription passes too, and its cycle gets the price later', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await refuseOrders(403);
      const { status } = await shop.verify('GOOGLE', bought.purchaseToken);
      assert.equal(status, 200);
      assert.equal((await purchaseRows(shop.app.appid))[0]?.price, null);
      await refuseOrders(null);
      await shop.pass(HOUR);
      await gate.service.payment.jobs.turn();
      assert.equal((await purchaseRows(shop.app.appid))[0]?.price, '10.79');
    });

    test('what the order would have said of a refund is found with the price', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await refuseOrders(403);
      await shop.verifyGems(bought);
      await shop.act(bought, 'refund', { revoke: false });
      await refuseOrders(null);
      await shop.pass(HOUR);
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await purchaseRows(shop.app.appid), [
        { price: '10.00', currency: 'USD', cancel_state: 0 },
      ]);
      assert.deepEqual(
        (await shop.reports()).map((line) => line.split('|').slice(0, 3)),
        [['refund', 'partial', '10.00']],
      );
    });

    test('whether a refund left the goods is not guessed', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.act(bought, 'refund', { revoke: false });
      await refuseOrders(403);
      // Known: the record answers.
      assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 0);
      await refuseOrders(null);
      assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 0);
      assert.deepEqual(
        (await shop.reports()).map((line) => line.split('|').slice(0, 3)),
        [['refund', 'partial', '10.00']],
      );
    });
  },
  { kinds: EITHER },
);
