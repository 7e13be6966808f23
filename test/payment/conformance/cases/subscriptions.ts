// Subscriptions: each cycle is verified once, and its renewal, refund and end are seen.
import assert from 'node:assert/strict';
import type { Case } from '../case.ts';
import type { Stage } from '../driver.ts';
import { ACCOUNT, PLAN } from '../stage.ts';
import { isRefused } from './verification.ts';

const statusOf = async (stage: Stage, originalId: string) =>
  (await stage.status()).find((each) => each.originalStoreTransactionId === originalId);

export const SUBSCRIPTIONS: readonly Case[] = [
  {
    name: 'a subscription passes, and is active',
    needs: ['subscriptions'],
    async run({ driver, stage }) {
      const sale = await driver.subscriptions.subscribe(stage, { account: ACCOUNT });
      const { status, body } = await stage.subscribe(sale, { iapPayload: 'mine' });
      assert.equal(status, 200, JSON.stringify(body));
      const { data } = body;
      assert.deepEqual(
        [data.serviceDuplicated, data.serviceProductId, data.servicePayload, data.serviceQuantity],
        [false, PLAN, 'mine', 1],
      );
      assert.ok(data.serviceExpiresDate > stage.gate.now);
      const shown = await statusOf(stage, data.serviceOriginalStoreTransactionId);
      assert.deepEqual([shown.status, shown.active], ['active', true]);
    },
  },
  {
    name: 'a subscription again, and 16 at once: one first',
    needs: ['subscriptions'],
    async run({ driver, stage }) {
      const sale = await driver.subscriptions.subscribe(stage, { account: ACCOUNT });
      const answers = await Promise.all(Array.from({ length: 16 }, () => stage.subscribe(sale)));
      const firsts = answers.filter(({ body }) => body.data?.serviceDuplicated === false);
      assert.equal(firsts.length, 1);
      assert.equal((await stage.subscribe(sale)).body.data.serviceDuplicated, true);
    },
  },
  {
    name: 'a renewal is a cycle of its own, and its verification the first',
    needs: ['subscriptions'],
    async run({ driver, stage }) {
      const sale = await driver.subscriptions.subscribe(stage, { account: ACCOUNT });
      const first = (await stage.subscribe(sale)).body.data;
      const renewed = await driver.subscriptions.renew(stage, sale);
      const second = (await stage.subscribe(renewed)).body.data;
      assert.deepEqual(
        [second.serviceDuplicated, second.serviceOriginalStoreTransactionId],
        [false, first.serviceOriginalStoreTransactionId],
      );
      assert.notEqual(second.serviceTransactionId, first.serviceTransactionId);
      assert.ok(second.serviceExpiresDate > first.serviceExpiresDate);
    },
  },
  {
    name: 'a refund of the newest cycle ends the access',
    needs: ['subscriptions'],
    async run({ driver, stage }) {
      const sale = await driver.subscriptions.subscribe(stage, { account: ACCOUNT });
      const { data } = (await stage.subscribe(sale)).body;
      await driver.subscriptions.refund(stage, sale);
      await stage.subscribe(sale);
      const shown = await statusOf(stage, data.serviceOriginalStoreTransactionId);
      assert.equal(shown.active, false);
      const rows = await stage.purchases();
      const cycle = rows.find((row) => row.transaction_id === data.serviceTransactionId);
      assert.equal(cycle?.cancel_state, 1);
    },
  },
  {
    name: 'a subscription that has ended is not active, whoever asks first',
    needs: ['subscriptions'],
    async run({ driver, stage }) {
      const sale = await driver.subscriptions.subscribe(stage, { account: ACCOUNT });
      const { data } = (await stage.subscribe(sale)).body;
      await driver.subscriptions.end(stage, sale);
      const shown = await statusOf(stage, data.serviceOriginalStoreTransactionId);
      assert.deepEqual([shown.status, shown.active], ['expired', false]);
    },
  },
  {
    name: 'made-up receipts of subscriptions are refused, and a market that is away refuses none',
    needs: ['subscriptions'],
    async run({ driver, stage, markets }) {
      for (const receipt of ['x', '..', '{}']) {
        isRefused(await stage.subscribe({ receipt }), 'INVALID_RECEIPT');
      }
      const sale = await driver.subscriptions.subscribe(stage);
      await markets.fault(driver.emulator, '500', { rate: 1 });
      const { status, body } = await stage.subscribe(sale);
      assert.deepEqual([status, body.outcome?.message], [500, 'MARKET_UNAVAILABLE']);
      await markets.clearFaults();
      assert.equal((await stage.subscribe(sale)).body.data?.serviceDuplicated, false);
    },
  },
];
