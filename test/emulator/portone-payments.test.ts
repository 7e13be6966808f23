// PortOne's payments with the official package: registering, paying, confirming, cancelling, errors.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Payment } from '@portone/server-sdk';
import { startShop, startTime } from './shop.ts';

const shop = await startShop();
const { portone, portoneTest } = shop;
const { storeId, testStoreId } = shop.credentials.portone;
const paymentId = 'H1001';

const register = (client = portone) =>
  client.preRegisterPayment({ paymentId, totalAmount: 11_000, currency: 'KRW' });
const order = (action: string, body?: object) =>
  shop.control(`/pg/orders/${paymentId}/${action}`, body);
const pay = async () => {
  await register();
  return order('pay');
};
const payPage = (query: object) =>
  fetch(`${shop.url}/pay/portone/${paymentId}?${new URLSearchParams({ ...query })}`);
const refusedWith =
  (ErrorClass: new (...args: never[]) => Error, type: string) => (error: unknown) => {
    assert.ok(error instanceof ErrorClass);
    assert.equal((error as Error & { data: { type: string } }).data.type, type);
    return true;
  };
const { GetPaymentError, CancelPaymentError, ConfirmPaymentError, PreRegisterPaymentError } =
  Payment;

const paidPayment = (transactionId: string, pgTxId: string) => ({
  status: 'PAID',
  id: paymentId,
  transactionId,
  merchantId: 'merchant-emulator',
  storeId,
  method: {
    type: 'PaymentMethodCard',
    card: {
      publisher: 'EMULATOR',
      issuer: 'EMULATOR',
      brand: 'VISA',
      type: 'CREDIT',
      ownerType: 'PERSONAL',
      bin: '424242',
      name: 'Emulated card',
      number: '424242******4242',
    },
    approvalNumber: '00000000',
    installment: { month: 0, isInterestFree: false },
    pointUsed: false,
  },
  channel: {
    type: 'LIVE',
    id: 'channel-id-live',
    key: 'channel-key-live',
    name: 'Emulated channel',
    pgProvider: 'TOSSPAYMENTS',
    pgMerchantId: 'emulator',
  },
  version: 'V2',
  requestedAt: startTime,
  updatedAt: startTime,
  statusChangedAt: startTime,
  orderName: paymentId,
  amount: {
    total: 11_000,
    taxFree: 0,
    vat: 1000,
    supply: 10_000,
    discount: 0,
    paid: 11_000,
    cancelled: 0,
    cancelledTaxFree: 0,
  },
  currency: 'KRW',
  country: 'KR',
  customer: {},
  paidAt: startTime,
  pgTxId,
  disputes: [],
});

beforeEach(() => shop.control('/reset'));

test('a registered payment does not exist until the customer comes, then it is paid', async () => {
  assert.deepEqual(await register(), {});
  await assert.rejects(
    portone.getPayment({ paymentId }),
    refusedWith(GetPaymentError, 'PAYMENT_NOT_FOUND'),
  );
  const state = await order('pay');
  assert.deepEqual(state, {
    gateway: 'portone',
    orderId: paymentId,
    paymentId: state.paymentId,
    status: 'PAID',
    state: 'paid',
    amount: 11_000,
    amountRefunded: 0,
    currency: 'KRW',
    test: false,
  });
  const payment = await portone.getPayment({ paymentId });
  assert.ok(payment.status === 'PAID');
  assert.deepEqual(payment, paidPayment(state.paymentId, String(payment.pgTxId)));
});

test('the test store has a test channel and its own payments', async () => {
  await register(portoneTest);
  assert.equal((await order('pay')).test, true);
  const payment = await portoneTest.getPayment({ paymentId });
  assert.ok(payment.status === 'PAID');
  assert.deepEqual([payment.channel.type, payment.storeId], ['TEST', testStoreId]);
  await assert.rejects(
    portone.getPayment({ paymentId }),
    refusedWith(GetPaymentError, 'PAYMENT_NOT_FOUND'),
  );
});

