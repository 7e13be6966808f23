// Accounts to which the rules could not be applied: a job tries again, and nobody waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { SECOND } from '../restriction/players.ts';
import { suite } from '../support/harness.ts';
import { type Customer, openShop, refund, short } from './shop.ts';

suite(
  'retries of measures',
  (gate) => {
    test('an account that fails is tried again by itself, and the others are done once', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const [first, second, third] = [
        await shop.customer(),
        await shop.customer(),
        await shop.customer(),
      ];
      const { db } = gate.service.context.storage;
      const setPrice = (price: string, unique_key: string) =>
        db
          .updateTable('purchase')
          .set({ price })
          .where('appid', '=', shop.app.appid)
          .where('unique_key', '=', unique_key)
          .execute();
      const refunded = async (customer: Customer) => {
        const purchase = await shop.buy(customer);
        await shop.report(purchase, refund('given', gate.now));
        return purchase;
      };
      const position = async () =>
        db
          .selectFrom('feed_position')
          .select('number')
          .where('appid', '=', shop.app.appid)
          .where('consumer', '=', 'measures')
          .executeTakeFirstOrThrow();
      const broken = await refunded(first);
      await refunded(second);
      await setPrice('not a price', broken.unique_key);
      await shop.turn();
      assert.equal((await shop.effects(first)).length, 0);
      assert.equal((await shop.effects(second)).length, 1);
      const { number } = await position();
      const [change] = await db
        .selectFrom('purchase_change')
        .select(({ fn }) => fn.max('number').as('number'))
        .where('appid', '=', shop.app.appid)
        .execute();
      assert.equal(number, Number(change?.number), 'the failed account is behind the position');

      // If the others were done again, this would bring the effect of the second one back.
      await db.deleteFrom('measure_effect').where('player_id', '=', second.playerId).execute();
      await db.deleteFrom('measure_cause').where('appid', '=', shop.app.appid).execute();
      await gate.service.followUps.turn();
      await refunded(third);
      await shop.turn();
      assert.equal((await shop.effects(first)).length, 0);
      assert.equal((await shop.effects(second)).length, 0);
      assert.equal((await shop.effects(third)).length, 1);

      const late = async () => {
        const { body } = await gate.send('GET', '/metrics');
        return Number(/^tollgate_measure_oldest_mark_seconds\{.*\} (\S+)$/m.exec(body)?.[1]);
      };
      gate.now += SECOND;
      assert.equal(await late(), 1);

      await setPrice('9.99', broken.unique_key);
      await gate.service.followUps.turn();
      assert.equal((await shop.effects(first)).length, 0, 'not before its time');
      gate.now += 10_000;
      for (let time = 0; time < 2; time += 1) await gate.service.followUps.turn();
      assert.equal((await shop.effects(first)).length, 1);
      const jobs = db.selectFrom('job').selectAll().where('appid', '=', shop.app.appid);
      assert.deepEqual(await jobs.execute(), []);
      assert.equal(await late(), 0);
    });

    test('a player whose restriction was changed, and who fails, is tried again by id', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const customer = await shop.customer();
      const purchase = await shop.buy(customer);
      await shop.report(purchase, refund('given', gate.now));
      await shop.turn();
      const { db } = gate.service.context.storage;
      const effects = db.updateTable('measure_effect').where('player_id', '=', customer.playerId);
      const { causes } = await db
        .selectFrom('measure_effect')
        .select('causes')
        .where('player_id', '=', customer.playerId)
        .executeTakeFirstOrThrow();
      await admin(gate, 'POST', `${shop.path}/players/${customer.playerId}/release`, {});
      await effects.set({ causes: 'not JSON' }).execute();
      await shop.turn();
      await effects.set({ causes }).execute();
      await shop.turn();
      assert.deepEqual(short(await shop.effects(customer)), [['active', null, 1, null]]);
      await gate.service.followUps.turn();
      assert.deepEqual(short(await shop.effects(customer)), [['released', null, 1, 'operator']]);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
