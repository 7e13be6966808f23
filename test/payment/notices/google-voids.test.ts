// Voided purchases count because Google has voided them, whole or in pieces, and a chargeback is told as such.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, PRODUCT } from '../shop.ts';
import { DAY, MONTH } from '../subscription-shop.ts';

const HOUR = 60 * 60_000;
const REMORSE = 1;
const CHARGEBACK = 7;

marketSuite(
  'voided purchases of Google Play',
  (gate, markets) => {
    test('a notification of a void counts while the order still waits for the payout', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.buy();
      const { serviceTransactionId } = await shop.verifyGems(bought);
      await shop.settle();
      await shop.events();
      await shop.pass(HOUR);
      await shop.act(bought, 'refund', { pending: true, voided: true, reason: REMORSE });
      await shop.settle();
      assert.equal(await shop.cancelState(bought), 1);
      const [event, ...others] = await shop.events();
      assert.deepEqual(others, []);
      const { transactionId: _uuid, ...data } = event?.data ?? {};
      assert.deepEqual(
        [event?.type, data],
        [
          'purchase.refunded',
          {
            appid: shop.app.appid,
            providerId: 'GOOGLE',
            serviceTransactionId,
            storeTransactionId: bought.orderId,
            accountUuid: ACCOUNT,
            productId: PRODUCT,
            servicePurchaseCancelState: 1,
            refund: {
              amount: '10.00',
              currency: 'USD',
              reason: 'remorse (user)',
              date: gate.now,
              quantity: null,
              revoked: true,
            },
          },
        ],
      );
      // The payout, the list and another verification say nothing new.
      await shop.pass(HOUR);
      await shop.act(bought, 'complete-refund');
      await shop.poll();
      assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 1);
      assert.deepEqual(await shop.events(), []);
    });

    test('a void in the list counts while the order still waits for the payout', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await gate.service.payment.jobs.turn();
      await shop.pass(HOUR);
      await shop.act(bought, 'refund', { pending: true, voided: true, reason: 3 });
      await shop.pass(HOUR);
      await shop.poll();
      assert.deepEqual(await shop.reports(), [
        `refund|given|||defective (user)|${gate.now - HOUR}`,
      ]);
      assert.equal(await shop.cancelState(bought), 1);
    });

    for (const way of ['notification', 'list'] as const) {
      test(`a void known by a ${way} before anyone verified the purchase counts when it is recorded`, async () => {
        const shop = await openGoogleShop(gate, markets);
        if (way === 'notification') await shop.registerNotices();
        const bought = await shop.buy();
        await shop.act(bought, 'refund', { reason: REMORSE });
        await (way === 'notification' ? shop.settle() : shop.poll());
        assert.deepEqual(await shop.reports(), [`refund|given|||remorse (user)|${gate.now}`]);
        // A notification of the sale has recorded it.
        const recorded = way === 'notification' ? 1 : undefined;
        assert.equal(await shop.cancelState(bought), recorded);
        assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 1);
      });
    }

    test('a chargeback is a lost dispute, told once, whoever reports it first', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.settle();
      await shop.events();
      await shop.act(bought, 'refund', { reason: CHARGEBACK, source: 2 });
      await shop.poll();
      await shop.settle();
      await shop.verifyGems(bought);
      assert.deepEqual(
        (await shop.events()).map(({ type, data }) => [type, data.dispute]),
        [
          [
            'purchase.dispute_lost',
            {
              id: bought.orderId,
              state: 'lost',
              amount: null,
              currency: 'USD',
              reason: 'chargeback (google)',
              date: gate.now,
            },
          ],
        ],
      );
      assert.equal(await shop.cancelState(bought), 1);
    });

    test('without the list the order tells a chargeback from a refund', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.settle();
      await shop.act(bought, 'refund', { reason: CHARGEBACK });
      await markets.fault('google', '429', { rate: 1, path: 'voidedpurchases' });
      await shop.settle();
      await markets.clearFaults();
      assert.deepEqual(await shop.reports(), [
        `dispute ${bought.orderId}|lost|||chargeback|${gate.now}`,
      ]);
    });

    test('the chargeback of a subscription cancels its cycle and is told of it', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await shop.settle();
      await shop.events();
      await shop.pass(DAY);
      await shop.google(bought, 'refund', { reason: CHARGEBACK, revoke: true });
      await shop.settle();
      assert.equal(await shop.cancelState(bought), 1);
      assert.deepEqual((await shop.events()).map(({ type }) => type).toSorted(), [
        'purchase.dispute_lost',
        'subscription.expired',
      ]);
      await shop.poll();
      assert.deepEqual(await shop.events(), []);
    });

    for (const way of ['notifications', 'the list'] as const) {
      test(`pieces that are voided one after another are counted by ${way} until none is left`, async () => {
        const shop = await openGoogleShop(gate, markets);
        if (way === 'notifications') await shop.registerNotices();
        const look = way === 'notifications' ? shop.settle : shop.poll;
        const bought = await shop.buy({ quantity: 4 });
        await shop.verifyGems(bought);
        await look();
        await shop.events();
        const seen: unknown[] = [];
        for (const quantity of [1, 2, 1]) {
          await shop.pass(HOUR);
          await shop.act(bought, 'refund', { quantity, reason: REMORSE });
          await look();
          const [event, ...others] = await shop.events();
          assert.deepEqual(others, []);
          const { amount, quantity: pieces, reason } = event?.data.refund ?? {};
          seen.push([event?.type, pieces, amount, reason, await shop.cancelState(bought)]);
        }
        assert.deepEqual(seen, [
          ['purchase.partially_refunded', 1, '10.00', 'remorse (user)', 0],
          ['purchase.partially_refunded', 3, '30.00', 'remorse (user)', 0],
          ['purchase.refunded', null, '40.00', 'remorse (user)', 1],
        ]);
        await shop.pass(HOUR);
        await shop.poll();
        assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 1);
        assert.deepEqual(await shop.events(), []);
      });
    }

    for (const [payment, later, paidOut] of [
      ['first payment', DAY, '9.67'],
      ['renewal', MONTH + MONTH / 2, '5.00'],
    ] as const) {
      test(`a void of a ${payment} that is not on record yet counts what was paid out`, async () => {
        const shop = await openGoogleShop(gate, markets);
        const bought = await shop.subscribeGoogle({ taxMicros: 0, priceMicros: 10_000_000 });
        if (payment === 'renewal') await shop.verify('GOOGLE', bought.purchaseToken);
        await gate.service.payment.jobs.turn();
        await shop.pass(later);
        await shop.google(bought, 'revoke', { prorated: true });
        await shop.poll();
        await shop.verify('GOOGLE', bought.purchaseToken);
        await shop.pass(HOUR / 2);
        await shop.poll();
        const reports = (await shop.reports()).map((each) => each.split('|').slice(0, 3));
        assert.deepEqual(reports.at(-1), ['refund', 'given', paidOut]);
      });
    }

    test('the overlap of two looks at the list does not read a partly voided purchase again', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy({ quantity: 2 });
      await shop.verifyGems(bought);
      await shop.act(bought, 'refund', { quantity: 1 });
      await shop.poll();
      await shop.pass(HOUR / 2);
      await gate.service.payment.pollers.turn();
      const jobs = await gate.service.context.storage.db
        .selectFrom('job')
        .select('kind')
        .where('appid', '=', shop.app.appid)
        .where('kind', '=', 'google.void')
        .execute();
      assert.deepEqual(jobs, []);
      assert.equal((await shop.reports()).length, 1);
    });
  },
  { kinds: EITHER },
);
