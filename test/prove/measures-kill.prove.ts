// Refunds and reversals while the process that draws their consequences is killed again and again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openAppsBehind } from '../../src/measures/sources.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { type Customer, dispute, openShop, REFUND_RULE, refund, short } from '../measures/shop.ts';
import { type Gate, MASTER_KEY, START, suite } from '../support/harness.ts';
import { startKilledService } from './killed-service.ts';

const PLAYERS = 60;
const KILLS = 6;
const LONGEST_LIFE_MS = 1_500;
const GIVE_UP_MS = 300_000;

interface Bought {
  readonly player: Customer;
  readonly purchase: PurchaseTable;
  /** The second half of the payment. */
  rest: PurchaseTable;
}

/** Everything that was recorded is followed. */
async function allDrawn(gate: Gate): Promise<void> {
  const { db } = gate.service.context.storage;
  const begun = Date.now();
  for (;;) {
    const isBehind = (await openAppsBehind(db)).size > 0;
    const changes = isBehind
      ? []
      : await db.selectFrom('purchase_change').select('number').execute();
    if (!isBehind && changes.length === 0) return;
    assert.ok(Date.now() - begun < GIVE_UP_MS, 'changes are left');
    await wait(100);
  }
}

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
        await allDrawn(gate);
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

    test('payments end restrictions, refunded payments bring them back, each once', async (t) => {
      gate.now = Date.now();
      const shop = await openShop(gate);
      await shop.rule({
        ...REFUND_RULE,
        measure: { ...REFUND_RULE.measure, event: false },
        until: { paid_again: true },
      });
      const bought: Bought[] = [];
      for (let count = 0; count < PLAYERS; count += 1) {
        const player = await shop.customer();
        const purchase = await shop.buy(player);
        bought.push({ player, purchase, rest: purchase });
      }
      const service = await startKilledService({
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      });
      try {
        let killed = 0;
        /** Of all these players, while the service is killed; then every consequence is drawn. */
        const each = async (
          players: readonly Bought[],
          act: (one: Bought, at: number) => Promise<unknown>,
        ): Promise<void> => {
          const kills = service.kill(KILLS / 3, LONGEST_LIFE_MS);
          for (const one of players) {
            await wait(Math.random() * 50);
            gate.now = Date.now();
            await act(one, gate.now);
          }
          killed += await kills;
          await allDrawn(gate);
        };
        const unpaid = bought.filter((_, index) => index % 3 !== 2);
        const won = bought.filter((_, index) => index % 3 === 1);
        await each(bought, ({ purchase }, at) => shop.report(purchase, refund('given', at)));
        await each(bought, ({ player }) => shop.buy(player, { price: '5.00' }));
        await each(bought, async (one) => {
          one.rest = await shop.buy(one.player, { price: '4.99' });
        });
        await each(unpaid, ({ rest }, at) =>
          shop.report(rest, { ...dispute('open'), reportedAt: at }),
        );
        await each(won, ({ rest }, at) => shop.report(rest, { ...dispute('won'), reportedAt: at }));
        t.diagnostic(`${killed} kills`);
        const actions = ['registered', 'released', 'registered', 'released'];
        for (const [index, { player }] of bought.entries()) {
          const isUnpaid = index % 3 === 0;
          const history = await shop.history(player);
          assert.deepEqual(
            history.map(({ action }: { action: string }) => action),
            actions.slice(0, [3, 4, 2][index % 3]),
          );
          assert.equal((await shop.restriction(player)) !== null, isUnpaid);
          assert.deepEqual(
            short(await shop.effects(player)),
            isUnpaid
              ? [
                  ['active', null, 1, null],
                  ['flagged', 'paid_differently', null, null],
                ]
              : [
                  ['lifted', null, 1, 'paid_again'],
                  ['lifted', 'paid_differently', null, 'paid_again'],
                ],
          );
        }
      } finally {
        await service.stop();
        gate.now = START;
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
