// The dry run: whom a rule would have restricted, day by day, and what it leaves out. It writes nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, problem } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { DAY, openShop, REFUND_RULE, refund } from './shop.ts';

const iso = (at: number): string => new Date(at).toISOString();

suite(
  'dry run',
  (gate) => {
    test('says who, when and why, with a step that grows, and every day of the range', async () => {
      const shop = await openShop(gate);
      const player = await shop.customer();
      const [first, second] = [await shop.buy(player), await shop.buy(player)];
      const stranger = { account: randomUUID() };
      const third = await shop.buy(stranger, { price: null, currency: null });
      const tested = await shop.buy(await shop.customer(), { test: 1 });
      const old = await shop.buy(await shop.customer());
      const restored = await shop.buy(await shop.customer());
      await shop.report(first, refund('given', gate.now - 2 * DAY));
      await shop.report(second, refund('given', gate.now - DAY));
      await shop.report(third, refund('given', gate.now));
      await shop.report(tested, refund('given', gate.now));
      await shop.report(old, refund('given', gate.now - 4 * DAY));
      await shop.report(restored, refund('given', gate.now));
      await shop.report(restored, refund('restored', gate.now + 1));
      const path = `${shop.path}/measures/rules/dry-run`;
      const { status, body } = await admin(gate, 'POST', path, { rule: REFUND_RULE, days: 3 });
      const causeOf = (purchase: typeof first, at: number) => ({
        kind: 'refund',
        market: 'APPLE',
        transaction_id: purchase.transaction_id,
        service_transaction_id: `AP_${purchase.number}`,
        product_id: purchase.product_id,
        amount: purchase.price,
        currency: purchase.currency,
        at: iso(at),
      });
      const player_id = Number(player.playerId);
      const account_uuid = player.account;
      assert.deepEqual(
        [status, body],
        [
          200,
          {
            from: iso(gate.now - 3 * DAY),
            to: iso(gate.now),
            restricted: [
              {
                player_id: null,
                account_uuid: stranger.account,
                at: iso(gate.now),
                step: 1,
                until: iso(gate.now + 7 * DAY),
                causes: [causeOf(third, gate.now)],
              },
              {
                player_id,
                account_uuid,
                at: iso(gate.now - DAY),
                step: 2,
                until: null,
                causes: [causeOf(second, gate.now - DAY)],
              },
              {
                player_id,
                account_uuid,
                at: iso(gate.now - 2 * DAY),
                step: 1,
                until: iso(gate.now + 5 * DAY),
                causes: [causeOf(first, gate.now - 2 * DAY)],
              },
            ],
            flagged: [],
            days: [
              { day: '2026-11-12', restricted: 0, flagged: 0 },
              { day: '2026-11-13', restricted: 1, flagged: 0 },
              { day: '2026-11-14', restricted: 1, flagged: 0 },
              { day: '2026-11-15', restricted: 1, flagged: 0 },
            ],
            totals: { restricted: 3, flagged: 0, players: 2, exempt: 0, undone: 3 },
            is_cut: false,
          },
        ],
      );
      await shop.turn();
      assert.deepEqual(await shop.effects(player), []);
    });

    test('an existing rule, with the players that it leaves alone', async () => {
      const shop = await openShop(gate);
      const rule_id = await shop.rule(
        {
          ...REFUND_RULE,
          measure: { action: 'flag' },
          unless: { spent_more_than: { amount: '100', currency: 'USD' } },
        },
        'watch',
      );
      const [listed, spender, other] = [
        await shop.customer(),
        await shop.customer(),
        await shop.customer(),
      ];
      await shop.buy(spender, { price: '100.01' });
      for (const player of [listed, spender, other]) {
        await shop.report(await shop.buy(player), refund('given', gate.now - 50 * DAY));
      }
      const rule = `${shop.path}/measures/rules/${rule_id}`;
      await admin(gate, 'PUT', `${rule}/exempt`, { player_ids: [String(listed.playerId)] });
      const path = `${shop.path}/measures/rules/dry-run`;
      const { body } = await admin(gate, 'POST', path, { rule_id });
      assert.deepEqual(body.totals, {
        restricted: 0,
        flagged: 1,
        players: 1,
        exempt: 2,
        undone: 3,
      });
      assert.deepEqual(
        body.flagged.map((each: { player_id: number }) => each.player_id),
        [Number(other.playerId)],
      );
      assert.equal(body.days.length, 91);
      const {
        rule_id: _,
        state,
        since,
        created_at,
        changed_at,
        ...whole
      } = (await admin(gate, 'GET', rule)).body;
      const exempt = [String(listed.playerId), String(other.playerId)];
      const draft = await admin(gate, 'POST', path, { rule: { ...whole, exempt } });
      assert.deepEqual(draft.body.totals, {
        restricted: 0,
        flagged: 0,
        players: 0,
        exempt: 3,
        undone: 3,
      });
    });

    test('needs one rule, which must be valid', async () => {
      const shop = await openShop(gate);
      const path = `${shop.path}/measures/rules/dry-run`;
      const refused = async (body: object) => (await admin(gate, 'POST', path, body)).body;
      const message = 'Send rule_id or rule, not both.';
      const errors = [{ field: 'rule', message }];
      assert.deepEqual(await refused({}), problem('invalid_request', path, message, errors));
      const wrong = { ...REFUND_RULE, measure: { action: 'restrict' } };
      const needed = 'A rule that restricts needs block_type and steps.';
      assert.deepEqual(
        await refused({ rule: wrong }),
        problem('invalid_request', path, needed, [{ field: 'measure', message: needed }]),
      );
      const rule_id = randomUUID();
      const unknown = `The app has no rule ${rule_id}.`;
      assert.deepEqual(await refused({ rule_id }), problem('not_found', path, unknown));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
