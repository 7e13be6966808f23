// The SDK against a running service and emulated markets: purchases, their history, subscriptions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TollgateError, unwrap } from '../../sdk/src/index.ts';
import { openOrderShop } from '../payment/orders/order-shop.ts';
import { ACCOUNT, openAppleShop, PRODUCT } from '../payment/shop.ts';
import { START } from '../support/harness.ts';
import { PLAYER, recordingFetch, sdkSuite } from './running.ts';

const STARTED = new Date(START).toISOString();
const request = (serviceReceipt: string) =>
  ({
    accountUuid: ACCOUNT,
    serviceReceipt,
    productId: PRODUCT,
    providerId: 'APPLE',
    requestType: 1,
  }) as const;

sdkSuite('SDK, payments', ({ gate, markets, client }) => {
  test('verify answers the purchase, and says when it is a duplicate', async () => {
    const shop = await openAppleShop(gate, markets);
    const { purchases } = client(shop.app);
    const { signedTransaction, transactionId } = await shop.buy();
    const { serviceReceiptVerifyResult, ...purchase } = unwrap(
      await purchases.verify({ ...request(signedTransaction), price: 9.99, currency: 'USD' }),
    );
    assert.equal(serviceReceiptVerifyResult?.transactionId, transactionId);
    assert.deepEqual(purchase, {
      serviceAccountUuidCompare: 9,
      serviceCurrency: 'USD',
      serviceDuplicated: false,
      serviceGameServerPriceVerifyKey: null,
      servicePayload: null,
      servicePrice: 9.99,
      serviceProductId: PRODUCT,
      serviceProviderId: 'APPLE',
      serviceProviderTransactionId: transactionId,
      servicePurchaseCancelState: 0,
      servicePurchaseTest: 'N',
      serviceQuantity: 1,
      serviceReceipt: signedTransaction,
      serviceStoreTransactionId: transactionId,
      serviceTransactionId: purchase.serviceTransactionId,
    });
    const again = unwrap(await purchases.verify(request(signedTransaction)));
    assert.equal(again.serviceDuplicated, true);
    const delivered = { serviceTransactionId: purchase.serviceTransactionId, result: 1 } as const;
    assert.deepEqual(await purchases.result(delivered), { ok: true, data: delivered });
    assert.deepEqual(await purchases.result(delivered), { ok: true, data: delivered });
  });

  test('restore lists the paid orders of a player, with what verify needs', async () => {
    const shop = await openOrderShop(gate, markets);
    const { orderId, serviceReceipt } = await shop.paid();
    const { purchases } = client(shop.app);
    const own = await shop.restore();
    const [order, ...others] = unwrap(await purchases.restore({ targetPlayerId: 1n }));
    assert.deepEqual([order, others], [own.body.data[0], []]);
    assert.deepEqual([order?.orderId, order?.serviceReceipt], [orderId, serviceReceipt]);
    assert.deepEqual(unwrap(await purchases.restore({ targetPlayerId: '2' })), []);
    assert.deepEqual(unwrap(await purchases.restored({ targetPlayerId: 1n })), own.body);
  });

  test('restored says which markets could not be asked', async () => {
    const shop = await openOrderShop(gate, markets);
    const { orderId } = await shop.paid();
    await shop.approved();
    const { purchases } = client(shop.app);
    await markets.fault('steam', '429', { rate: 1 });
    const { data, meta } = unwrap(await purchases.restored({ targetPlayerId: 1n }));
    await markets.clearFaults();
    assert.deepEqual(
      data.map((each) => each.orderId),
      [orderId],
    );
    assert.deepEqual(meta, { incomplete: true, markets: ['STEAM'] });
  });

  test('owned lists what an account or a player has now', async () => {
    const shop = await openAppleShop(gate, markets);
    const { purchases } = client(shop.app);
    const { signedTransaction } = await shop.buy({ type: 'Non-Consumable' });
    const { accountUuid } = request(signedTransaction);
    assert.deepEqual(unwrap(await purchases.owned({ accountUuid })), []);
    unwrap(await purchases.verify(request(signedTransaction)));
    assert.deepEqual(unwrap(await purchases.owned({ accountUuid })), [
      {
        productId: 'gems.100',
        providerId: 'APPLE',
        since: new Date(gate.now).toISOString(),
        until: null,
        ownership: 'PURCHASED',
      },
    ]);
    assert.deepEqual(unwrap(await purchases.owned({ targetPlayerId: 2n })), []);
  });

  test('a refusal has its code, its sentence and the fields', async () => {
    const shop = await openAppleShop(gate, markets);
    const { purchases } = client(shop.app);
    const { signedTransaction } = await shop.buy();
    const wrongPrice = await purchases.verify({ ...request(signedTransaction), price: 1 });
    assert.ok(!wrongPrice.ok && wrongPrice.error.code === 'PRICE_VERIFY_FAIL');
    assert.deepEqual([wrongPrice.error.status, wrongPrice.error.outcomeCode], [400, 2002]);
    const forged = await purchases.verify(request('no.receipt.atall'));
    assert.equal(!forged.ok && forged.error.code, 'INVALID_RECEIPT');
    const wrongField = await purchases.verify({ ...request('x'), accountUuid: 'nobody' });
    assert.ok(!wrongField.ok && wrongField.error.code === 'INVALID_REQUEST');
    assert.deepEqual(
      wrongField.error.errors.map(({ field }) => field),
      ['accountUuid'],
    );
    const noApp = await client(shop.app).withApp('nobody').purchases.verify(request('x'));
    assert.equal(!noApp.ok && noApp.error.code, 'APP_NOT_FOUND');
  });

  test('a market that fails once is asked again', async () => {
    const shop = await openAppleShop(gate, markets, { asks: true });
    const { fetch, paths } = recordingFetch();
    const { purchases } = client(shop.app, { fetch, retry: { delayMs: 1 } });
    const { signedTransaction } = await shop.buy();
    // The service itself asks more than once before it gives up.
    await markets.fault('apple', '500', { count: 3 });
    const verified = unwrap(await purchases.verify(request(signedTransaction)));
    await markets.clearFaults();
    assert.equal(verified.serviceDuplicated, false);
    assert.ok(paths().filter((path) => path.endsWith('/verify')).length > 1, paths().join());
  });

  test('transactions walks over all pages, newest first', async () => {
    const shop = await openAppleShop(gate, markets);
    const { fetch, paths } = recordingFetch();
    const { purchases, players } = client(shop.app, { fetch });
    unwrap(await players.login({ playerId: PLAYER, accountUuid: ACCOUNT }));
    const bought: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { signedTransaction, transactionId } = await shop.buy();
      unwrap(await purchases.verify(request(signedTransaction)));
      bought.unshift(transactionId);
      gate.now += 1_000;
    }
    const query = { providerId: 'APPLE', startDate: STARTED, targetPlayerId: PLAYER } as const;
    const listed: string[] = [];
    for await (const each of purchases.transactions({ ...query, size: 2 })) {
      listed.push(each.storeTransactionId);
    }
    assert.deepEqual(listed, bought);
    assert.equal(paths().filter((path) => path.endsWith('/transactions')).length, 3);
    const page = unwrap(await purchases.transactionsPage({ ...query, size: 4 }));
    assert.deepEqual([page.data.length, page.meta.page.hasNext], [4, true]);
    const others = { ...query, targetPlayerId: String(PLAYER + 1n) };
    assert.deepEqual(unwrap(await purchases.transactionsPage(others)).data, []);
  });

  test('transactions throws what a page answers', async () => {
    const { purchases } = client(await gate.createApp());
    const query = { providerId: 'APPLE', startDate: STARTED, cursor: 'nonsense' } as const;
    await assert.rejects(
      () => purchases.transactions(query).next(),
      (error) => error instanceof TollgateError && error.error.code === 'INVALID_CURSOR',
    );
  });

  test('a subscription: its state by the market, and as recorded', async () => {
    const shop = await openAppleShop(gate, markets);
    const { subscriptions } = client(shop.app);
    const { signedTransaction, transactionId } = await shop.buy({
      type: 'Auto-Renewable Subscription',
      productId: 'vip.monthly',
      appAccountToken: ACCOUNT,
    });
    const verified = unwrap(
      await subscriptions.verify({
        accountUuid: ACCOUNT,
        serviceReceipt: signedTransaction,
        providerId: 'APPLE',
        requestType: 1,
        country: 'US',
        language: 'en',
      }),
    );
    assert.deepEqual(
      [verified.serviceProductId, verified.serviceOriginalStoreTransactionId],
      ['vip.monthly', transactionId],
    );
    const [status] = unwrap(await subscriptions.status({ accountUuid: ACCOUNT }));
    assert.deepEqual(
      [status?.productId, status?.status, status?.active],
      ['vip.monthly', 'active', true],
    );
  });
});
