// GOOGLE: the purchase decides, its order only says the price. An order that cannot be read delays the price.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { type GoogleShop, openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, PATH, PRODUCT } from '../shop.ts';
import { DAY, type GoogleBought, grossOf, MONTH, PLAN } from '../subscription-shop.ts';

const HOUR = 60 * 60_000;
const EXTRA = { productId: 'vip.extra', basePlanId: 'extra', priceMicros: 6_990_000 };

marketSuite(
  'orders of Google Play that cannot be read',
  (gate, markets) => {
    const refuseOrders = (answer: number | null) =>
      markets.control('/google/order-access', { answer });
    const purchaseRows = (appid: string) =>
      gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['price', 'currency', 'cancel_state'])
        .where('appid', '=', appid)
        .execute();

    for (const answer of [403, 429]) {
      test(`${answer}: the purchase passes without a price, and a job fills it in`, async () => {
        const shop = await openGoogleShop(gate, markets);
        const bought = await shop.buy();
        await refuseOrders(answer);
        const verified = await shop.verifyGems(bought);
        assert.deepEqual(
          [verified.serviceDuplicated, verified.servicePrice, verified.serviceCurrency],
          [false, null, null],
        );
        await gate.service.payment.jobs.turn();
        assert.equal((await purchaseRows(shop.app.appid))[0]?.price, null);
        await refuseOrders(null);
        await shop.pass(HOUR);
        await gate.service.payment.jobs.turn();
        assert.deepEqual(await purchaseRows(shop.app.appid), [
          { price: '10.00', currency: 'USD', cancel_state: 0 },
        ]);
        assert.equal((await shop.verifyGems(bought)).servicePrice, 10);
      });
    }

    test('with a price to compare it is MARKET_UNAVAILABLE', async () => {
      const shop = await openGoogleShop(gate, markets);
      const { purchaseToken } = await shop.buy();
      await refuseOrders(429);
      const request = { serviceReceipt: purchaseToken, productId: PRODUCT, providerId: 'GOOGLE' };
      const body = { accountUuid: ACCOUNT, requestType: 1, ...request, price: 10, currency: 'USD' };
      const refused = await gate.post(PATH, body, shop.headers);
      assert.deepEqual(
        [refused.status, refused.body.outcome],
        [500, { code: 5001, message: 'MARKET_UNAVAILABLE' }],
      );
      assert.deepEqual(await purchaseRows(shop.app.appid), []);
      await refuseOrders(null);
      const passed = await gate.post(PATH, body, shop.headers);
      assert.deepEqual([passed.status, passed.body.data.servicePrice], [200, 10]);
    });

    test('a subscription passes too, and its cycle gets the price later', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await refuseOrders(403);
      const { status } = await shop.verify('GOOGLE', bought.purchaseToken);
      assert.equal(status, 200);
      assert.equal((await purchaseRows(shop.app.appid))[0]?.price, null);
      await refuseOrders(null);
      await shop.pass(HOUR);
      await gate.service.payment.jobs.turn();
      assert.equal((await purchaseRows(shop.app.appid))[0]?.price, '10.79');
    });

    /** The payments of a subscription, as the order ids that they get. */
    const paymentsOf = ({ orderId }: GoogleBought, renewals: number): string[] => [
      orderId,
      ...Array.from({ length: renewals }, (_, number) => `${orderId}..${number}`),
    ];
    const cycleRows = (appid: string) =>
      gate.service.context.storage.db
        .selectFrom('purchase')
        .select(['store_transaction_id as order', 'product_id as product', 'price', 'currency'])
        .select(['purchased_at', 'claimed', 'account_uuid', 'account_compare', 'cancel_state'])
        .where('appid', '=', appid)
        .orderBy('store_transaction_id')
        .execute();
    const cycleRow = (order: string | undefined, fields: object) => ({
      ...{ order, product: PLAN, price: '10.79', currency: 'USD' },
      ...{ claimed: 0, account_uuid: ACCOUNT, account_compare: 1, cancel_state: 0 },
      ...fields,
    });
    const unread = { price: null, currency: null, purchased_at: null };
    const eventsOf = async (shop: GoogleShop) =>
      (await shop.events()).map(({ type, data: { storeTransactionId = null } }) => [
        type,
        storeTransactionId,
      ]);
    const turnLater = async (shop: GoogleShop) => {
      await shop.pass(HOUR);
      await gate.service.payment.jobs.turn();
    };
    const refusedCall = async ({ app: { appid } }: GoogleShop) => {
      await gate.service.payment.marketStates.flush();
      const row = await gate.service.context.storage.db
        .selectFrom('market_setting')
        .select('refused_call')
        .where('appid', '=', appid)
        .where('market', '=', 'GOOGLE')
        .executeTakeFirstOrThrow();
      return row.refused_call;
    };
    const waiting = async ({ app: { appid } }: GoogleShop) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('job')
        .select(['job_id', 'attempts'])
        .where('appid', '=', appid)
        .where('kind', '=', 'google.missed-cycles')
        .execute();
      return rows.map(({ job_id, attempts }) => [job_id, Number(attempts)]);
    };

    for (const answer of [403, 429]) {
      test(`${answer}: a renewal passes although those before it were missed, and a job reads them`, async () => {
        const start = gate.now;
        const shop = await openGoogleShop(gate, markets);
        const bought = await shop.subscribeGoogle();
        const payments = paymentsOf(bought, 3);
        await shop.verify('GOOGLE', bought.purchaseToken);
        await gate.service.payment.jobs.turn();
        await shop.events();
        await shop.pass(3 * MONTH + DAY);
        await refuseOrders(answer);
        const verified = await shop.verify('GOOGLE', bought.purchaseToken);
        const { serviceTransactionId, serviceReceiptVerifyResult, ...data } =
          verified.body.data ?? {};
        assert.deepEqual(
          [verified.status, data, serviceReceiptVerifyResult?.order],
          [
            200,
            {
              serviceAccountUuidCompare: 1,
              serviceAutoRenewProductId: PLAN,
              serviceCurrency: null,
              serviceDuplicated: false,
              serviceExpiresDate: start + 4 * MONTH,
              serviceOriginalStoreTransactionId: bought.orderId,
              servicePayload: null,
              servicePrice: null,
              serviceProductId: PLAN,
              serviceQuantity: 1,
              serviceRefundDate: null,
              serviceStoreTransactionId: payments[3],
            },
            null,
          ],
        );
        const first = cycleRow(payments[0], { claimed: 1, purchased_at: start });
        const newest = cycleRow(payments[3], { ...unread, claimed: 1 });
        assert.deepEqual(await cycleRows(shop.app.appid), [first, newest]);
        assert.equal(await grossOf(gate, shop.app), 1_079);
        await turnLater(shop);
        const jobId = `google.missed-cycles ${payments[3]}`;
        assert.deepEqual(await waiting(shop), [[jobId, 1]]);
        assert.equal(await refusedCall(shop), answer === 403 ? 'google.orders.get' : null);
        await refuseOrders(null);
        await turnLater(shop);
        assert.deepEqual(await cycleRows(shop.app.appid), [
          first,
          cycleRow(payments[1], { purchased_at: start + MONTH }),
          cycleRow(payments[2], { purchased_at: start + 2 * MONTH }),
          { ...newest, price: '10.79', currency: 'USD' },
        ]);
        assert.equal(await grossOf(gate, shop.app), 4 * 1_079);
        assert.deepEqual(await waiting(shop), []);
        assert.equal(await refusedCall(shop), null);
        assert.deepEqual(await eventsOf(shop), [
          ['subscription.renewed', null],
          ['purchase.verified', payments[3]],
        ]);
      });
    }

    test('a subscription that renewed before anybody heard of it gets its earlier cycles later', async () => {
      const start = gate.now;
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle({ periodMs: DAY });
      const payments = paymentsOf(bought, 2);
      await shop.pass(2 * DAY + HOUR);
      await refuseOrders(403);
      const { status, body } = await shop.verify('GOOGLE', bought.purchaseToken);
      assert.deepEqual(
        [status, body.data?.serviceDuplicated, body.data?.servicePrice],
        [200, false, null],
      );
      await refuseOrders(null);
      await turnLater(shop);
      const priced = { price: '10.79', currency: 'USD' };
      assert.deepEqual(await cycleRows(shop.app.appid), [
        cycleRow(payments[0], { purchased_at: start }),
        cycleRow(payments[1], { purchased_at: start + DAY }),
        cycleRow(payments[2], { ...unread, ...priced, claimed: 1 }),
      ]);
      await shop.pass(HOUR);
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await eventsOf(shop), [['purchase.verified', payments[2]]]);
    });

    test('… since the app was created, also when it began before', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle({ periodMs: 12 * HOUR });
      const payments = paymentsOf(bought, 3);
      await shop.pass(13 * HOUR);
      const { db } = gate.service.context.storage;
      const { appid } = shop.app;
      const set = { created_at: gate.now };
      await db.updateTable('app').set(set).where('appid', '=', appid).execute();
      const service = await gate.secondService();
      await shop.pass(DAY);
      await refuseOrders(403);
      await service.payment.subscriptions.reread({
        appid,
        provider: 'GOOGLE',
        receipt: bought.purchaseToken,
      });
      await refuseOrders(null);
      await shop.pass(HOUR);
      await service.payment.jobs.turn();
      const rows = await cycleRows(appid);
      assert.deepEqual(
        rows.map(({ order, price }) => [order, price]),
        payments.slice(2).map((order) => [order, '10.79']),
      );
    });

    test('notifications, look-ups and the next renewals go on meanwhile, and each gap is read', async () => {
      const start = gate.now;
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle({ periodMs: DAY });
      const payments = paymentsOf(bought, 5);
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await refuseOrders(403);
      await shop.pass(2 * DAY);
      const [status] = await shop.status();
      assert.deepEqual([status.status, status.expiresDate], ['active', start + 3 * DAY]);
      await shop.pass(2 * DAY);
      await shop.registerNotices();
      await shop.pass(DAY);
      assert.deepEqual(await shop.release(), [200]);
      await shop.google(bought, 'expire');
      await shop.settle();
      const rows = async () => (await cycleRows(shop.app.appid)).map(({ order }) => order);
      assert.deepEqual(await rows(), [payments[0], payments[2], payments[5]]);
      const [ended] = await shop.status();
      assert.equal(ended.status, 'expired');
      await shop.events();
      await refuseOrders(null);
      await shop.pass(HOUR);
      // Another process, as after a restart.
      const other = await gate.secondService();
      await other.payment.jobs.turn();
      assert.deepEqual(await rows(), payments);
      assert.deepEqual(await eventsOf(shop), []);
      assert.deepEqual(await shop.status(), [ended]);
    });

    test('what was recorded meanwhile stays as it is', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle({ addOns: [EXTRA] });
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await shop.pass(3 * MONTH + DAY);
      await refuseOrders(403);
      await shop.verify('GOOGLE', bought.purchaseToken);
      const { db } = gate.service.context.storage;
      const jobs = await db
        .selectFrom('job')
        .selectAll()
        .where('appid', '=', shop.app.appid)
        .where('kind', '=', 'google.missed-cycles')
        .execute();
      assert.equal(jobs.length, 2, 'one for each subscription');
      await refuseOrders(null);
      await turnLater(shop);
      const rows = await cycleRows(shop.app.appid);
      assert.deepEqual(rows.map(({ product, price }) => `${product} ${price}`).sort(), [
        ...Array(4).fill(`${EXTRA.productId} 6.99`),
        ...Array(4).fill(`${PLAN} 10.79`),
      ]);
      await shop.events();
      // The process ended before it could say that the job is done.
      await db.insertInto('job').values(jobs).execute();
      await turnLater(shop);
      assert.deepEqual(await waiting(shop), []);
      assert.deepEqual(await cycleRows(shop.app.appid), rows);
      assert.deepEqual(await shop.events(), []);
    });

    test('what the order would have said of a refund is found with the price', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await refuseOrders(403);
      await shop.verifyGems(bought);
      await shop.act(bought, 'refund', { revoke: false });
      await refuseOrders(null);
      await shop.pass(HOUR);
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await purchaseRows(shop.app.appid), [
        { price: '10.00', currency: 'USD', cancel_state: 0 },
      ]);
      assert.deepEqual(
        (await shop.reports()).map((line) => line.split('|').slice(0, 3)),
        [['refund', 'partial', '10.00']],
      );
    });

    for (const [revoke, state] of [
      [false, 'partial'],
      [true, 'given'],
    ] as const) {
      test(`of an order that Google does not have, the purchase says whether a refund took the goods: ${revoke}`, async () => {
        const shop = await openGoogleShop(gate, markets);
        const bought = await shop.buy({ hiddenOrder: true });
        await shop.verifyGems(bought);
        await shop.poll();
        await shop.events();
        await shop.act(bought, 'refund', { revoke, source: 1 });
        const { servicePurchaseCancelState } = await shop.verifyGems(bought);
        assert.equal(servicePurchaseCancelState, revoke ? 1 : 0);
        await shop.poll();
        assert.deepEqual(
          (await shop.events()).map(({ type, data }) => [type, data.refund.revoked]),
          [[revoke ? 'purchase.refunded' : 'purchase.partially_refunded', revoke]],
        );
        const [report = ''] = await shop.reports();
        assert.deepEqual(report.split('|').slice(0, 3), ['refund', state, '']);
      });
    }

    test('whether a refund left the goods is not guessed', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.act(bought, 'refund', { revoke: false });
      await refuseOrders(403);
      // Known: the record answers.
      assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 0);
      await refuseOrders(null);
      assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 0);
      assert.deepEqual(
        (await shop.reports()).map((line) => line.split('|').slice(0, 3)),
        [['refund', 'partial', '10.00']],
      );
    });
  },
  { kinds: EITHER },
);
