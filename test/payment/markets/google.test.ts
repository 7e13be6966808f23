// Interface 4.9, GOOGLE: what Google says about a purchase becomes the verified result.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { androidpublisher } from '@googleapis/androidpublisher';
import { JWT } from 'google-auth-library';
import { EITHER } from '../../support/databases.ts';
import { PRODUCT, refusal } from '../shop.ts';
import {
  createGoogleApp,
  type GoogleMarket,
  googleSuite,
  PACKAGE,
  purchasesOf,
  signedReceipt,
  verify,
} from './google-market.ts';

const invalidReceipt = (detail: string) =>
  refusal({ code: 2001, message: 'INVALID_RECEIPT' }, 'The receipt is not valid', detail);

googleSuite(
  'POST /payment/v1/purchase/verify with GOOGLE',
  (gate, google) => {
    const createApp = (setup?: Parameters<typeof createGoogleApp>[2]) =>
      createGoogleApp(gate, google, setup);

    describe('an accepted purchase', () => {
      test('by its token: every field of the result', async () => {
        const app = await createApp();
        const bought = await google.buy({ priceMicros: 9_900_000, currency: 'USD', quantity: 2 });
        const answer = await verify(gate, app, bought.purchaseToken, {
          iapPayload: '{"slot":7}',
          storeTransactionId: bought.orderId,
        });
        const { serviceReceiptVerifyResult, ...data } = answer.body.data;
        assert.equal(answer.status, 200);
        assert.equal(answer.body.meta, null);
        assert.deepEqual(data, {
          serviceAccountUuidCompare: 1,
          serviceCurrency: 'USD',
          serviceDuplicated: false,
          serviceGameServerPriceVerifyKey: null,
          servicePayload: '{"slot":7}',
          servicePrice: 19.8,
          serviceProductId: PRODUCT,
          serviceProviderId: 'GOOGLE',
          serviceProviderTransactionId: bought.orderId,
          servicePurchaseCancelState: 0,
          servicePurchaseTest: 'N',
          serviceQuantity: 2,
          serviceReceipt: bought.purchaseToken,
          serviceStoreTransactionId: bought.orderId,
          serviceTransactionId: 'GO_1',
        });
        assert.equal(serviceReceiptVerifyResult.kind, 'androidpublisher#productPurchaseV2');
        assert.equal(serviceReceiptVerifyResult.order.state, 'PROCESSED');
      });

      test('by its signed JSON, which is returned unmodified', async () => {
        const app = await createApp();
        const bought = await google.buy();
        const receipt = signedReceipt(bought);
        const { body } = await verify(gate, app, receipt);
        assert.equal(body.data.serviceReceipt, receipt);
        assert.equal(body.data.serviceProviderTransactionId, bought.orderId);
      });

      test('says what Google says, word for word as its own client reads it, without the address', async () => {
        const app = await createApp();
        const { purchaseToken, orderId } = await google.buy({ quantity: 3 });
        const { body } = await verify(gate, app, purchaseToken);
        const { order, ...purchase } = body.data.serviceReceiptVerifyResult;
        const theirs = await askWithOfficialClient(google, purchaseToken, orderId);
        assert.deepEqual(purchase, theirs.purchase);
        assert.deepEqual({ ...order, buyerAddress: { buyerCountry: 'US' } }, theirs.order);
      });

      test('is recorded with the time of the payment', async () => {
        const app = await createApp();
        const paidAt = gate.now;
        const { purchaseToken } = await google.buy();
        gate.now += 5_000;
        await verify(gate, app, purchaseToken);
        const [row] = await purchasesOf(gate, app);
        assert.deepEqual(
          [row?.purchased_at, row?.purchase_date_source, row?.verified_at],
          [paidAt, 'STORE_PAYMENT', gate.now],
        );
      });
    });

    describe('price and currency come from the order', () => {
      const cases: [string, object, string | null, string | null][] = [
        ['tax included', { priceMicros: 8_990_000, taxMicros: 900_000 }, '9.89', 'USD'],
        ['digits of the currency kept', { priceMicros: 9_900_000 }, '9.90', 'USD'],
        ['no decimals', { priceMicros: 1_200_000_000, currency: 'KRW' }, '1200', 'KRW'],
        ['three decimals', { priceMicros: 1_250_000, currency: 'KWD' }, '1.250', 'KWD'],
        ['nothing to pay', { priceMicros: 0 }, '0.00', 'USD'],
        ['an order that Google does not show', { hiddenOrder: true }, null, null],
        ['no order at all', { noOrder: true }, null, null],
      ];
      for (const [name, sale, price, currency] of cases) {
        test(`${name}: ${price} ${currency}`, async () => {
          const app = await createApp();
          const { purchaseToken } = await google.buy(sale);
          const { body } = await verify(gate, app, purchaseToken);
          const [row] = await purchasesOf(gate, app);
          assert.deepEqual([row?.price, row?.currency], [price, currency]);
          assert.equal(body.data.servicePrice, price === null ? null : Number(price));
          assert.equal(body.data.serviceCurrency, currency);
        });
      }
    });

    describe('states of a purchase', () => {
      test('pending is PAYMENT_PENDING and records nothing; once paid it passes', async () => {
        const app = await createApp();
        const bought = await google.buy({ state: 'pending' });
        const early = await verify(gate, app, bought.purchaseToken);
        assert.equal(early.status, 400);
        assert.deepEqual(
          early.body,
          refusal(
            { code: 2004, message: 'PAYMENT_PENDING' },
            'The purchase is not paid yet',
            'The purchase is not paid yet at Google Play. Try again later.',
          ),
        );
        assert.equal((await purchasesOf(gate, app)).length, 0);
        await google.control(`/google/purchases/${bought.purchaseToken}/pay`, {});
        const later = await verify(gate, app, bought.purchaseToken);
        assert.deepEqual([later.status, later.body.data.serviceDuplicated], [200, false]);
      });

      test('cancelled before it was paid is INVALID_RECEIPT, and leaves no record', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy({ state: 'cancelled' });
        const { status, body } = await verify(gate, app, purchaseToken);
        const detail = 'The purchase was cancelled at Google Play before it was paid.';
        assert.deepEqual([status, body], [400, invalidReceipt(detail)]);
        assert.deepEqual(await purchasesOf(gate, app), []);
      });

      test('taken back passes with cancel state 1', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        await google.control(`/google/purchases/${purchaseToken}/refund`, {});
        const { status, body } = await verify(gate, app, purchaseToken);
        assert.deepEqual([status, body.data.servicePurchaseCancelState], [200, 1]);
      });

      test('a refund that left the item with the buyer cancels nothing: the money is back', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        await google.control(`/google/purchases/${purchaseToken}/refund`, { revoke: false });
        const { body } = await verify(gate, app, purchaseToken);
        const { servicePurchaseCancelState, serviceReceiptVerifyResult } = body.data;
        assert.equal(servicePurchaseCancelState, 0);
        assert.equal(serviceReceiptVerifyResult.purchaseStateContext.purchaseState, 'PURCHASED');
        assert.equal(serviceReceiptVerifyResult.order.state, 'REFUNDED');
      });

      test('a refund of some units leaves cancel state 0 and shows in the result', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy({ quantity: 3 });
        await google.control(`/google/purchases/${purchaseToken}/refund`, { quantity: 1 });
        const { body } = await verify(gate, app, purchaseToken);
        const { servicePurchaseCancelState, serviceQuantity, serviceReceiptVerifyResult } =
          body.data;
        assert.deepEqual([servicePurchaseCancelState, serviceQuantity], [0, 3]);
        assert.equal(serviceReceiptVerifyResult.order.state, 'PARTIALLY_REFUNDED');
        assert.equal(
          serviceReceiptVerifyResult.productLineItem[0].productOfferDetails.refundableQuantity,
          2,
        );
      });
    });

    describe('one purchase, one record', () => {
      test('token and signed JSON of one purchase are the same purchase', async () => {
        const app = await createApp();
        const bought = await google.buy();
        const first = await verify(gate, app, bought.purchaseToken);
        const serviceReceipt = signedReceipt(bought);
        const { data } = (await verify(gate, app, serviceReceipt)).body;
        assert.deepEqual(data, { ...first.body.data, serviceReceipt, serviceDuplicated: true });
      });

      test('without an order id the purchase token is the key', async () => {
        const app = await createApp();
        const promo = await google.buy({ promo: true });
        const other = await google.buy({ promo: true });
        const first = await verify(gate, app, promo.purchaseToken);
        assert.equal(first.body.data.serviceProviderTransactionId, promo.purchaseToken);
        assert.equal(first.body.data.serviceStoreTransactionId, null);
        const again = await verify(gate, app, signedReceipt(promo));
        assert.equal(again.body.data.serviceDuplicated, true);
        const second = await verify(gate, app, other.purchaseToken);
        assert.equal(second.body.data.serviceDuplicated, false);
      });
    });

    describe('what Google refuses is INVALID_RECEIPT', () => {
      test('an unknown token (404)', async () => {
        const app = await createApp();
        const unknown = `${'a'.repeat(24)}.AO-J1${'x'.repeat(70)}`;
        const { status, body } = await verify(gate, app, unknown);
        assert.equal(status, 400);
        assert.deepEqual(
          body,
          invalidReceipt('Google Play rejects the purchase token: purchaseTokenNotFound (404).'),
        );
      });
      test('a malformed token (400)', async () => {
        const app = await createApp();
        const { body } = await verify(gate, app, 'tok/en+1');
        const detail = 'Google Play rejects the purchase token: invalid (400).';
        assert.deepEqual(body, invalidReceipt(detail));
      });
      test('a token that is no longer valid (410)', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        await google.control(`/google/purchases/${purchaseToken}/forget`, {});
        const { body } = await verify(gate, app, purchaseToken);
        const detail = 'Google Play rejects the purchase token: purchaseTokenNoLongerValid (410).';
        assert.deepEqual(body, invalidReceipt(detail));
      });
      test('no productId is INVALID_REQUEST', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        const { status, body } = await verify(gate, app, purchaseToken, {
          productId: undefined,
        });
        assert.equal(status, 400);
        assert.deepEqual(body.outcome, { code: 1001, message: 'INVALID_REQUEST' });
        assert.deepEqual(body.errors, [{ field: 'productId', message: 'is required' }]);
      });
    });

    describe('an older Google Play without productsv2', () => {
      const withoutV2 = (body: string) => (call: string) =>
        call.includes('productsv2') ? { status: 404, body } : undefined;

      test('is asked through products, with the same result', async () => {
        const app = await createApp();
        const other = await createApp();
        const sale = { quantity: 2, test: true };
        const { purchaseToken } = await google.buy(sale);
        const byV2 = await verify(gate, app, purchaseToken);
        google.intercept = withoutV2('<html>Not Found</html>');
        const byV1 = await verify(gate, other, purchaseToken);
        const { serviceReceiptVerifyResult: result, ...data } = byV1.body.data;
        const { serviceReceiptVerifyResult: _, ...expected } = byV2.body.data;
        assert.deepEqual(data, expected);
        assert.equal(result.kind, 'androidpublisher#productPurchase');
        assert.equal(result.purchaseType, 0);
      });

      const states: [string, number | undefined, string | undefined][] = [
        ['cancelled', 1, undefined],
        ['pending', undefined, 'PAYMENT_PENDING'],
      ];
      for (const [state, cancelState, message] of states) {
        test(`${state} means the same`, async () => {
          const app = await createApp();
          const { purchaseToken } = await google.buy({ state });
          google.intercept = withoutV2('{"error":{"errors":[{"reason":"notFound"}]}}');
          const { body } = await verify(gate, app, purchaseToken);
          assert.equal(body.data?.servicePurchaseCancelState, cancelState);
          assert.equal(body.outcome?.message, message);
        });
      }

      test('another product of the token is refused there too', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        google.intercept = withoutV2('{"error":{"errors":[{"reason":"notFound"}]}}');
        const { body } = await verify(gate, app, purchaseToken, {
          productId: 'gems.9000',
        });
        const reason = 'purchaseTokenDoesNotMatchProductId (400).';
        const detail = `Google Play rejects the purchase token: ${reason}`;
        assert.deepEqual(body, invalidReceipt(detail));
      });
    });
  },
  { kinds: EITHER },
);

async function askWithOfficialClient(google: GoogleMarket, token: string, orderId: string) {
  const { serviceAccount } = (await google.control('/credentials')).google;
  const { client_email: email, private_key: key } = serviceAccount;
  const auth = new JWT({
    email,
    key,
    scopes: ['https://www.googleapis.com/auth/androidpublisher'],
  });
  auth.transporter.interceptors.request.add({
    resolved: async (config) => {
      // Google's library signs in at a fixed address; this sends it to the emulator.
      if (config.url.hostname === 'oauth2.googleapis.com') {
        config.url = new URL(`${google.url}/google/token`);
      }
      return config;
    },
  });
  const client = androidpublisher({ version: 'v3', auth, rootUrl: `${google.url}/` });
  const packageName = PACKAGE;
  const [purchase, order] = await Promise.all([
    client.purchases.productsv2.getproductpurchasev2({ packageName, token }),
    client.orders.get({ packageName, orderId }),
  ]);
  return { purchase: purchase.data, order: order.data };
}
