// What the markets say about an erased player's purchases is applied, and stored without the account.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, problem } from '../admin/caller.ts';
import { openOrderShop } from '../payment/orders/order-shop.ts';
import { PATH, PRODUCT } from '../payment/shop.ts';
import {
  MONTH,
  openSubscriptionShop,
  type SubscriptionShop,
} from '../payment/subscription-shop.ts';
import { newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import type { Gate, TestApp } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { findInDatabase, MINUTE } from './filled-player.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

const pageOf = ({ appid }: TestApp, player: number): string => `/apps/${appid}/players/${player}`;

/** Both passes; the erasure id. */
async function erase(gate: Gate, app: TestApp, player: number): Promise<string> {
  const path = `${pageOf(app, player)}/erasure`;
  const { status, body } = await admin(gate, 'POST', path, { confirm: String(player) });
  assert.equal(status, 200, JSON.stringify(body));
  await gate.service.erasures.turn();
  gate.now += 2 * MINUTE;
  await gate.service.erasures.turn();
  return body.erasure_id;
}

const plan = async (gate: Gate, app: TestApp, player: number): Promise<Json> =>
  Object.fromEntries(
    (await admin(gate, 'GET', `${pageOf(app, player)}/erasure`)).body.tables.map((each: Json) => [
      each.table,
      each.rows,
    ]),
  );

const exported = async (gate: Gate, app: TestApp, player: number): Promise<Json> =>
  (await admin(gate, 'GET', `${pageOf(app, player)}/export`)).body;

const rowsOf = (gate: Gate, { appid }: TestApp) => {
  const { db } = gate.service.context.storage;
  return {
    notices: () =>
      db
        .selectFrom('market_notice')
        .select(['kind', 'state', 'body', 'account_uuid'])
        .where('appid', '=', appid)
        .orderBy('subject')
        .orderBy('said_at')
        .execute(),
    purchases: () =>
      db
        .selectFrom('purchase')
        .select(['account_uuid', 'receipt', 'market_result', 'cancel_state', 'claimed'])
        .where('appid', '=', appid)
        .orderBy('number')
        .execute(),
    subscriptions: () =>
      db
        .selectFrom('subscription')
        .select(['account_uuid', 'status'])
        .where('appid', '=', appid)
        .execute(),
  };
};

/** A shop with a player of its own, whose account both stores will name. */
async function openShop(gate: Gate, markets: Parameters<typeof openSubscriptionShop>[1]) {
  const shop = await openSubscriptionShop(gate, markets);
  await shop.registerNotices();
  const [player, account] = [newPlayer(), randomUUID()];
  const login = () =>
    gate.post(
      '/auth/v1/login',
      { appid: shop.app.appid, player_id: player, account_uuid: account },
      shop.headers,
    );
  await login();
  return { shop, app: shop.app, player, account, login, ...rowsOf(gate, shop.app) };
}

const buyGems = (shop: SubscriptionShop, account: string) =>
  shop.subscribeApple({
    type: 'Consumable',
    periodMs: undefined,
    productId: PRODUCT,
    appAccountToken: account,
  });

const ERASED = { body: '{}', account_uuid: null };

marketSuite(
  'erased notices',
  (gate, markets) => {
    test('Apple: a refund after the erasure is applied once, and stored without the account', async () => {
      const { shop, app, player, account, notices, purchases } = await openShop(gate, markets);
      const bought = await buyGems(shop, account);
      const request = {
        accountUuid: account,
        productId: PRODUCT,
        providerId: 'APPLE',
        requestType: 1,
      };
      const serviceReceipt = bought.signedTransaction;
      const verified = await gate.post(PATH, { ...request, serviceReceipt }, shop.headers);
      assert.equal(verified.status, 200, JSON.stringify(verified.body));
      await shop.release();
      const erasureId = await erase(gate, app, player);
      assert.deepEqual(await findInDatabase(gate, [account]), []);
      await shop.apple(bought, 'refund');
      assert.deepEqual(await shop.release(), [200]);
      const after = await notices();
      assert.deepEqual(after, [
        { kind: 'ONE_TIME_CHARGE', state: 'applied', ...ERASED },
        { kind: 'REFUND', state: 'applied', ...ERASED },
      ]);
      const { notifications } = await markets.control('/apple/notifications');
      for (const { notificationUUID, url } of notifications) {
        if (url.endsWith(`/${app.appid}`)) {
          await markets.control('/apple/notifications/redeliver', { notificationUUID });
        }
      }
      assert.deepEqual(await notices(), after, 'each counts once');
      const [row] = await purchases();
      assert.deepEqual([row?.account_uuid, row?.cancel_state], [erasureId, 1]);
      assert.deepEqual(await findInDatabase(gate, [account]), []);
    });

    test('Google: a notification that waits loses its body with the player, and is applied all the same', async () => {
      const { shop, app, player, account, notices, purchases } = await openShop(gate, markets);
      const play = await shop.subscribeGoogle({ obfuscatedExternalAccountId: account });
      await shop.verify('GOOGLE', play.purchaseToken, { accountUuid: account });
      await shop.release();
      await shop.google(play, 'revoke');
      // Received, but its job has not begun.
      await markets.control('/google/notifications/release', {});
      const bodies = async () => (await notices()).map(({ state, body }) => [state, body === '{}']);
      assert.deepEqual((await bodies()).at(-1), ['waiting', false]);
      const erasureId = await erase(gate, app, player);
      assert.deepEqual((await bodies()).at(-1), ['waiting', true]);
      await gate.service.payment.jobs.turn();
      assert.deepEqual((await bodies()).at(-1), ['applied', true]);
      const [row] = await purchases();
      assert.deepEqual([row?.account_uuid, row?.cancel_state], [erasureId, 1]);
    });

    test('Apple and Google: renewals that the market reports are recorded under the erasure id', async () => {
      const { shop, app, player, account, ...rows } = await openShop(gate, markets);
      const plan = await shop.subscribeApple({ appAccountToken: account });
      const play = await shop.subscribeGoogle({ obfuscatedExternalAccountId: account });
      await shop.verify('APPLE', plan.signedTransaction, { accountUuid: account });
      await shop.verify('GOOGLE', play.purchaseToken, { accountUuid: account });
      await shop.release();
      const erasureId = await erase(gate, app, player);
      await shop.pass(MONTH);
      await shop.release();
      const cycles = await rows.purchases();
      assert.deepEqual(
        cycles.map((each) => [each.account_uuid, each.market_result, each.claimed]),
        [
          [erasureId, null, 1],
          [erasureId, null, 1],
          [erasureId, null, 0],
          [erasureId, null, 0],
        ],
      );
      assert.deepEqual(await rows.subscriptions(), [
        { account_uuid: erasureId, status: 'active' },
        { account_uuid: erasureId, status: 'active' },
      ]);
      assert.deepEqual(new Set((await rows.notices()).map(({ body }) => body)), new Set(['{}']));
      assert.deepEqual(await findInDatabase(gate, [account]), []);
      // Later cycles and ends are still found: the erased receipt is enough to ask.
      await shop.pass(MONTH + 20 * MINUTE);
      await gate.service.payment.sweep.turn();
      await gate.service.payment.pollers.turn();
      await gate.service.payment.jobs.turn();
      assert.equal((await rows.purchases()).length, 6);
      assert.deepEqual(await findInDatabase(gate, [account]), []);
    });

    test('a duplicate of an erased subscription changes nothing; only a cycle that the game verifies first brings the account back', async () => {
      const { shop, app, player, account, login, ...rows } = await openShop(gate, markets);
      const plan = await shop.subscribeApple({ appAccountToken: account });
      const first = await shop.verify('APPLE', plan.signedTransaction, {
        accountUuid: account,
        iapPayload: 'for the first',
      });
      await shop.release();
      const erasureId = await erase(gate, app, player);
      const again = await shop.verify('APPLE', plan.signedTransaction, { accountUuid: account });
      assert.deepEqual(again.body.data, {
        ...first.body.data,
        serviceDuplicated: true,
        servicePayload: null,
        serviceReceiptVerifyResult: again.body.data.serviceReceiptVerifyResult,
      });
      assert.equal(first.body.data.servicePayload, 'for the first');
      assert.deepEqual(await findInDatabase(gate, [account]), []);

      await shop.pass(MONTH);
      await shop.release();
      await login();
      const renewed = await shop.verify('APPLE', plan.signedTransaction, { accountUuid: account });
      assert.equal(renewed.body.data.serviceDuplicated, false, JSON.stringify(renewed.body));
      assert.deepEqual(
        (await rows.purchases()).map(({ account_uuid }) => account_uuid),
        [erasureId, account],
      );
      assert.deepEqual(await rows.subscriptions(), [{ account_uuid: account, status: 'active' }]);
      await shop.apple(plan, 'cancel');
      await shop.release();
      const named = (await rows.notices()).filter(({ account_uuid }) => account_uuid === account);
      assert.equal(named.length, 1);
      const document = await exported(gate, app, player);
      assert.equal(
        document.subscriptions[0].notices.filter((each: Json) => each.body !== '{}').length,
        1,
      );
      const second = await erase(gate, app, player);
      assert.notEqual(second, erasureId);
      assert.deepEqual(await findInDatabase(gate, [account]), []);
    });

    test('a notification about a purchase that nobody verified is exported and erased by the account in it', async () => {
      const { shop, app, player, account, notices } = await openShop(gate, markets);
      await buyGems(shop, account);
      await buyGems(shop, randomUUID());
      await shop.release();
      const [own, other] = await notices();
      assert.deepEqual([own?.account_uuid, own?.state], [account, 'applied']);
      assert.equal((await plan(gate, app, player)).market_notice, 1);
      const { store_notifications: found } = await exported(gate, app, player);
      assert.deepEqual(
        found.map(({ kind, body }: Json) => [kind, body]),
        [['ONE_TIME_CHARGE', own?.body]],
      );
      await erase(gate, app, player);
      assert.deepEqual(await notices(), [{ kind: own?.kind, state: 'applied', ...ERASED }, other]);
      assert.deepEqual(await findInDatabase(gate, [account]), []);
      assert.equal((await plan(gate, app, player)).market_notice, undefined);
    });

    test('notifications stored by earlier releases are looked through for the account', async () => {
      const { shop, app, player, account, notices } = await openShop(gate, markets);
      for (const each of [account, randomUUID(), account]) await buyGems(shop, each);
      await shop.release();
      const before = await notices();
      const { db } = gate.service.context.storage;
      // As the column is after the migration.
      await db
        .updateTable('market_notice')
        .set({ account_uuid: '?' })
        .where('appid', '=', app.appid)
        .execute();
      const document = await exported(gate, app, player);
      assert.equal(document.store_notifications.length, 2);
      await erase(gate, app, player);
      assert.deepEqual(
        (await notices()).map(({ body, account_uuid }) => [body, account_uuid]),
        before.map((each) =>
          each.account_uuid === account ? ['{}', null] : [each.body, each.account_uuid],
        ),
      );
      assert.deepEqual(await findInDatabase(gate, [account]), []);
    });

    test('an erased notification cannot be replayed; a replay that waited ends without it', async () => {
      const { shop, app, player, account } = await openShop(gate, markets);
      await buyGems(shop, account);
      await shop.release();
      const { items } = (await admin(gate, 'GET', `/apps/${app.appid}/notices`)).body;
      const path = `/apps/${app.appid}/notices/APPLE/${items[0].notice_id}`;
      assert.equal((await admin(gate, 'POST', `${path}/replay`)).status, 200);
      await erase(gate, app, player);
      await gate.service.payment.jobs.turn();
      const { body } = await admin(gate, 'GET', path);
      assert.deepEqual([body.state, body.body], ['kept', '{}']);
      const detail =
        'The body of this notification was erased with its player, so it cannot be applied again.';
      assert.deepEqual(
        (await admin(gate, 'POST', `${path}/replay`)).body,
        problem('invalid_request', `${path}/replay`, detail, [
          { field: 'notice_id', message: detail },
        ]),
      );
    });

    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      test(`${gateway}: webhooks about an erased order are exported before, and stored without their body after`, async () => {
        // Signatures are dated by the wall clock.
        gate.now = Date.now();
        const order = await openOrderShop(gate, markets, { gateway });
        const { app: server } = gate.service;
        if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
        const { port } = server.server.address() as AddressInfo;
        const name = gateway.toLowerCase();
        const url = `http://127.0.0.1:${port}/market/v1/pg/${name}/${order.app.appid}`;
        await markets.control(`/${name}/webhooks`, { url });
        await markets.control(`/${name}/webhooks/hold`, {});
        const { orderId } = await order.paid();
        await markets.control(`/${name}/webhooks/release`, {});
        await markets.control(`/${name}/webhooks/hold`, {});
        const { notices } = rowsOf(gate, order.app);
        const before = await notices();
        assert.ok(before.length > 0 && before.every(({ body }) => body.includes(orderId)));
        const document = await exported(gate, order.app, 1);
        assert.equal(document.orders[0].notices.length, before.length);
        await erase(gate, order.app, 1);
        await markets.control(`/pg/orders/${orderId}/refund`, {});
        await markets.control(`/${name}/webhooks/release`, {});
        const after = await notices();
        assert.ok(after.length > before.length);
        assert.deepEqual(new Set(after.map(({ body }) => body)), new Set(['{}']));
        const reports = gate.service.context.storage.db
          .selectFrom('purchase_cancellation')
          .select('state')
          .where('appid', '=', order.app.appid);
        assert.deepEqual(await reports.execute(), [{ state: 'given' }], 'it is applied');
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, relay: { enabled: false, allowPrivateTargets: true } },
);
