// Which order or payment Stripe's webhooks are about, as a table.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { subjectOf } from './objects.ts';

describe('a webhook is about', () => {
  for (const [name, object, expected] of [
    [
      'the order of a session',
      { client_reference_id: 'H1', payment_intent: 'pi_1' },
      { orderId: 'H1' },
    ],
    ['the order of an intent', { id: 'pi_1', metadata: { orderId: 'H1' } }, { orderId: 'H1' }],
    [
      'the order of a charge, which Stripe need not be asked for',
      { id: 'ch_1', metadata: { orderId: 'H1' }, payment_intent: 'pi_1' },
      { orderId: 'H1' },
    ],
    ['the payment of a refund', { id: 're_1', payment_intent: 'pi_1' }, { paymentId: 'pi_1' }],
    [
      'the payment of a dispute with metadata of its own',
      { id: 'dp_1', metadata: { ticket: '7' }, payment_intent: 'pi_1' },
      { paymentId: 'pi_1' },
    ],
    [
      'the payment of a charge that was made elsewhere',
      { metadata: null, payment_intent: 'pi_1' },
      { paymentId: 'pi_1' },
    ],
    ['nothing of ours: an expanded payment', { payment_intent: { id: 'pi_1' } }, 'unrelated'],
    ['nothing at all', {}, 'unrelated'],
  ] as const) {
    test(name, () => assert.deepEqual(subjectOf(object), expected));
  }
});
