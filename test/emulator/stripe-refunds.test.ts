// Stripe's refunds have a status of their own: paid out later, failed at the bank, cancelled.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startSeconds, startShop } from './shop.ts';

const shop = await startShop();
const { stripe } = shop;

beforeEach(() => shop.control('/reset'));

async function pay() {
  const intent = await stripe.paymentIntents.create({
    amount: 999,
    currency: 'usd',
    metadata: { orderId: 'H1' },
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  return { intent: intent.id, charge: String(intent.latest_charge) };
}
const act = (action: string, body = {}) => shop.control(`/pg/orders/H1/${action}`, body);
const refused = async (action: string, body = {}) =>
  (await shop.call('POST', `/control/pg/orders/H1/${action}`, body)).body.error;
const chargeState = async (id: string) => {
  const { amount_refunded, refunded } = await stripe.charges.retrieve(id);
  return [amount_refunded, refunded];
};
/** The events of refunds, oldest first: type, status, what the status was before. */
const news = async () =>
  (await stripe.events.list({ types: ['refund.*', 'charge.refund*'] })).data
    .map(({ type, data }) => {
      const { status, object } = data.object as { status: string; object: string };
      const before = data.previous_attributes as { status?: string } | undefined;
      return [type, object === 'refund' ? status : '', before?.status].filter(Boolean).join(' ');
    })
    .reverse();

test('a refund that is paid out later counts from the start', async () => {
  const { charge, intent } = await pay();
  const { refunds, amountRefunded, state } = await act('refund', {
    amount: 500,
    status: 'pending',
  });
  assert.deepEqual([amountRefunded, state], [500, 'partially_refunded']);
  const [{ id }] = refunds;
  assert.deepEqual(refunds, [{ id, status: 'pending', amount: 500 }]);
  const { lastResponse, ...refund } = await stripe.refunds.retrieve(id);
  assert.deepEqual(refund, {
    id,
    object: 'refund',
    amount: 500,
    balance_transaction: null,
    charge,
    created: startSeconds,
    currency: 'usd',
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: {},
    payment_intent: intent,
    payment_method: null,
    pending_reason: 'processing',
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    transfer_reversal: null,
  });
  assert.deepEqual(await chargeState(charge), [500, false]);
  assert.equal((await act('refund/succeed')).refunds[0].status, 'succeeded');
  assert.deepEqual(await chargeState(charge), [500, false]);
  assert.deepEqual(await news(), [
    'refund.created pending',
    'charge.refunded',
    'refund.updated succeeded pending',
    'charge.refund.updated succeeded pending',
  ]);
});

test('a refund that fails gives the money back to the studio, also after it was paid out', async () => {
  const { charge } = await pay();
  const { id } = await stripe.refunds.create({ charge });
  assert.deepEqual(await chargeState(charge), [999, true]);
  const { state, amountRefunded } = await act('refund/fail', { reason: 'lost_or_stolen_card' });
  assert.deepEqual([state, amountRefunded], ['paid', 0]);
  const refund = await stripe.refunds.retrieve(id);
  assert.deepEqual([refund.status, refund.failure_reason], ['failed', 'lost_or_stolen_card']);
  assert.match(String(refund.failure_balance_transaction), /^txn_/);
  assert.deepEqual(await chargeState(charge), [0, false]);
  assert.deepEqual(await news(), [
    'refund.created succeeded',
    'charge.refunded',
    'refund.updated failed succeeded',
    'refund.failed failed',
    'charge.refund.updated failed succeeded',
  ]);
  // The payment can be refunded once more.
  assert.equal((await stripe.refunds.create({ charge })).amount, 999);
  assert.deepEqual(await chargeState(charge), [999, true]);
});

test('a refund that waits for the customer is cancelled by the studio', async () => {
  const { charge } = await pay();
  await shop.control('/stripe/settings', { refundStatus: 'requires_action' });
  const { id, status } = await stripe.refunds.create({ charge, amount: 400 });
  assert.equal(status, 'requires_action');
  assert.equal((await stripe.refunds.cancel(id)).status, 'canceled');
  assert.deepEqual(await chargeState(charge), [0, false]);
  assert.deepEqual((await news()).slice(2), [
    'refund.updated canceled requires_action',
    'charge.refund.updated canceled requires_action',
  ]);
  await assert.rejects(stripe.refunds.cancel(id), {
    message: 'You cannot cancel a refund that has a status of canceled.',
    code: 'charge_not_refundable',
  });
  await shop.control('/reset');
  assert.deepEqual((await shop.call('GET', '/control/stripe/settings')).body, {
    refundStatus: 'succeeded',
  });
});

test('what cannot happen to a refund is refused', async () => {
  await pay();
  assert.equal(await refused('refund/fail'), 'Order H1 has no refund.');
  assert.equal(
    await refused('refund', { status: 'failed' }),
    'A refund begins otherwise; then it can be failed.',
  );
  const { refunds } = await act('refund', { status: 'pending' });
  await act('refund/cancel');
  const [{ id }] = refunds;
  for (const step of ['succeed', 'fail', 'cancel']) {
    assert.equal(await refused(`refund/${step}`), `Refund ${id} is canceled.`);
  }
});

test('a state file keeps the status', async () => {
  const { charge } = await pay();
  await act('refund', { amount: 100, status: 'pending' });
  await act('refund/fail');
  const saved = (await shop.call('GET', '/control/export')).body;
  await shop.control('/reset');
  await shop.control('/import', saved);
  const { data } = await stripe.refunds.list({ charge });
  assert.deepEqual(
    data.map(({ status }) => status),
    ['failed'],
  );
});
