// A restricted player pays what is owed at PG and STEAM: with a debt token, or through the app server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { SYSTEM } from '../../src/audit/audit.ts';
import { setProduct } from '../../src/tenants/products.ts';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import {
  ACCOUNT,
  FINALIZE,
  GEMS,
  INIT,
  type OrderShop,
  openOrderShop,
  orderSuite,
  PAY_PAGE,
  problem,
  RESTORE,
  STEAM_ID,
} from '../payment/orders/order-shop.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import { dateText, POLICY_TYPE, restrict, restriction } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, PUBLIC_URL } from '../support/harness.ts';
import { DAY, REFUND_RULE, short } from './shop.ts';

const RULE = {
  ...REFUND_RULE,
  measure: { ...REFUND_RULE.measure, steps: [{ permanent: true }] },
  until: { paid_again: true },
  state: 'on',
};
const MINUTE = 60_000;
/** The player of the shop. */
const PLAYER = 1;

orderSuite(
  'paying again',
  (gate, markets) => {
    /** Buys at the gateway, and has the money back. */
    async function refunded(shop: OrderShop): Promise<void> {
      const { orderId, serviceReceipt } = await shop.paid();
      assert.equal((await shop.verify(serviceReceipt, { providerId: 'PG' })).status, 200);
      await markets.control(`/pg/orders/${orderId}/refund`, {});
      assert.equal((await shop.verify(serviceReceipt, { providerId: 'PG' })).status, 200);
      await gate.service.measures.turn();
    }

    async function openShop(rule: object | null = RULE) {
      const shop = await openOrderShop(gate, markets);
      const path = `/apps/${shop.app.appid}`;
      await admin(gate, 'POST', `${path}/types`, POLICY_TYPE);
      if (rule) await admin(gate, 'POST', `${path}/measures/rules`, rule);
      const login = async () => {
        const { appid } = shop.app;
        const body = { appid, player_id: PLAYER, did: 5, account_uuid: ACCOUNT };
        return (await gate.post('/auth/v1/login', body, shop.server)).body;
      };
      return {
        ...shop,
        path,
        loginAnswer: login,
        /** The calls of a player who is restricted and owes. */
        async debtor() {
          const { debt_token } = await login();
          return { 'x-app-id': shop.app.appid, authorization: `Bearer ${debt_token}` };
        },
        async effects() {
          const { body } = await admin(gate, 'GET', `${path}/measures/effects?player_id=${PLAYER}`);
          return short(body.items);
        },
      };
    }

    const ENDED = (instance: string) =>
      problem(
        instance,
        'UNAUTHORIZED_REQUEST',
        'The debt is paid, the restriction is over, or the player has logged out. Log the player in again.',
      );

    test('a restricted player who owes gets a debt token instead of a user token', async () => {
      const shop = await openShop();
      assert.ok(!('debt_token' in (await shop.loginAnswer())));
      await refunded(shop);
      const { debt_token, restriction, debt, ...rest } = await shop.loginAnswer();
      assert.deepEqual(rest, {
        access_token: null,
        token_type: 'Bearer',
        expires_in: null,
        did: 5,
      });
      assert.equal(restriction.in_effect, true);
      assert.equal(debt[0].purchases[0].product_id, GEMS);
      const now = gate.now / 1_000;
      const { sid, jti, ...claims } = decodeJwt(debt_token);
      assert.deepEqual(claims, {
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        sub: String(PLAYER),
        token_use: 'debt',
        appid: shop.app.appid,
        did: '5',
        account_uuid: ACCOUNT,
        iat: now,
        nbf: now,
        exp: now + DAY / 1_000,
      });
    });

    test('PG: pays with a debt token, the app server verifies, and the restriction ends', async () => {
      const shop = await openShop();
      await refunded(shop);
      const debtor = await shop.debtor();
      const opened = await shop.post(PAY_PAGE, { productId: GEMS, currency: 'USD' }, debtor);
      assert.equal(opened.status, 200, JSON.stringify(opened.body));
      const { orderId, payUrl } = opened.body.data;
      assert.deepEqual(opened.body, {
        data: { orderId, payUrl, price: 9.9, currency: 'USD' },
        meta: null,
      });
      await markets.control(`/pg/orders/${orderId}/pay`, {});
      const { data } = (await shop.restore(debtor)).body;
      assert.deepEqual(
        data.map((each: { orderId: string }) => each.orderId),
        [orderId],
      );
      // Paid, and recorded; it counts once the app server has verified it.
      await gate.service.measures.turn();
      assert.deepEqual(await shop.effects(), [['active', null, 1, null]]);
      const verified = await shop.verify(data[0].serviceReceipt, { providerId: 'PG' });
      assert.equal(verified.body.data.servicePurchaseCancelState, 0);
      assert.equal((await shop.post(FINALIZE, { orderId }, debtor)).status, 200);
      await gate.service.measures.turn();

      assert.deepEqual(await shop.effects(), [['lifted', null, 1, 'paid_again']]);
      const { access_token, debt, restriction, debt_token } = await shop.loginAnswer();
      assert.deepEqual([debt, restriction, debt_token], [[], null, undefined]);
      assert.equal(decodeJwt(access_token).token_use, 'user');
    });

    test('STEAM: pays with a debt token, the app server verifies, and the restriction ends', async () => {
      const shop = await openShop();
      await refunded(shop);
      const debtor = await shop.debtor();
      const opened = await shop.post(INIT, { productId: GEMS, steamId: STEAM_ID }, debtor);
      assert.equal(opened.status, 200, JSON.stringify(opened.body));
      const { orderId, serviceReceipt } = opened.body.data;
      await markets.control(`/steam/orders/${orderId}/approve`, {});
      const { data } = (await shop.restore(debtor)).body;
      assert.equal(data[0].serviceReceipt, serviceReceipt);
      assert.equal((await shop.verify(serviceReceipt)).status, 200);
      await gate.service.measures.turn();
      assert.deepEqual(await shop.effects(), [['lifted', null, 1, 'paid_again']]);
      assert.equal((await shop.loginAnswer()).restriction, null);
    });

    for (const market of ['PG', 'STEAM'] as const) {
      test(`${market}: an order that was opened before and paid during the restriction counts, through the app server`, async () => {
        const shop = await openShop();
        const { orderId } = (await (market === 'PG' ? shop.payPage() : shop.init())).body.data;
        await refunded(shop);
        await markets.control(
          market === 'PG' ? `/pg/orders/${orderId}/pay` : `/steam/orders/${orderId}/approve`,
          {},
        );
        const locked = await shop.restore();
        assert.equal(locked.body.outcome.message, 'UNAUTHORIZED_REQUEST');
        const found = await shop.post(RESTORE, { targetPlayerId: PLAYER }, shop.server);
        const [order, ...others] = found.body.data;
        assert.deepEqual([order.orderId, order.providerId, others], [orderId, market, []]);
        const fields = { providerId: market };
        assert.equal((await shop.verify(order.serviceReceipt, fields)).status, 200);
        await gate.service.measures.turn();
        assert.deepEqual(await shop.effects(), [['lifted', null, 1, 'paid_again']]);
      });
    }

    test('a debt token orders nothing but what is owed, in the currency of the debt', async () => {
      const shop = await openShop();
      expectDone(
        await setProduct(gate.service.context, SYSTEM, {
          appid: shop.app.appid,
          product_id: 'gold',
          name: 'Gold',
          kind: 'consumable',
          prices: [{ currency: 'USD', amount: '9.90' }],
          steam_item_id: 1002,
        }),
      );
      await refunded(shop);
      const debtor = await shop.debtor();
      const orders = () =>
        gate.service.context.storage.db
          .selectFrom('purchase_order')
          .select('order_id')
          .where('appid', '=', shop.app.appid)
          .execute();
      const before = await orders();
      const other =
        'The player owes nothing for gold. With a debt token, order only the products in debt.';
      const forbidden = (path: string, detail: string) =>
        problem(path, 'FORBIDDEN_REQUEST', detail);
      const gold = { productId: 'gold', steamId: STEAM_ID };
      assert.deepEqual((await shop.post(PAY_PAGE, gold, debtor)).body, forbidden(PAY_PAGE, other));
      assert.deepEqual((await shop.post(INIT, gold, debtor)).body, forbidden(INIT, other));
      const settlesNothing = (currency: string) =>
        `The player owes USD for ${GEMS}, and a payment in ${currency} does not settle that. Pay in USD.`;
      const won = await shop.post(PAY_PAGE, { productId: GEMS, currency: 'KRW' }, debtor);
      assert.deepEqual(won.body, forbidden(PAY_PAGE, settlesNothing('KRW')));
      // The product has no price in euros: Steam would convert the one in dollars.
      const steamId = '76561197960287999';
      const wallet = { steamid: steamId, country: 'DE', currency: 'EUR' };
      await markets.control('/steam/users', wallet);
      const euros = await shop.post(INIT, { productId: GEMS, steamId }, debtor);
      assert.deepEqual(euros.body, forbidden(INIT, settlesNothing('EUR')));
      assert.deepEqual(await orders(), before);
    });

    test('the scope purchase stops new orders, but not those for what is owed', async () => {
      const shop = await openShop(null);
      await refunded(shop);
      const { access_token } = await shop.loginAnswer();
      const player = { 'x-app-id': shop.app.appid, authorization: `Bearer ${access_token}` };
      const open = (productId: string, path: string) =>
        shop.post(path, { productId, steamId: STEAM_ID, currency: 'USD' }, player);
      expectDone(
        await setProduct(gate.service.context, SYSTEM, {
          appid: shop.app.appid,
          product_id: 'gold',
          name: 'Gold',
          kind: 'consumable',
          prices: [{ currency: 'USD', amount: '9.90' }],
          steam_item_id: 1002,
        }),
      );
      const fields = { scope: 'purchase', ...restriction(gate, PLAYER) };
      const set = await callGeneration2(gate.service, shop.app, '/game/block/scope/set', fields);
      assert.equal(set.body.result_code, 0);
      const detail =
        'The player owes nothing for gold. While purchases are restricted, order only the products in debt.';
      for (const path of [PAY_PAGE, INIT]) {
        const stopped = await open('gold', path);
        assert.deepEqual(stopped.body, problem(path, 'FORBIDDEN_REQUEST', detail));
        assert.equal((await open(GEMS, path)).status, 200);
      }
      assert.equal((await shop.restore(player)).status, 200);
      const name = { player_id: PLAYER, scope: 'purchase' };
      await callGeneration2(gate.service, shop.app, '/game/block/scope/delete', name);
      assert.equal((await open('gold', PAY_PAGE)).status, 200);
    });

    for (const [what, end] of [
      [
        'the debt is paid',
        async (shop: OrderShop) => {
          const paid = await shop.post(RESTORE, { targetPlayerId: PLAYER }, shop.server);
          const { serviceReceipt } = paid.body.data[0];
          assert.equal((await shop.verify(serviceReceipt, { providerId: 'PG' })).status, 200);
          await gate.service.measures.turn();
        },
      ],
      [
        'somebody releases the player',
        async ({ app }: OrderShop) => {
          await admin(gate, 'POST', `/apps/${app.appid}/players/${PLAYER}/release`, {});
        },
      ],
      [
        'the player logs out',
        async ({ app, server }: OrderShop) => {
          const body = { appid: app.appid, player_id: PLAYER };
          assert.equal((await gate.post('/auth/v1/logout', body, server)).body.logged_out, true);
        },
      ],
    ] as const) {
      test(`a debt token ends when ${what}`, async () => {
        const shop = await openShop();
        const { orderId } = (await shop.payPage()).body.data;
        await refunded(shop);
        const debtor = await shop.debtor();
        assert.equal((await shop.restore(debtor)).status, 200);
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        await end(shop);
        for (const [path, body] of [
          [PAY_PAGE, { productId: GEMS, currency: 'USD' }],
          [INIT, { productId: GEMS, steamId: STEAM_ID }],
          [RESTORE, {}],
          [FINALIZE, { orderId }],
        ] as const) {
          assert.deepEqual((await shop.post(path, body, debtor)).body, ENDED(path));
        }
      });
    }

    test('a restriction that a person set stays, and the debt is paid', async () => {
      const shop = await openShop(null);
      await refunded(shop);
      const { access_token, debt_token, debt } = await shop.loginAnswer();
      assert.deepEqual([typeof access_token, debt_token, debt.length], ['string', undefined, 1]);
      await restrict(gate, shop.app, PLAYER);
      const debtor = await shop.debtor();
      const body = { productId: GEMS, currency: 'USD' };
      const { orderId } = (await shop.post(PAY_PAGE, body, debtor)).body.data;
      await markets.control(`/pg/orders/${orderId}/pay`, {});
      const { serviceReceipt } = (await shop.restore(debtor)).body.data[0];
      await shop.verify(serviceReceipt, { providerId: 'PG' });
      await gate.service.measures.turn();
      const after = await shop.loginAnswer();
      assert.deepEqual(
        [after.access_token, after.restriction.status, after.debt, after.debt_token],
        [null, 'B', [], undefined],
      );
      assert.deepEqual((await shop.restore(debtor)).body, ENDED(RESTORE));
    });

    test('a debt token ends with the time of the restriction, and the user token is back', async () => {
      const shop = await openShop(null);
      await refunded(shop);
      await restrict(gate, shop.app, PLAYER, { end_date: dateText(gate.now + MINUTE) });
      const debtor = await shop.debtor();
      gate.now += MINUTE;
      assert.equal((await shop.restore(debtor)).status, 200);
      gate.now += 1_000;
      assert.deepEqual((await shop.restore(debtor)).body, ENDED(RESTORE));
      const { access_token, debt_token, debt } = await shop.loginAnswer();
      assert.deepEqual([typeof access_token, debt_token, debt.length], ['string', undefined, 1]);
    });

    test('a debt token is good for its own app only', async () => {
      const shop = await openShop();
      await refunded(shop);
      const { authorization } = await shop.debtor();
      const other = await openShop();
      const headers = { 'x-app-id': other.app.appid, authorization };
      assert.deepEqual(
        (await other.restore(headers)).body,
        problem(
          RESTORE,
          'UNAUTHORIZED_REQUEST',
          'The bearer token was issued for another app than the one in X-App-Id.',
        ),
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
