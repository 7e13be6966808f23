// Refunds that the market shows: before and after a verification, whole and in part, never forgotten.
import assert from 'node:assert/strict';
import type { Case } from '../case.ts';
import { revenueOf } from './verification.ts';

export const REFUNDS: readonly Case[] = [
  {
    name: 'refunded before the first verification: it passes with cancel state 1',
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      // Orders are charged by their verification.
      const before = driver.settles?.some((each) => each.startsWith('steam.'));
      if (before) await stage.verify(sale);
      await driver.refund(stage, sale);
      const { status, body } = await stage.verify(sale);
      assert.deepEqual([status, body.data?.servicePurchaseCancelState], [200, 1]);
    },
  },
  {
    name: 'refunded afterwards: the next verification says so, and the app server is told once',
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      const first = await stage.verify(sale);
      assert.equal(first.body.data.servicePurchaseCancelState, 0);
      await stage.events();
      await driver.refund(stage, sale);
      for (let times = 0; times < 2; times += 1) {
        const { data } = (await stage.verify(sale)).body;
        assert.deepEqual([data.serviceDuplicated, data.servicePurchaseCancelState], [true, 1]);
      }
      assert.deepEqual(await stage.events(), ['purchase.refunded']);
    },
  },
  {
    name: 'a refund is not forgotten while the market is away',
    async run({ driver, stage, markets }) {
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      await driver.refund(stage, sale);
      await stage.verify(sale);
      await markets.fault(driver.emulator, 'reset', { rate: 1 });
      const { body } = await stage.verify(sale);
      assert.equal(body.data.servicePurchaseCancelState, 1);
    },
  },
  {
    name: 'a refund of a part leaves the purchase, and is on record',
    needs: ['refundPart'],
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      await stage.events();
      await driver.refundPart(stage, sale);
      const { body } = await stage.verify(sale);
      assert.equal(body.data.servicePurchaseCancelState, 0);
      await stage.gate.service.payment.jobs.turn();
      assert.deepEqual(await stage.events(), ['purchase.partially_refunded']);
    },
  },
  {
    name: 'revenue loses what was refunded',
    needs: ['namesPrice'],
    async run({ driver, stage }) {
      const other = await stage.another();
      const [kept, refunded] = [await driver.sell(other), await driver.sell(other)];
      await other.verify(kept);
      await other.verify(refunded);
      await driver.refund(other, refunded);
      await other.verify(refunded);
      assert.deepEqual(await revenueOf(other), [[driver.market, '19.80', '9.90']]);
    },
  },
  {
    name: 'the market is not settled with for what is refunded already',
    needs: ['settles', 'otherForm'],
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      await driver.refund(stage, sale);
      await stage.verify(sale);
      const jobs = await stage.gate.service.context.storage.db
        .selectFrom('job')
        .select('kind')
        .where('appid', '=', stage.app.appid)
        .where('job_id', 'like', `%${sale.transactionId}%`)
        .execute();
      assert.deepEqual(jobs, []);
    },
  },
];
