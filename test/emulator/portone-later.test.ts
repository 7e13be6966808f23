// What takes time at PortOne: accounts that the buyer pays into later, and cancellations under way.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Webhook } from '@portone/server-sdk';
import { startShop, startTime } from './shop.ts';
import { openReceiver } from './webhook-receiver.ts';

const shop = await startShop();
const { portone } = shop;
const receiver = await openReceiver();
const { secret } = await shop.control('/portone/webhooks', { url: receiver.url });

beforeEach(async () => {
  await shop.control('/reset');
  await portone.preRegisterPayment({ paymentId: 'H1', totalAmount: 11_000, currency: 'KRW' });
});

const act = (action: string, body = {}) => shop.control(`/pg/orders/H1/${action}`, body);
const refused = async (action: string, body = {}) =>
  (await shop.call('POST', `/control/pg/orders/H1/${action}`, body)).body.error;
const read = () => portone.getPayment({ paymentId: 'H1' });

/** The next webhooks by their types; two may overtake each other. */
async function told(count: number): Promise<(string | symbol)[]> {
  const types: (string | symbol)[] = [];
  for (let index = 0; index < count; index++) {
    const { body, headers } = await receiver.next();
    types.push((await Webhook.verify(secret, body, headers)).type);
  }
  return types.sort();
}

test('the buyer gets an account and pays into it later', async () => {
  const { state, status } = await act('pay', { delayed: true });
  assert.deepEqual([state, status], ['pending', 'VIRTUAL_ACCOUNT_ISSUED']);
  const issued = await read();
  assert.ok(issued.status === 'VIRTUAL_ACCOUNT_ISSUED');
  assert.deepEqual(issued.method, {
    type: 'PaymentMethodVirtualAccount',
    accountNumber: '00000000000',
  });
  assert.equal(issued.amount.paid, 0);
  assert.deepEqual(await told(2), ['Transaction.Ready', 'Transaction.VirtualAccountIssued']);
  assert.equal((await act('payment/succeed')).state, 'paid');
  const paid = await read();
  assert.ok(paid.status === 'PAID');
  assert.deepEqual([paid.amount.paid, paid.method?.type], [11_000, 'PaymentMethodVirtualAccount']);
  assert.deepEqual(await told(1), ['Transaction.Paid']);
  assert.equal(await refused('payment/fail'), 'Order H1 is PAID and cannot be settled.');
});

test('an account that nobody pays into', async () => {
  await act('pay', { delayed: true });
  await told(2);
  assert.equal((await act('payment/fail')).state, 'cancelled');
  const failed = await read();
  assert.ok(failed.status === 'FAILED');
  assert.deepEqual(failed.failure, { reason: 'Nobody paid into the account in time.' });
  assert.deepEqual(await told(1), ['Transaction.Failed']);
});

test('a cancellation is under way before the money goes back', async () => {
  await act('pay');
  await told(2);
  const { state, amountRefunded, refunds } = await act('refund', {
    amount: 1_000,
    status: 'REQUESTED',
  });
  assert.deepEqual([state, amountRefunded], ['paid', 0]);
  const [{ id }] = refunds;
  assert.deepEqual(refunds, [{ id, status: 'REQUESTED', amount: 1_000 }]);
  const requested = {
    status: 'REQUESTED',
    id,
    totalAmount: 1_000,
    taxFreeAmount: 0,
    vatAmount: 91,
    reason: 'Refunded by the control API.',
    requestedAt: startTime,
    trigger: 'API',
  };
  const waiting = await read();
  assert.ok(waiting.status === 'PAID');
  assert.deepEqual([waiting.cancellations, waiting.amount.cancelled], [[requested], 0]);
  assert.deepEqual(await told(1), ['Transaction.CancelPending']);

  await shop.control('/clock', { advanceMs: 60_000 });
  await act('refund/succeed');
  const done = await read();
  assert.ok(done.status === 'PARTIAL_CANCELLED');
  assert.deepEqual(done.cancellations, [
    {
      ...requested,
      status: 'SUCCEEDED',
      pgCancellationId: `pg_${id}`,
      cancelledAt: new Date(Date.parse(startTime) + 60_000).toISOString(),
    },
  ]);
  assert.equal(done.amount.cancelled, 1_000);
  assert.deepEqual(await told(1), ['Transaction.PartialCancelled']);
  await shop.control('/clock', { advanceMs: -60_000 });
});

test('a cancellation that fails leaves the payment paid; it can be cancelled again', async () => {
  await act('pay');
  await act('refund', { status: 'REQUESTED' });
  // All of it is requested: there is nothing left to cancel.
  await assert.rejects(portone.cancelPayment({ paymentId: 'H1', reason: 'again' }), {
    data: {
      type: 'CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT',
      message: 'Only 0 is left.',
    },
  });
  assert.equal(
    await refused('refund/cancel'),
    'PortOne has no step cancel: a refund succeeds or fails.',
  );
  await act('refund/fail');
  const failed = await read();
  assert.ok(failed.status === 'PAID');
  assert.deepEqual(
    failed.cancellations?.map(({ status }) => status),
    ['FAILED'],
  );
  await told(3);
  assert.equal(receiver.pending(), 0);
  const { cancellation } = await portone.cancelPayment({ paymentId: 'H1', reason: 'again' });
  assert.ok(cancellation.status === 'SUCCEEDED');
  assert.equal(cancellation.totalAmount, 11_000);
  assert.equal((await read()).status, 'CANCELLED');
  assert.equal(await refused('refund/fail'), 'Order H1 has no refund that is under way.');
  await told(1);
});
