// A first verification: what passes, what is refused, and what is recorded of it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SYSTEM } from '../../../../src/audit/audit.ts';
import { marketOf } from '../../../../src/payment/markets/markets.ts';
import { setMarket } from '../../../../src/payment/settings/market-settings.ts';
import { admin } from '../../../admin/caller.ts';
import { type Answer, expectDone } from '../../../support/harness.ts';
import type { Case } from '../case.ts';
import type { Json, Stage } from '../driver.ts';
import { ACCOUNT, GEMS, PRICE } from '../stage.ts';

export const isRefused = ({ status, body }: Answer, outcome: string): void => {
  assert.deepEqual([status, body.outcome?.message], [400, outcome], JSON.stringify(body));
};

/** A refusal leaves no record. */
async function leavesNothing(stage: Stage, verify: () => Promise<void>): Promise<void> {
  const before = (await stage.purchases()).length;
  await verify();
  assert.equal((await stage.purchases()).length, before);
}

export const VERIFICATION: readonly Case[] = [
  {
    name: 'a sale passes: every field of the result',
    async run({ driver, stage }) {
      const { prefix } = marketOf(driver.market);
      const sale = await driver.sell(stage, { account: ACCOUNT });
      const { status, body } = await stage.verify(sale, { iapPayload: 'mine' });
      assert.equal(status, 200, JSON.stringify(body));
      const {
        serviceReceiptVerifyResult: result,
        serviceTransactionId: id,
        serviceStoreTransactionId: storeId,
        ...data
      } = body.data;
      assert.deepEqual(data, {
        serviceAccountUuidCompare: driver.namesBuyer ? 1 : 9,
        serviceCurrency: driver.namesPrice ? PRICE.currency : null,
        serviceDuplicated: false,
        serviceGameServerPriceVerifyKey: null,
        servicePayload: 'mine',
        servicePrice: driver.namesPrice ? Number(PRICE.amount) : null,
        serviceProductId: GEMS,
        serviceProviderId: driver.market,
        serviceProviderTransactionId: sale.transactionId,
        servicePurchaseCancelState: 0,
        servicePurchaseTest: 'N',
        serviceQuantity: 1,
        serviceReceipt: sale.receipt,
      });
      assert.match(id, new RegExp(`^${prefix}_[1-9][0-9]*$`));
      assert.ok(result === null || typeof result === 'object');
      assert.ok(storeId === null || storeId.length > 0);
      assert.deepEqual(await stage.events(), ['purchase.verified']);
    },
  },
  {
    name: 'numbers of an app grow',
    async run({ driver, stage }) {
      const numbers: number[] = [];
      for (let sales = 0; sales < 2; sales += 1) {
        const { body } = await stage.verify(await driver.sell(stage));
        numbers.push(Number(body.data.serviceTransactionId.split('_')[1]));
      }
      assert.equal(numbers[1], (numbers[0] as number) + 1);
    },
  },
  {
    name: 'a sale without an account: 9',
    async run({ driver, stage }) {
      const { body } = await stage.verify(await driver.sell(stage));
      assert.equal(body.data.serviceAccountUuidCompare, 9);
    },
  },
  {
    name: 'an account in capital letters is the same: 1; another one: 2, which blocks nothing',
    needs: ['namesBuyer'],
    async run({ driver, stage }) {
      const own = await driver.sell(stage, { account: ACCOUNT });
      const { body } = await stage.verify(own, { accountUuid: ACCOUNT.toUpperCase() });
      assert.equal(body.data.serviceAccountUuidCompare, 1);
      const other = await driver.sell(stage, { account: randomUUID() });
      const answer = await stage.verify(other);
      assert.deepEqual([answer.status, answer.body.data.serviceAccountUuidCompare], [200, 2]);
    },
  },
  {
    name: 'the console shows it under the market',
    async run({ driver, stage }) {
      const { body } = await stage.verify(await driver.sell(stage));
      const id = body.data.serviceTransactionId;
      const query = `provider=${driver.market}&service_transaction_id=${id}`;
      const path = `/apps/${stage.app.appid}/purchases?${query}`;
      const { items } = (await admin(stage.gate, 'GET', path)).body;
      assert.deepEqual(
        items.map((each: Json) => [each.service_transaction_id, each.provider]),
        [[id, driver.market]],
      );
    },
  },
  {
    name: 'text that is no receipt is refused',
    async run({ driver, stage }) {
      await leavesNothing(stage, async () => {
        for (const receipt of ['x', '..', '{}', 'a.b.c', 'é'.repeat(300)]) {
          isRefused(await stage.verify({ receipt }), driver.forged);
        }
      });
    },
  },
  {
    name: 'an empty receipt is INVALID_REQUEST',
    async run({ stage }) {
      isRefused(await stage.verify({ receipt: '' }), 'INVALID_REQUEST');
    },
  },
  {
    name: 'a receipt that somebody changed or made up is refused, also after the good one passed',
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      const forgeries = await driver.forge(stage, sale);
      assert.ok(forgeries.length >= 3);
      await leavesNothing(stage, async () => {
        for (const receipt of forgeries) isRefused(await stage.verify({ receipt }), driver.forged);
      });
      assert.equal((await stage.verify(sale)).status, 200);
      for (const receipt of forgeries) isRefused(await stage.verify({ receipt }), driver.forged);
    },
  },
  {
    name: 'a refused receipt is on the list of refused verifications',
    async run({ driver, stage }) {
      const [receipt = ''] = await driver.forge(stage, await driver.sell(stage));
      isRefused(await stage.verify({ receipt }, { productId: 'a.refused.one' }), driver.forged);
      await stage.gate.service.payment.refusedVerifications.flush();
      const path = `/apps/${stage.app.appid}/refused-verifications`;
      const { items } = (await admin(stage.gate, 'GET', path)).body;
      const shown = items.filter((each: Json) => each.product_id === 'a.refused.one');
      assert.deepEqual(
        shown.map((each: Json) => [each.provider, each.outcome]),
        [[driver.market, driver.forged]],
      );
    },
  },
  {
    name: 'a sale of another app is refused',
    needs: ['sellElsewhere'],
    async run({ driver, stage }) {
      const sale = await driver.sellElsewhere(stage);
      await leavesNothing(stage, async () => isRefused(await stage.verify(sale), driver.forged));
    },
  },
  {
    name: 'test money is marked as a test, or refused',
    needs: ['sellForTestMoney'],
    async run({ driver, stage }) {
      const sale = await driver.sellForTestMoney(stage);
      const answer = await stage.verify(sale);
      if (sale.isRefused) isRefused(answer, 'INVALID_RECEIPT');
      else assert.equal(answer.body.data?.servicePurchaseTest, 'Y', JSON.stringify(answer.body));
    },
  },
  {
    name: 'another productId is refused where the market says so, on a repeat, too',
    async run({ driver, stage }) {
      const { strict } = marketOf(driver.market);
      const sale = await driver.sell(stage);
      const verify = () => stage.verify(sale, { productId: 'gems.1' });
      if (strict.product) isRefused(await verify(), 'INVALID_RECEIPT');
      assert.equal((await stage.verify(sale)).status, 200);
      const again = await verify();
      if (strict.product) isRefused(again, 'INVALID_RECEIPT');
      else assert.equal(again.body.data.serviceProductId, GEMS);
    },
  },
  {
    name: 'the right price passes, however it is written',
    async run({ driver, stage }) {
      const sale = await driver.sell(stage);
      for (const price of [9.9, Number(PRICE.amount)]) {
        const answer = await stage.verify(sale, { price, currency: PRICE.currency });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
      }
    },
  },
  {
    name: 'another price is PRICE_VERIFY_FAIL where the market says so, on a repeat, too',
    needs: ['namesPrice'],
    async run({ driver, stage }) {
      const { strict, seller } = marketOf(driver.market);
      const sale = await driver.sell(stage);
      const verify = () => stage.verify(sale, { price: 1.1, currency: PRICE.currency });
      if (!strict.price) {
        assert.equal((await verify()).body.data?.servicePrice, 9.9);
        return;
      }
      const refused = await verify();
      isRefused(refused, 'PRICE_VERIFY_FAIL');
      assert.match(
        refused.body.detail,
        new RegExp(`price is 1\\.1, but ${seller} charged 9\\.90 USD`),
      );
      assert.equal((await stage.verify(sale)).status, 200);
      isRefused(await verify(), 'PRICE_VERIFY_FAIL');
    },
  },
  {
    name: 'another currency is PRICE_VERIFY_FAIL where the market says so',
    needs: ['namesPrice'],
    async run({ driver, stage }) {
      const { strict } = marketOf(driver.market);
      const answer = await stage.verify(await driver.sell(stage), { price: 9.9, currency: 'EUR' });
      if (strict.price) isRefused(answer, 'PRICE_VERIFY_FAIL');
      else assert.equal(answer.body.data.serviceCurrency, PRICE.currency);
    },
  },
  {
    name: 'an app without settings for the market is INVALID_REQUEST',
    async run({ driver, stage }) {
      const app = await stage.gate.createApp();
      const headers = {
        'x-app-id': app.appid,
        authorization: `Bearer ${await stage.gate.token(app)}`,
      };
      const answer = await stage.gate.post(
        '/payment/v1/purchase/verify',
        {
          accountUuid: ACCOUNT,
          serviceReceipt: 'receipt',
          productId: GEMS,
          providerId: driver.market,
          requestType: 1,
        },
        headers,
      );
      isRefused(answer, 'INVALID_REQUEST');
      assert.match(answer.body.detail, new RegExp(driver.market));
    },
  },
  {
    name: 'without the required secret it is INVALID_REQUEST, which names it',
    async run({ driver, stage }) {
      const { required } = marketOf(driver.market);
      if (required === undefined) return;
      const other = await stage.another();
      const sale = await driver.sell(other);
      const { context } = stage.gate.service;
      const { settings } = driver.setUp(await stage.control('/credentials'), other.app.appid);
      expectDone(
        await setMarket(context, SYSTEM, {
          appid: other.app.appid,
          market: driver.market,
          settings,
          secrets: { [required]: null },
        }),
      );
      const answer = await other.verify(sale);
      isRefused(answer, 'INVALID_REQUEST');
      assert.match(answer.body.detail, new RegExp(`have no ${required}\\.`));
    },
  },
  {
    name: 'what nobody has paid is PAYMENT_PENDING, and passes as the first once it is',
    needs: ['sellUnpaid', 'pay'],
    async run({ driver, stage }) {
      const sale = await driver.sellUnpaid(stage);
      await leavesNothing(stage, async () => {
        isRefused(await stage.verify(sale), 'PAYMENT_PENDING');
        isRefused(await stage.verify(sale), 'PAYMENT_PENDING');
      });
      await driver.pay(stage, sale);
      const { status, body } = await stage.verify(sale);
      assert.deepEqual([status, body.data?.serviceDuplicated], [200, false]);
    },
  },
  {
    name: 'revenue by market counts the sale',
    needs: ['namesPrice'],
    async run({ driver, stage }) {
      const other = await stage.another();
      assert.equal((await other.verify(await driver.sell(other))).status, 200);
      assert.deepEqual(await revenueOf(other), [[driver.market, '9.90', '9.90']]);
    },
  },
];

/** Market, gross and net of the day. */
export async function revenueOf({ gate, app }: Stage): Promise<string[][]> {
  await gate.service.payment.figures.turn();
  const day = new Date(gate.now).toISOString().slice(0, 10);
  const query = `from=${day}&to=${day}&step=day&by=market`;
  const { body } = await admin(gate, 'GET', `/apps/${app.appid}/figures/revenue?${query}`);
  return body.totals.map((each: { value: string; gross: string; net: string }) => [
    each.value,
    each.gross,
    each.net,
  ]);
}
