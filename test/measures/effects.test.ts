// What rules do about players: one consequence per cause, escalation, its end, and a person who always wins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit, problem } from '../admin/caller.ts';
import { newPlayer, SECOND } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { DAY, dispute, openShop, REFUND_RULE, refund, short } from './shop.ts';

const iso = (at: number): string => new Date(at).toISOString();

suite(
  'effects of measures',
  (gate) => {
    test('a purchase leaves nothing to be followed; its refund does', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const purchase = await shop.buy(await shop.customer());
      const changes = () =>
        gate.service.context.storage.db
          .selectFrom('purchase_change')
          .select(['kind', 'provider', 'subject'])
          .where('appid', '=', shop.app.appid)
          .execute();
      assert.deepEqual(await changes(), []);
      await shop.report(purchase, refund('given', gate.now));
      const { provider, unique_key: subject } = purchase;
      assert.deepEqual(await changes(), [{ kind: 'purchase', provider, subject }]);
      await shop.turn();
      assert.equal((await changes()).length, 1, 'the figures have not followed it');
      await gate.service.payment.figures.turn();
      assert.deepEqual(await changes(), []);
    });

    test('a refund restricts the player once, whatever is repeated, and the history says why', async () => {
      const shop = await openShop(gate);
      const rule_id = await shop.rule();
      const player = await shop.customer();
      const purchase = await shop.buy(player);
      for (let time = 0; time < 3; time += 1) {
        await shop.report(purchase, refund('given', gate.now));
        await shop.turn();
      }
      const [effect, ...others] = await shop.effects(player);
      assert.deepEqual(others, []);
      const [entry, ...later] = await shop.history(player);
      assert.deepEqual(later, []);
      assert.deepEqual(effect, {
        effect_id: effect.effect_id,
        rule_id,
        rule_name: 'Refunds',
        player_id: Number(player.playerId),
        status: 'active',
        flag: null,
        step: 1,
        block_type: 1,
        since: iso(gate.now),
        until: iso(gate.now + 7 * DAY),
        paid_again: false,
        restriction_seq: entry.seq,
        causes: [
          {
            kind: 'refund',
            market: 'APPLE',
            transaction_id: purchase.transaction_id,
            service_transaction_id: `AP_${purchase.number}`,
            product_id: purchase.product_id,
            amount: '9.99',
            currency: 'USD',
            at: iso(gate.now),
          },
        ],
        source_effect_id: null,
        ended_at: null,
        end_reason: null,
        closed_by: null,
        note: null,
      });
      const after = {
        status: 'B',
        block_type: 1,
        start_date: '2026-11-15 12:00:00',
        end_date: '2026-11-22 12:00:00',
      };
      assert.deepEqual(entry, {
        seq: entry.seq,
        at: iso(gate.now),
        action: 'registered',
        actor: { kind: 'measure', name: 'Refunds' },
        comment: `AP_${purchase.number} refund`,
        before: null,
        after,
      });
      assert.deepEqual(await shop.restriction(player), {
        player_id: Number(player.playerId),
        ...after,
        in_effect: true,
        changed_at: iso(gate.now),
        actor_kind: 'measure',
        actor: 'Refunds',
      });
      const answer = await admin(gate, 'GET', `${shop.path}/measures/effects/${effect.effect_id}`);
      assert.deepEqual(answer.body, effect);
    });

    test('two processes draw a consequence once', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const other = await gate.secondService();
      const players = await Promise.all([1, 2, 3].map(() => shop.customer()));
      for (const player of players) {
        await shop.report(await shop.buy(player), refund('given'));
      }
      await Promise.all([shop.turn(), other.measures.turn()]);
      for (const player of players) {
        assert.deepEqual(short(await shop.effects(player)), [['active', null, 1, null]]);
        assert.equal((await shop.history(player)).length, 1);
      }
    });

    test('repetition escalates, and a refund that was undone lifts only what it caused', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const player = await shop.customer();
      const [first, second] = [await shop.buy(player), await shop.buy(player)];
      await shop.report(first, refund('given'));
      await shop.turn();
      await shop.report(second, refund('given'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['active', null, 1, null],
        ['active', null, 2, null],
      ]);
      assert.equal((await shop.restriction(player)).status, 'P');

      await shop.report(second, refund('restored'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['active', null, 1, null],
        ['lifted', null, 2, 'undone'],
      ]);
      const { status, end_date } = await shop.restriction(player);
      assert.deepEqual([status, end_date], ['B', '2026-11-22 12:00:00']);

      await shop.report(first, refund('restored'));
      await shop.turn();
      assert.equal(await shop.restriction(player), null);
      const last = (await shop.history(player)).at(-1);
      assert.deepEqual(
        [last.action, last.actor, last.comment],
        ['released', { kind: 'measure', name: 'Refunds' }, 'undone'],
      );

      await shop.report(second, refund('given'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)).at(-1), ['active', null, 1, null]);
    });

    test('the time is over, and the next cause is the second step', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const player = await shop.customer();
      const start = gate.now;
      await shop.report(await shop.buy(player), refund('given'));
      await shop.turn();
      try {
        gate.now = start + 7 * DAY + SECOND - 1;
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [['active', null, 1, null]]);
        assert.equal((await shop.restriction(player)).in_effect, true);
        gate.now += 1;
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [['over', null, 1, 'time_over']]);
        assert.equal(await shop.restriction(player), null);
        await shop.report(await shop.buy(player), refund('given'));
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)).at(-1), ['active', null, 2, null]);
        assert.equal((await shop.restriction(player)).status, 'P');
      } finally {
        gate.now = start;
      }
    });

    test('a restriction that a person set is not touched: the player is flagged', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const player = await shop.customer();
      const restriction = {
        status: 'B',
        block_type: 1,
        start_date: '2026-11-15 12:00:00',
        end_date: '2026-11-16 12:00:00',
      };
      const set = `${shop.path}/players/${player.playerId}/restriction`;
      await admin(gate, 'PUT', set, restriction);
      const before = await shop.restriction(player);
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['flagged', 'restricted_by_person', null, null],
      ]);
      assert.deepEqual(await shop.restriction(player), before);
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['lifted', 'restricted_by_person', null, 'undone'],
      ]);
      assert.deepEqual(await shop.restriction(player), before);
    });

    test('a rule restricts in its scope; what people do in other scopes is no decision about it', async () => {
      const shop = await openShop(gate);
      const measure = { ...REFUND_RULE.measure, scope: 'trade' };
      const unknown = { ...REFUND_RULE, measure: { ...measure, scope: 'fish' } };
      const refused = await admin(gate, 'POST', `${shop.path}/measures/rules`, unknown);
      assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'measure']);
      await shop.rule({ ...REFUND_RULE, measure });
      const player = await shop.customer();
      const one = `${shop.path}/players/${player.playerId}`;
      const ban = {
        status: 'B',
        block_type: 1,
        start_date: '2026-11-15 12:00:00',
        end_date: '2027-11-15 12:00:00',
      };
      await admin(gate, 'PUT', `${one}/restriction`, ban);
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      const scopes = async () => {
        const { body } = await admin(gate, 'GET', one);
        return (body.restrictions ?? []).map((each: { scope?: string }) => each.scope);
      };
      assert.deepEqual(await scopes(), [undefined, 'trade']);
      const [effect] = await shop.effects(player);
      assert.deepEqual([effect.status, effect.scope], ['active', 'trade']);
      await admin(gate, 'POST', `${one}/release`, {});
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['active', null, 1, null]]);
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      assert.deepEqual([await scopes(), (await shop.effects(player))[0].status], [[], 'lifted']);
    });

    for (const [what, act] of [
      ['released', 'release'],
      ['changed', 'restriction'],
    ] as const) {
      test(`what a person has ${what} stays so, whatever the market reports`, async () => {
        const shop = await openShop(gate);
        await shop.rule();
        const player = await shop.customer();
        const purchase = await shop.buy(player);
        await shop.report(purchase, refund('given'));
        await shop.turn();
        const path = `${shop.path}/players/${player.playerId}/${act}`;
        const longer = {
          status: 'B',
          block_type: 1,
          start_date: '2026-11-15 12:00:00',
          end_date: '2027-11-15 12:00:00',
        };
        if (act === 'release') await admin(gate, 'POST', path, {});
        else await admin(gate, 'PUT', path, longer);
        const decided = await shop.restriction(player);
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [['released', null, 1, 'operator']]);
        for (const state of ['restored', 'given'] as const) {
          await shop.report(purchase, refund(state));
          await shop.turn();
          assert.deepEqual(await shop.restriction(player), decided);
        }
        assert.equal((await shop.effects(player)).length, 1);
      });
    }

    test('an operator releases an effect, once', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const player = await shop.customer();
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      const [effect] = await shop.effects(player);
      const path = `${shop.path}/measures/effects/${effect.effect_id}/release`;
      const released = await admin(gate, 'POST', path, { comment: 'A mistake.' });
      const end = {
        status: 'released',
        ended_at: iso(gate.now),
        end_reason: 'operator',
        closed_by: 'TOLLGATE_ADMIN_TOKEN',
        note: 'A mistake.',
      };
      assert.deepEqual([released.status, released.body], [200, { ...effect, ...end }]);
      assert.equal(await shop.restriction(player), null);
      const [entry] = await newestAudit(gate, 1, 'measure.release');
      const target = `apps/${shop.app.appid}/players/${player.playerId}/measures`;
      assert.equal(entry.target, `${target}/${effect.effect_id}`);
      const again = await admin(gate, 'POST', path, {});
      const detail = `Effect ${effect.effect_id} is released, not active.`;
      assert.deepEqual(again.body, problem('in_use', path, detail));
      await shop.report(purchase, refund('given', gate.now + 1));
      await shop.turn();
      assert.equal(await shop.restriction(player), null);
    });

    test('releasing an effect does not bring back what a person has just ended', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const player = await shop.customer();
      for (let count = 0; count < 2; count += 1) {
        await shop.report(await shop.buy(player), refund('given'));
        await shop.turn();
      }
      await admin(gate, 'POST', `${shop.path}/players/${player.playerId}/release`, {});
      const [first] = await shop.effects(player);
      await admin(gate, 'POST', `${shop.path}/measures/effects/${first.effect_id}/release`, {});
      assert.equal(await shop.restriction(player), null);
      await shop.turn();
      assert.equal(await shop.restriction(player), null);
      assert.deepEqual(short(await shop.effects(player)), [
        ['released', null, 1, 'operator'],
        ['released', null, 2, 'operator'],
      ]);
    });

    test('count and days: three within thirty days, each of them once', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, when: { causes: ['refund'], count: 3, days: 30 } });
      const player = await shop.customer();
      const purchases = [];
      for (let count = 0; count < 5; count += 1) purchases.push(await shop.buy(player));
      for (const [index, days] of [0, 31, 40, 50, 55].entries()) {
        const purchase = purchases[index];
        assert.ok(purchase);
        await shop.report(purchase, refund('given', gate.now + days * DAY));
        await shop.turn();
      }
      const effects = await shop.effects(player);
      assert.deepEqual(
        effects.map((each: { causes: { service_transaction_id: string }[] }) =>
          each.causes.map(({ service_transaction_id }) => service_transaction_id),
        ),
        [purchases.slice(1, 4).map(({ number }) => `AP_${number}`)],
      );
      const [, second] = purchases;
      assert.ok(second);
      await shop.report(second, refund('restored', gate.now + 60 * DAY));
      await shop.turn();
      // The two that remain have the fifth beside them.
      assert.deepEqual(short(await shop.effects(player)), [
        ['lifted', null, 1, 'undone'],
        ['active', null, 1, null],
      ]);
    });

    test('money, markets, products, test purchases and causes before the rule', async () => {
      const shop = await openShop(gate);
      const early = await shop.customer();
      await shop.report(await shop.buy(early), refund('given', gate.now - 1));
      await shop.rule({
        ...REFUND_RULE,
        when: {
          causes: ['refund'],
          markets: ['APPLE'],
          products: ['gold'],
          money: { amount: '20', currency: 'USD' },
        },
      });
      const cases = [
        [{ product_id: 'gold', price: '20.00' }, 1],
        [{ product_id: 'gold', price: '19.99' }, 0],
        [{ product_id: 'gold', price: '20.00', test: 1 }, 0],
        [{ product_id: 'gold', price: '20.00', currency: 'EUR' }, 0],
        [{ product_id: 'gold', price: '20.00', provider: 'GOOGLE' }, 0],
        [{ product_id: 'silver', price: '20.00' }, 0],
      ] as const;
      for (const [fields, expected] of cases) {
        const player = await shop.customer();
        await shop.report(await shop.buy(player, fields), refund('given'));
        await shop.turn();
        assert.equal((await shop.effects(player)).length, expected, JSON.stringify(fields));
      }
      assert.deepEqual(await shop.effects(early), []);
    });

    test('exempt: listed players, old accounts, and those who have spent more', async () => {
      const shop = await openShop(gate);
      const rule_id = await shop.rule({
        ...REFUND_RULE,
        unless: { older_than_days: 30, spent_more_than: { amount: '50', currency: 'USD' } },
      });
      const start = gate.now;
      const old = await shop.customer();
      gate.now = start + 30 * DAY;
      try {
        const [listed, spender, saver] = [
          await shop.customer(),
          await shop.customer(),
          await shop.customer(),
        ];
        const list = { player_ids: [String(listed.playerId)] };
        await admin(gate, 'PUT', `${shop.path}/measures/rules/${rule_id}/exempt`, list);
        await shop.buy(spender, { price: '50.01' });
        await shop.buy(saver, { price: '50.00' });
        for (const [player, expected] of [
          [old, 0],
          [listed, 0],
          [spender, 0],
          [saver, 1],
        ] as const) {
          await shop.report(await shop.buy(player), refund('given'));
          await shop.turn();
          assert.equal((await shop.effects(player)).length, expected);
        }
      } finally {
        gate.now = start;
      }
    });

    test('an account stays old when its logins are deleted, and is new for another player', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, unless: { older_than_days: 365 } });
      const start = gate.now;
      const old = await shop.customer();
      const sold = await shop.customer();
      try {
        gate.now = start + 365 * DAY;
        const { db } = gate.service.context.storage;
        await db.deleteFrom('login').where('appid', '=', shop.app.appid).execute();
        await shop.login(old.playerId, { account_uuid: old.account });
        const buyer = { ...sold, playerId: BigInt(newPlayer()) };
        await shop.login(buyer.playerId, { account_uuid: sold.account });
        for (const [player, expected] of [
          [old, 0],
          [buyer, 1],
        ] as const) {
          await shop.report(await shop.buy(player), refund('given'));
          await shop.turn();
          assert.equal((await shop.effects(player)).length, expected);
        }
      } finally {
        gate.now = start;
      }
    });

    test('disputes: open, lost and won', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, when: { causes: ['chargeback'] } });
      await shop.rule({
        name: 'Lost',
        when: { causes: ['dispute_lost'] },
        measure: { action: 'flag' },
      });
      const player = await shop.customer();
      const purchase = await shop.buy(player);
      await shop.report(purchase, dispute('open'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['active', null, 1, null]]);
      await shop.report(purchase, dispute('lost'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['active', null, 1, null],
        ['flagged', 'rule', null, null],
      ]);
      await shop.report(purchase, dispute('won'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [
        ['lifted', null, 1, 'undone'],
        ['lifted', 'rule', null, 'undone'],
      ]);
    });

    test('only after the game has reported the delivery', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, when: { causes: ['undone_after_delivery'] } });
      const player = await shop.customer();
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      assert.deepEqual(await shop.effects(player), []);
      const deliver = (result: number) =>
        gate.post(
          '/payment/v1/item/result',
          { serviceTransactionId: `AP_${purchase.number}`, result },
          shop.ledger.server,
        );
      assert.equal((await deliver(1)).status, 200);
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['active', null, 1, null]]);
      await deliver(3);
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['lifted', null, 1, 'undone']]);
    });

    test('a rule that is off or deleted does nothing more; what it did can still be undone', async () => {
      const shop = await openShop(gate);
      const rule_id = await shop.rule();
      const [player, other] = [await shop.customer(), await shop.customer()];
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      const path = `${shop.path}/measures/rules/${rule_id}`;
      await admin(gate, 'POST', `${path}/switch`, { state: 'off' });
      await shop.report(await shop.buy(other), refund('given'));
      await shop.turn();
      assert.deepEqual(await shop.effects(other), []);
      await admin(gate, 'DELETE', path);
      assert.equal((await shop.restriction(player)).status, 'B');
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      assert.equal(await shop.restriction(player), null);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
