// What a gateway's payment leaves to refund, and what became of a refund, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cancellation } from '../cancellation.ts';
import { outcomeOf, pgActions, saleStateOf } from './actions.ts';
import type { Gateway, GatewayPayment, GatewayRefund } from './gateway.ts';

const gateway = { traits: { name: 'Stripe' } } as Gateway;
const payment = (
  refunds: readonly GatewayRefund[],
  cancellations: readonly Cancellation[] = [],
) => ({
  gateway,
  payment: { amount: '9.90', currency: 'USD', refunds, cancellations } as unknown as GatewayPayment,
});
const refund = (
  amount: string,
  state: GatewayRefund['state'] = 'done',
  key: string | null = null,
) => ({
  amount,
  state,
  key,
});
const given: Cancellation = { kind: 'refund', state: 'given' };

describe('what is left', () => {
  const cases: [string, ReturnType<typeof payment>, string, string][] = [
    ['all', payment([]), '0.00', '9.90'],
    ['less', payment([refund('4'), refund('0.9')]), '4.90', '5.00'],
    ['what is under way is gone', payment([refund('4', 'pending')]), '4.00', '5.90'],
    ['what failed is there', payment([refund('4', 'failed')]), '0.00', '9.90'],
    ['nothing', payment([refund('9.90')], [given]), '9.90', '0.00'],
    [
      'less, as the payment says, too',
      payment([refund('4')], [{ kind: 'refund', state: 'partial', amount: '4.00' }]),
      '4.00',
      '5.90',
    ],
    ['nothing, by the word of the payment', payment([], [given]), '9.90', '0.00'],
    [
      'a dispute that was won',
      payment([], [{ kind: 'dispute', id: 'd', state: 'won' }]),
      '0.00',
      '9.90',
    ],
  ];
  for (const [name, of, refunded, refundable] of cases) {
    test(name, () => {
      assert.deepEqual(saleStateOf(of), {
        currency: 'USD',
        paid: '9.90',
        refunded,
        refundable,
        lines: [],
        subscription: null,
        can: refundable === '0.00' ? {} : pgActions,
        version: null,
      });
    });
  }
  test('a dispute', () => {
    const disputed = (state: 'open' | 'lost') =>
      saleStateOf(payment([], [{ kind: 'dispute', id: 'd', state }]));
    assert.deepEqual(disputed('open'), {
      refused:
        'The buyer disputes the payment. Stripe pays nothing back beside a dispute: answer it there.',
    });
    assert.deepEqual(disputed('lost'), {
      refused: 'The payment was lost in a dispute, so the buyer has the money.',
    });
  });
});

test('what became of the refund with a key', () => {
  const refunds = [refund('1'), refund('1', 'pending', 'a'), refund('1', 'failed', 'b')];
  const of = payment([...refunds, refund('1', 'done', 'c')]);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => outcomeOf(of, key)),
    [
      'pending',
      { refused: 'The refund failed at Stripe: the buyer has no money.' },
      'done',
      'not done',
    ],
  );
});
