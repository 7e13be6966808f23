// POST /payment/v1/item/result: the delivery result of a purchase.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { inject } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { ACCOUNT as APPLE_ACCOUNT, openAppleShop } from '../shop.ts';
import { ACCOUNT, ITEM_RESULT, type OrderShop, openOrderShop, problem } from './order-shop.ts';

const UNKNOWN = problem(
  ITEM_RESULT,
  'INVALID_REQUEST',
  'serviceTransactionId names no purchase of this caller. Send the one from the verify call.',
  [{ field: 'serviceTransactionId', message: 'names no purchase of this caller' }],
);

marketSuite(
  'item/result',
  (gate, markets) => {
    const bought = async (shop: OrderShop, fields: object = {}): Promise<string> => {
      const { serviceReceipt } = await shop.approved();
      return (await shop.verify(serviceReceipt, fields)).body.data.serviceTransactionId;
    };
    const deliveryOf = (id: string) =>
      gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['delivery', 'delivery_at'])
        .where('number', '=', Number(id.slice(3)))
        .orderBy('verified_at', 'desc')
        .orderBy('transaction_id', 'desc')
        .executeTakeFirst();

    for (const result of [1, 2, 3]) {
      test(`${result} of the app server is saved with its time`, async () => {
        const shop = await openOrderShop(gate, markets);
        const serviceTransactionId = await bought(shop);
        gate.now += 5_000;
        const body = { serviceTransactionId, result };
        const answer = await shop.post(ITEM_RESULT, body, shop.server);
        assert.equal(answer.status, 200);
        assert.deepEqual(answer.body, { data: { serviceTransactionId, result }, meta: null });
        assert.deepEqual(await deliveryOf(serviceTransactionId), {
          delivery: result,
          delivery_at: gate.now,
        });
      });
    }

    test('how much was used is of the app server, from 0 to 100 %', async () => {
      const shop = await openOrderShop(gate, markets);
      const serviceTransactionId = await bought(shop);
      const report = (consumptionPercentage: unknown, server = true) =>
        shop.post(
          ITEM_RESULT,
          { serviceTransactionId, result: 1, consumptionPercentage },
          ...(server ? [shop.server] : []),
        );
      const stored = async () =>
        (
          await gate.service.context.storage.db
            .selectFrom('purchase')
            .select('consumption')
            .where('appid', '=', shop.app.appid)
            .executeTakeFirstOrThrow()
        ).consumption;
      assert.deepEqual((await report(12.5)).body.data, {
        serviceTransactionId,
        result: 1,
        consumptionPercentage: 12.5,
      });
      assert.equal(await stored(), 12_500);
      await report(60);
      assert.equal(await stored(), 60_000);
      for (const wrong of [-1, 100.5, '50']) {
        assert.equal((await report(wrong)).body.outcome.message, 'INVALID_REQUEST');
      }
      assert.equal((await report(0, false)).body.outcome.message, 'FORBIDDEN_REQUEST');
      assert.equal(await stored(), 60_000);
    });

    for (const result of [2, 3]) {
      test(`${result} of a player: FORBIDDEN_REQUEST, and nothing is saved`, async () => {
        const shop = await openOrderShop(gate, markets);
        const serviceTransactionId = await bought(shop);
        const answer = await shop.post(ITEM_RESULT, { serviceTransactionId, result });
        assert.equal(answer.status, 400);
        assert.deepEqual(
          answer.body,
          problem(
            ITEM_RESULT,
            'FORBIDDEN_REQUEST',
            'A user token can report only 1 (delivered). Report 2 and 3 with an app-server token.',
          ),
        );
        const nothing = { delivery: null, delivery_at: null };
        assert.deepEqual(await deliveryOf(serviceTransactionId), nothing);
        assert.equal((await shop.restore()).body.data.length, 1);
      });
    }

    test("1 of a player is saved; said twice, the first time counts; it does not replace the app server's word", async () => {
      const shop = await openOrderShop(gate, markets);
      const serviceTransactionId = await bought(shop);
      const report = () => shop.post(ITEM_RESULT, { serviceTransactionId, result: 1 });
      const first = gate.now;
      assert.equal((await report()).status, 200);
      gate.now += 5_000;
      assert.equal((await report()).status, 200);
      assert.deepEqual(await deliveryOf(serviceTransactionId), { delivery: 1, delivery_at: first });
      const cancelled = { serviceTransactionId, result: 3 };
      assert.equal((await shop.post(ITEM_RESULT, cancelled, shop.server)).status, 200);
      assert.deepEqual(
        (await report()).body,
        problem(
          ITEM_RESULT,
          'INVALID_REQUEST',
          'The app server reported this purchase as cancelled. Only the app server can change that.',
        ),
      );
      assert.equal((await deliveryOf(serviceTransactionId))?.delivery, 3);
    });

    test('the word of the app server replaces an earlier one, in any direction', async () => {
      const shop = await openOrderShop(gate, markets);
      const serviceTransactionId = await bought(shop);
      for (const result of [3, 2, 1, 3, 1]) {
        gate.now += 5_000;
        const answer = await shop.post(ITEM_RESULT, { serviceTransactionId, result }, shop.server);
        assert.deepEqual(answer.body, { data: { serviceTransactionId, result }, meta: null });
        const saved = { delivery: result, delivery_at: gate.now };
        assert.deepEqual(await deliveryOf(serviceTransactionId), saved);
      }
    });

    test('a player reports only own purchases: by account, linked account or order', async () => {
      const shop = await openOrderShop(gate, markets);
      const own = await bought(shop, { accountUuid: ACCOUNT.toUpperCase() });
      const byOrder = await bought(shop, { accountUuid: '00000000-0000-4000-8000-000000000001' });
      const stranger = await shop.login(2);
      const relogged = await shop.login(1);
      for (const serviceTransactionId of [own, byOrder]) {
        const body = { serviceTransactionId, result: 1 };
        assert.deepEqual((await shop.post(ITEM_RESULT, body, stranger)).body, UNKNOWN);
        assert.equal((await shop.post(ITEM_RESULT, body, relogged)).status, 200);
      }
    });

    test("an app server reports any purchase of its app, and no other app's", async () => {
      const [shop, elsewhere] = [
        await openOrderShop(gate, markets),
        await openOrderShop(gate, markets),
      ];
      const body = { serviceTransactionId: await bought(shop), result: 2 };
      assert.deepEqual((await elsewhere.post(ITEM_RESULT, body, elsewhere.server)).body, UNKNOWN);
      assert.equal((await shop.post(ITEM_RESULT, body, shop.server)).status, 200);
    });

    for (const id of ['ST_999', 'AP_1', 'ST_', 'ST_1x', 'st_1', '1', 'ST_99999999999999999999']) {
      test(`the unknown id ${id}: INVALID_REQUEST`, async () => {
        const shop = await openOrderShop(gate, markets);
        assert.equal(await bought(shop), 'ST_1');
        const body = { serviceTransactionId: id, result: 1 };
        assert.deepEqual((await shop.post(ITEM_RESULT, body, shop.server)).body, UNKNOWN);
      });
    }

    for (const result of [0, 4, '1', 1.5]) {
      test(`the result ${JSON.stringify(result)}: INVALID_REQUEST`, async () => {
        const shop = await openOrderShop(gate, markets);
        const answer = await shop.post(ITEM_RESULT, { serviceTransactionId: 'ST_1', result });
        assert.equal(answer.body.outcome.message, 'INVALID_REQUEST');
        assert.ok(answer.body.errors.every((each: { field: string }) => each.field === 'result'));
      });
    }

    test('a login that has ended reports nothing', async () => {
      const shop = await openOrderShop(gate, markets);
      const serviceTransactionId = await bought(shop);
      await inject(gate.service, 'POST', '/auth/v1/logout', {}, shop.player);
      const answer = await shop.post(ITEM_RESULT, { serviceTransactionId, result: 1 });
      assert.equal(answer.body.outcome.message, 'UNAUTHORIZED_REQUEST');
    });

    describe('of another market', () => {
      test('a purchase of the App Store has its delivery result too', async () => {
        const shop = await openAppleShop(gate, markets);
        const { signedTransaction } = await shop.buy();
        const { data } = (await shop.verify(signedTransaction)).body;
        const { serviceTransactionId } = data;
        assert.match(serviceTransactionId, /^AP_\d+$/);
        const { appid } = shop.app;
        const login = { appid, player_id: 1, account_uuid: APPLE_ACCOUNT };
        const { body } = await gate.post('/auth/v1/login', login, shop.headers);
        const player = { 'x-app-id': appid, authorization: `Bearer ${body.access_token}` };
        const report = { serviceTransactionId, result: 1 };
        const answer = await gate.post(ITEM_RESULT, report, player);
        assert.deepEqual(answer.body, { data: report, meta: null });
        const asSteam = {
          serviceTransactionId: serviceTransactionId.replace('AP', 'ST'),
          result: 1,
        };
        assert.deepEqual((await gate.post(ITEM_RESULT, asSteam, player)).body, UNKNOWN);
      });
    });
  },
  { kinds: EITHER },
);
