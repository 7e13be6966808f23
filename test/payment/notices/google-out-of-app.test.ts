// Who subscribes again in the Play Store itself gets the benefits without opening the game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, newAccount } from '../shop.ts';
import { cyclesOf, DAY, MONTH, PLAN } from '../subscription-shop.ts';

marketSuite(
  'subscriptions bought in the Play Store',
  (gate, markets) => {
    const ways = [
      ['the account that the expired one was bought with', ACCOUNT],
      ['the account that verified the expired one', undefined],
    ] as const;
    for (const [name, obfuscatedExternalAccountId] of ways) {
      test(`a resubscription belongs to ${name}`, async () => {
        const shop = await openGoogleShop(gate, markets);
        await shop.registerNotices();
        const bought = await shop.subscribeGoogle({ obfuscatedExternalAccountId });
        await shop.verify('GOOGLE', bought.purchaseToken, { iapPayload: 'mine' });
        await shop.settle();
        await shop.pass(DAY);
        await shop.google(bought, 'expire');
        await shop.settle();
        await shop.events();
        await shop.pass(MONTH);
        const next = await shop.google(bought, 'resubscribe');
        await shop.settle();
        assert.deepEqual(await cyclesOf(gate, shop.app), [
          [bought.orderId, PLAN, 0, 1],
          [next.orderId, PLAN, 0, 0],
        ]);
        const [status] = await shop.status();
        assert.deepEqual([status.status, status.active], ['active', true]);
        assert.deepEqual(
          (await shop.events()).map(({ type, data }) => [type, data.accountUuid, data.expiresDate]),
          [['subscription.renewed', ACCOUNT, gate.now + MONTH]],
        );
        // Acknowledged with the owner's name: neither Google nor a later look forgets it.
        await shop.pass(4 * DAY);
        await shop.settle();
        const { data } = (await shop.verify('GOOGLE', next.purchaseToken)).body;
        assert.deepEqual(
          [data.serviceDuplicated, data.servicePayload, data.serviceAccountUuidCompare],
          [false, 'mine', 1],
        );
        assert.equal(data.serviceReceiptVerifyResult.outOfAppPurchaseContext, undefined);
        assert.equal(await shop.cancelState(next), 0);
      });
    }

    test('a resubscription of a buyer whom nobody knows waits for its verification', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle({ obfuscatedExternalAccountId: 'not-a-uuid' });
      await shop.google(bought, 'expire');
      const next = await shop.google(bought, 'resubscribe');
      await shop.settle();
      const unclaimed = [bought, next].map(({ orderId }) => [orderId, PLAN, 0, 0]);
      assert.deepEqual((await cyclesOf(gate, shop.app)).toSorted(), unclaimed.toSorted());
      assert.deepEqual(await shop.events(), []);
      const account = newAccount();
      const fields = { accountUuid: account };
      const { data } = (await shop.verify('GOOGLE', next.purchaseToken, fields)).body;
      assert.deepEqual([data.serviceDuplicated, data.serviceAccountUuidCompare], [false, 2]);
      assert.equal((await shop.status(account)).length, 1);
    });

    test('a first subscription that names nobody belongs to whoever verifies it first', async () => {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle({ outOfApp: true });
      await shop.settle();
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.orderId, PLAN, 0, 0]]);
      const { data } = (await shop.verify('GOOGLE', bought.purchaseToken)).body;
      assert.deepEqual([data.serviceDuplicated, data.serviceAccountUuidCompare], [false, 9]);
      assert.equal((await shop.status()).length, 1);
    });
  },
  { kinds: EITHER },
);
