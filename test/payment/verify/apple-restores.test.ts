// APPLE: a restored purchase has a new transaction id and is a duplicate of what was paid, whoever asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { ACCOUNT, newAccount, openAppleShop, type Purchase } from '../shop.ts';
import { openSubscriptionShop } from '../subscription-shop.ts';

marketSuite(
  'restores at APPLE',
  (gate, markets) => {
    const restore = ({ transactionId }: Purchase): Promise<Purchase> =>
      markets.control(`/apple/transactions/${transactionId}/restore`, {});

    for (const asks of [true, false]) {
      const how = asks ? 'with the API key' : 'without an API key';

      for (const type of ['Non-Consumable', 'Non-Renewing Subscription']) {
        test(`${type}, ${how}: a restore is a duplicate, for whichever account asks`, async () => {
          const shop = await openAppleShop(gate, markets, { asks });
          const bought = await shop.buy({ type, appAccountToken: ACCOUNT });
          const first = (await shop.verify(bought.signedTransaction)).body.data;
          assert.equal(first.serviceDuplicated, false);
          const restored = await restore(bought);
          assert.notEqual(restored.transactionId, bought.transactionId);
          for (const accountUuid of [ACCOUNT, newAccount()]) {
            const { data } = (await shop.verify(restored.signedTransaction, { accountUuid })).body;
            assert.equal(data.serviceDuplicated, true);
            assert.equal(data.serviceTransactionId, first.serviceTransactionId);
            assert.equal(data.serviceAccountUuidCompare, accountUuid === ACCOUNT ? 1 : 2);
          }
        });
      }

      test(`${how}: the restore can be the one that is verified first`, async () => {
        const shop = await openAppleShop(gate, markets, { asks });
        const bought = await shop.buy({ type: 'Non-Consumable' });
        const restored = await restore(bought);
        const first = (await shop.verify(restored.signedTransaction)).body.data;
        assert.equal(first.serviceDuplicated, false);
        for (const paper of [bought, await restore(bought)]) {
          const { data } = (await shop.verify(paper.signedTransaction)).body;
          assert.equal(data.serviceDuplicated, true);
          assert.equal(data.serviceTransactionId, first.serviceTransactionId);
        }
      });

      test(`${how}: a consumable is bought again and again`, async () => {
        const shop = await openAppleShop(gate, markets, { asks });
        for (let count = 0; count < 2; count++) {
          const { signedTransaction } = await shop.buy();
          assert.equal((await shop.verify(signedTransaction)).body.data.serviceDuplicated, false);
        }
      });

      test(`${how}: a cycle of a subscription on another device is the same cycle`, async () => {
        const shop = await openSubscriptionShop(gate, markets, { asksApple: asks });
        const bought = await shop.subscribeApple();
        const first = await shop.verify('APPLE', bought.signedTransaction);
        assert.equal(first.body.data.serviceDuplicated, false);
        const restored = await shop.apple(bought, 'restore');
        assert.notEqual(restored.transactionId, bought.transactionId);
        const second = await shop.verify('APPLE', restored.signedTransaction);
        assert.equal(second.body.data.serviceDuplicated, true);
        const { db } = gate.service.context.storage;
        const cycles = await db
          .selectFrom('purchase')
          .select('unique_key')
          .where('appid', '=', shop.app.appid)
          .execute();
        assert.deepEqual(cycles, [{ unique_key: bought.transactionId }]);
      });
    }
  },
  { kinds: EITHER },
);