test('an opened pay window is READY; a customer who leaves makes it FAILED, and may try again', async () => {
  await register();
  await payPage({ storeId, redirectUrl: 'https://shop.example/done', orderName: 'Gems' });
  const ready = await portone.getPayment({ paymentId });
  assert.ok(ready.status === 'READY');
  assert.deepEqual([ready.orderName, ready.amount.paid], ['Gems', 0]);
  assert.equal((await order('cancel')).state, 'cancelled');
  const failed = await portone.getPayment({ paymentId });
  assert.ok(failed.status === 'FAILED');
  assert.deepEqual(
    [failed.failedAt, failed.failure],
    [startTime, { reason: 'The customer cancelled the payment.' }],
  );
  await payPage({ storeId, redirectUrl: 'https://shop.example/done' });
  const again = await portone.getPayment({ paymentId });
  assert.ok(again.status === 'READY');
  assert.notEqual(again.transactionId, failed.transactionId);
});

test('cancelling takes back a part, then the rest', async () => {
  await pay();
  const { cancellation } = await portone.cancelPayment({
    paymentId,
    reason: 'A wish',
    amount: 1100,
    currentCancellableAmount: 11_000,
  });
  assert.ok(cancellation.status === 'SUCCEEDED');
  assert.deepEqual(cancellation, {
    status: 'SUCCEEDED',
    id: cancellation.id,
    pgCancellationId: `pg_${cancellation.id}`,
    totalAmount: 1100,
    taxFreeAmount: 0,
    vatAmount: 100,
    reason: 'A wish',
    cancelledAt: startTime,
    requestedAt: startTime,
    trigger: 'API',
  });
  const partly = await portone.getPayment({ paymentId });
  assert.ok(partly.status === 'PARTIAL_CANCELLED');
  assert.deepEqual([partly.amount.cancelled, partly.cancellations], [1100, [cancellation]]);

  await portone.cancelPayment({ paymentId, reason: 'Another' });
  const wholly = await portone.getPayment({ paymentId });
  assert.ok(wholly.status === 'CANCELLED');
  assert.deepEqual(
    [wholly.amount.cancelled, wholly.cancellations.length, wholly.cancelledAt],
    [11_000, 2, startTime],
  );
});

