// Sales that no client reports: recorded from the market's notification, and told to the app server once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyFigures } from '../../../src/payment/figures/check.ts';
import { UNCLAIMED_JOB } from '../../../src/payment/ledger/unclaimed.ts';
import { EITHER } from '../../support/databases.ts';
import { type Gate, inject } from '../../support/harness.ts';
import { type Markets, marketSuite } from '../../support/markets.ts';
import { type GoogleShop, openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, newAccount, PATH, PRODUCT } from '../shop.ts';
import { MONTH, PLAN } from '../subscription-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Each market sells something; `receipt` is what its client would send. */
const SALES = {
  async APPLE(shop: GoogleShop, markets: Markets) {
    const { transactionId, signedTransaction } = await markets.control('/apple/transactions', {
      environment: 'Production',
      bundleId: shop.bundleId,
      productId: PRODUCT,
      type: 'Consumable',
      price: 10_000,
      currency: 'USD',
      appAccountToken: ACCOUNT,
    });
    const refund = () => markets.control(`/apple/transactions/${transactionId}/refund`, {});
    return { id: transactionId as string, receipt: signedTransaction as string, refund };
  },
  async GOOGLE(shop: GoogleShop) {
    const bought = await shop.buy();
    const { orderId, purchaseToken } = bought;
    const refund = () => shop.act(bought, 'refund', { revoke: true });
    return { id: orderId, receipt: purchaseToken, refund };
  },
} as const;

async function openSubscription(
  shop: GoogleShop,
  provider: keyof typeof SALES,
  named: boolean,
): Promise<{ readonly id: string; readonly receipt: string }> {
  if (provider === 'APPLE') {
    const bought = await shop.subscribeApple(named ? {} : { appAccountToken: undefined });
    return { id: bought.transactionId, receipt: bought.signedTransaction };
  }
  const bought = await shop.subscribeGoogle(
    named ? {} : { obfuscatedExternalAccountId: undefined },
  );
  return { id: bought.orderId, receipt: bought.purchaseToken };
}

function unclaimedSales(gate: Gate, markets: Markets) {
  const turn = () => gate.service.payment.jobs.turn();

  async function openShop() {
    const shop = await openGoogleShop(gate, markets);
    await shop.registerNotices();
    const { appid } = shop.app;
    const verify = async (providerId: string, serviceReceipt: string, fields = {}) => {
      const request = { providerId, serviceReceipt, productId: PRODUCT, requestType: 1 };
      const body = { accountUuid: ACCOUNT, ...request, ...fields };
      return (await gate.post(PATH, body, shop.headers)).body.data;
    };
    return {
      ...shop,
      verifySubscription: shop.verify,
      verify,
      async history(providerId: string) {
        const startDate = new Date(gate.now - DAY).toISOString();
        const { body } = await gate.post(
          '/payment/v1/transactions',
          { providerId, startDate },
          shop.headers,
        );
        return body.data.map(({ storeTransactionId }: Json) => storeTransactionId);
      },
      rows: () =>
        gate.service.context.storage.db
          .selectFrom('purchase')
          .selectAll()
          .where('appid', '=', appid)
          .orderBy('number')
          .execute(),
      types: async () => (await shop.events()).map(({ type }) => type),
      /** Gross and refunded of all days; the sums agree with the ledger. */
      async revenue() {
        await gate.service.payment.figures.turn();
        const check = await verifyFigures(gate.service, { appid });
        assert.deepEqual('differences' in check ? check.differences : check, []);
        const rows = await gate.service.context.storage.db
          .selectFrom('figure_money')
          .select(['purchases', 'gross', 'refunded'])
          .where('appid', '=', appid)
          .where('dimension', '=', 'total')
          .where('grain', '=', 'month')
          .execute();
        const sum = (name: 'purchases' | 'gross' | 'refunded') =>
          rows.reduce((total, row) => total + Number(row[name]), 0);
        return [sum('purchases'), sum('gross'), sum('refunded')];
      },
      payers: async () =>
        (
          await gate.service.context.storage.db
            .selectFrom('figure_payer')
            .select('account_uuid')
            .where('appid', '=', appid)
            .where('purchases', '>', 0)
            .execute()
        ).map(({ account_uuid }) => account_uuid),
    };
  }

  return { turn, openShop };
}

