// Notifications: applied once, in any order, from their market only; what gets lost is found in the market's lists.
import assert from 'node:assert/strict';
import { SYSTEM } from '../../../../src/audit/audit.ts';
import { replayNotice } from '../../../../src/payment/notices/operations.ts';
import { expectDone } from '../../../support/harness.ts';
import type { Case, Kit } from '../case.ts';
import type { Notice } from '../driver.ts';

const HOUR = 60 * 60_000;
/** Every list is due again by then. */
const LATER = 7 * HOUR;

const deliver = async ({ driver, stage }: Kit, { body, headers }: Notice, appid?: string) => {
  const path = driver.notices.path(appid ?? stage.app.appid);
  const { status } = await stage.gate.post(path, body, headers);
  await stage.gate.service.payment.jobs.turn();
  return status;
};

const deliverAll = async (kit: Kit, notices: readonly Notice[]): Promise<void> => {
  for (const notice of notices) assert.equal(await deliver(kit, notice), 200);
};

const noticesOf = ({ driver, stage }: Kit) =>
  stage.gate.service.context.storage.db
    .selectFrom('market_notice')
    .select(['notice_id', 'kind', 'state'])
    .where('appid', '=', stage.app.appid)
    .where('provider', '=', driver.market)
    .orderBy('notice_id')
    .execute();

/** A verified sale, whose own notifications are not of interest. */
async function verifiedSale(kit: Kit) {
  const { driver, stage } = kit;
  const sale = await driver.sell(stage);
  assert.equal((await stage.verify(sale)).status, 200);
  await kit.catchNotices();
  await stage.events();
  return sale;
}

async function poll({ stage }: Kit): Promise<void> {
  const { gate } = stage;
  gate.now += LATER;
  await gate.service.payment.pollers.turn();
  await gate.service.payment.jobs.turn();
}

