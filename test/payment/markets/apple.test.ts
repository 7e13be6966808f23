// APPLE: field mapping, environments, prices, accounts, refunds, and reading again from the App Store.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { ACCOUNT, countPurchases, openAppleShop, PRODUCT, refusal } from '../shop.ts';

const invalidReceipt = (detail: string) =>
  refusal({ code: 2_001, message: 'INVALID_RECEIPT' }, 'The receipt is not valid', detail);
const priceFail = (detail: string) =>
  refusal({ code: 2_002, message: 'PRICE_VERIFY_FAIL' }, 'The price differs', detail);
const unavailable = refusal(
  { code: 5_001, message: 'MARKET_UNAVAILABLE' },
  'The market could not be asked',
  'The market did not answer correctly, so nothing was verified or recorded. Send the same request again.',
);

const wrongPrice = (price: string) =>
  priceFail(
    `price is ${price}, but the App Store charged 9.99 USD. Send the price the player paid, or leave it out.`,
  );
const WRONG_CURRENCY = priceFail(
  'currency is EUR, but the App Store charged 9.99 USD. Send the currency the player paid in, or leave it out.',
);
const WRONG_PRODUCT = invalidReceipt(
  'The receipt is for product gems.100, but productId is gems.500.',
);

marketSuite(
  'APPLE in production',
  (gate, markets) => {
    test('serviceReceiptVerifyResult is the transaction, its dates in epoch milliseconds', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction, transactionId } = await shop.buy({ appAccountToken: ACCOUNT });
      const { data } = (await shop.verify(signedTransaction)).body;
      assert.deepEqual(data.serviceReceiptVerifyResult, {
        transactionId,
        originalTransactionId: transactionId,
        bundleId: 'com.tollgate.demo',
        productId: PRODUCT,
        purchaseDate: gate.now,
        originalPurchaseDate: gate.now,
        quantity: 1,
        type: 'Consumable',
        appAccountToken: ACCOUNT,
        inAppOwnershipType: 'PURCHASED',
        signedDate: gate.now,
        environment: 'Production',
        transactionReason: 'PURCHASE',
        storefront: 'USA',
        storefrontId: '143441',
        price: 9_990,
        currency: 'USD',
        appTransactionId: data.serviceReceiptVerifyResult.appTransactionId,
      });
    });

    const prices: [object, string, string | null][] = [
      [{ price: 9_990, currency: 'USD' }, '9.99', 'USD'],
      [{ price: 9_900, currency: 'USD' }, '9.90', 'USD'],
      [{ price: 10_000, currency: 'USD' }, '10.00', 'USD'],
      [{ price: 1_200_000, currency: 'KRW' }, '1200', 'KRW'],
      [{ price: 1_234, currency: 'KWD' }, '1.234', 'KWD'],
      [{ price: 0, currency: 'JPY' }, '0', 'JPY'],
    ];
    for (const [fields, printed, currency] of prices) {
      test(`${JSON.stringify(fields)} is printed as ${printed}`, async () => {
        const shop = await openAppleShop(gate, markets);
        const { signedTransaction } = await shop.buy(fields);
        const response = await gate.service.app.inject({
          method: 'POST',
          url: '/payment/v1/purchase/verify',
          headers: { ...shop.headers, 'content-type': 'application/json' },
          payload: JSON.stringify({
            accountUuid: ACCOUNT,
            serviceReceipt: signedTransaction,
            productId: PRODUCT,
            providerId: 'APPLE',
            requestType: 1,
          }),
        });
        assert.match(response.body, new RegExp(`"servicePrice":${printed.replace('.', '\\.')},`));
        assert.equal(response.json().data.serviceCurrency, currency);
      });
    }

    test('appAccountToken against accountUuid: 1 match in any case, 2 mismatch, 9 without one', async () => {
      const shop = await openAppleShop(gate, markets);
      const compare = async (token: object, accountUuid: string): Promise<number> => {
        const { signedTransaction } = await shop.buy(token);
        const answer = await shop.verify(signedTransaction, { accountUuid });
        return answer.body.data.serviceAccountUuidCompare;
      };
      assert.equal(await compare({ appAccountToken: ACCOUNT }, ACCOUNT), 1);
      assert.equal(await compare({ appAccountToken: ACCOUNT }, ACCOUNT.toUpperCase()), 1);
      const other = 'ffffffff-0000-4000-8000-00000000e001';
      assert.equal(await compare({ appAccountToken: ACCOUNT }, other), 2);
      assert.equal(await compare({}, ACCOUNT), 9);
    });

    test('another quantity, another productId', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy({ quantity: 3 });
      const before = await countPurchases(gate);
      const wrong = await shop.verify(signedTransaction, { productId: 'gems.500' });
      assert.deepEqual(wrong.body, WRONG_PRODUCT);
      assert.equal(await countPurchases(gate), before);
      const right = await shop.verify(signedTransaction);
      assert.equal(right.body.data.serviceQuantity, 3);
      const known = await shop.verify(signedTransaction, { productId: 'gems.500' });
      assert.deepEqual(known.body, WRONG_PRODUCT);
    });

    test('price and currency are compared; a difference is PRICE_VERIFY_FAIL and is not recorded', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const before = await countPurchases(gate);
      const refused: [object, object][] = [
        [{ price: 9.98 }, wrongPrice('9.98')],
        [{ price: 9.99, currency: 'EUR' }, WRONG_CURRENCY],
        [{ price: 9.989999999, currency: 'USD' }, wrongPrice('9.989999999')],
        [{ price: 0 }, wrongPrice('0')],
      ];
      for (const [fields, body] of refused) {
        assert.deepEqual((await shop.verify(signedTransaction, fields)).body, body);
      }
      assert.equal(await countPurchases(gate), before);
      const accepted = [
        { price: 9.99, currency: 'USD' },
        { price: 9.99 },
        // One of the two alone: only the amount is compared, and there is none.
        { currency: 'EUR' },
        {},
      ];
      for (const fields of accepted) {
        assert.equal((await shop.verify(signedTransaction, fields)).status, 200);
      }
      // A known receipt is compared in the same way.
      for (const [fields, body] of refused) {
        assert.deepEqual((await shop.verify(signedTransaction, fields)).body, body);
      }
    });

    test('a receipt of the sandbox is a test purchase while the app accepts it', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy({ environment: 'Sandbox' });
      const { data } = (await shop.verify(signedTransaction)).body;
      assert.equal(data.servicePurchaseTest, 'Y');
      assert.equal(data.serviceDuplicated, false);
    });

    test('a receipt of the sandbox is INVALID_RECEIPT when the app does not accept it', async () => {
      const shop = await openAppleShop(gate, markets, { settings: { accept_sandbox: false } });
      const { signedTransaction } = await shop.buy({ environment: 'Sandbox' });
      assert.deepEqual(
        (await shop.verify(signedTransaction)).body,
        invalidReceipt(
          'The receipt is from the sandbox App Store, and accept_sandbox is off for this app.',
        ),
      );
    });

    test('a receipt of another bundle is INVALID_RECEIPT', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy({ bundleId: 'com.example.other' });
      assert.deepEqual(
        (await shop.verify(signedTransaction)).body,
        invalidReceipt('The receipt is for another app: its bundle id is not com.tollgate.demo.'),
      );
    });

    test('a subscription is verified elsewhere', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy({ type: 'Auto-Renewable Subscription' });
      assert.deepEqual(
        (await shop.verify(signedTransaction)).body,
        invalidReceipt('The receipt is for a subscription. Send it to subscription/verify.'),
      );
    });

    test('a receipt of a refunded transaction is accepted with cancel state 1', async () => {
      const shop = await openAppleShop(gate, markets);
      const refunded = await shop.refund(await shop.buy());
      const { data } = (await shop.verify(refunded.signedTransaction)).body;
      assert.equal(data.servicePurchaseCancelState, 1);
      assert.equal(data.serviceDuplicated, false);
    });

    test('a newer receipt of the same transaction is a duplicate, and its refund is not forgotten', async () => {
      const shop = await openAppleShop(gate, markets);
      const bought = await shop.buy();
      const first = (await shop.verify(bought.signedTransaction)).body.data;
      assert.equal(first.servicePurchaseCancelState, 0);
      const refunded = await shop.refund(bought);
      const cancelled = { ...first, serviceDuplicated: true, servicePurchaseCancelState: 1 };
      const { signedTransaction: serviceReceipt } = refunded;
      assert.deepEqual((await shop.verify(serviceReceipt)).body.data, {
        ...cancelled,
        serviceReceipt,
      });
      // The old receipt knows nothing of the refund; the record does.
      assert.deepEqual((await shop.verify(bought.signedTransaction)).body.data, cancelled);
    });

    test('a part given back leaves cancel state 0 and shows in the result', async () => {
      const shop = await openAppleShop(gate, markets);
      const refunded = await shop.refund(await shop.buy(), {
        revocationType: 'REFUND_PRORATED',
        revocationPercentage: 50_000,
      });
      const { data } = (await shop.verify(refunded.signedTransaction)).body;
      assert.equal(data.servicePurchaseCancelState, 0);
      assert.equal(data.serviceReceiptVerifyResult.revocationPercentage, 50_000);
    });

    test('storeTransactionId and orderId of another purchase do not outweigh the receipt', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction, transactionId } = await shop.buy();
      const fields = { storeTransactionId: '1', orderId: '2' };
      const { data } = (await shop.verify(signedTransaction, fields)).body;
      assert.equal(data.serviceProviderTransactionId, transactionId);
    });

    describe('read again from the App Store', () => {
      const askingShop = () => openAppleShop(gate, markets, { asks: true });

      test('an old receipt of a purchase that was refunded since has cancel state 1', async () => {
        const shop = await askingShop();
        const bought = await shop.buy();
        await shop.refund(bought);
        const { data } = (await shop.verify(bought.signedTransaction)).body;
        assert.equal(data.servicePurchaseCancelState, 1);
        assert.equal(data.serviceReceiptVerifyResult.revocationType, 'REFUND_FULL');
      });

      test('a repeat learns of a refund, and keeps the rest of the first result', async () => {
        const shop = await askingShop();
        const bought = await shop.buy();
        const first = (await shop.verify(bought.signedTransaction)).body.data;
        await shop.refund(bought);
        const cancelled = { ...first, serviceDuplicated: true, servicePurchaseCancelState: 1 };
        assert.deepEqual((await shop.verify(bought.signedTransaction)).body.data, cancelled);
        await markets.control(`/apple/transactions/${bought.transactionId}/reverse-refund`, {});
        assert.deepEqual((await shop.verify(bought.signedTransaction)).body.data, cancelled);
      });

      test('a repeat passes while the App Store is away', async () => {
        const shop = await askingShop();
        const bought = await shop.buy();
        const first = (await shop.verify(bought.signedTransaction)).body.data;
        await markets.fault('apple', '500', { count: 3 });
        const again = await shop.verify(bought.signedTransaction);
        assert.deepEqual(again.body.data, { ...first, serviceDuplicated: true });
        await markets.clearFaults();
      });

      test('a sandbox receipt is read from the sandbox', async () => {
        const shop = await askingShop();
        const bought = await shop.buy({ environment: 'Sandbox' });
        const { data } = (await shop.verify(bought.signedTransaction)).body;
        assert.equal(data.servicePurchaseTest, 'Y');
      });

      test('a signed transaction that the App Store does not know yet is MARKET_UNAVAILABLE', async () => {
        const shop = await askingShop();
        await markets.control('/apple/settings', { unknownForMs: 120_000 });
        const bought = await shop.buy();
        const before = await countPurchases(gate);
        const answer = await shop.verify(bought.signedTransaction);
        assert.deepEqual([answer.status, answer.body], [500, unavailable]);
        assert.equal(await countPurchases(gate), before);
        const byId = await shop.verify(bought.transactionId);
        assert.deepEqual(byId.body, invalidReceipt('The App Store has no such transaction.'));
        await markets.control('/apple/settings', { unknownForMs: 0 });
        const later = await shop.verify(bought.signedTransaction);
        assert.equal(later.body.data.serviceDuplicated, false);
      });

      for (const errorCode of [4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_000, 5_000_001]) {
        test(`${errorCode} is MARKET_UNAVAILABLE, and the next call passes`, async () => {
          const shop = await askingShop();
          const bought = await shop.buy();
          const before = await countPurchases(gate);
          // A failure of Apple's is asked about three times, anything else once.
          const count = errorCode >= 5_000_000 ? 3 : 1;
          await markets.control('/apple/errors', { errorCode, count });
          const answer = await shop.verify(bought.signedTransaction);
          assert.equal(answer.status, 500);
          assert.deepEqual(answer.body, unavailable);
          assert.equal(await countPurchases(gate), before);
          const next = await shop.verify(bought.signedTransaction);
          assert.equal(next.body.data.serviceDuplicated, false);
        });
      }

      test('credentials that Apple refuses are MARKET_UNAVAILABLE, never a verdict', async () => {
        const shop = await openAppleShop(gate, markets, {
          asks: true,
          settings: { key_id: 'WRONGKEY01' },
        });
        const bought = await shop.buy();
        assert.deepEqual((await shop.verify(bought.signedTransaction)).body, unavailable);
      });
    });
  },
  { kinds: EITHER },
);

marketSuite(
  'APPLE in sandbox',
  (gate, markets) => {
    test('a receipt of the sandbox is a test purchase', async () => {
      const shop = await openAppleShop(gate, markets, { settings: { accept_sandbox: false } });
      const { signedTransaction } = await shop.buy({ environment: 'Sandbox' });
      const { data } = (await shop.verify(signedTransaction)).body;
      assert.equal(data.servicePurchaseTest, 'Y');
    });

    test('a receipt of production is INVALID_RECEIPT', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      assert.deepEqual(
        (await shop.verify(signedTransaction)).body,
        invalidReceipt(
          'The receipt is from the production App Store. Send it to the production service.',
        ),
      );
    });
  },
  { kinds: EITHER, environment: 'sandbox' },
);
