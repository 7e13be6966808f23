// Exactly one first result for each purchase, whatever the concurrency, the form of the receipt and the account.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../support/harness.ts';
import type { Case } from '../case.ts';

const AT_ONCE = 64;
const isFirst = ({ body }: Answer): boolean => body.data?.serviceDuplicated === false;

export const DUPLICATES: readonly Case[] = [
  {
    name: 'again: the first result, marked as a duplicate',
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      const first = await stage.verify(sale, { iapPayload: 'mine' });
      assert.equal(first.body.data?.serviceDuplicated, false);
      const again = await stage.verify(sale, { iapPayload: 'other' });
      assert.deepEqual(again.body.data, { ...first.body.data, serviceDuplicated: true });
    },
  },
  {
    name: 'another account gets a duplicate without the payload',
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      const first = await stage.verify(sale, { iapPayload: 'mine' });
      const { data } = (await stage.verify(sale, { accountUuid: randomUUID() })).body;
      assert.deepEqual(data, {
        ...first.body.data,
        serviceDuplicated: true,
        servicePayload: null,
      });
    },
  },
  {
    name: 'another account learns that it is not the buyer',
    needs: ['namesBuyer'],
    async run({ driver, stage }) {
      const buyer = randomUUID();
      const sale = await driver.sell(stage, { account: buyer });
      const first = await stage.verify(sale, { accountUuid: buyer });
      const thief = await stage.verify(sale, { accountUuid: randomUUID() });
      assert.deepEqual(
        [first, thief].map(({ body }) => body.data.serviceAccountUuidCompare),
        [1, 2],
      );
    },
  },
  {
    name: '64 at once over two services: one first, the others are duplicates of it',
    async run({ driver, stage, second }) {
      const sale = await driver.sell(stage);
      const services = [stage.gate.service, await second()];
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          stage.verify(sale, {}, services[index % services.length]),
        ),
      );
      const [first, ...others] = answers.filter(isFirst);
      assert.ok(first);
      assert.deepEqual(others, []);
      // An order that is being settled may answer that it is: it is asked again.
      for (const answer of answers) {
        if (answer === first || answer.status !== 200) continue;
        assert.deepEqual(answer.body.data, { ...first.body.data, serviceDuplicated: true });
      }
      const rows = await stage.purchases();
      const own = rows.filter((row) => row.provider_transaction_id === sale.transactionId);
      assert.equal(own.length, 1);
    },
  },
  {
    name: 'two forms of a receipt are one purchase, one after the other and at once',
    needs: ['otherForm'],
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      const first = await stage.verify(sale);
      const other = { receipt: await driver.otherForm(stage, sale) };
      assert.notEqual(other.receipt, sale.receipt);
      const { data } = (await stage.verify(other)).body;
      assert.deepEqual(
        [data.serviceDuplicated, data.serviceTransactionId, data.serviceReceipt],
        [true, first.body.data.serviceTransactionId, other.receipt],
      );
      const next = await driver.sell(stage);
      const both = [next, { receipt: await driver.otherForm(stage, next) }];
      const answers = await Promise.all(both.map((each) => stage.verify(each)));
      assert.equal(answers.filter(isFirst).length, 1);
      assert.equal(answers.filter(({ status }) => status === 200).length, 2);
    },
  },
  {
    name: 'the market is settled with once, however often and however many verify',
    needs: ['settles'],
    async run({ driver, stage }) {
      const calls = async () => {
        const { body } = await stage.gate.send('GET', '/metrics');
        return driver.settles.reduce((sum, operation) => sum + countOf(body, operation), 0);
      };
      await stage.gate.service.payment.jobs.turn();
      const before = await calls();
      const sale = await driver.sell(stage);
      await Promise.all(Array.from({ length: 8 }, () => stage.verify(sale)));
      await stage.gate.service.payment.jobs.turn();
      await stage.verify(sale);
      await stage.gate.service.payment.jobs.turn();
      assert.equal((await calls()) - before, 1);
    },
  },
];

/** Calls of an operation so far. */
export function countOf(metrics: string, operation: string): number {
  const line = /^tollgate_market_seconds_count\{([^}]*)\} (\d+)$/gm;
  let count = 0;
  for (const [, labels = '', calls] of metrics.matchAll(line)) {
    if (labels.includes(`operation="${operation}"`)) count += Number(calls);
  }
  return count;
}
