// APPLE receipts of StoreKit 1 and bare transaction ids: they name a transaction, and the App Store decides.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import {
  ACCOUNT,
  BUNDLE_ID,
  countPurchases,
  newAccount,
  openAppleShop,
  PRODUCT,
  type Purchase,
  refusal,
} from '../shop.ts';
import { openSubscriptionShop, PLAN, SUBSCRIPTION_PATH } from '../subscription-shop.ts';

interface Bought extends Purchase {
  readonly appReceipt: string;
}

const invalidReceipt = (detail: string) =>
  refusal({ code: 2_001, message: 'INVALID_RECEIPT' }, 'The receipt is not valid', detail);
const UNKNOWN = invalidReceipt('The App Store has no such transaction.');
const FOREIGN = invalidReceipt(
  `The receipt is for another app: its bundle id is not ${BUNDLE_ID}.`,
);
const UNREADABLE = invalidReceipt('The app receipt cannot be read. Send it as base64, unchanged.');

marketSuite(
  'APPLE receipts of StoreKit 1 and transaction ids',
  (gate, markets) => {
    const askingShop = (settings: object = {}) =>
      openAppleShop(gate, markets, { asks: true, settings });

    /** The same purchase in every form that a client can have. */
    async function formsOf({ transactionId, signedTransaction, appReceipt }: Bought) {
      const { transactionReceipt } = await markets.control(`/apple/transactions/${transactionId}`);
      return { signedTransaction, appReceipt, transactionReceipt, transactionId };
    }

    for (const form of ['appReceipt', 'transactionReceipt', 'transactionId'] as const) {
      test(`a purchase by its ${form} has the result of its signed transaction`, async () => {
        const shop = await askingShop();
        const bought = (await shop.buy({ appAccountToken: ACCOUNT })) as Bought;
        const receipt = (await formsOf(bought))[form];
        const { body } = await shop.verify(receipt, { price: 9.99, currency: 'USD' });
        const { serviceReceiptVerifyResult: result, serviceTransactionId, ...data } = body.data;
        assert.deepEqual(data, {
          serviceAccountUuidCompare: 1,
          serviceCurrency: 'USD',
          serviceDuplicated: false,
          serviceGameServerPriceVerifyKey: null,
          servicePayload: null,
          servicePrice: 9.99,
          serviceProductId: PRODUCT,
          serviceProviderId: 'APPLE',
          serviceProviderTransactionId: bought.transactionId,
          servicePurchaseCancelState: 0,
          servicePurchaseTest: 'N',
          serviceQuantity: 1,
          serviceReceipt: receipt,
          serviceStoreTransactionId: bought.transactionId,
        });
        assert.match(serviceTransactionId, /^AP_\d+$/);
        assert.deepEqual(
          [result.transactionId, result.bundleId],
          [bought.transactionId, BUNDLE_ID],
        );
      });
    }

    test('all forms of one purchase at once: one of them is not a duplicate', async () => {
      const shop = await askingShop();
      const bought = (await shop.buy()) as Bought;
      const forms = Object.values(await formsOf(bought));
      const answers = await Promise.all([...forms, ...forms].map((form) => shop.verify(form)));
      const results = answers.map(({ body }) => body.data);
      assert.equal(results.filter(({ serviceDuplicated }) => !serviceDuplicated).length, 1);
      assert.equal(new Set(results.map((each) => each.serviceTransactionId)).size, 1);
    });

    test('a refund shows in every form', async () => {
      const shop = await askingShop();
      const bought = (await shop.buy()) as Bought;
      await shop.verify(bought.transactionId);
      await shop.refund(bought);
      for (const form of Object.values(await formsOf(bought))) {
        const { data } = (await shop.verify(form)).body;
        assert.deepEqual([data.serviceDuplicated, data.servicePurchaseCancelState], [true, 1]);
      }
    });

    test('of several purchases in a receipt, productId and storeTransactionId say which', async () => {
      const shop = await askingShop();
      const appAccountToken = newAccount();
      const buy = (productId: string) =>
        shop.buy({ appAccountToken, productId }) as Promise<Bought>;
      const first = await buy('gems.100');
      gate.now += 1_000;
      const coins = await buy('coins.5');
      gate.now += 1_000;
      const last = await buy('gems.100');
      const verify = async (fields: object) => {
        const { data } = (await shop.verify(last.appReceipt, fields)).body;
        return [data.serviceProviderTransactionId, data.serviceDuplicated];
      };
      const { transactionId: id } = coins;
      assert.deepEqual(await verify({ productId: 'coins.5' }), [id, false]);
      assert.deepEqual(await verify({ productId: 'gems.100' }), [last.transactionId, false]);
      assert.deepEqual(await verify({ productId: 'gems.100' }), [last.transactionId, true]);
      assert.deepEqual(await verify({ storeTransactionId: first.transactionId }), [
        first.transactionId,
        false,
      ]);
      assert.deepEqual(await verify({ storeTransactionId: first.transactionId }), [
        first.transactionId,
        true,
      ]);
      assert.deepEqual(await verify({ productId: 'coins.5', storeTransactionId: id }), [id, true]);
      const wrong = await shop.verify(last.appReceipt, { storeTransactionId: id });
      const detail = 'The receipt is for product coins.5, but productId is gems.100.';
      assert.deepEqual(wrong.body, invalidReceipt(detail));
    });

    test('a receipt without the purchase that the request names is refused', async () => {
      const shop = await askingShop();
      const { appReceipt } = (await shop.buy()) as Bought;
      const other = await shop.buy();
      const before = await countPurchases(gate);
      const refused: [object, string][] = [
        [
          { productId: 'gems.500' },
          'The app receipt contains no purchase of product gems.500. Send the receipt the app got with this purchase.',
        ],
        [
          { storeTransactionId: other.transactionId },
          `The app receipt does not contain transaction ${other.transactionId}. Send the receipt the app got with this purchase, or the transaction id alone.`,
        ],
      ];
      for (const [fields, detail] of refused) {
        assert.deepEqual((await shop.verify(appReceipt, fields)).body, invalidReceipt(detail));
      }
      assert.equal(await countPurchases(gate), before);
    });

    test('production is asked first, then the sandbox if it is accepted', async () => {
      const accepting = await askingShop();
      const refusing = await askingShop({ accept_sandbox: false });
      const bought = (await accepting.buy({ environment: 'Sandbox' })) as Bought;
      for (const form of Object.values(await formsOf(bought)).slice(1)) {
        const { data } = (await accepting.verify(form)).body;
        assert.equal(data.servicePurchaseTest, 'Y');
        assert.deepEqual((await refusing.verify(form)).body, UNKNOWN);
      }
    });

    test('the key of an app that was never released works in the sandbox only', async () => {
      const bundleId = 'com.example.unreleased';
      await markets.control('/apple/apps', { bundleId, released: false });
      const shop = await askingShop({ bundle_id: bundleId });
      const bought = await shop.buy({ environment: 'Sandbox', bundleId });
      const { data } = (await shop.verify(bought.transactionId)).body;
      assert.equal(data.servicePurchaseTest, 'Y');
      const unknown = await shop.verify('1');
      assert.equal(unknown.body.outcome.message, 'MARKET_UNAVAILABLE');
    });

    test('forged and foreign receipts are INVALID_RECEIPT and leave no record', async () => {
      const shop = await askingShop();
      const elsewhere = { bundleId: 'com.example.other' };
      const foreign = (await shop.buy(elsewhere)) as Bought;
      const forms = await formsOf(foreign);
      const good = ((await shop.buy()) as Bought).appReceipt;
      const forge = async (payload: object) =>
        (await markets.control('/apple/forge', { kind: 'app-receipt-other-root', payload }))
          .appReceipt;
      const before = await countPurchases(gate);
      const refused: [string, object][] = [
        [forms.appReceipt, FOREIGN],
        [forms.transactionReceipt, UNKNOWN],
        [forms.transactionId, UNKNOWN],
        ['1', UNKNOWN],
        ['99999999999999999999', UNKNOWN],
        [await forge({ productId: PRODUCT, transactionId: '123456789012345' }), UNKNOWN],
        // Says that it is ours, names a transaction of another app.
        [await forge({ productId: PRODUCT, transactionId: foreign.transactionId }), UNKNOWN],
        [good.slice(0, 400), UNREADABLE],
        [Buffer.from('0\x03\x02\x01\x01').toString('base64'), UNREADABLE],
        [Buffer.from('{"Payload": "…"}').toString('base64'), UNREADABLE],
        ['MIIABCDEFGHIJKLMNOP', UNREADABLE],
      ];
      for (const [receipt, body] of refused) {
        const answer = await shop.verify(receipt);
        assert.deepEqual([answer.status, answer.body], [400, body]);
      }
      assert.equal(await countPurchases(gate), before);
    });

    test('a receipt without purchases is INVALID_RECEIPT', async () => {
      const shop = await askingShop();
      const { appReceipt } = (await shop.buy()) as Bought;
      const bytes = Buffer.from(appReceipt, 'base64');
      // Another type of attribute: then nothing in it is a purchase.
      bytes[bytes.indexOf(Buffer.from([2, 1, 17, 2, 1, 1, 4])) + 2] = 18;
      assert.deepEqual(
        (await shop.verify(bytes.toString('base64'))).body,
        invalidReceipt(
          'The app receipt contains no purchase. Refresh it in the app and send the new one.',
        ),
      );
    });

    test('base64 with line breaks is read', async () => {
      const shop = await askingShop();
      const { appReceipt } = (await shop.buy()) as Bought;
      const lines = appReceipt.replace(/(.{76})/g, '$1\r\n');
      assert.equal((await shop.verify(lines)).body.data.serviceDuplicated, false);
    });

    test('without the API key the refusal names the missing settings', async () => {
      const shop = await openAppleShop(gate, markets);
      const partly = await openAppleShop(gate, markets, { settings: { issuer_id: 'i' } });
      const bought = (await shop.buy()) as Bought;
      const needs = (settings: string) =>
        refusal(
          { code: 1_001, message: 'INVALID_REQUEST' },
          'The request is not valid',
          `An app receipt or a transaction id can be verified only with an App Store Server API key. Set ${settings} in the app's APPLE settings, or send the signed transaction (JWS).`,
        );
      for (const form of Object.values(await formsOf(bought)).slice(1)) {
        assert.deepEqual((await shop.verify(form)).body, needs('issuer_id, key_id, private_key'));
        assert.deepEqual((await partly.verify(form)).body, needs('key_id, private_key'));
      }
      assert.equal((await shop.verify(bought.signedTransaction)).status, 200);
    });

    test('an App Store that does not answer is MARKET_UNAVAILABLE, and the next call passes', async () => {
      const shop = await askingShop();
      const { appReceipt } = (await shop.buy()) as Bought;
      await markets.control('/apple/errors', { errorCode: 4_040_002, count: 1 });
      const answer = await shop.verify(appReceipt);
      assert.deepEqual([answer.status, answer.body.outcome.message], [500, 'MARKET_UNAVAILABLE']);
      assert.equal((await shop.verify(appReceipt)).body.data.serviceDuplicated, false);
    });

    describe('of subscriptions', () => {
      test('every form answers the current state of the same cycle', async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const bought = await shop.subscribeApple();
        const shown = await markets.control(`/apple/transactions/${bought.transactionId}`);
        const forms = [
          bought.transactionId,
          shown.appReceipt,
          shown.transactionReceipt,
          bought.signedTransaction,
        ];
        const results = [];
        for (const form of forms) results.push((await shop.verify('APPLE', form)).body.data);
        const [first, ...others] = results;
        assert.equal(first.serviceDuplicated, false);
        assert.equal(first.serviceProductId, PLAN);
        assert.equal(first.serviceAutoRenewProductId, PLAN);
        const { signedDate: _, ...cycle } = first.serviceReceiptVerifyResult.transaction;
        assert.equal(cycle.transactionId, bought.transactionId);
        for (const other of others) assert.deepEqual(other, { ...first, serviceDuplicated: true });
      });

      test('of several subscriptions storeTransactionId says which, else it is the latest', async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const gold = await shop.subscribeApple({ productId: 'gold' });
        gate.now += 1_000;
        const silver = await shop.subscribeApple({
          productId: 'silver',
          subscriptionGroupIdentifier: '2',
        });
        gate.now += 1_000;
        const gems = await shop.subscribeApple({
          type: 'Consumable',
          periodMs: undefined,
          productId: 'gems',
        });
        const { appReceipt } = await markets.control(`/apple/transactions/${gems.transactionId}`);
        const verify = async (fields: object = {}) =>
          (await shop.verify('APPLE', appReceipt, fields)).body.data.serviceStoreTransactionId;
        assert.equal(await verify(), silver.transactionId);
        assert.equal(await verify({ storeTransactionId: gold.transactionId }), gold.transactionId);
        // What the receipt says counts.
        for (const storeTransactionId of ['1', gems.transactionId]) {
          assert.equal(await verify({ storeTransactionId }), silver.transactionId);
        }
      });

      test('what is no subscription is sent to purchase/verify', async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const gems = { type: 'Consumable', periodMs: undefined };
        const bought = await shop.subscribeApple(gems);
        await shop.subscribeApple(gems);
        const { appReceipt } = await markets.control(`/apple/transactions/${bought.transactionId}`);
        const refused = [
          [
            bought.transactionId,
            'The receipt is not for a subscription. Send it to purchase/verify.',
          ],
          [appReceipt, 'The app receipt contains no subscription. Send it to purchase/verify.'],
        ];
        for (const [receipt, detail] of refused) {
          const { body } = await shop.verify('APPLE', receipt);
          assert.deepEqual(body, { ...invalidReceipt(detail), instance: SUBSCRIPTION_PATH });
        }
      });
    });
  },
  { kinds: EITHER },
);
