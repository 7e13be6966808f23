// Refunds and reversals while the process that draws their consequences is killed again and again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { openShop, REFUND_RULE, refund, short } from '../measures/shop.ts';
import { MASTER_KEY, START, suite } from '../support/harness.ts';
import { startKilledService } from './killed-service.ts';

const PLAYERS = 60;
const KILLS = 6;
const LONGEST_LIFE_MS = 1_500;
const GIVE_UP_MS = 60_000;

suite(
  'measures of a process that is killed',
  (gate) => {
    test('every refund has one consequence, every reversal ends it', async (t) => {
      // The process has the clock of the machine.
      gate.now = Date.now();
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, measure: { ...REFUND_RULE.measure, event: false } });
      const bought = [];
      for (let count = 0; count < PLAYERS; count += 1) {
        const player = await shop.customer();
        bought.push({ player, purchase: await shop.buy(player), isRestored: count % 3 === 0 });
      }
      const service = await startKilledService({
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      });
      try {
        const kills = service.kill(KILLS, LONGEST_LIFE_MS);
        for (const { purchase, isRestored } of bought) {
          gate.now = Date.now();
          await shop.report(purchase, refund('given', gate.now));
          await wait(Math.random() * 200);
          gate.now = Date.now();
          if (isRestored) await shop.report(purchase, refund('restored', gate.now + 1));
          await shop.report(purchase, refund('given', gate.now - 1));
        }
        t.diagnostic(`${await kills} kills`);
        await service.spare();
        const { db } = gate.service.context.storage;
        const begun = Date.now();
        const marks = () => db.selectFrom('measure_mark').select('mark_id').execute();
        while ((await marks()).length > 0) {
          assert.ok(Date.now() - begun < GIVE_UP_MS, 'marks are left');
          await wait(100);
        }
        for (const { player, isRestored } of bought) {
          const effects = short(await shop.effects(player));
          const history = await shop.history(player);
          if (!isRestored) {
            assert.deepEqual(effects, [['active', null, 1, null]]);
            assert.deepEqual(
              history.map(({ action }: { action: string }) => action),
              ['registered'],
            );
            continue;
          }
          // Undone before it was looked at, or after.
          assert.ok(effects.length <= 1);
          for (const effect of effects) assert.deepEqual(effect, ['lifted', null, 1, 'undone']);
          assert.equal(await shop.restriction(player), null);
          assert.equal(history.length, effects.length * 2);
        }
      } finally {
        await service.stop();
        gate.now = START;
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
