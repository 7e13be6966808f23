// POST /payment/v1/purchase/restore: what a player paid for and did not receive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import {
  GEMS,
  INIT,
  ITEM_RESULT,
  openOrderShop,
  orderSuite,
  problem,
  RESTORE,
  STEAM_ID,
  type SteamSale,
} from './order-shop.ts';

const DAY_MS = 24 * 60 * 60_000;

orderSuite(
  'purchase/restore',
  (gate, markets) => {
    test('lists approved STEAM orders and paid PG orders, newest first, with their receipts', async () => {
      const shop = await openOrderShop(gate, markets);
      const steam = await shop.approved({ iapPayload: 'one' });
      const opened = gate.now;
      gate.now += 1_000;
      const pg = await shop.paid({ quantity: 2, currency: 'KRW' });
      const answer = await shop.restore();
      const [{ storeTransactionId }] = answer.body.data;
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, {
        data: [
          {
            providerId: 'PG',
            orderId: pg.orderId,
            storeTransactionId,
            productId: GEMS,
            quantity: 2,
            price: 24000,
            currency: 'KRW',
            iapPayload: null,
            serviceReceipt: pg.serviceReceipt,
            orderDate: new Date(gate.now).toISOString(),
          },
          {
            providerId: 'STEAM',
            orderId: steam.orderId,
            storeTransactionId: steam.storeTransactionId,
            productId: GEMS,
            quantity: 1,
            price: 9.9,
            currency: 'USD',
            iapPayload: 'one',
            serviceReceipt: steam.serviceReceipt,
            orderDate: new Date(opened).toISOString(),
          },
        ],
        meta: null,
      });
      assert.match(storeTransactionId, /^pi_/);
    });

    test('leaves out what is not paid, denied, refunded, delivered, or of somebody else', async () => {
      const shop = await openOrderShop(gate, markets);
      await shop.init();
      await shop.payPage();
      const denied = await shop.approved();
      await markets.control(`/steam/orders/${denied.orderId}/deny`, {});
      const refunded = await shop.paid();
      await markets.control(`/pg/orders/${refunded.orderId}/refund`, {});
      await shop.verify(refunded.serviceReceipt, { providerId: 'PG' });
      const delivered = await shop.approved();
      const { data } = (await shop.verify(delivered.serviceReceipt)).body;
      const { serviceTransactionId } = data;
      await shop.post(ITEM_RESULT, { serviceTransactionId, result: 1 });
      assert.deepEqual((await shop.restore()).body, { data: [], meta: null });

      const kept: SteamSale = await shop.approved();
      const stranger = await shop.login(2);
      assert.deepEqual((await shop.restore(stranger)).body, { data: [], meta: null });
      assert.deepEqual(numbers((await shop.restore()).body), [kept.orderId]);
    });

    test('a verified order stays until it is delivered', async () => {
      const shop = await openOrderShop(gate, markets);
      const sale = await shop.approved();
      await shop.verify(sale.serviceReceipt);
      assert.deepEqual(numbers((await shop.restore()).body), [sale.orderId]);
    });

    test('a paid order is listed for ever, an unpaid one is not asked about after a week', async () => {
      const shop = await openOrderShop(gate, markets);
      const paid = await shop.paid();
      const approved = await shop.approved();
      gate.now += 8 * DAY_MS;
      const headers = await relogin(shop.app.appid, 1);
      assert.deepEqual(numbers((await shop.restore(headers)).body), [paid.orderId]);
      assert.equal((await markets.control(`/steam/orders/${approved.orderId}`)).charges, 0);
    });

    test('players are told apart by all 64 bits of their ids', async () => {
      const shop = await openOrderShop(gate, markets);
      const [one, other] = [
        await shop.login(9007199254740992n),
        await shop.login(9007199254740993n),
      ];
      const body = { productId: GEMS, steamId: STEAM_ID };
      const { orderId } = (await shop.post(INIT, body, one)).body.data;
      await markets.control(`/steam/orders/${orderId}/approve`, {});
      assert.deepEqual(numbers((await shop.restore(one)).body), [orderId]);
      assert.deepEqual(numbers((await shop.restore(other)).body), []);
    });

    test('a market that cannot be asked makes the list incomplete, not empty', async () => {
      const shop = await openOrderShop(gate, markets);
      const paid = await shop.paid();
      await shop.approved();
      const whole = await shop.restore();
      assert.deepEqual([whole.body.data.length, whole.body.meta], [2, null]);
      await markets.fault('steam', '429', { rate: 1 });
      const { status, body } = await shop.restore();
      await markets.clearFaults();
      assert.equal(status, 200);
      assert.deepEqual(numbers(body), [paid.orderId]);
      assert.deepEqual(body.meta, { incomplete: true, markets: ['STEAM'] });
      assert.equal((await shop.restore()).body.data.length, 2);
    });

    test('what is paid stays in the list, however many orders are opened after it', async () => {
      const shop = await openOrderShop(gate, markets);
      const paid = await shop.paid();
      const approved = await shop.approved();
      const openMore = async (count: number) => {
        for (let opened = 0; opened < count; opened++) {
          gate.now += 1_000;
          await shop.payPage();
        }
        const { body } = await shop.restore();
        return { orders: new Set(numbers(body)), meta: body.meta };
      };
      const orders = new Set([paid.orderId, approved.orderId]);
      assert.deepEqual(await openMore(20), { orders, meta: null });
      const meta = { incomplete: true, markets: ['PG'] };
      assert.deepEqual(await openMore(1), { orders, meta });
    });

    test('the app server names the player, and gets the same list', async () => {
      const shop = await openOrderShop(gate, markets);
      await shop.paid();
      await shop.approved();
      const own = await shop.restore();
      assert.equal(own.body.data.length, 2);
      const answer = await shop.post(RESTORE, { targetPlayerId: 1 }, shop.server);
      assert.deepEqual(answer.body, own.body);
      const other = { targetPlayerId: 9007199254740993n };
      assert.deepEqual((await shop.post(RESTORE, other, shop.server)).body, {
        data: [],
        meta: null,
      });
    });

    test('the app server has to name the player, and players must not', async () => {
      const shop = await openOrderShop(gate, markets);
      assert.deepEqual(
        (await shop.restore(shop.server)).body,
        problem(
          RESTORE,
          'FORBIDDEN_REQUEST',
          'With an app-server token, send targetPlayerId. Without it, this call needs the login token of the player.',
        ),
      );
      assert.deepEqual(
        (await shop.post(RESTORE, { targetPlayerId: 1 })).body,
        problem(
          RESTORE,
          'FORBIDDEN_REQUEST',
          'targetPlayerId requires an app-server token. With a token of a player, leave it out: the list has only the orders of that player.',
        ),
      );
    });

    test('is for players and the app server of the app only', async () => {
      const shop = await openOrderShop(gate, markets);
      const stranger = await gate.createApp();
      const authorization = `Bearer ${await gate.token(stranger)}`;
      const headers = { 'x-app-id': shop.app.appid, authorization };
      const answer = await shop.post(RESTORE, { targetPlayerId: 1 }, headers);
      assert.equal(answer.body.outcome.message, 'UNAUTHORIZED_REQUEST');
      const nobody = await shop.restore({ 'x-app-id': shop.app.appid });
      assert.equal(nobody.body.outcome.message, 'UNAUTHORIZED_REQUEST');
    });

    /** Tokens do not live for a week. */
    async function relogin(appid: string, playerId: number) {
      const { tokens, context } = gate.service;
      const login = await context.storage.db
        .selectFrom('login')
        .selectAll()
        .where('appid', '=', appid)
        .where('player_id', '=', playerId)
        .executeTakeFirstOrThrow();
      const token = await tokens.issueUserToken({
        appid,
        playerId: BigInt(playerId),
        did: BigInt(login.did),
        loginId: login.login_id,
        accountUuid: login.account_uuid,
      });
      return { 'x-app-id': appid, authorization: `Bearer ${token}` };
    }
  },
  { kinds: EITHER },
);

const numbers = (body: { data: { orderId: string }[] }): string[] =>
  body.data.map((each) => each.orderId);
