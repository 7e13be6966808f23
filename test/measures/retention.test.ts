// How long measures are kept: what has ended goes with the history of restrictions, all else stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRetention } from '../../src/background/retention.ts';
import { retentionRules } from '../../src/retention.ts';
import { createLog } from '../../src/start/log.ts';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { SECOND } from '../restriction/players.ts';
import { suite } from '../support/harness.ts';
import { DAY, openShop, REFUND_RULE, refund, short } from './shop.ts';

/** Only the history ends. */
const DAYS = {
  notices: 0,
  activity: 0,
  history: 10,
  audit: 0,
  statistics: 0,
  attempts: 0,
  logins: 0,
  deadLetters: 0,
  unpaidOrders: 0,
};

suite(
  'retention of measures',
  (gate) => {
    test('ended effects and closed flags go, open ones and debts stay, and nobody is restricted twice', async () => {
      const shop = await openShop(gate);
      const start = gate.now;
      const rule_id = await shop.rule({
        ...REFUND_RULE,
        measure: { ...REFUND_RULE.measure, steps: [{ period_days: 7 }] },
      });
      await shop.rule({
        name: 'Flag',
        when: { causes: ['refund'], products: ['gems'] },
        measure: { action: 'flag' },
      });
      const [player, payer] = [await shop.customer(), await shop.customer()];
      const purchase = await shop.buy(player, { product_id: 'gems' });
      await shop.report(purchase, refund('given'));
      await shop.report(await shop.buy(payer, { product_id: 'gems' }), refund('given'));
      await shop.turn();
      await shop.buy(payer, { product_id: 'gems' });
      await shop.turn();
      const flags = `${shop.path}/measures/flags`;
      const [closed] = (await admin(gate, 'GET', `${flags}?player_id=${player.playerId}`)).body
        .items;
      await admin(gate, 'POST', `${flags}/${closed.effect_id}/close`, { note: 'Fine.' });
      const keep = () =>
        createRetention({
          storage: gate.service.context.storage,
          clock: () => gate.now,
          log: createLog('silent'),
          rules: retentionRules(DAYS),
        }).turn();
      const states = async () => [
        short(await shop.effects(player)),
        short(await shop.effects(payer)),
      ];
      try {
        gate.now = start + 7 * DAY + SECOND;
        await shop.turn();
        const over = ['over', null, 1, 'time_over'];
        const open = ['flagged', 'rule', null, null];
        const ended = ['released', 'rule', null, 'operator'];
        gate.now = start + 10 * DAY;
        await keep();
        assert.deepEqual(await states(), [
          [over, ended],
          [over, open],
        ]);
        gate.now = start + 12 * DAY;
        await keep();
        // The flag was closed at once, the restriction ended after a week.
        assert.deepEqual(await states(), [[over], [over, open]]);
        gate.now = start + 18 * DAY;
        await keep();
        assert.deepEqual(await states(), [[], [open]]);

        await shop.report(purchase, refund('given', gate.now));
        await shop.turn();
        assert.deepEqual(await states(), [[], [open]]);
        assert.equal(await shop.restriction(player), null);
        const debtOf = async ({ playerId }: { playerId: bigint }) => {
          const { body } = await admin(gate, 'GET', `${shop.path}/players/${playerId}/debt`);
          return [body.debt.length, body.settled.length];
        };
        assert.deepEqual(
          [await debtOf(player), await debtOf(payer)],
          [
            [1, 0],
            [0, 1],
          ],
        );
        const effects = `${shop.path}/measures/effects/count?rule_id=${rule_id}`;
        assert.deepEqual((await admin(gate, 'GET', effects)).body, { count: 0, is_exact: true });
      } finally {
        gate.now = start;
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