marketSuite('a sale that no client reports', (gate, markets) => {
  const { turn, openShop } = unclaimedSales(gate, markets);

  for (const provider of ['APPLE', 'GOOGLE'] as const) {
    test(`${provider}: it counts at once, is told after five minutes, and then verified as a first one`, async () => {
      const shop = await openShop();
      const { id } = await SALES[provider](shop, markets);
      await shop.release();
      const [sale] = await shop.rows();
      assert.deepEqual([sale?.claimed, sale?.account_uuid, sale?.price], [0, ACCOUNT, '10.00']);
      assert.deepEqual(await shop.revenue(), [1, 1_000, 0]);
      assert.deepEqual(await shop.history(provider), []);
      gate.now += 5 * MINUTE - 1;
      await turn();
      assert.deepEqual(await shop.types(), []);
      gate.now += 1;
      await turn();
      const [event, ...more] = await shop.events();
      assert.deepEqual(more, []);
      const { receipt, ...data } = event?.data ?? {};
      assert.equal(event?.type, 'purchase.unclaimed');
      assert.deepEqual(data, {
        appid: shop.app.appid,
        providerId: provider,
        transactionId: sale?.transaction_id,
        serviceTransactionId: `${provider === 'APPLE' ? 'AP' : 'GO'}_${sale?.number}`,
        storeTransactionId: id,
        accountUuid: ACCOUNT,
        productId: PRODUCT,
        quantity: 1,
        amount: '10.00',
        currency: 'USD',
      });

      const first = await shop.verify(provider, receipt, { iapPayload: 'mine' });
      assert.deepEqual(
        [first.serviceDuplicated, first.serviceTransactionId, first.serviceReceipt],
        [false, data.serviceTransactionId, receipt],
      );
      assert.deepEqual(await shop.types(), ['purchase.verified']);
      const again = await shop.verify(provider, receipt);
      assert.deepEqual(again, { ...first, serviceDuplicated: true });
      assert.deepEqual(await shop.history(provider), [id]);
      assert.deepEqual(await shop.revenue(), [1, 1_000, 0]);
      await shop.pass(DAY);
      await turn();
      assert.deepEqual(await shop.types(), []);
      const rows = await shop.rows();
      assert.deepEqual(
        rows.map(({ claimed, number, verified_at, payload }) => [
          claimed,
          number,
          verified_at,
          payload,
        ]),
        [[1, sale?.number, gate.now - DAY, 'mine']],
      );
    });

    for (const named of [true, false]) {
      const from = named ? 'the notification' : 'its verification';
      test(`${provider}: a subscription of ${named ? 'an account' : 'nobody'} is in the purchase history since ${from}`, async () => {
        const shop = await openShop();
        const items = async (since: number) => {
          const request = { providerId: provider, startDate: new Date(since).toISOString() };
          const { body } = await gate.post('/payment/v1/transactions', request, shop.headers);
          return body.data.map(({ storeTransactionId, verifiedDate }: Json) => [
            storeTransactionId,
            Date.parse(verifiedDate),
          ]);
        };
        const opened = gate.now;
        const { id, receipt } = await openSubscription(shop, provider, named);
        await shop.release();
        const listed = named ? [[id, opened]] : [];
        const sales: (readonly [string, number])[] = [];
        for (let index = 0; index < 2; index += 1) {
          gate.now += MINUTE;
          const sale = await SALES[provider](shop, markets);
          await shop.verify(provider, sale.receipt);
          sales.unshift([sale.id, gate.now]);
        }
        assert.deepEqual(await items(opened), [...sales, ...listed]);
        // A reader who has seen them goes on from here.
        const since = gate.now;
        gate.now += MINUTE;
        const verify = () => shop.verifySubscription(provider, receipt);
        assert.equal((await verify()).body.data.serviceDuplicated, false);
        const verified = named ? [] : [[id, gate.now]];
        assert.deepEqual(await items(since), [...verified, sales[0]]);
        gate.now += MINUTE;
        assert.equal((await verify()).body.data.serviceDuplicated, true);
        assert.deepEqual(await items(opened), [...verified, ...sales, ...listed]);
      });
    }

    test(`${provider}: the notification and verifications at the same moment on two processes`, async () => {
      const shop = await openShop();
      const services = [gate.service, await gate.secondService()];
      for (let round = 0; round < 3; round += 1) {
        const { receipt } = await SALES[provider](shop, markets);
        const body = { providerId: provider, serviceReceipt: receipt, productId: PRODUCT };
        const request = { ...body, accountUuid: ACCOUNT, requestType: 1 };
        const [, ...answers] = await Promise.all([
          shop.release(),
          ...services.map((service) => inject(service, 'POST', PATH, request, shop.headers)),
        ]);
        const duplicated = answers.map((answer) => answer.body.data.serviceDuplicated);
        assert.deepEqual(duplicated.toSorted(), [false, true]);
      }
      await turn();
      await shop.pass(DAY);
      await turn();
      assert.deepEqual(await shop.types(), Array(3).fill('purchase.verified'));
      assert.deepEqual(await shop.revenue(), [3, 3_000, 0]);
    });

    test(`${provider}: the notification twice is one sale, and the job twice one event`, async () => {
      const shop = await openShop();
      await SALES[provider](shop, markets);
      await shop.release();
      const { db } = gate.service.context.storage;
      const { appid } = shop.app;
      const jobs = () =>
        db
          .selectFrom('job')
          .selectAll()
          .where('appid', '=', appid)
          .where('kind', '=', UNCLAIMED_JOB);
      const [job, ...others] = await jobs().execute();
      assert.deepEqual(others, []);
      gate.now += 5 * MINUTE;
      await turn();
      assert.deepEqual(await shop.types(), ['purchase.unclaimed']);
      assert.deepEqual(await jobs().execute(), []);
      // The process died before it could remove the job.
      await db
        .insertInto('job')
        .values(job as NonNullable<typeof job>)
        .execute();
      await turn();
      const [notice] = await db
        .selectFrom('market_notice')
        .selectAll()
        .where('appid', '=', appid)
        .execute();
      const id = provider === 'APPLE' ? 'notificationUUID' : 'messageId';
      const path = `/${provider.toLowerCase()}/notifications/redeliver`;
      await markets.control(path, { [id]: notice?.notice_id });
      await turn();
      assert.deepEqual(await shop.types(), []);
      assert.deepEqual(await jobs().execute(), []);
      assert.equal((await shop.rows()).length, 1);
    });
  }
});

