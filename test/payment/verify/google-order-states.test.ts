// The state of an order at verification: a refund that is pending is watched, a partial one is told with its amount.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { DAY } from '../subscription-shop.ts';

const HOUR = 60 * 60_000;

marketSuite(
  "the state of Google's orders",
  (gate, markets) => {
    const watches = async (appid: string) => {
      const rows = await gate.service.context.storage.db
        .selectFrom('job')
        .select(['attempts', 'last_error', 'due_at'])
        .where('appid', '=', appid)
        .where('kind', '=', 'google.refund-watch')
        .execute();
      return rows.map(({ due_at, ...row }) => ({ ...row, wait: Number(due_at) - gate.now }));
    };

    test('a pending refund leaves the purchase valid, and is watched until it is paid out', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.act(bought, 'refund', { pending: true });
      const startedAt = gate.now;
      const verified = await shop.verifyGems(bought);
      assert.equal(verified.servicePurchaseCancelState, 0);
      assert.equal(verified.serviceReceiptVerifyResult.order.state, 'PENDING_REFUND');
      assert.deepEqual(await shop.reports(), [`refund|pending||||${startedAt}`]);
      await gate.service.payment.jobs.turn();
      const waiting = { attempts: 1, last_error: null };
      assert.deepEqual(await watches(shop.app.appid), [{ ...waiting, wait: HOUR / 6 }]);
      await shop.verifyGems(bought);
      assert.equal((await watches(shop.app.appid)).length, 1);
      await shop.pass(2 * HOUR);
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await watches(shop.app.appid), [{ ...waiting, attempts: 2, wait: HOUR }]);
      await shop.pass(2 * DAY);
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await watches(shop.app.appid), [
        { ...waiting, attempts: 3, wait: 6 * HOUR },
      ]);
      await shop.pass(DAY);
      await shop.act(bought, 'complete-refund', {});
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await watches(shop.app.appid), []);
      assert.equal(await shop.cancelState(bought), 1);
      assert.deepEqual(
        (await shop.events()).map(({ type }) => type),
        ['purchase.verified', 'purchase.refunded'],
      );
    });

    test('a refund that is declined is over, and nobody is told of a reversal', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      await shop.pass(HOUR);
      await shop.act(bought, 'refund', { pending: true });
      await shop.verifyGems(bought);
      await gate.service.payment.jobs.turn();
      await shop.pass(HOUR);
      await shop.act(bought, 'decline-refund');
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await shop.reports(), [
        `refund|pending||||${gate.now - HOUR}`,
        `refund|restored|||declined|${gate.now}`,
      ]);
      assert.equal(await shop.cancelState(bought), 0);
      const types = (await shop.events()).map(({ type }) => type);
      assert.deepEqual(types, ['purchase.verified']);
      assert.deepEqual(await watches(shop.app.appid), []);
    });

    test('a refund that is still pending after five weeks is given up and left to operators', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.act(bought, 'refund', { pending: true });
      await shop.verifyGems(bought);
      await gate.service.payment.jobs.turn();
      await shop.pass(36 * DAY);
      await gate.service.payment.jobs.turn();
      const [row] = await watches(shop.app.appid);
      assert.match(row?.last_error ?? '', /^the refund of order GPA\.[\d-]+ is still pending/);
    });

    test('a void that is already known stands against an order that waits for the payout', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.act(bought, 'refund', { pending: true, voided: true, revoke: false });
      await shop.poll();
      assert.equal((await shop.verifyGems(bought)).servicePurchaseCancelState, 1);
    });

    test('a partial refund is told with its amount and pieces, and cancels nothing', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy({ quantity: 3, taxMicros: 3_000_000 });
      await shop.act(bought, 'refund', { quantity: 1 });
      const verified = await shop.verifyGems(bought);
      assert.equal(verified.servicePurchaseCancelState, 0);
      assert.deepEqual(await shop.reports(), [`refund|partial|11.00|1||${gate.now}`]);
      await shop.poll();
      assert.equal((await shop.reports()).length, 1);
    });

    test('the refund of a subscription is pending, watched, and paid out', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      await shop.google(bought, 'refund', { pending: true });
      const { body } = await shop.verify('GOOGLE', bought.purchaseToken);
      const { serviceTransactionId } = body.data;
      assert.equal(await shop.cancelState(bought), 0);
      await gate.service.payment.jobs.turn();
      assert.equal((await watches(shop.app.appid)).length, 1);
      await shop.events();
      await shop.pass(HOUR);
      await shop.google(bought, 'complete-refund');
      await gate.service.payment.jobs.turn();
      // The subscription goes on: the money is back, and nothing was taken.
      assert.equal(await shop.cancelState(bought), 0);
      assert.deepEqual(await shop.reports(), [
        `refund|pending||||${gate.now - HOUR}`,
        `refund|partial|10.79|||${gate.now}`,
      ]);
      const refund = { amount: '10.79', currency: 'USD', quantity: null, reason: null };
      assert.deepEqual(
        (await shop.events()).map(({ type, data }) => [
          type,
          data.serviceTransactionId,
          data.servicePurchaseCancelState,
          data.refund,
        ]),
        [
          [
            'purchase.partially_refunded',
            serviceTransactionId,
            0,
            { ...refund, revoked: false, date: gate.now },
          ],
        ],
      );
    });

    test('a refund that was given is not set back by a later report that it is pending or partial', async () => {
      const shop = await openGoogleShop(gate, markets);
      const bought = await shop.buy();
      await shop.verifyGems(bought);
      const { appid } = shop.app;
      const purchase = { provider: 'GOOGLE', unique_key: bought.orderId } as const;
      for (const state of ['given', 'pending', 'partial'] as const) {
        const report = { kind: 'refund', state, reportedAt: gate.now } as const;
        await gate.service.payment.ledger.apply({ appid, cancellations: [{ purchase, report }] });
      }
      assert.deepEqual(await shop.reports(), [`refund|given||||${gate.now}`]);
      assert.equal(await shop.cancelState(bought), 1);
    });
  },
  { kinds: EITHER },
);