export const NOTICES: readonly Case[] = [
  {
    name: 'a notification of a refund cancels the purchase, and the app server is told',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await verifiedSale(kit);
      await driver.refund(stage, sale);
      const notices = await kit.catchNotices();
      assert.ok(notices.length > 0);
      await deliverAll(kit, notices);
      assert.equal(await stage.cancelState(sale), 1);
      assert.deepEqual(await stage.events(), ['purchase.refunded']);
    },
  },
  {
    name: 'delivered again and again, it counts once',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await verifiedSale(kit);
      await driver.refund(stage, sale);
      const notices = await kit.catchNotices();
      await deliverAll(kit, notices);
      const before = await noticesOf(kit);
      await deliverAll(kit, [...notices, ...notices]);
      assert.deepEqual(await noticesOf(kit), before);
      assert.deepEqual(await stage.events(), ['purchase.refunded']);
    },
  },
  {
    name: 'eight deliveries at once count once',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await verifiedSale(kit);
      await driver.refund(stage, sale);
      const [notice] = (await kit.catchNotices()).slice(-1) as [Notice];
      const before = (await noticesOf(kit)).length;
      const statuses = await Promise.all(Array.from({ length: 8 }, () => deliver(kit, notice)));
      assert.deepEqual(new Set(statuses), new Set([200]));
      assert.equal((await noticesOf(kit)).length, before + 1);
    },
  },
  {
    name: 'in the reverse order the end is the same',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      await driver.refund(stage, sale);
      await deliverAll(kit, (await kit.catchNotices()).toReversed());
      assert.equal(await stage.cancelState(sale), 1);
    },
  },
  {
    name: 'a refund that is notified before the verification is not forgotten',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await driver.sell(stage);
      await driver.refund(stage, sale);
      await deliverAll(kit, await kit.catchNotices());
      const { status, body } = await stage.verify(sale);
      assert.deepEqual([status, body.data?.servicePurchaseCancelState], [200, 1]);
    },
  },
  {
    name: 'forged notifications are answered 400, change nothing and are not kept',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await verifiedSale(kit);
      await driver.refund(stage, sale);
      const genuine = await kit.catchNotices();
      const before = await noticesOf(kit);
      const forgeries = await driver.notices.forge(stage, genuine.at(-1) as Notice);
      assert.ok(forgeries.length >= 2);
      for (const forged of forgeries) assert.equal(await deliver(kit, forged), 400);
      assert.deepEqual(await noticesOf(kit), before);
      assert.equal(await stage.cancelState(sale), 0);
      await deliverAll(kit, genuine);
      assert.equal(await stage.cancelState(sale), 1);
    },
  },
  {
    name: 'an app that does not exist is 404; that of another app changes nothing',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const other = await stage.another();
      const sale = await verifiedSale(kit);
      await driver.refund(stage, sale);
      const notices = await kit.catchNotices();
      for (const notice of notices) {
        assert.equal(await deliver(kit, notice, 'nobody'), 404);
        await deliver(kit, notice, other.app.appid);
      }
      assert.deepEqual(await other.purchases(), []);
      assert.equal(await stage.cancelState(sale), 0);
    },
  },
  {
    name: 'while the market is away nothing is lost: it is retried, or the notification says it all',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage, markets } = kit;
      const sale = await verifiedSale(kit);
      await driver.refund(stage, sale);
      const notices = await kit.catchNotices();
      await markets.fault(driver.emulator, '500', { rate: 1 });
      const statuses: number[] = [];
      for (const notice of notices) statuses.push(await deliver(kit, notice));
      assert.ok(statuses.every((status) => status === 200 || status >= 500));
      await markets.clearFaults();
      // The market sends again what was not answered 200, and jobs try again.
      stage.gate.now += 60_000;
      for (const [index, notice] of notices.entries()) {
        if (statuses[index] !== 200) assert.equal(await deliver(kit, notice), 200);
      }
      await stage.gate.service.payment.jobs.turn();
      assert.equal(await stage.cancelState(sale), 1);
    },
  },
  {
    name: 'a sale that no app server reports is recorded, and its verification is the first',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      if (!driver.notices.ofSales) return;
      const sale = await driver.sell(stage);
      await deliverAll(kit, await kit.catchNotices());
      const rows = await stage.purchases();
      const [row] = rows.filter((each) => each.provider_transaction_id === sale.transactionId);
      if (row) assert.equal(row.claimed, 0);
      const { data } = (await stage.verify(sale)).body;
      assert.equal(data.serviceDuplicated, false);
      assert.equal((await stage.verify(sale)).body.data.serviceDuplicated, true);
    },
  },
  {
    name: 'a replay applies it again and tells nothing new',
    needs: ['notices'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await verifiedSale(kit);
      const before = new Set((await noticesOf(kit)).map(({ notice_id }) => notice_id));
      await driver.refund(stage, sale);
      await deliverAll(kit, await kit.catchNotices());
      await stage.events();
      const { context, payment } = stage.gate.service;
      const { appid } = stage.app;
      const named = (await noticesOf(kit)).filter(({ notice_id }) => !before.has(notice_id));
      for (const { notice_id } of named) {
        const name = { appid, provider: driver.market, notice_id };
        expectDone(await replayNotice(context, SYSTEM, name));
      }
      await payment.jobs.turn();
      assert.equal(await stage.cancelState(sale), 1);
      assert.deepEqual(await stage.events(), []);
      const states = (await noticesOf(kit)).filter(({ notice_id }) => !before.has(notice_id));
      assert.deepEqual(states, named);
    },
  },
  {
    name: 'a refund that was undone gives the purchase back',
    needs: ['notices', 'reversal'],
    async run(kit) {
      const { driver, stage } = kit;
      const sale = await verifiedSale(kit);
      await driver.reversal.cancel(stage, sale);
      await deliverAll(kit, await kit.catchNotices());
      assert.equal(await stage.cancelState(sale), 1);
      stage.gate.now += 1_000;
      await driver.reversal.undo(stage, sale);
      await deliverAll(kit, await kit.catchNotices());
      assert.equal(await stage.cancelState(sale), 0);
      assert.equal((await stage.verify(sale)).body.data.servicePurchaseCancelState, 0);
    },
  },
  {
    name: 'a refund whose notification was lost is found in the list of the market, once',
    needs: ['polls'],
    async run(kit) {
      const { driver, stage } = kit;
      // Other cases have left refunds that nobody has told of.
      await poll(kit);
      const sale = await driver.sell(stage);
      assert.equal((await stage.verify(sale)).status, 200);
      await stage.gate.service.payment.jobs.turn();
      await stage.events();
      stage.gate.now += HOUR;
      await driver.refund(stage, sale);
      await poll(kit);
      assert.equal(await stage.cancelState(sale), 1);
      await poll(kit);
      const told = (await stage.events()).filter((type) => type === 'purchase.refunded');
      assert.equal(told.length, 1);
    },
  },
  {
    name: 'a list that cannot be read is read again from the same place',
    needs: ['polls'],
    async run(kit) {
      const { driver, stage, markets } = kit;
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      stage.gate.now += HOUR;
      await driver.refund(stage, sale);
      await markets.fault(driver.emulator, '429', { rate: 1 });
      await poll(kit);
      assert.equal(await stage.cancelState(sale), 0);
      await markets.clearFaults();
      await poll(kit);
      assert.equal(await stage.cancelState(sale), 1);
    },
  },
];
