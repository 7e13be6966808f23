// PortOne's signed webhooks, verified by the official package.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Webhook } from '@portone/server-sdk';
import { openMailbox, type Received } from './mailbox.ts';
import { start, startShop, startTime } from './shop.ts';

const shop = await startShop();
const { portone, portoneTest } = shop;
const { storeId, testStoreId } = shop.credentials.portone;
const minute = 60_000;

const mailbox = await openMailbox();
const { secret } = await shop.control('/portone/webhooks', { url: mailbox.url });

const verify = ({ body, headers }: Received, key = secret) => Webhook.verify(key, body, headers);
const next = async () => verify(await mailbox.next());
const register = (paymentId: string, client = portone) =>
  client.preRegisterPayment({ paymentId, totalAmount: 11_000, currency: 'KRW' });
const order = (action: string, body?: object) => shop.control(`/pg/orders/H1/${action}`, body);
const deliveries = async () =>
  (await shop.call('GET', '/control/portone/webhooks')).body.notifications;

beforeEach(async () => {
  await shop.control('/reset');
  await shop.control('/clock', { now: start });
  mailbox.answer(200);
});

test('every step of a payment arrives, signed, and names the payment only', async () => {
  await register('H1');
  const { paymentId: transactionId } = await order('pay');
  const [first, second] = [await next(), await next()];
  const data = { storeId, paymentId: 'H1', transactionId };
  const byType = new Map([first, second].map((notice) => [notice.type, notice]));
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

test('failure and a wanted confirmation are told too', async () => {
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
  const letter = await mailbox.next();
  await mailbox.next();
  const refused = { reason: 'NO_MATCHING_SIGNATURE' };
  await assert.rejects(verify({ ...letter, body: letter.body.replace('H1', 'H2') }), refused);
  await assert.rejects(verify(letter, `whsec_${Buffer.from('other').toString('base64')}`), refused);
  await verify(letter);
});

test('a delivery is retried by the emulated clock with the same id', async () => {
  mailbox.answer(503);
  await shop.control('/portone/webhooks/hold');
  await register('H1');
  await order('pay');
  const [ready] = await deliveries();
  await shop.control('/portone/webhooks/redeliver', { id: ready.id });
  const first = await mailbox.next();
  mailbox.answer(200);
  await shop.control('/clock', { advanceMs: minute });
  await shop.control('/portone/webhooks/release');
  const rest = [await mailbox.next(), await mailbox.next()];
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
  mailbox.answer(500);
  await register('H1');
  await order('pay');
  for (let attempt = 0; attempt < 6; attempt++) {
    await Promise.all([mailbox.next(), mailbox.next()]);
    await shop.control('/clock', { advanceMs: 256 * minute });
  }
  for (const { attempts, dueAt } of await deliveries()) {
    assert.deepEqual([attempts.length, dueAt], [6, undefined]);
  }
});

test('an address can be for one store only', async () => {
  const testMailbox = await openMailbox();
  await shop.control('/portone/webhooks', { url: testMailbox.url, storeId: testStoreId });
  await register('H2', portoneTest);
  await shop.control('/pg/orders/H2/pay');
  const notice = await verify(await testMailbox.next());
  assert.ok('data' in notice && 'storeId' in notice.data);
  assert.equal(notice.data.storeId, testStoreId);
  await testMailbox.next();
  await Promise.all([next(), next()]);
  await register('H1');
  await order('pay');
  await Promise.all([next(), next()]);
  assert.equal(testMailbox.pending(), 0);
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
