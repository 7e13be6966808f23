// Orders of the emulated Google Play that cannot be read while purchases can, and refunds of a sum.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { failure, packageName, startPlay, startTime } from './google-play.ts';

const play = await startPlay();
const { orders, purchases } = play.api;
const usd = (units: string) => ({ currencyCode: 'USD', units });

afterEach(() => play.control('/google/order-access', { answer: null }));

const buy = () => play.control('/google/purchases', { priceMicros: 8_000_000, taxMicros: 2e6 });

test('orders answer 403 until somebody gives the permission; purchases are readable', async () => {
  const { purchaseToken: token, orderId } = await buy();
  assert.deepEqual(await play.control('/google/order-access', { answer: 403 }), {
    answer: 403,
    count: null,
  });
  const calls = [
    () => orders.get({ packageName, orderId }),
    () => orders.batchget({ packageName, orderIds: [orderId] }),
    () => orders.refund({ packageName, orderId }),
  ];
  for (const call of calls) {
    const { status, body } = await failure(call());
    const message = 'The service account has no right to view financial data.';
    assert.equal(status, 403);
    assert.deepEqual(body.error, {
      code: 403,
      message,
      errors: [{ message, domain: 'androidpublisher', reason: 'permissionDenied' }],
    });
  }
  await purchases.productsv2.getproductpurchasev2({ packageName, token });
  assert.deepEqual((await purchases.voidedpurchases.list({ packageName })).status, 200);
  await play.control('/google/order-access', { answer: null });
  assert.equal((await orders.get({ packageName, orderId })).data.state, 'PROCESSED');
});

test('orders answer 429 for a number of calls', async () => {
  const { orderId } = await buy();
  await play.control('/google/order-access', { answer: 429, count: 2 });
  for (let call = 0; call < 2; call++) {
    const { status, body } = await failure(orders.get({ packageName, orderId }));
    assert.deepEqual([status, body.error.errors[0].reason], [429, 'rateLimitExceeded']);
  }
  assert.equal((await orders.get({ packageName, orderId })).status, 200);
  assert.deepEqual(await play.call('POST', '/control/google/order-access', { answer: 404 }), {
    status: 400,
    body: { error: 'answer must be 403, 429 or null.' },
  });
});

test('a sum goes back without the goods: only the order says so', async () => {
  const { purchaseToken: token, orderId } = await buy();
  const refund = (amountMicros: number) =>
    play.call('POST', `/control/google/purchases/${token}/refund`, { amountMicros });
  assert.equal((await refund(5_000_000)).status, 200);
  assert.deepEqual((await refund(5_000_000)).body, {
    error: 'Less than 5000000 can be given back as a part.',
  });
  const { data } = await orders.get({ packageName, orderId });
  assert.equal(data.state, 'PARTIALLY_REFUNDED');
  assert.deepEqual(data.orderHistory?.partialRefundEvents, [
    {
      createTime: startTime,
      processTime: startTime,
      state: 'PROCESSED_SUCCESSFULLY',
      refundDetails: { total: usd('5'), tax: usd('1') },
    },
  ]);
  const purchase = await purchases.products.get({ packageName, productId: 'demo.gems', token });
  assert.deepEqual([purchase.data.purchaseState, purchase.data.refundableQuantity], [0, 1]);
  const { data: list } = await purchases.voidedpurchases.list({ packageName });
  assert.equal(list.voidedPurchases, undefined);
});

test('a subscription too', async () => {
  const { purchaseToken, orderId } = await play.control('/google/subscriptions', {
    priceMicros: 10_000_000,
  });
  const path = `/google/subscriptions/${purchaseToken}/refund`;
  await play.control(path, { amountMicros: 4_000_000 });
  const { data } = await orders.get({ packageName, orderId });
  assert.deepEqual(data.orderHistory?.partialRefundEvents?.[0]?.refundDetails?.total, usd('4'));
  assert.deepEqual(await play.call('POST', `/control${path}`, { amountMicros: 1, revoke: true }), {
    status: 400,
    body: { error: 'Unknown field revoke; known are amountMicros.' },
  });
});
