// serviceExpiresDate includes the billing grace period in both stores: benefits end after it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { DAY, MONTH, openSubscriptionShop } from '../subscription-shop.ts';

marketSuite(
  'the billing grace period',
  (gate, markets) => {
    for (const asksApple of [true, false]) {
      const source = asksApple ? 'the API' : 'a notification';
      test(`APPLE: known from ${source}, it is part of serviceExpiresDate`, async () => {
        const shop = await openSubscriptionShop(gate, markets, { asksApple });
        await shop.registerNotices();
        const bought = await shop.subscribeApple();
        const verify = async () =>
          (await shop.verify('APPLE', bought.signedTransaction)).body.data.serviceExpiresDate;
        assert.equal(await verify(), gate.now + MONTH);
        await shop.pass(MONTH - DAY);
        await shop.apple(bought, 'fail-renewal', { graceMs: 3 * DAY });
        const end = gate.now + 3 * DAY;
        if (!asksApple) await shop.release();
        assert.equal(await verify(), end);
        await shop.pass(3 * DAY);
        if (!asksApple) await shop.release();
        assert.equal(await verify(), asksApple ? end - 3 * DAY : end - 2 * DAY);
      });
    }

    test('GOOGLE: the expiry that Google shows includes it', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeGoogle();
      const verify = async () =>
        (await shop.verify('GOOGLE', bought.purchaseToken)).body.data.serviceExpiresDate;
      const paidUntil = gate.now + MONTH;
      assert.equal(await verify(), paidUntil);
      await gate.service.payment.jobs.turn();
      await shop.google(bought, 'grace', { forMs: 7 * DAY });
      assert.equal(await verify(), paidUntil + 7 * DAY);
      const [status] = await shop.status();
      assert.deepEqual(
        [status.status, status.active, status.expiresDate, status.gracePeriodExpiresDate],
        ['grace', true, paidUntil + 7 * DAY, paidUntil + 7 * DAY],
      );
    });
  },
  { kinds: EITHER },
);
