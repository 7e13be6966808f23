// PortOne's signed webhooks, verified by the official package.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Webhook } from '@portone/server-sdk';
import { start, startShop, startTime } from './shop.ts';
import { openReceiver, type Received } from './webhook-receiver.ts';

const shop = await startShop();
const { portone, portoneTest } = shop;
const { storeId, testStoreId } = shop.credentials.portone;
const minute = 60_000;

const receiver = await openReceiver();
const { secret } = await shop.control('/portone/webhooks', { url: receiver.url });

const verify = ({ body, headers }: Received, key = secret) => Webhook.verify(key, body, headers);
const next = async () => verify(await receiver.next());
const register = (paymentId: string, client = portone) =>
  client.preRegisterPayment({ paymentId, totalAmount: 11_000, currency: 'KRW' });
const order = (action: string, body?: object) => shop.control(`/pg/orders/H1/${action}`, body);
const deliveries = async () =>
  (await shop.call('GET', '/control/portone/webhooks')).body.notifications;

beforeEach(async () => {
  await shop.control('/reset');
  await shop.control('/clock', { now: start });
  receiver.answer(200);
});

test('every step of a payment arrives, signed, and names the payment only', async () => {
  await register('H1');
  const { paymentId: transactionId } = await order('pay');
  const [first, second] = [await next(), await next()];
  const data = { storeId, paymentId: 'H1', transactionId };
  const byType = new Map([first, second].map((notification) => [notification.type, notification]));
  assert.deepEqual(byType.get('Transaction.Ready'), {
    type: 'Transaction.Ready',
    timestamp: startTime,
    data,
  });
  assert.deepEqual(byType.get('Transaction.Paid'), {
    type: 'Transaction.Paid',
    timestamp: startTime,
    data,
  });

  const { cancellation } = await portone.cancelPayment({
    paymentId: 'H1',
    reason: 'A wish',
    amount: 1000,
  });
  assert.ok(cancellation.status === 'SUCCEEDED');
  assert.deepEqual(await next(), {
    type: 'Transaction.PartialCancelled',
    timestamp: startTime,
    data: { ...data, cancellationId: cancellation.id },
  });
  await order('refund');
  assert.equal((await next()).type, 'Transaction.Cancelled');
});

test('a failure and a wanted confirmation send webhooks too', async () => {
  await register('H1');
  await order('pay', { confirm: 'manual' });
  const types = new Set([(await next()).type, (await next()).type]);
  assert.deepEqual(types, new Set(['Transaction.Ready', 'Transaction.Confirm']));
  await order('cancel');
  assert.equal((await next()).type, 'Transaction.Failed');
});

test('a cancellation can be silent', async () => {
  await register('H1');
  await order('pay');
  await Promise.all([next(), next()]);
  await portone.cancelPayment({ paymentId: 'H1', reason: 'Quietly', skipWebhook: true });
  assert.equal((await deliveries()).length, 2);
});

test('a changed body or another secret does not verify', async () => {
  await register('H1');
  await order('pay');
  const delivery = await receiver.next();
  await receiver.next();
  const refused = { reason: 'NO_MATCHING_SIGNATURE' };
  await assert.rejects(verify({ ...delivery, body: delivery.body.replace('H1', 'H2') }), refused);
  await assert.rejects(
    verify(delivery, `whsec_${Buffer.from('other').toString('base64')}`),
    refused,
  );
  await verify(delivery);
});

test('a delivery is retried by the emulated clock with the same id', async () => {
  receiver.answer(503);
  await shop.control('/portone/webhooks/hold');
  await register('H1');
  await order('pay');
  const [ready] = await deliveries();
  await shop.control('/portone/webhooks/redeliver', { id: ready.id });
  const first = await receiver.next();
  receiver.answer(200);
  await shop.control('/clock', { advanceMs: minute });
  await shop.control('/portone/webhooks/release');
  const rest = [await receiver.next(), await receiver.next()];
  const again = rest.find(({ headers }) => headers['webhook-id'] === ready.id);
  assert.ok(again);
  assert.deepEqual([again.body, first.headers['webhook-id']], [first.body, ready.id]);
  await verify(again);
  assert.deepEqual((await deliveries())[0].attempts, [
    { at: start, result: 'refused', status: 503 },
    { at: start + minute, result: 'delivered', status: 200 },
  ]);
});

test('after five retries PortOne gives up', async () => {
  receiver.answer(500);
  await register('H1');
  await order('pay');
  for (let attempt = 0; attempt < 6; attempt++) {
    await Promise.all([receiver.next(), receiver.next()]);
    await shop.control('/clock', { advanceMs: 256 * minute });
  }
  for (const { attempts, dueAt } of await deliveries()) {
    assert.deepEqual([attempts.length, dueAt], [6, undefined]);
  }
});

test('an address can be for one store only', async () => {
  const testReceiver = await openReceiver();
  await shop.control('/portone/webhooks', { url: testReceiver.url, storeId: testStoreId });
  await register('H2', portoneTest);
  await shop.control('/pg/orders/H2/pay');
  const notification = await verify(await testReceiver.next());
  assert.ok('data' in notification && 'storeId' in notification.data);
  assert.equal(notification.data.storeId, testStoreId);
  await testReceiver.next();
  await Promise.all([next(), next()]);
  await register('H1');
  await order('pay');
  await Promise.all([next(), next()]);
  assert.equal(testReceiver.pending(), 0);
});

test('bad control input gets a sentence', async () => {
  const post = (path: string, body: object) => shop.call('POST', `/control/portone${path}`, body);
  assert.deepEqual(await post('/webhooks', {}), {
    status: 400,
    body: { error: 'url is required.' },
  });
  assert.deepEqual(await post('/webhooks', { url: 'http://x', storeId: 'other' }), {
    status: 404,
    body: { error: 'There is no store other.' },
  });
  assert.deepEqual(await post('/provider-refusals', { count: -1 }), {
    status: 400,
    body: { error: 'count must be an integer of at least 0.' },
  });
});
