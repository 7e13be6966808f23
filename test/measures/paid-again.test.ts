// Paying again: amounts decide, not the number of purchases, and a refunded payment brings back the debt and its restriction.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceIdOf } from '../../src/payment/service-id.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import {
  type Customer,
  DAY,
  dispute,
  openShop,
  partRefund,
  REFUND_RULE,
  refund,
  short,
} from './shop.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

const PAY_AGAIN = { ...REFUND_RULE, until: { paid_again: true } };
const ACTIVE = ['active', null, 1, null];
const PAID = ['lifted', null, 1, 'paid_again'];
const FLAG = ['flagged', 'paid_differently', null, null];

suite(
  'paid again',
  (gate) => {
    const owes = async (shop: Shop, { playerId }: Customer) =>
      (await admin(gate, 'GET', `${shop.path}/players/${playerId}/debt`)).body;

    const remains = async (shop: Shop, player: Customer) =>
      (await owes(shop, player)).debt.map((each: Record<string, string>) => [
        each.currency,
        each.amount,
        each.paid,
        each.remaining,
      ]);

    /** A player who is restricted because a purchase was refunded. */
    async function restricted(fields: Partial<PurchaseTable> = {}, rule: object = PAY_AGAIN) {
      const shop = await openShop(gate);
      const rule_id = await shop.rule(rule);
      const player = await shop.customer();
      const purchase = await shop.buy(player, fields);
      await shop.report(purchase, refund('given', gate.now));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE]);
      return { shop, player, purchase, rule_id };
    }

    for (const [what, fields] of [
      ['a free one', { price: '0.00' }],
      ['one of a promotion, without price and currency', { price: null, currency: null }],
      ['one for 1 IDR', { price: '1', currency: 'IDR' }],
      ['one in another currency', { price: '99.99', currency: 'EUR' }],
      ['a cheaper one', { price: '9.98' }],
      ['one whose price has no currency', { price: '9.99', currency: null }],
    ] as const) {
      test(`${what} does not pay a refund of 9.99 USD: a person looks at it`, async () => {
        const { shop, player } = await restricted();
        await shop.buy(player, fields);
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [ACTIVE, FLAG]);
        assert.notEqual(await shop.restriction(player), null);
        // Once, however often it is bought.
        await shop.buy(player, { ...fields, ...(fields.price === '9.98' && { price: '0.00' }) });
        await shop.turn();
        const [effect, flag] = await shop.effects(player);
        assert.deepEqual(short([effect, flag]), [ACTIVE, FLAG]);
        assert.deepEqual(
          [flag.source_effect_id, flag.rule_name, flag.causes],
          [effect.effect_id, 'Refunds', effect.causes],
        );
        const open = await admin(gate, 'GET', `${shop.path}/measures/flags`);
        assert.deepEqual(open.body.items, [flag]);
        // What pays it ends both.
        await shop.buy(player);
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [
          PAID,
          ['lifted', 'paid_differently', null, 'paid_again'],
        ]);
        assert.equal(await shop.restriction(player), null);
      });
    }

    test('one piece does not pay ten', async () => {
      const { shop, player } = await restricted({ price: '99.90', quantity: 10 });
      for (let count = 1; count <= 10; count += 1) {
        assert.notEqual(await shop.restriction(player), null);
        await shop.buy(player, { price: '9.99', quantity: 1 });
        await shop.turn();
      }
      assert.equal(await shop.restriction(player), null);
    });

    test('a test purchase pays nothing and flags nobody', async () => {
      const { shop, player } = await restricted();
      await shop.buy(player, { test: 1 });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE]);
      assert.deepEqual(await remains(shop, player), [['USD', '9.99', '0.00', '9.99']]);
    });

    test('purchases add up, exactly', async () => {
      const { shop, player, purchase } = await restricted({ price: '0.30' });
      for (const price of ['0.10', '0.10']) await shop.buy(player, { price });
      await shop.turn();
      const owed = {
        transaction_id: purchase.transaction_id,
        service_transaction_id: serviceIdOf(purchase),
        product_id: purchase.product_id,
        amount: '0.30',
        currency: 'USD',
        refunded_at: new Date(gate.now).toISOString(),
        paid: '0.20',
        remaining: '0.10',
      };
      const debt = [
        { currency: 'USD', amount: '0.30', purchases: [owed], paid: '0.20', remaining: '0.10' },
      ];
      assert.deepEqual(await owes(shop, player), {
        debt,
        settled: [],
        without_price: [],
        not_counted: [],
      });
      assert.deepEqual((await shop.login(player.playerId)).body.debt, debt);
      await shop.buy(player, { price: '0.10' });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player))[0], PAID);
      assert.deepEqual(await owes(shop, player), {
        debt: [],
        settled: [{ ...owed, paid: '0.30', remaining: '0.00' }],
        without_price: [],
        not_counted: [],
      });
    });

    test('money pays one debt only, and what is left of a purchase pays the next', async () => {
      const shop = await openShop(gate);
      await shop.rule(PAY_AGAIN);
      const player = await shop.customer();
      for (const price of ['9.99', '9.99', '4.00']) {
        await shop.report(await shop.buy(player, { price }), refund('given', gate.now));
      }
      await shop.turn();
      await shop.buy(player, { price: '9.99' });
      await shop.turn();
      assert.deepEqual(await remains(shop, player), [['USD', '13.99', '0.00', '13.99']]);
      assert.equal((await owes(shop, player)).settled.length, 1);
      assert.equal((await admin(gate, 'GET', `${shop.path}/measures/flags`)).body.items.length, 0);
      await shop.buy(player, { price: '13.00' });
      await shop.turn();
      assert.deepEqual(await remains(shop, player), [['USD', '4.00', '3.01', '0.99']]);
      await shop.buy(player, { price: '500.00' });
      await shop.turn();
      assert.deepEqual(await remains(shop, player), []);
      assert.equal(await shop.restriction(player), null);
    });

    test('what was disputed is owed, not the whole price', async () => {
      const shop = await openShop(gate);
      const player = await shop.customer();
      const purchase = await shop.buy(player, { price: '10.00' });
      await shop.report(purchase, partRefund('2.50', gate.now));
      await shop.turn();
      assert.deepEqual(await remains(shop, player), []);
      await shop.report(purchase, { ...dispute('open'), amount: '4.00', reportedAt: gate.now });
      await shop.turn();
      assert.deepEqual(await remains(shop, player), [['USD', '6.50', '0.00', '6.50']]);
    });

    test('a refund of an unknown amount is never settled by a purchase, alone or beside another', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...PAY_AGAIN, when: { causes: ['refund'], count: 2 } });
      const player = await shop.customer();
      const unknown = await shop.buy(player, { product_id: 'gems', price: null, currency: null });
      for (const purchase of [unknown, await shop.buy(player)]) {
        await shop.report(purchase, refund('given', gate.now));
      }
      await shop.turn();
      await shop.buy(player);
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE]);
      const bought = await shop.buy(player, { product_id: 'gems', price: '500.00' });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE, FLAG]);
      const { debt, settled, without_price, not_counted } = await owes(shop, player);
      assert.deepEqual([debt, settled.length], [[], 1]);
      assert.deepEqual(without_price, [
        {
          transaction_id: unknown.transaction_id,
          service_transaction_id: serviceIdOf(unknown),
          product_id: 'gems',
          refunded_at: new Date(gate.now).toISOString(),
        },
      ]);
      assert.deepEqual(not_counted, [
        {
          transaction_id: bought.transaction_id,
          service_transaction_id: serviceIdOf(bought),
          product_id: 'gems',
          amount: '500.00',
          currency: 'USD',
          verified_at: new Date(bought.verified_at).toISOString(),
        },
      ]);
      assert.deepEqual((await shop.login(player.playerId)).body.debt, []);
    });

    test('a flag that a person has closed stays closed; the release of the restriction closes it', async () => {
      const { shop, player } = await restricted();
      await shop.buy(player, { price: '1.00' });
      await shop.turn();
      const [effect, flag] = await shop.effects(player);
      const measures = `${shop.path}/measures`;
      await admin(gate, 'POST', `${measures}/flags/${flag.effect_id}/close`, { note: 'Seen.' });
      await shop.buy(player, { price: '1.00' });
      await shop.turn();
      const closed = ['released', 'paid_differently', null, 'operator'];
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE, closed]);

      const other = await shop.customer();
      await shop.report(await shop.buy(other), refund('given', gate.now));
      await shop.turn();
      await shop.buy(other, { price: '1.00' });
      await shop.turn();
      const [second] = await shop.effects(other);
      await admin(gate, 'POST', `${measures}/effects/${second.effect_id}/release`, {});
      assert.deepEqual(short(await shop.effects(other)), [
        ['released', null, 1, 'operator'],
        closed,
      ]);
      await admin(gate, 'POST', `${measures}/effects/${effect.effect_id}/release`, {});
      await shop.turn();
      assert.deepEqual((await admin(gate, 'GET', `${measures}/flags`)).body.items, []);
    });

    test('a flag ends when the purchase is disputed, opens again with the next, and ends with its restriction', async () => {
      const { shop, player, purchase } = await restricted();
      const cheap = await shop.buy(player, { price: '1.00' });
      await shop.turn();
      await shop.report(cheap, { ...dispute('open'), reportedAt: gate.now });
      await shop.turn();
      const ended = ['lifted', 'paid_differently', null, 'undone'];
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE, ended]);
      await shop.buy(player, { price: '1.00' });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE, FLAG]);
      await shop.report(purchase, refund('restored', gate.now + 1));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['lifted', null, 1, 'undone'], ended]);
    });

    for (const count of [1, 2]) {
      test(`a refunded payment brings the debt and the restriction back: a rule of ${count}`, async () => {
        const shop = await openShop(gate);
        await shop.rule({ ...PAY_AGAIN, when: { causes: ['refund'], count, products: ['gold'] } });
        const player = await shop.customer();
        const gold = { product_id: 'gold' };
        for (let owed = 0; owed < count; owed += 1) {
          await shop.report(await shop.buy(player, gold), refund('given', gate.now));
        }
        await shop.turn();
        const before = await shop.restriction(player);
        const payments = [];
        for (let paid = 0; paid < count; paid += 1) payments.push(await shop.buy(player, gold));
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [PAID]);
        assert.equal(await shop.restriction(player), null);
        const payment = payments.at(-1) as PurchaseTable;
        // Not a cause itself, so that only the debt brings it back.
        const report = { ...dispute('open'), reportedAt: gate.now };
        for (let time = 0; time < 2; time += 1) {
          await shop.report(payment, report);
          await shop.turn();
        }
        assert.deepEqual(short(await shop.effects(player)), [ACTIVE]);
        assert.deepEqual(await shop.restriction(player), before);
        assert.deepEqual(
          (await shop.history(player)).map(({ action }: { action: string }) => action),
          ['registered', 'released', 'registered'],
        );
        const due = (9.99 * 2).toFixed(2);
        assert.deepEqual(await remains(shop, player), [['USD', due, '0.00', due]]);

        await shop.report(payment, { ...dispute('won'), reportedAt: gate.now + 1 });
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [PAID]);
        assert.equal(await shop.restriction(player), null);

        await shop.report(payment, { ...dispute('open', 'dp_2'), reportedAt: gate.now + 2 });
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [ACTIVE]);
        for (let paid = 0; paid < 2; paid += 1) await shop.buy(player, gold);
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [PAID]);
        assert.equal(await shop.restriction(player), null);
      });
    }

    test('a refunded part of the payment brings them back, too', async () => {
      const { shop, player } = await restricted();
      const payment = await shop.buy(player, { price: '12.00' });
      await shop.turn();
      await shop.report(payment, partRefund('2.01', gate.now));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [PAID]);
      await shop.report(payment, partRefund('2.02', gate.now + 1));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE, FLAG]);
      assert.deepEqual(await remains(shop, player), [['USD', '9.99', '9.98', '0.01']]);
      assert.notEqual(await shop.restriction(player), null);
      await shop.buy(player, { price: '0.01' });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player))[0], PAID);
      // A part of an unknown amount may be all of it.
      await shop.report(payment, partRefund(null, gate.now + 2));
      await shop.turn();
      assert.deepEqual(await remains(shop, player), [['USD', '9.99', '0.01', '9.98']]);
      assert.notEqual(await shop.restriction(player), null);
    });

    test('the app server is told each time, and nothing about purchases that do not pay', async () => {
      const shop = await openShop(gate);
      const { gameIndex } = shop.app;
      const receiver = { url: 'http://127.0.0.1:1/', key: 'game-server-key-of-the-tests' };
      await admin(gate, 'PUT', `/projects/${gameIndex}/receivers/purchase`, receiver);
      await shop.rule(PAY_AGAIN);
      const player = await shop.customer();
      await shop.report(await shop.buy(player), refund('given', gate.now));
      await shop.turn();
      await shop.buy(player, { price: '1.00' });
      await shop.turn();
      const payment = await shop.buy(player);
      await shop.turn();
      await shop.report(payment, { ...dispute('open'), reportedAt: gate.now });
      await shop.turn();
      const rows = await gate.service.context.storage.db
        .selectFrom('outbox')
        .select('payload')
        .where('game_index', '=', gameIndex)
        .where('channel', '=', 'purchase')
        .orderBy('seq')
        .execute();
      const [{ effect_id }] = await shop.effects(player);
      assert.deepEqual(
        rows
          .map(({ payload }) => JSON.parse(payload))
          .filter(({ type }) => type.startsWith('measure.'))
          .map(({ type, data }) => [type, data.effectId, data.kind, data.reason]),
        [
          ['measure.taken', effect_id, 'restriction', undefined],
          ['measure.lifted', effect_id, 'restriction', 'paid_again'],
          ['measure.taken', effect_id, 'restriction', undefined],
        ],
      );
    });

    test('it comes back for the time that was left', async () => {
      const { shop, player } = await restricted();
      const start = gate.now;
      try {
        gate.now = start + 2 * DAY;
        const payment = await shop.buy(player);
        await shop.turn();
        assert.equal(await shop.restriction(player), null);
        gate.now = start + 30 * DAY;
        await shop.report(payment, { ...dispute('open'), reportedAt: gate.now });
        await shop.turn();
        const [effect] = await shop.effects(player);
        assert.equal(effect.until, new Date(start + 35 * DAY).toISOString());
        assert.equal((await shop.restriction(player)).end_date, '2026-12-20 12:00:00');
        gate.now = start + 35 * DAY + 1_000;
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [['over', null, 1, 'time_over']]);
        assert.equal(await shop.restriction(player), null);
      } finally {
        gate.now = start;
      }
    });

    test('it never touches what a person has set meanwhile: the player is flagged', async () => {
      const { shop, player } = await restricted();
      const payment = await shop.buy(player);
      await shop.turn();
      await admin(gate, 'PUT', `${shop.path}/players/${player.playerId}/restriction`, {
        status: 'B',
        block_type: 1,
        start_date: '2026-11-15 12:00:00',
        end_date: '2026-11-16 12:00:00',
      });
      const decided = await shop.restriction(player);
      await shop.report(payment, { ...dispute('open'), reportedAt: gate.now });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['flagged', 'restricted_by_person', 1, null],
      ]);
      assert.deepEqual(await shop.restriction(player), decided);
      await shop.report(payment, { ...dispute('won'), reportedAt: gate.now + 1 });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['lifted', 'restricted_by_person', 1, 'paid_again'],
      ]);
      await admin(gate, 'POST', `${shop.path}/players/${player.playerId}/release`, {});
      await shop.report(payment, { ...dispute('lost', 'dp_2'), reportedAt: gate.now + 2 });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE]);
    });

    test('what a person has released does not come back, nor does a rule that is off, nor for an exempt player', async () => {
      for (const end of ['release', 'off', 'exempt'] as const) {
        const { shop, player, rule_id } = await restricted();
        const rule = `${shop.path}/measures/rules/${rule_id}`;
        if (end === 'release') {
          const [{ effect_id }] = await shop.effects(player);
          await admin(gate, 'POST', `${shop.path}/measures/effects/${effect_id}/release`, {});
        }
        const payment = await shop.buy(player);
        await shop.turn();
        if (end === 'off') await admin(gate, 'POST', `${rule}/switch`, { state: 'off' });
        if (end === 'exempt') {
          await admin(gate, 'PUT', `${rule}/exempt`, { player_ids: [String(player.playerId)] });
        }
        await shop.report(payment, { ...dispute('open'), reportedAt: gate.now });
        await shop.turn();
        assert.equal(await shop.restriction(player), null, end);
        assert.equal((await shop.effects(player))[0].end_reason === null, false, end);
        assert.equal((await remains(shop, player)).length, 1, end);
      }
    });

    test('a debt that one cheap purchase settled before this version stays settled until that purchase is refunded', async () => {
      const { shop, player, purchase } = await restricted();
      const cheap = await shop.buy(player, { price: '0.10' });
      await shop.turn();
      const { db } = gate.service.context.storage;
      // As the version before has left them.
      await db
        .updateTable('measure_debt')
        .set({ settled_by: cheap.number, paid: null })
        .where('appid', '=', shop.app.appid)
        .execute();
      await db
        .deleteFrom('measure_effect')
        .where('appid', '=', shop.app.appid)
        .where('flag', 'is not', null)
        .execute();
      await shop.report(await shop.buy(player, { product_id: 'gems' }), dispute('open'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [PAID]);
      const { settled } = await owes(shop, player);
      assert.deepEqual(
        settled.map((each: Record<string, string>) => [each.product_id, each.paid, each.remaining]),
        [[purchase.product_id, '9.99', '0.00']],
      );
      // Its money pays nothing else.
      await shop.report(await shop.buy(player, { price: '0.05' }), dispute('open'));
      await shop.turn();
      assert.deepEqual(await remains(shop, player), [['USD', '10.04', '0.00', '10.04']]);
      await shop.report(cheap, { ...dispute('open'), reportedAt: gate.now });
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [ACTIVE]);
      assert.deepEqual(await remains(shop, player), [['USD', '20.13', '0.00', '20.13']]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