marketSuite(
  'sales that no client reports',
  (gate, markets) => {
    const { turn, openShop } = unclaimedSales(gate, markets);

    for (const provider of ['APPLE', 'GOOGLE'] as const) {
      test(`${provider}: verified in time, or before the notification, nothing is told`, async () => {
        const shop = await openShop();
        const early = await SALES[provider](shop, markets);
        await shop.verify(provider, early.receipt);
        await shop.release();
        const late = await SALES[provider](shop, markets);
        await shop.release();
        assert.equal((await shop.verify(provider, late.receipt)).serviceDuplicated, false);
        assert.deepEqual(await shop.types(), ['purchase.verified', 'purchase.verified']);
        await shop.pass(DAY);
        await turn();
        assert.deepEqual(await shop.types(), []);
        assert.deepEqual(await shop.revenue(), [2, 2_000, 0]);
        const rows = await shop.rows();
        assert.deepEqual(
          rows.map(({ claimed }) => claimed),
          [1, 1],
        );
      });

      test(`${provider}: refunded before anybody verified it, it is no revenue and not told`, async () => {
        const shop = await openShop();
        const sale = await SALES[provider](shop, markets);
        await shop.release();
        await sale.refund();
        await shop.release();
        assert.deepEqual(await shop.types(), ['purchase.refunded']);
        await shop.pass(DAY);
        await turn();
        assert.deepEqual(await shop.types(), []);
        assert.deepEqual(await shop.revenue(), [1, 1_000, 1_000]);
        const first = await shop.verify(provider, sale.receipt);
        assert.deepEqual([first.serviceDuplicated, first.servicePurchaseCancelState], [false, 1]);
        assert.deepEqual(await shop.revenue(), [1, 1_000, 1_000]);
      });
    }

    for (const provider of ['APPLE', 'GOOGLE'] as const) {
      for (const named of [true, false]) {
        test(`${provider}: a new subscription ${named ? 'of an account' : 'of nobody'} is told, and then verified as a first one`, async () => {
          const shop = await openShop();
          const subscription = await openSubscription(shop, provider, named);
          await shop.release();
          const [cycle] = await shop.rows();
          assert.deepEqual([cycle?.claimed, cycle?.account_uuid], [0, named ? ACCOUNT : '']);
          const [purchases, gross] = await shop.revenue();
          assert.equal(purchases, 1);
          assert.equal(gross, provider === 'APPLE' ? 999 : 1_079);
          assert.deepEqual(await shop.history(provider), named ? [subscription.id] : []);
          gate.now += 5 * MINUTE;
          await turn();
          const [event, ...more] = await shop.events();
          assert.deepEqual([event?.type, more], ['subscription.unclaimed', []]);
          const { receipt, storeTransactionId, accountUuid, productId, status } = event?.data ?? {};
          assert.deepEqual(
            [storeTransactionId, accountUuid, productId, status],
            [subscription.id, named ? ACCOUNT : null, PLAN, 'active'],
          );
          const verify = async () =>
            (await shop.verifySubscription(provider, receipt)).body.data.serviceDuplicated;
          assert.equal(await verify(), false);
          const owned = named ? [] : ['subscription.changed'];
          assert.deepEqual(await shop.types(), [...owned, 'purchase.verified']);
          assert.equal(await verify(), true);
          assert.deepEqual(await shop.revenue(), [1, gross, 0]);
          assert.deepEqual(await shop.payers(), [ACCOUNT]);
          assert.deepEqual(await shop.history(provider), [subscription.id]);
        });
      }

      test(`${provider}: a renewal of what nobody has verified is not told again`, async () => {
        const shop = await openShop();
        await openSubscription(shop, provider, true);
        await shop.release();
        gate.now += 5 * MINUTE;
        await turn();
        await shop.pass(MONTH);
        await shop.release();
        gate.now += 5 * MINUTE;
        await turn();
        const [first, ...later] = await shop.types();
        assert.equal(first, 'subscription.unclaimed');
        // Google Play refunds what is not acknowledged within three days.
        const next = provider === 'APPLE' ? 'subscription.renewed' : 'subscription.refunded';
        assert.ok(later.includes(next));
        assert.ok(!later.includes(first));
      });
    }

    test('nothing is acknowledged at Google Play before the app server has verified it', async () => {
      const shop = await openShop();
      const bought = await shop.buy();
      await shop.release();
      await shop.pass(DAY);
      await turn();
      const isAcknowledged = async () => {
        const { purchaseData } = await markets.control(`/google/purchases/${bought.purchaseToken}`);
        return JSON.parse(purchaseData).acknowledged;
      };
      assert.equal(await isAcknowledged(), false);
      await shop.verifyGems(bought);
      await turn();
      assert.equal(await isAcknowledged(), true);
    });

    test('every product of a Google order is told with its own price', async () => {
      const shop = await openShop();
      const { purchaseToken, orderId } = await markets.control('/google/purchases', {
        packageName: shop.packageName,
        currency: 'USD',
        products: [
          { productId: PRODUCT, priceMicros: 1_000_000 },
          { productId: 'map', priceMicros: 2_000_000 },
        ],
      });
      await shop.release();
      assert.deepEqual(await shop.revenue(), [2, 300, 0]);
      await shop.verify('GOOGLE', purchaseToken, { productId: 'map' });
      gate.now += 5 * MINUTE;
      await turn();
      const events = await shop.events();
      assert.deepEqual(
        events.map(({ type, data }) => [
          type,
          data.productId,
          data.storeTransactionId,
          data.amount,
        ]),
        [
          ['purchase.verified', 'map', orderId, undefined],
          ['purchase.unclaimed', PRODUCT, orderId, '1.00'],
        ],
      );
      const first = await shop.verify('GOOGLE', purchaseToken);
      assert.equal(first.serviceDuplicated, false);
      assert.deepEqual(await shop.revenue(), [2, 300, 0]);
    });

    test('a buyer whom the market does not name is known once somebody verifies', async () => {
      const shop = await openShop();
      const { purchaseToken } = await shop.buy({ obfuscatedExternalAccountId: undefined });
      await shop.release();
      assert.deepEqual(await shop.revenue(), [1, 1_000, 0]);
      assert.deepEqual(await shop.payers(), []);
      gate.now += 5 * MINUTE;
      await turn();
      const [event] = await shop.events();
      assert.equal(event?.data.accountUuid, null);
      const accountUuid = newAccount();
      await shop.verify('GOOGLE', purchaseToken, { accountUuid, country: 'DE' });
      assert.deepEqual(await shop.revenue(), [1, 1_000, 0]);
      assert.deepEqual(await shop.payers(), [accountUuid]);
    });

    test('a price that follows later counts, whoever verified it', async () => {
      const shop = await openShop();
      await markets.fault('google', '429', { rate: 1, path: 'orders' });
      const { purchaseToken } = await shop.buy();
      await shop.release();
      await shop.verify('GOOGLE', (await shop.buy()).purchaseToken);
      assert.deepEqual(await shop.revenue(), [2, 0, 0]);
      await markets.clearFaults();
      await shop.pass(DAY);
      await turn();
      assert.deepEqual(await shop.revenue(), [2, 2_000, 0]);
      assert.equal((await shop.verify('GOOGLE', purchaseToken)).serviceDuplicated, false);
      assert.deepEqual(await shop.revenue(), [2, 2_000, 0]);
    });

    test('a permanent product is owned once it is verified', async () => {
      const shop = await openShop();
      const bought = await markets.control('/apple/transactions', {
        environment: 'Production',
        bundleId: shop.bundleId,
        productId: 'unlock',
        type: 'Non-Consumable',
        price: 4_990,
        currency: 'USD',
        appAccountToken: ACCOUNT,
      });
      await shop.release();
      const owned = async () =>
        (await gate.post('/payment/v1/owned', { accountUuid: ACCOUNT }, shop.headers)).body.data;
      assert.deepEqual(await owned(), []);
      // A restore has an id of its own, and is the same purchase.
      const { signedTransaction } = await markets.control(
        `/apple/transactions/${bought.transactionId}/restore`,
        {},
      );
      const first = await shop.verify('APPLE', signedTransaction, { productId: 'unlock' });
      assert.equal(first.serviceDuplicated, false);
      assert.deepEqual(
        (await owned()).map(({ productId }: Json) => productId),
        ['unlock'],
      );
      const again = await shop.verify('APPLE', bought.signedTransaction, { productId: 'unlock' });
      assert.equal(again.serviceDuplicated, true);
      assert.equal((await shop.rows()).length, 1);
    });

    test('what a family shares is no sale', async () => {
      const shop = await openShop();
      const bought = await markets.control('/apple/transactions', {
        environment: 'Production',
        bundleId: shop.bundleId,
        productId: 'unlock',
        type: 'Non-Consumable',
        price: 4_990,
        currency: 'USD',
      });
      await markets.control(`/apple/transactions/${bought.transactionId}/share`, {});
      await shop.release();
      assert.equal((await shop.rows()).length, 1);
    });

    test('an unverified sale takes no delivery result', async () => {
      const shop = await openShop();
      await shop.buy();
      await shop.release();
      const [sale] = await shop.rows();
      const body = { serviceTransactionId: `GO_${sale?.number}`, result: 1 };
      const answer = await gate.post('/payment/v1/item/result', body, shop.headers);
      assert.equal(answer.status, 400);
      assert.equal((await shop.rows())[0]?.delivery, null);
    });
  },
  { kinds: EITHER },
);
