// APPLE: what a family shares is accepted, costs nothing in any figure, and ends without a refund.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { newAccount, PATH } from '../shop.ts';

const HOUR = 60 * 60_000;

marketSuite(
  'family sharing at APPLE',
  (gate, markets) => {
    async function openShop() {
      const shop = await openGoogleShop(gate, markets);
      await shop.registerNotices();
      const { appid, gameIndex } = shop.app;
      const { db } = gate.service.context.storage;
      const verifyPurchase = (serviceReceipt: string) =>
        gate.post(
          PATH,
          {
            accountUuid: newAccount(),
            serviceReceipt,
            productId: 'unlock',
            providerId: 'APPLE',
            requestType: 1,
          },
          shop.headers,
        );
      return {
        ...shop,
        buyUnlock: () =>
          markets.control('/apple/transactions', {
            environment: 'Production',
            bundleId: shop.bundleId,
            productId: 'unlock',
            type: 'Non-Consumable',
            price: 4_990,
            currency: 'USD',
          }),
        verifyPurchase,
        read: async (path: string) => (await admin(gate, 'GET', `/apps/${appid}/${path}`)).body,
        share: ({ transactionId }: { transactionId: string }) =>
          markets.control(`/apple/transactions/${transactionId}/share`, {}),
        rows: () =>
          db
            .selectFrom('purchase')
            .select(['ownership', 'price', 'cancel_state'])
            .where('appid', '=', appid)
            .orderBy('number')
            .execute(),
        async sold() {
          await gate.service.payment.figures.turn();
          const sums = await db
            .selectFrom('figure_money')
            .select(({ fn }) => [
              fn.sum<number>('purchases').as('purchases'),
              fn.sum<number>('gross').as('gross'),
              fn.sum<number>('refunds').as('refunds'),
            ])
            .where('game_index', '=', gameIndex)
            .where('dimension', '=', 'total')
            .where('grain', '=', 'day')
            .executeTakeFirstOrThrow();
          return [Number(sums.purchases), Number(sums.gross), Number(sums.refunds)];
        },
      };
    }

    test('a copy is verified, and is no sale', async () => {
      const shop = await openShop();
      const bought = await shop.buyUnlock();
      await shop.verifyPurchase(bought.signedTransaction);
      const copy = await shop.share(bought);
      const { body } = await shop.verifyPurchase(copy.signedTransaction);
      assert.equal(body.data.serviceDuplicated, false);
      assert.equal(body.data.servicePrice, null);
      assert.equal(body.data.serviceReceiptVerifyResult.inAppOwnershipType, 'FAMILY_SHARED');
      assert.deepEqual(await shop.rows(), [
        { ownership: null, price: '4.99', cancel_state: 0 },
        { ownership: 'FAMILY_SHARED', price: null, cancel_state: 0 },
      ]);
      assert.deepEqual(await shop.sold(), [1, 499, 0]);
    });

    test('its REVOKE takes it away and is told as that; the refund is one of the payer', async () => {
      const shop = await openShop();
      const bought = await shop.buyUnlock();
      await shop.verifyPurchase(bought.signedTransaction);
      const copy = await shop.share(bought);
      await shop.verifyPurchase(copy.signedTransaction);
      await shop.settle();
      await shop.events();
      await shop.pass(HOUR);
      await shop.apple(bought, 'refund');
      await shop.settle();
      const told = (await shop.events()).map(({ type, data }) => [
        type,
        data.servicePurchaseCancelState,
        data.refund.revoked,
      ]);
      assert.deepEqual(told.toSorted(), [
        ['purchase.refunded', 1, true],
        ['purchase.revoked', 1, true],
      ]);
      assert.deepEqual(
        (await shop.rows()).map(({ cancel_state }) => cancel_state),
        [1, 1],
      );
      assert.deepEqual(await shop.sold(), [1, 499, 1]);
    });

    test('its end is a state of its own, in no list of refunds', async () => {
      const shop = await openShop();
      const bought = await shop.buyUnlock();
      await shop.verifyPurchase(bought.signedTransaction);
      const copy = await shop.share(bought);
      await shop.verifyPurchase(copy.signedTransaction);
      await shop.pass(HOUR);
      await shop.apple(bought, 'refund');
      await shop.settle();
      const found = async (path: string) =>
        (await shop.read(path)).items.map((each: Record<string, string>) => [
          each.service_transaction_id,
          each.state,
          each.refunded_at,
        ]);
      const payers = ['AP_1', 'refunded', new Date(gate.now).toISOString()];
      const shared = ['AP_2', 'revoked', null];
      const both = [payers, shared];
      assert.deepEqual(await found('purchases?sort=purchased_at'), both);
      for (const query of ['purchases?state=refunded', 'purchases?reported=Y', 'refunds?']) {
        assert.deepEqual(await found(query), [payers], query);
      }
      assert.deepEqual(await found('purchases?state=revoked'), [shared]);
      for (const [filter, expected] of [
        ['state=revoked', [shared]],
        ['state=refunded', []],
        ['reported=Y', []],
      ] as const) {
        const query = `purchases?service_transaction_id=AP_2&${filter}`;
        assert.deepEqual(await found(query), expected, query);
      }
      const one = { count: 1, is_exact: true };
      assert.deepEqual(await shop.read('purchases/count?state=revoked'), one);
      assert.deepEqual(await shop.read('refunds/count'), one);
      assert.equal((await shop.read('refunds/groups?by=product')).refunds, 1);
      const file = String(await shop.read('purchases/file?state=revoked'));
      assert.deepEqual(
        file
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',')[1]),
        ['AP_2'],
      );
      const { items } = await shop.read('purchases/AP_2/timeline');
      assert.deepEqual(items.at(-2), {
        at: payers[2],
        kind: 'purchase.revoked',
        details: { reason: 'FAMILY_REVOKE' },
      });
    });

    test('a shared subscription runs as long as the payer pays, and ends without a refund', async () => {
      const shop = await openShop();
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      const copy = await shop.share(bought);
      const accountUuid = newAccount();
      await shop.verify('APPLE', copy.signedTransaction, { accountUuid });
      await shop.settle();
      await shop.events();
      const [, , refundsBefore] = await shop.sold();
      await shop.pass(HOUR);
      await shop.apple(copy, 'refund', { revocationType: 'FAMILY_REVOKE' });
      await shop.settle();
      const told = await shop.events();
      assert.deepEqual(
        told.map(({ type, data }) => [type, data.status, data.expiresDate, data.refundDate]),
        [['subscription.expired', 'revoked', gate.now, null]],
      );
      assert.equal((await shop.sold())[2], refundsBefore);
      const [payer, member] = await shop.rows();
      assert.deepEqual([payer?.cancel_state, member?.cancel_state], [0, 1]);

      const { data } = (await shop.verify('APPLE', copy.signedTransaction, { accountUuid })).body;
      assert.deepEqual([data.serviceExpiresDate, data.serviceRefundDate], [gate.now, null]);
      const [status] = await shop.status(accountUuid);
      assert.deepEqual(
        [status.status, status.active, status.expiresDate, status.refundDate],
        ['revoked', false, gate.now, null],
      );
      const path = `subscriptions/APPLE/${copy.originalTransactionId}`;
      const { refunded_at, cycles } = await shop.read(path);
      assert.deepEqual(
        [refunded_at, cycles[0].state, cycles[0].refunded_at],
        [null, 'revoked', null],
      );
      const kinds = (await shop.read(`${path}/timeline`)).items.map(
        ({ kind }: { kind: string }) => kind,
      );
      assert.deepEqual(
        kinds.filter((kind: string) => kind.startsWith('cycle.')),
        ['cycle.paid', 'cycle.verified', 'cycle.revoked'],
      );
      assert.deepEqual((await shop.read('refunds')).items, []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
