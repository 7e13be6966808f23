// What a player owes after a refund of delivered goods: opened, paid again, undone, and told to app servers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { assumedAccountUuid } from '../../src/identity/logins.ts';
import { serviceIdOf } from '../../src/payment/service-id.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import type { App } from '../../src/tenants/directory.ts';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import { newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { type Customer, openShop, REFUND_RULE, refund, short } from './shop.ts';

const owed = (gate: Gate, purchase: PurchaseTable, isPaid = false) => ({
  transaction_id: purchase.transaction_id,
  service_transaction_id: serviceIdOf(purchase),
  product_id: purchase.product_id,
  amount: purchase.price,
  currency: purchase.currency,
  refunded_at: new Date(gate.now).toISOString(),
  paid: isPaid ? purchase.price : purchase.currency === 'KRW' ? '0' : '0.00',
  remaining: isPaid ? '0.00' : purchase.price,
});

/** Nothing of it is paid. */
const debtIn = (
  gate: Gate,
  currency: string,
  amount: string,
  purchases: readonly PurchaseTable[],
) => ({
  currency,
  amount,
  purchases: purchases.map((each) => owed(gate, each)),
  paid: currency === 'KRW' ? '0' : '0.00',
  remaining: amount,
});

suite(
  'debt',
  (gate) => {
    async function debtOf(shop: Awaited<ReturnType<typeof openShop>>, { playerId }: Customer) {
      const { body } = await admin(gate, 'GET', `${shop.path}/players/${playerId}/debt`);
      const login = await shop.login(playerId);
      const look = await callGeneration2(gate.service, shop.app, '/game/block/get', {
        player_id: playerId,
      });
      assert.deepEqual(login.body.debt, body.debt);
      assert.deepEqual(look.body.data.debt, body.debt);
      assert.deepEqual(body.not_counted, []);
      return { debt: body.debt, settled: body.settled };
    }

    test('a refund opens a debt by currency, and buying the product again settles the oldest', async () => {
      const shop = await openShop(gate);
      const player = await shop.customer();
      assert.deepEqual(await debtOf(shop, player), { debt: [], settled: [] });
      const first = await shop.buy(player, { product_id: 'gold', price: '9.99' });
      const second = await shop.buy(player, { product_id: 'gold', price: '0.02' });
      const won = await shop.buy(player, { product_id: 'gems', price: '1200', currency: 'KRW' });
      for (const purchase of [first, second, won]) {
        await shop.report(purchase, refund('given', gate.now));
      }
      await shop.turn();
      const krw = debtIn(gate, 'KRW', '1200', [won]);
      assert.deepEqual(await debtOf(shop, player), {
        debt: [krw, debtIn(gate, 'USD', '10.01', [first, second])],
        settled: [],
      });

      const payment = await shop.buy(player, { product_id: 'gold' });
      await shop.turn();
      assert.deepEqual(await debtOf(shop, player), {
        debt: [krw, debtIn(gate, 'USD', '0.02', [second])],
        settled: [owed(gate, first, true)],
      });

      // The payment of the first is free again, for the second.
      await shop.report(first, refund('restored'));
      await shop.turn();
      assert.deepEqual(await debtOf(shop, player), {
        debt: [krw],
        settled: [owed(gate, second, true)],
      });

      await shop.report(payment, refund('given', gate.now));
      await shop.turn();
      assert.deepEqual(await debtOf(shop, player), {
        debt: [krw, debtIn(gate, 'USD', '10.01', [second, payment])],
        settled: [],
      });
    });

    for (const [what, fields, isOwed] of [
      ['without a report of its delivery', {}, true],
      ['of a test purchase', { test: 1 }, false],
      ['without a price', { price: null, currency: null }, false],
      ['of something free', { price: '0.00' }, false],
      ['that was not delivered', { delivery: 2, delivery_at: 1 }, false],
      ['that was clawed back', { delivery: 3, delivery_at: 1 }, false],
      ['of a subscription', { kind: 'subscription', subscription_id: 's' }, false],
    ] as const) {
      test(`a refund ${what} ${isOwed ? 'opens a debt' : 'opens none'}`, async () => {
        const shop = await openShop(gate);
        const player = await shop.customer();
        await shop.report(await shop.buy(player, fields), refund('given'));
        await shop.turn();
        assert.equal((await debtOf(shop, player)).debt.length, isOwed ? 1 : 0);
      });
    }

    test('a delivery that is reported later changes the debt', async () => {
      const shop = await openShop(gate);
      const player = await shop.customer();
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      for (const [result, debts] of [
        [3, 0],
        [1, 1],
      ] as const) {
        await gate.post(
          '/payment/v1/item/result',
          { serviceTransactionId: `AP_${purchase.number}`, result },
          shop.ledger.server,
        );
        await shop.turn();
        assert.equal((await debtOf(shop, player)).debt.length, debts);
      }
    });

    test('a rule ends when its purchases are paid again', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, until: { paid_again: true } });
      const player = await shop.customer();
      await shop.report(await shop.buy(player), refund('given'));
      await shop.turn();
      assert.equal((await shop.restriction(player)).status, 'B');
      await shop.buy(player, { product_id: 'another' });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['active', null, 1, null]]);
      await shop.buy({ account: randomUUID() });
      await shop.buy(player);
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['lifted', null, 1, 'paid_again']]);
      assert.equal(await shop.restriction(player), null);
    });

    test('the player of an account that no login has linked is recognised at the next login', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const playerId = BigInt(newPlayer());
      const app = (await gate.service.directory.app(shop.app.appid)) as App;
      const account = assumedAccountUuid(app, playerId);
      const purchase = await shop.buy({ account });
      await shop.report(purchase, refund('given'));
      await shop.turn();
      assert.deepEqual(await shop.effects({ playerId }), []);
      const { body } = await shop.login(playerId);
      assert.equal(body.restriction, null);
      assert.equal(body.debt[0].amount, '9.99');
      await shop.turn();
      assert.deepEqual(short(await shop.effects({ playerId })), [['active', null, 1, null]]);
      const restricted = await shop.login(playerId);
      assert.deepEqual(
        [restricted.body.access_token, restricted.body.restriction.block_type],
        [null, 1],
      );
      assert.deepEqual(restricted.body.debt, body.debt);
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      assert.deepEqual(await shop.restriction({ playerId }), null);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
