// What Stripe's refunds and disputes mean for a purchase, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type Stripe from 'stripe';
import { amountOf, cancellationsOf, disputeOf, isInquiry } from './disputes.ts';

const charge = (fields: object = {}) => ({ currency: 'usd', ...fields }) as Stripe.Charge;
const dispute = (status: string, fields: object = {}) =>
  ({
    id: 'dp_1',
    status,
    reason: 'fraudulent',
    amount: 990,
    currency: 'usd',
    balance_transactions: [],
    ...fields,
  }) as unknown as Stripe.Dispute;

describe('refunds', () => {
  const refund = (amount: number, status: string | null) => ({ amount, status }) as Stripe.Refund;
  const cases: [string, readonly Stripe.Refund[], object | undefined][] = [
    ['none', [], undefined],
    ['all', [refund(990, 'succeeded')], { state: 'given' }],
    ['all, from before refunds had a status', [refund(990, null)], { state: 'given' }],
    ['all in parts', [refund(840, 'succeeded'), refund(150, 'succeeded')], { state: 'given' }],
    ['a part', [refund(150, 'succeeded')], { state: 'partial', amount: '1.50' }],
    ['pending', [refund(990, 'pending')], { state: 'pending' }],
    ['waiting for the buyer', [refund(990, 'requires_action')], { state: 'pending' }],
    ['failed', [refund(990, 'failed')], { state: 'restored' }],
    ['cancelled', [refund(990, 'canceled')], { state: 'restored' }],
    [
      'failed, and tried again',
      [refund(990, 'failed'), refund(990, 'pending')],
      { state: 'pending' },
    ],
    [
      'a part, the rest pending or failed',
      [refund(150, 'succeeded'), refund(640, 'pending'), refund(200, 'failed')],
      { state: 'partial', amount: '1.50' },
    ],
  ];
  for (const [name, refunds, report] of cases) {
    test(name, () => {
      const expected = report ? [{ kind: 'refund', isComplete: true, ...report }] : [];
      assert.deepEqual(cancellationsOf(charge({ amount: 990 }), refunds, []), expected);
    });
  }
  test('no charge', () => assert.deepEqual(cancellationsOf(null, [], []), []));
});

describe('disputes', () => {
  const balance = (...amounts: number[]) => ({
    balance_transactions: amounts.map((amount) => ({ amount })),
  });
  const cases: [string, Stripe.Dispute, state: string | undefined][] = [
    ['an answer is due', dispute('needs_response'), 'open'],
    ['under review', dispute('under_review'), 'open'],
    ['an appeal is due', dispute('appeal_needs_response'), 'open'],
    ['an appeal under review', dispute('appeal_under_review'), 'open'],
    ['won', dispute('won'), 'won'],
    ['lost', dispute('lost'), 'lost'],
    ['an inquiry', dispute('warning_needs_response', balance(-990)), undefined],
    ['an inquiry that is over', dispute('warning_closed'), undefined],
    ['prevented before it cost anything', dispute('prevented'), undefined],
    ['prevented, money taken and given back', dispute('prevented', balance(-990, 990)), undefined],
    ['prevented by giving the money back', dispute('prevented', balance(-990, 100)), 'lost'],
  ];
  for (const [name, of, state] of cases) {
    test(`${name}: ${state ?? 'nothing'}`, () => {
      const report = { kind: 'dispute', id: 'dp_1', state, amount: '9.90', reason: 'fraudulent' };
      assert.deepEqual(cancellationsOf(charge(), [], [of]), state ? [report] : []);
    });
  }

  test('in another currency it has no amount of the purchase', () => {
    const [report] = cancellationsOf(charge(), [], [dispute('lost', { currency: 'eur' })]);
    assert.equal(report?.amount, null);
    assert.equal(cancellationsOf(null, [], [dispute('lost')])[0]?.amount, null);
  });

  test('beside a refund', () => {
    const refund = { amount: 990, status: 'succeeded' } as Stripe.Refund;
    const refunded = charge({ amount: 990 });
    const reports = cancellationsOf(
      refunded,
      [refund],
      [dispute('won'), dispute('lost', { id: 'dp_2' })],
    );
    assert.deepEqual(
      reports.map(({ kind, state }) => `${kind} ${state}`),
      ['refund given', 'dispute won', 'dispute lost'],
    );
  });

  test('an inquiry is known by its status', () => {
    assert.deepEqual(
      (['warning_under_review', 'under_review'] as const).map((status) => isInquiry({ status })),
      [true, false],
    );
  });
});

test('amounts are in minor units', () => {
  assert.equal(amountOf({ amount: 1_200, currency: 'krw' }), '1200');
});

describe('what can be done about a dispute', () => {
  const shown = (status: string, fields: object = {}) =>
    disputeOf(
      dispute(status, {
        created: 1_763_200_000,
        evidence_details: { due_by: 1_764_000_000, submission_count: 0 },
        metadata: {},
        ...fields,
      }),
    );
  test('all that is known', () => {
    const card = { network_reason_code: '10.4' };
    const fields = {
      payment_method_details: { card },
      network_reason_code: '4853',
      evidence_details: { due_by: 1_764_000_000, submission_count: 2 },
      metadata: { tollgate_submission: 'a-uuid' },
    };
    assert.deepEqual(shown('under_review', fields), {
      id: 'dp_1',
      state: 'sent',
      inquiry: false,
      reason: 'fraudulent',
      networkReason: '10.4',
      amount: '9.90',
      currency: 'USD',
      openedAt: 1_763_200_000_000,
      dueAt: 1_764_000_000_000,
      submissions: 2,
      submissionId: 'a-uuid',
    });
  });
  test('what is left out is not known', () => {
    const details = { due_by: null, submission_count: 0 };
    const { dueAt, networkReason, submissionId } = shown('lost', { evidence_details: details });
    assert.deepEqual([dueAt, networkReason, submissionId], [null, null, null]);
    const klarna = shown('lost', { network_reason_code: '4853', payment_method_details: {} });
    assert.equal(klarna.networkReason, '4853');
  });
  const states: readonly [string, string, boolean][] = [
    ['warning_needs_response', 'open', true],
    ['warning_under_review', 'sent', true],
    ['warning_closed', 'closed', true],
    ['needs_response', 'open', false],
    ['under_review', 'sent', false],
    ['appeal_needs_response', 'sent', false],
    ['appeal_under_review', 'sent', false],
    ['won', 'won', false],
    ['lost', 'lost', false],
    ['prevented', 'closed', false],
  ];
  for (const [status, state, inquiry] of states) {
    test(`${status}: ${state}`, () => {
      const found = shown(status);
      assert.deepEqual([found.state, found.inquiry], [state, inquiry]);
    });
  }
});
