// Lists of effects and flags: narrowed, counted, sorted, as a file; and how often each rule acted lately.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Effect } from '../../src/measures/effects/effects.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import { ADMIN_TOKEN, admin, problem } from '../admin/caller.ts';
import { newPlayer } from '../restriction/players.ts';
import { suite } from '../support/harness.ts';
import { DAY, openShop, REFUND_RULE, refund } from './shop.ts';

const FLAG_RULE = { name: 'Flag', when: { causes: ['refund'] }, measure: { action: 'flag' } };

suite(
  'lists of measures',
  (gate) => {
    async function ask(shop: Awaited<ReturnType<typeof openShop>>, query: string) {
      const { status, body } = await admin(gate, 'GET', `${shop.path}/measures/${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    }
    const idsOf = ({ items }: { items: Effect[] }) => items.map(({ effect_id }) => effect_id);

    test('effects by rule, status, player and purchase, counted, in both orders', async () => {
      const shop = await openShop(gate);
      const restricting = await shop.rule();
      const flagging = await shop.rule(FLAG_RULE);
      const [one, other] = [await shop.customer(), await shop.customer()];
      const purchases: PurchaseTable[] = [];
      for (const player of [one, one, other]) {
        const purchase = await shop.buy(player);
        purchases.push(purchase);
        await shop.report(purchase, refund('given'));
        await shop.turn();
      }
      const all: Effect[] = (await ask(shop, 'effects')).items;
      assert.equal(all.length, 6);
      const matching = (is: (effect: Effect) => boolean) =>
        all.filter(is).map(({ effect_id }) => effect_id);
      const behind = (index: number) => `AP_${purchases[index]?.number}`;
      const isBehind = (id: string, { causes }: Effect) =>
        causes.some((cause) => cause.service_transaction_id === id);
      for (const [query, is] of [
        [`rule_id=${flagging}`, ({ rule_id }) => rule_id === flagging],
        [
          `rule_id=${restricting}&status=active`,
          ({ rule_id, status }) => rule_id === restricting && status === 'active',
        ],
        [`player_id=${one.playerId}`, ({ player_id }) => String(player_id) === `${one.playerId}`],
        [`service_transaction_id=${behind(1)}`, (effect) => isBehind(behind(1), effect)],
        [
          `service_transaction_id=${behind(2)}&rule_id=${flagging}`,
          (effect) => isBehind(behind(2), effect) && effect.rule_id === flagging,
        ],
        [`service_transaction_id=${behind(2)}&player_id=${one.playerId}`, () => false],
        ['service_transaction_id=AP_999', () => false],
        [`service_transaction_id=${randomUUID()}`, () => false],
      ] as const satisfies [string, (effect: Effect) => boolean][]) {
        const expected = matching(is);
        assert.deepEqual(idsOf(await ask(shop, `effects?${query}`)), expected, query);
        const ascending = await ask(shop, `effects?${query}&sort=since`);
        assert.deepEqual(idsOf(ascending), expected.toReversed(), query);
        const total = { count: expected.length, is_exact: true };
        assert.deepEqual(await ask(shop, `effects/count?${query}`), total, query);
      }
      const first = await ask(shop, 'effects?sort=since&limit=4');
      const second = await ask(shop, `effects?sort=since&limit=4&after=${first.next}`);
      const ids = matching(() => true);
      assert.deepEqual([...idsOf(first), ...idsOf(second)], ids.toReversed());
      const wrong = `${shop.path}/measures/effects/count?player_id=9999999999999999999`;
      const detail = 'Must be at most 9223372036854775807.';
      assert.deepEqual(
        (await admin(gate, 'GET', wrong)).body,
        problem('invalid_request', wrong.split('?')[0] as string, detail, [
          { field: 'player_id', message: detail },
        ]),
      );
    });

    test('the effects of a purchase: undone ones, flags of the same device, and of a player before', async () => {
      const shop = await openShop(gate);
      const measure = { ...REFUND_RULE.measure, same_device: 'flag' };
      const rule_id = await shop.rule({ ...REFUND_RULE, measure });
      const player = await shop.customer();
      const friend = BigInt(newPlayer());
      const { body } = await shop.login(player.playerId);
      await shop.login(friend, { did: body.did });
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      const query = `effects?service_transaction_id=AP_${purchase.number}`;
      const playersOf = async () =>
        (await ask(shop, query)).items.map(({ player_id }: Effect) => BigInt(player_id)).sort();
      const both = [player.playerId, friend].sort();
      assert.deepEqual(await playersOf(), both);
      // Another player takes over the account.
      await shop.login(BigInt(newPlayer()), { account_uuid: player.account });
      assert.deepEqual(await playersOf(), both);
      await shop.login(player.playerId, { account_uuid: player.account });
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      assert.deepEqual(await playersOf(), both);
      await admin(gate, 'DELETE', `${shop.path}/measures/rules/${rule_id}`);
      assert.deepEqual(await playersOf(), both);
    });

    test('flags: counted, sorted and narrowed, open and closed; both lists as a file', async () => {
      const shop = await openShop(gate);
      const rule_id = await shop.rule(FLAG_RULE);
      await shop.rule({ ...FLAG_RULE, name: 'Second' });
      for (const name of ['=1+1', 'gold']) {
        const purchase = await shop.buy(await shop.customer(), { product_id: name });
        await shop.report(purchase, refund('given'));
        await shop.turn();
      }
      const open: Effect[] = (await ask(shop, 'flags')).items;
      const descending = await ask(shop, 'flags?sort=-since');
      assert.deepEqual(idsOf(descending), idsOf({ items: open }).toReversed());
      const [first] = open;
      assert.ok(first);
      const [cause] = first.causes;
      const mine = await ask(
        shop,
        `flags?rule_id=${rule_id}&service_transaction_id=${cause?.service_transaction_id}`,
      );
      assert.deepEqual(mine.items, [first]);
      await admin(gate, 'POST', `${shop.path}/measures/flags/${first.effect_id}/close`, {});
      const exactly = (count: number) => ({ count, is_exact: true });
      assert.deepEqual(await ask(shop, 'flags/count'), exactly(3));
      assert.deepEqual(await ask(shop, 'flags/count?state=closed'), exactly(1));
      assert.deepEqual(await ask(shop, `flags/count?rule_id=${rule_id}`), exactly(1));

      const file = await admin(gate, 'GET', `${shop.path}/measures/flags/file?state=closed`);
      // Only a restriction has a scope.
      const columns = [...Object.keys(first), 'scope'];
      const [head, line, end] = String(file.body).split('\r\n');
      assert.equal(head, columns.join());
      assert.ok(
        line?.startsWith(`${first.effect_id},${rule_id},Flag,${first.player_id},released,`),
      );
      assert.equal(end, '');
      const effects = await admin(gate, 'GET', `${shop.path}/measures/effects/file?sort=since`);
      const begun = String(effects.body).split('\r\n').slice(1, -1);
      assert.deepEqual(
        begun.map((text) => text.split(',')[0]),
        idsOf({ items: open }),
      );
      const { headers } = effects;
      assert.deepEqual(
        [headers['content-type'], headers['content-disposition']],
        ['text/csv; charset=utf-8', 'attachment; filename="effects.csv"'],
      );
    });

    test('each rule says how often it acted in the past 30 days', async () => {
      const shop = await openShop(gate);
      const restricting = await shop.rule();
      const flagging = await shop.rule(FLAG_RULE);
      const idle = await shop.rule({
        ...FLAG_RULE,
        name: 'Idle',
        when: { causes: ['chargeback'] },
      });
      const start = gate.now;
      const act = async () => {
        await shop.report(await shop.buy(await shop.customer()), refund('given'));
        await shop.turn();
      };
      const recent = async () =>
        (await ask(shop, 'rules')).items.map((rule: { rule_id: string; recent: object }) => [
          rule.rule_id,
          rule.recent,
        ]);
      try {
        await act();
        gate.now = start + 10 * DAY;
        await act();
        const none = [idle, { restricted: 0, flagged: 0 }];
        const expected = (restricted: number, flagged: number) => [
          [restricting, { restricted, flagged: 0 }],
          [flagging, { restricted: 0, flagged }],
          none,
        ];
        assert.deepEqual(await recent(), expected(2, 2));
        gate.now = start + 31 * DAY;
        assert.deepEqual(await recent(), expected(1, 1));
      } finally {
        gate.now = start;
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