test('currentCancellableAmount keeps a repeated cancellation from happening', async () => {
  await pay();
  const cancel = () =>
    portone.cancelPayment({
      paymentId,
      reason: 'Once',
      amount: 5000,
      currentCancellableAmount: 11_000,
    });
  await shop.control('/faults', { market: 'portone', kind: 'lost', count: 1, path: '/cancel' });
  await assert.rejects(cancel(), { message: 'fetch failed' });
  await assert.rejects(
    cancel(),
    refusedWith(CancelPaymentError, 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN'),
  );
  const payment = await portone.getPayment({ paymentId });
  assert.ok(payment.status === 'PARTIAL_CANCELLED');
  assert.equal(payment.amount.cancelled, 5000);
});

test('every refusal to cancel has its type', async () => {
  const cancel = (extra: object = {}) =>
    portone.cancelPayment({ paymentId, reason: 'A wish', ...extra });
  const refused = (type: string) => refusedWith(CancelPaymentError, type);
  await assert.rejects(cancel(), refused('PAYMENT_NOT_FOUND'));
  await register();
  await payPage({ storeId, redirectUrl: 'https://shop.example/done' });
  await assert.rejects(cancel(), refused('PAYMENT_NOT_PAID'));
  await order('pay');
  await assert.rejects(cancel({ reason: undefined }), refused('INVALID_REQUEST'));
  await assert.rejects(cancel({ amount: -1 }), refused('INVALID_REQUEST'));
  await assert.rejects(
    cancel({ amount: 11_001 }),
    refused('CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT'),
  );
  await assert.rejects(
    cancel({ amount: 100, taxFreeAmount: 1 }),
    refused('CANCEL_TAX_FREE_AMOUNT_EXCEEDS_CANCELLABLE_TAX_FREE_AMOUNT'),
  );
  await assert.rejects(
    cancel({ amount: 100, vatAmount: 101 }),
    refused('SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT'),
  );
  await shop.control('/portone/provider-refusals', { count: 1 });
  await assert.rejects(cancel(), refused('PG_PROVIDER'));
  await cancel();
  await assert.rejects(cancel(), refused('PAYMENT_ALREADY_CANCELLED'));
});

test('a payment that the server confirms waits for it, and for the right claims', async () => {
  await register();
  const { paymentToken, status } = await order('pay', { confirm: 'manual' });
  assert.equal(status, 'READY');
  const confirm = (extra: object = {}) =>
    portone.confirmPayment({
      paymentId,
      paymentToken,
      currency: 'KRW',
      totalAmount: 11_000,
      isTest: false,
      ...extra,
    });
  const refused = (type: string) => refusedWith(ConfirmPaymentError, type);
  await assert.rejects(confirm({ paymentId: 'H2' }), refused('PAYMENT_NOT_FOUND'));
  await assert.rejects(confirm({ paymentToken: 'x' }), refused('INVALID_PAYMENT_TOKEN'));
  await assert.rejects(confirm({ paymentToken: undefined }), refused('INVALID_REQUEST'));
  for (const wrong of [
    { totalAmount: 10_999 },
    { currency: 'USD' },
    { isTest: true },
    { txId: 'x' },
    { taxFreeAmount: 1 },
  ]) {
    await assert.rejects(confirm(wrong), refused('INFORMATION_MISMATCH'));
  }
  await shop.control('/portone/provider-refusals', { count: 1 });
  await assert.rejects(confirm(), refused('PG_PROVIDER'));
  const confirmed = await confirm();
  const payment = await portone.getPayment({ paymentId });
  assert.ok(payment.status === 'PAID');
  assert.deepEqual(confirmed, { pgTxId: payment.pgTxId, paidAt: startTime });
  await assert.rejects(confirm(), refused('ALREADY_PAID'));
});

test('what was registered cannot be changed by the browser', async () => {
  await register();
  const page = await payPage({
    storeId,
    redirectUrl: 'https://shop.example/done',
    totalAmount: '1',
  });
  assert.equal(page.status, 400);
  assert.match(await page.text(), /totalAmount was registered otherwise\./);
});

test('a paid payment cannot be registered again', async () => {
  await pay();
  await assert.rejects(register(), refusedWith(PreRegisterPaymentError, 'ALREADY_PAID'));
});

test('wrong secrets and strange stores are refused', async () => {
  await assert.rejects(
    shop.portoneWith('wrong').getPayment({ paymentId }),
    refusedWith(GetPaymentError, 'UNAUTHORIZED'),
  );
  await assert.rejects(
    portone.getPayment({ paymentId, storeId: testStoreId }),
    refusedWith(GetPaymentError, 'FORBIDDEN'),
  );
  await assert.rejects(
    portone.preRegisterPayment({ paymentId, currency: 'won' }),
    refusedWith(PreRegisterPaymentError, 'INVALID_REQUEST'),
  );
});

test('the same calls are reachable under /portone; other paths answer 404 in JSON', async () => {
  await pay();
  const headers = { authorization: `PortOne ${shop.credentials.portone.secret}` };
  const there = await fetch(`${shop.url}/portone/payments/${paymentId}`, { headers });
  assert.deepEqual(await there.json(), await portone.getPayment({ paymentId }));
  const unknown = await fetch(`${shop.url}/portone/no-such`, { headers });
  assert.deepEqual(
    [unknown.status, await unknown.json()],
    [404, { type: 'NOT_FOUND', message: 'There is no such call.' }],
  );
  const broken = await fetch(`${shop.url}/payments/${paymentId}/cancel`, {
    method: 'POST',
    headers,
    body: '{',
  });
  assert.deepEqual(
    [broken.status, await broken.json()],
    [400, { type: 'INVALID_REQUEST', message: 'The body is not JSON.' }],
  );
});

test('faults come in PortOne’s form', async () => {
  for (const [kind, type] of [
    ['429', 'TOO_MANY_REQUESTS'],
    ['500', 'INTERNAL_SERVER_ERROR'],
  ] as const) {
    await shop.control('/faults', { market: 'portone', kind, count: 1 });
    await assert.rejects(portone.getPayment({ paymentId }), refusedWith(GetPaymentError, type));
  }
});

test('an export carries the payments into another emulator', async () => {
  await pay();
  const twin = await startShop();
  await twin.control('/import', (await shop.call('GET', '/control/export')).body);
  const copy = await twin.portoneWith(shop.credentials.portone.secret).getPayment({ paymentId });
  assert.deepEqual(copy, await portone.getPayment({ paymentId }));
});
