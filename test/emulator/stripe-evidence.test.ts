// Evidence for disputes at Stripe: drafted, sent once, and carried by events of any size.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type Stripe from 'stripe';
import { startShop } from './shop.ts';
import { openReceiver } from './webhook-receiver.ts';

const shop = await startShop();
const { stripe } = shop;

beforeEach(() => shop.control('/reset'));

async function dispute(body: object = {}): Promise<string> {
  await stripe.paymentIntents.create({
    amount: 999,
    currency: 'usd',
    metadata: { orderId: 'H1' },
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  const { disputes } = await shop.control('/pg/orders/H1/dispute', body);
  return disputes[0].id;
}
/** The newest first. */
const updates = async () =>
  (await stripe.events.list({ type: 'charge.dispute.updated' })).data.map(({ data }) => ({
    dispute: data.object as Stripe.Dispute,
    before: data.previous_attributes as Partial<Stripe.Dispute>,
  }));

test('evidence is drafted, changed, and sent', async () => {
  const id = await dispute();
  const draft = await stripe.disputes.update(id, {
    evidence: { product_description: 'Gems', access_activity_log: 'Logged in.' },
    submit: false,
  });
  assert.equal(draft.status, 'needs_response');
  assert.deepEqual(
    [draft.evidence_details.has_evidence, draft.evidence_details.submission_count],
    [true, 0],
  );
  const sent = await stripe.disputes.update(id, {
    evidence: { product_description: 'A thousand gems', access_activity_log: '' },
    metadata: { case: '7' },
  });
  assert.equal(sent.status, 'under_review');
  const { enhanced_evidence, ...fields } = sent.evidence;
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  assert.deepEqual(given, [['product_description', 'A thousand gems']]);
  assert.deepEqual(sent.metadata, { case: '7' });
  const { has_evidence, submission_count, submission_method } = sent.evidence_details;
  assert.deepEqual([has_evidence, submission_count, submission_method], [true, 1, 'manual']);

  const [last, first] = await updates();
  assert.equal(first?.dispute.status, 'needs_response');
  assert.deepEqual(last?.dispute.evidence, sent.evidence);
  assert.deepEqual(last.before, { evidence: draft.evidence, status: 'needs_response' });
});

test('the bank takes evidence once, in time, and for as long as the dispute is open', async () => {
  const evidence = { uncategorized_text: 'Played for hours.' };
  const error = (status: string) => ({
    message: `Evidence can no longer be given: the dispute is ${status}.`,
  });
  const sent = await dispute();
  await stripe.disputes.update(sent, { evidence });
  await assert.rejects(stripe.disputes.update(sent, { evidence }), error('under_review'));
  await shop.control('/reset');
  const lost = await dispute();
  await stripe.disputes.close(lost);
  await assert.rejects(stripe.disputes.update(lost, { evidence }), error('lost'));
  await shop.control('/reset');
  const late = await dispute();
  await shop.control('/clock', { advanceMs: 10 * 86_400_000 });
  await assert.rejects(stripe.disputes.update(late, { evidence }), error('needs_response'));
});

test('a question of the bank is answered likewise', async () => {
  const id = await dispute({ inquiry: true });
  const { status } = await stripe.disputes.update(id, { evidence: { receipt: 'file_1' } });
  assert.equal(status, 'warning_under_review');
});

test('evidence has a length, in each field and in all', async () => {
  const id = await dispute();
  await assert.rejects(
    stripe.disputes.update(id, { evidence: { uncategorized_text: 'x'.repeat(20_001) } }),
    {
      message: 'Invalid string: evidence[uncategorized_text] must be at most 20000 characters.',
      param: 'evidence[uncategorized_text]',
    },
  );
  const fields = [
    ...['access_activity_log', 'cancellation_policy_disclosure', 'cancellation_rebuttal'],
    ...['duplicate_charge_explanation', 'product_description', 'refund_policy_disclosure'],
    ...['refund_refusal_explanation', 'uncategorized_text'],
  ];
  const evidence = Object.fromEntries(fields.map((name) => [name, 'x'.repeat(20_000)]));
  await assert.rejects(stripe.disputes.update(id, { evidence }), {
    message: 'The evidence has more than 150000 characters in all.',
    param: 'evidence',
  });
  await assert.rejects(stripe.disputes.update(id, { evidence: { other: 'x' } as object }), {
    message: 'Received unknown parameter: evidence[other]',
  });
});

test('the event of long evidence has more than 256 KiB', async () => {
  const id = await dispute();
  const receiver = await openReceiver();
  const { secret } = await shop.control('/stripe/webhooks', { url: receiver.url });
  const log = '\uac8c\uc784'.repeat(10_000);
  await stripe.disputes.update(id, {
    evidence: {
      access_activity_log: log,
      product_description: log,
      refund_refusal_explanation: log,
      cancellation_rebuttal: log,
      uncategorized_text: log,
    },
  });
  const { body, headers } = await receiver.next();
  assert.ok(Buffer.byteLength(body) > 256 * 1024, `${Buffer.byteLength(body)} bytes`);
  const signature = String(headers['stripe-signature']);
  const event = stripe.webhooks.constructEvent(body, signature, secret);
  assert.equal(event.type, 'charge.dispute.updated');
  await shop.call('DELETE', '/control/stripe/webhooks');
});
