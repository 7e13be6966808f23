// Stripe's disputes and early fraud warnings as the official package reads them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startSeconds, startShop } from './shop.ts';

const shop = await startShop();
const { stripe } = shop;

beforeEach(() => shop.control('/reset'));

const pay = () =>
  stripe.paymentIntents.create({
    amount: 999,
    currency: 'usd',
    metadata: { orderId: 'H1' },
    payment_method: 'pm_card_visa',
    confirm: true,
  });
const act = (action: string, body = {}) => shop.control(`/pg/orders/H1/${action}`, body);
const eventTypes = async () =>
  (
    await stripe.events.list({ types: ['charge.dispute.*', 'radar.early_fraud_warning.created'] })
  ).data
    .map(({ type }) => type)
    .reverse();

test('a dispute takes the money and can be listed, read and closed', async () => {
  const intent = await pay();
  const { disputes } = await act('dispute', { amount: 500, reason: 'duplicate' });
  const charge = await stripe.charges.retrieve(String(intent.latest_charge));
  assert.equal(charge.disputed, true);
  for (const filter of [{ charge: charge.id }, { payment_intent: intent.id }]) {
    const { data } = await stripe.disputes.list(filter);
    assert.deepEqual(
      data.map(({ id }) => id),
      disputes.map(({ id }: { id: string }) => id),
    );
  }
  assert.deepEqual((await stripe.disputes.list({ charge: 'ch_other' })).data, []);
  const { id, status, amount, currency, reason, livemode, created, ...dispute } =
    await stripe.disputes.retrieve(disputes[0].id);
  assert.deepEqual(
    [status, amount, currency, reason, livemode, created],
    ['needs_response', 500, 'usd', 'duplicate', false, startSeconds],
  );
  assert.deepEqual([dispute.charge, dispute.payment_intent], [charge.id, intent.id]);
  assert.deepEqual(
    dispute.balance_transactions.map(({ amount: moved, fee, net }) => [moved, fee, net]),
    [[-500, 1500, -2000]],
  );
  assert.equal((await stripe.disputes.close(id)).status, 'lost');
  assert.deepEqual(await eventTypes(), [
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ]);
});

test('a dispute that is won brings the money back, also after an appeal', async () => {
  await pay();
  await act('dispute');
  await act('dispute/respond');
  await act('dispute/lose');
  const { disputes } = await act('dispute/win');
  const { status, balance_transactions } = await stripe.disputes.retrieve(disputes[0].id);
  assert.deepEqual(
    [status, balance_transactions.map(({ amount }) => amount)],
    ['won', [-999, 999]],
  );
  assert.deepEqual((await eventTypes()).slice(2), [
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]);
});

test('an inquiry moves no money, and ends or becomes a dispute', async () => {
  await pay();
  const status = async () => (await stripe.disputes.list()).data[0]?.status;
  await act('dispute', { inquiry: true });
  assert.equal(await status(), 'warning_needs_response');
  assert.deepEqual((await stripe.disputes.list()).data[0]?.balance_transactions, []);
  await act('dispute/escalate');
  assert.equal(await status(), 'needs_response');
  await act('dispute', { inquiry: true });
  await act('dispute/win');
  assert.equal(await status(), 'warning_closed');
});

test('a dispute can be prevented, with the money or without it', async () => {
  for (const [prevented, moved] of [
    ['block', []],
    ['resolution', [-999]],
  ] as const) {
    await shop.control('/reset');
    await pay();
    await act('dispute', { prevented });
    const [dispute] = (await stripe.disputes.list()).data;
    assert.equal(dispute?.status, 'prevented');
    assert.deepEqual(
      dispute?.balance_transactions.map(({ amount }) => amount),
      moved,
    );
  }
});

test('an early fraud warning is actionable until the charge is disputed', async () => {
  const intent = await pay();
  await act('fraud-warning', { fraudType: 'misc' });
  const [warning] = (await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent.id }))
    .data;
  assert.ok(warning);
  assert.deepEqual(JSON.parse(JSON.stringify(warning)), {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: intent.latest_charge,
    created: startSeconds,
    fraud_type: 'misc',
    livemode: false,
    payment_intent: intent.id,
  });
  await act('dispute');
  const again = await stripe.radar.earlyFraudWarnings.retrieve(warning.id);
  assert.equal(again.actionable, false);
});

test('what cannot happen is refused in a sentence', async () => {
  await pay();
  const refused = async (action: string, body = {}) =>
    (await shop.call('POST', `/control/pg/orders/H1/${action}`, body)).body.error;
  assert.equal(await refused('dispute/win'), 'Order H1 is not disputed.');
  assert.equal(await refused('dispute', { amount: 1000 }), 'amount must be at most 999.');
  await act('dispute');
  assert.match(await refused('dispute/escalate'), /^Dispute du_\w+ is no inquiry\.$/);
  await act('dispute/win');
  assert.match(await refused('dispute/lose'), /^Dispute du_\w+ is won\.$/);
});
