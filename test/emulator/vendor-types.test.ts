// The second opinion itself: it must notice a field too many, one too few, and one of another type.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from './vendor-types.ts';

test('what the vendor would not send is named, with the answer that has it', async () => {
  const money = { currencyCode: 'USD', units: '1' };
  const event = { type: 'Transaction.Paid', timestamp: '2026-03-01T12:00:00.000Z' };
  const data = { storeId: 's', paymentId: 'p', transactionId: 't' };
  const problems = await problemsOf([
    { of: 'right', type: 'Google.Schema$Order', value: { orderId: 'GPA', total: money } },
    { of: 'unknown', type: 'Google.Schema$Order', value: { orderId: 'GPA', latestOrderId: 'x' } },
    {
      of: 'unknown inside',
      type: 'Google.Schema$Order',
      value: { lineItems: [{ productId: 'gems', price: money }] },
    },
    {
      of: 'missing',
      type: "With<Google.Schema$Order, 'orderId' | 'total'>",
      value: { orderId: 'GPA' },
    },
    {
      of: 'another type',
      type: 'Apple.JWSTransactionDecodedPayload',
      value: { price: '990' },
    },
    { of: 'missing at Stripe', type: 'Stripe.Refund.DestinationDetails.Card', value: {} },
    { of: 'known value at Stripe', type: "Named<Stripe.Dispute['status']>", value: 'won' },
    { of: 'unknown value at Stripe', type: "Named<Stripe.Dispute['status']>", value: 'half won' },
    { of: 'right webhook', type: 'PortoneWebhook.Webhook', value: { ...event, data } },
    {
      of: 'webhook without its store',
      type: 'PortoneWebhook.WebhookTransactionPaid',
      value: { ...event, data: { paymentId: 'p', transactionId: 't' } },
    },
  ]);
  assert.equal(
    problems[0],
    `unknown: Object literal may only specify known properties, and '"latestOrderId"' does not exist in type 'Schema$Order'.`,
  );
  assert.deepEqual(
    problems.map((problem) => problem.split(':')[0]),
    [
      'unknown',
      'unknown inside',
      'missing',
      'another type',
      'missing at Stripe',
      'unknown value at Stripe',
      'webhook without its store',
    ],
  );
});
