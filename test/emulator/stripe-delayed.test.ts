// Payments at Stripe whose money arrives days after the customer has paid, or does not arrive.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startShop } from './shop.ts';

const shop = await startShop();
const { stripe } = shop;

beforeEach(() => shop.control('/reset'));

const act = (action: string, body = {}) => shop.control(`/pg/orders/H1/${action}`, body);
const open = () =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: 'H1',
    success_url: 'https://shop.example/paid',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: 999, product_data: { name: 'Gems' } },
      },
    ],
  });
const eventTypes = async () => (await stripe.events.list()).data.map(({ type }) => type).reverse();
const read = async (id: string) => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  const intent = session.payment_intent;
  assert.ok(intent && typeof intent === 'object');
  return {
    session: [session.status, session.payment_status, session.payment_method_types],
    intent: [intent.status, intent.amount_received, intent.last_payment_error?.code],
    charge: intent.latest_charge,
  };
};

test('the session is complete and unpaid until the money arrives', async () => {
  const { id } = await open();
  const { state, status } = await act('pay', { delayed: true });
  assert.deepEqual([state, status], ['pending', 'processing']);
  assert.deepEqual(await read(id), {
    session: ['complete', 'unpaid', ['sepa_debit']],
    intent: ['processing', 0, undefined],
    charge: null,
  });
  assert.equal((await act('payment/succeed')).state, 'paid');
  const { session, intent, charge } = await read(id);
  assert.deepEqual(session, ['complete', 'paid', ['sepa_debit']]);
  assert.deepEqual(intent, ['succeeded', 999, undefined]);
  const { payment_method_details: details } = await stripe.charges.retrieve(String(charge));
  assert.equal(details?.type, 'sepa_debit');
  assert.deepEqual(await eventTypes(), [
    'payment_intent.created',
    'payment_intent.processing',
    'checkout.session.completed',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.async_payment_succeeded',
  ]);
});

test('money that does not arrive leaves the session unpaid', async () => {
  const { id } = await open();
  await act('pay', { delayed: true });
  assert.equal((await act('payment/fail')).state, 'cancelled');
  const { session, intent } = await read(id);
  assert.deepEqual(session, ['complete', 'unpaid', ['sepa_debit']]);
  assert.deepEqual(intent, ['requires_payment_method', 0, 'payment_intent_payment_attempt_failed']);
  assert.deepEqual((await eventTypes()).slice(3), [
    'charge.failed',
    'payment_intent.payment_failed',
    'checkout.session.async_payment_failed',
  ]);
});

test('an intent without a session waits for its money too', async () => {
  const { id } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'eur',
    metadata: { orderId: 'H1' },
  });
  await act('pay', { delayed: true });
  assert.equal((await stripe.paymentIntents.retrieve(id)).status, 'processing');
  const refused = await shop.call('POST', '/control/pg/orders/H1/pay', {});
  assert.deepEqual(refused.body, { error: 'Order H1 is processing and cannot be paid.' });
  await act('payment/succeed');
  assert.equal((await stripe.paymentIntents.retrieve(id)).status, 'succeeded');
  const again = await shop.call('POST', '/control/pg/orders/H1/payment/fail', {});
  assert.deepEqual(again.body, { error: 'Order H1 is succeeded and cannot be settled.' });
});
