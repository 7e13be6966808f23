// PG at purchase/verify: the field mapping of both gateways, the price, refunds, and what is kept of a payment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import type { TestApp } from '../../support/harness.ts';
import { setUpMarket } from '../../support/markets.ts';
import { openOrderShop, orderSuite, problem, UNAVAILABLE, VERIFY, verified } from './order-shop.ts';

const PG = { providerId: 'PG' };
const NOT_PAID = problem(
  VERIFY,
  'PAYMENT_PENDING',
  'The order is not paid yet. Try again after the buyer has paid.',
);
const OTHER_PRICE = problem(
  VERIFY,
  'PRICE_VERIFY_FAIL',
  'price is 9.91, but the payment gateway charged 9.90 USD. Send the price the player paid, or leave it out.',
);

orderSuite(
  'PG',
  (gate, markets) => {
    test('STRIPE: a paid order is verified, with the payment as Stripe has it, less card and buyer', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.paid();
      const answer = await shop.verify(serviceReceipt, PG);
      const { id, latest_charge } = answer.body.data.serviceReceiptVerifyResult;
      const paidAt = Math.floor(gate.now / 1_000);
      assert.deepEqual(
        answer.body,
        verified({
          serviceProviderId: 'PG',
          serviceProviderTransactionId: orderId,
          serviceReceipt,
          serviceStoreTransactionId: id,
          serviceTransactionId: 'PG_1',
          serviceReceiptVerifyResult: {
            id,
            object: 'payment_intent',
            amount: 990,
            amount_received: 990,
            currency: 'usd',
            status: 'succeeded',
            created: paidAt,
            canceled_at: null,
            livemode: true,
            metadata: { orderId },
            latest_charge: {
              id: latest_charge.id,
              object: 'charge',
              amount: 990,
              amount_captured: 990,
              amount_refunded: 0,
              captured: true,
              created: paidAt,
              currency: 'usd',
              disputed: false,
              livemode: true,
              paid: true,
              refunded: false,
              status: 'succeeded',
            },
          },
        }),
      );
    });

    test('PORTONE: likewise', async () => {
      const shop = await openOrderShop(gate, markets, { gateway: 'PORTONE' });
      const { orderId, serviceReceipt } = await shop.paid({ currency: 'KRW' });
      const answer = await shop.verify(serviceReceipt, PG);
      const { transactionId, pgTxId } = answer.body.data.serviceReceiptVerifyResult;
      const at = new Date(gate.now).toISOString();
      assert.deepEqual(
        answer.body,
        verified({
          serviceCurrency: 'KRW',
          servicePrice: 12000,
          serviceProviderId: 'PG',
          serviceProviderTransactionId: orderId,
          serviceReceipt,
          serviceStoreTransactionId: transactionId,
          serviceTransactionId: 'PG_1',
          serviceReceiptVerifyResult: {
            status: 'PAID',
            id: orderId,
            transactionId,
            merchantId: 'merchant-emulator',
            storeId: 'store-emulator-live',
            channel: { type: 'LIVE', id: 'channel-id-live', pgProvider: 'TOSSPAYMENTS' },
            version: 'V2',
            requestedAt: at,
            updatedAt: at,
            statusChangedAt: at,
            paidAt: at,
            pgTxId,
            orderName: orderId,
            amount: {
              total: 12000,
              taxFree: 0,
              vat: 1091,
              supply: 10909,
              discount: 0,
              paid: 12000,
              cancelled: 0,
              cancelledTaxFree: 0,
            },
            currency: 'KRW',
            disputes: [],
          },
        }),
      );
    });

    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      test(`${gateway}: the purchase date is that of the payment`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const { orderId } = (await shop.payPage()).body.data;
        gate.now += 90_000;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        const paidAt = gate.now;
        gate.now += 90_000;
        const [{ serviceReceipt }] = (await shop.restore()).body.data;
        await shop.verify(serviceReceipt, PG);
        const row = await gate.service.context.storage.db
          .selectFrom('purchase')
          .select(['purchased_at', 'purchase_date_source', 'verified_at'])
          .where('unique_key', '=', orderId)
          .executeTakeFirst();
        assert.deepEqual(row, {
          purchased_at: paidAt,
          purchase_date_source: 'PAYMENT_CONFIRMED',
          verified_at: gate.now,
        });
      });

      test(`${gateway}: what nobody has paid: PAYMENT_PENDING`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const paid = await shop.paid();
        const { orderId } = (await shop.payPage()).body.data;
        const receipt = await receiptOf(shop.app, orderId);
        assert.deepEqual((await shop.verify(receipt, PG)).body, NOT_PAID);
        assert.equal((await shop.verify(paid.serviceReceipt, PG)).status, 200);
      });

      test(`${gateway}: the price must be the amount paid, the currency too when both are sent`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const { serviceReceipt } = await shop.paid();
        const outcome = async (fields: object) => {
          const { body } = await shop.verify(serviceReceipt, { ...PG, ...fields });
          return body.data ? 'verified' : body.outcome.message;
        };
        assert.deepEqual(
          (await shop.verify(serviceReceipt, { ...PG, price: 9.91 })).body,
          OTHER_PRICE,
        );
        assert.equal(await outcome({ price: 9.9, currency: 'EUR' }), 'PRICE_VERIFY_FAIL');
        assert.equal(await outcome({ price: 9.9, currency: 'USD' }), 'verified');
        assert.equal(await outcome({ price: 9.9 }), 'verified');
        assert.equal(await outcome({ currency: 'EUR' }), 'verified');
        assert.equal(await outcome({ productId: 'other' }), 'verified');
      });

      test(`${gateway}: a refund cancels the purchase, a partial one is only visible`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const { orderId, serviceReceipt } = await shop.paid();
        const first = (await shop.verify(serviceReceipt, PG)).body.data;
        await markets.control(`/pg/orders/${orderId}/refund`, { amount: 100 });
        const partly = (await shop.verify(serviceReceipt, PG)).body.data;
        assert.deepEqual(partly, { ...first, serviceDuplicated: true });
        await markets.control(`/pg/orders/${orderId}/refund`, {});
        const wholly = (await shop.verify(serviceReceipt, PG)).body.data;
        assert.deepEqual(wholly, { ...partly, servicePurchaseCancelState: 1 });
      });

      test(`${gateway}: a purchase refunded before its first verification is canceled`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const { orderId, serviceReceipt } = await shop.paid();
        await markets.control(`/pg/orders/${orderId}/refund`, { amount: 990 });
        const { data } = (await shop.verify(serviceReceipt, PG)).body;
        assert.deepEqual([data.servicePurchaseCancelState, data.serviceDuplicated], [1, false]);
        assert.deepEqual((await shop.restore()).body.data, []);
      });

      test(`${gateway}: a custom amount comes with its key`, async () => {
        const shop = await openOrderShop(gate, markets, {
          gateway,
          product: { custom_price: 'opaque' },
        });
        const { serviceReceipt } = await shop.paid({
          customPrice: 3.5,
          fixedCurrency: 'EUR',
          gameServerPriceVerifyKey: 'key-1',
        });
        const { data } = (await shop.verify(serviceReceipt, { ...PG, price: 3.5 })).body;
        assert.deepEqual(
          [data.servicePrice, data.serviceCurrency, data.serviceGameServerPriceVerifyKey],
          [3.5, 'EUR', 'key-1'],
        );
      });

      for (const kind of ['reset', '500', '429', 'garbage']) {
        test(`${gateway} answers with ${kind}: MARKET_UNAVAILABLE, nothing recorded`, async () => {
          const shop = await openOrderShop(gate, markets, { gateway });
          const { serviceReceipt } = await shop.paid();
          await markets.fault(gateway.toLowerCase(), kind, { count: 3 });
          const answer = await shop.verify(serviceReceipt, PG);
          assert.equal(answer.status, 500);
          assert.deepEqual(answer.body, UNAVAILABLE);
          await markets.clearFaults();
          const again = await shop.verify(serviceReceipt, PG);
          assert.equal(again.body.data.serviceDuplicated, false);
        });
      }

      test(`${gateway} with a wrong key: MARKET_UNAVAILABLE`, async () => {
        const shop = await openOrderShop(gate, markets, { gateway });
        const { serviceReceipt } = await shop.paid();
        await setUpMarket(gate, shop.app, 'PG', { gateway }, { api_secret: 'wrong' });
        assert.deepEqual((await shop.verify(serviceReceipt, PG)).body, UNAVAILABLE);
      });
    }

    test('a session that ended without payment: INVALID_RECEIPT', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId } = (await shop.payPage()).body.data;
      await markets.control(`/pg/orders/${orderId}/cancel`, {});
      const answer = await shop.verify(await receiptOf(shop.app, orderId), PG);
      assert.deepEqual(
        answer.body,
        problem(
          VERIFY,
          'INVALID_RECEIPT',
          'The order expired or was cancelled before it was paid.',
        ),
      );
    });

    for (const [what, differs, says] of [
      ['amount', { amount: '9.91' }, '9.91 USD'],
      ['currency', { currency: 'EUR' }, '9.90 EUR'],
    ] as const) {
      test(`a payment of another ${what} than the order: PRICE_VERIFY_FAIL`, async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId } = await shop.paid();
        await change(orderId, differs);
        const answer = await shop.verify(await receiptOf(shop.app, orderId), PG);
        assert.deepEqual(
          answer.body,
          problem(VERIFY, 'PRICE_VERIFY_FAIL', `The order is ${says}, but 9.90 USD was paid.`),
        );
      });
    }

    test('a payment of another order: INVALID_RECEIPT', async () => {
      const shop = await openOrderShop(gate, markets);
      const [cheap, dear] = [await shop.paid(), await shop.paid({ quantity: 9 })];
      const gateway_reference = (await shop.order(cheap.orderId))?.gateway_reference ?? null;
      await change(dear.orderId, { gateway_reference });
      assert.deepEqual(
        (await shop.verify(dear.serviceReceipt, PG)).body,
        problem(VERIFY, 'INVALID_RECEIPT', 'The payment belongs to another order.'),
      );
    });

    const change = (
      orderId: string,
      values: { amount?: string; currency?: string; gateway_reference?: string | null },
    ) =>
      gate.service.context.storage.db
        .updateTable('purchase_order')
        .set(values)
        .where('order_id', '=', orderId)
        .execute();

    async function receiptOf(app: TestApp, orderId: string): Promise<string> {
      const { book } = gate.service.payment.orders;
      const order = await book.find(app, orderId);
      assert.ok(order);
      return book.receiptOf(order);
    }
  },
  { kinds: EITHER },
);
