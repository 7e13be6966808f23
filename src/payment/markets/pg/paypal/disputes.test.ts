// What PayPal's captures, refunds and disputes mean for a purchase, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cancellationsOf, captureState, disputesOf, isInquiry, refundsOf } from './disputes.ts';

const PAID = { amount: '9.90', currency: 'USD' };
const usd = (value: string) => ({ currency_code: 'USD', value });
const refund = (status: string, value = '9.90') => ({ status, amount: usd(value) });
const capture = (status: string, reason?: string) => ({
  status,
  ...(reason !== undefined && { status_details: { reason } }),
});

describe('a capture', () => {
  for (const [status, reason, expected] of [
    ['COMPLETED', undefined, 'paid'],
    ['PARTIALLY_REFUNDED', undefined, 'paid'],
    ['REFUNDED', undefined, 'paid'],
    ['PENDING', undefined, 'pending'],
    ['PENDING', 'ECHECK', 'pending'],
    ['PENDING', 'PENDING_REVIEW', 'pending'],
    ['PENDING', 'BUYER_COMPLAINT', 'paid'],
    ['PENDING', 'CHARGEBACK', 'paid'],
    ['DECLINED', 'REFUNDED', 'paid'],
    ['DECLINED', 'CHARGEBACK', 'paid'],
    ['DECLINED', undefined, 'ended'],
    ['DECLINED', 'OTHER', 'ended'],
    ['FAILED', undefined, 'ended'],
    ['SOMETHING_NEW', undefined, 'ended'],
  ] as const) {
    test(`${status} ${reason ?? ''} is ${expected}`, () => {
      assert.equal(captureState(capture(status, reason)), expected);
    });
  }
});

describe('refunds', () => {
  const complete = { kind: 'refund', isComplete: true };
  const given = [{ ...complete, state: 'given' }];
  for (const [name, of, refunds, expected] of [
    ['none', capture('COMPLETED'), [], []],
    ['the whole', capture('REFUNDED'), [refund('COMPLETED')], given],
    ['the whole, not listed', capture('REFUNDED'), [], given],
    ['the whole, by the reason', capture('DECLINED', 'REFUNDED'), [], given],
    [
      'the whole in parts',
      capture('X'),
      [refund('COMPLETED', '4.90'), refund('COMPLETED', '5')],
      given,
    ],
    [
      'a part',
      capture('PARTIALLY_REFUNDED'),
      [refund('COMPLETED', '1'), refund('FAILED', '2'), refund('PENDING', '3')],
      [{ ...complete, state: 'partial', amount: '1.00' }],
    ],
    [
      'a part, not listed',
      capture('PARTIALLY_REFUNDED'),
      [],
      [{ ...complete, state: 'partial', amount: null }],
    ],
    [
      'one under way',
      capture('COMPLETED'),
      [refund('PENDING')],
      [{ ...complete, state: 'pending' }],
    ],
    [
      'one that failed',
      capture('COMPLETED'),
      [refund('FAILED')],
      [{ ...complete, state: 'restored' }],
    ],
    [
      'one cancelled',
      capture('COMPLETED'),
      [refund('CANCELLED')],
      [{ ...complete, state: 'restored' }],
    ],
    [
      'one failed, one under way',
      capture('COMPLETED'),
      [refund('FAILED'), refund('PENDING')],
      [{ ...complete, state: 'pending' }],
    ],
    [
      'without an amount',
      capture('COMPLETED'),
      [{ status: 'COMPLETED' }],
      [{ ...complete, state: 'restored' }],
    ],
  ] as const) {
    test(name, () => assert.deepEqual(refundsOf(of, refunds, PAID), expected));
  }
});

describe('disputes', () => {
  const dispute = (status: string, stage: string, outcome?: object) => ({
    dispute_id: 'PP-D-1',
    status,
    dispute_life_cycle_stage: stage,
    dispute_amount: usd('5'),
    reason: 'UNAUTHORISED',
    ...(outcome && { dispute_outcome: outcome }),
  });
  const resolved = (outcome_code: string, stage = 'CHARGEBACK', refunded?: string) =>
    dispute('RESOLVED', stage, {
      outcome_code,
      ...(refunded !== undefined && { amount_refunded: usd(refunded) }),
    });
  for (const [name, found, state] of [
    ['an inquiry', dispute('WAITING_FOR_SELLER_RESPONSE', 'INQUIRY'), undefined],
    ['a claim', dispute('WAITING_FOR_SELLER_RESPONSE', 'CHARGEBACK'), 'open'],
    ['under review', dispute('UNDER_REVIEW', 'PRE_ARBITRATION'), 'open'],
    ['arbitration', dispute('OPEN', 'ARBITRATION'), 'open'],
    [
      'without a stage',
      { dispute_id: 'PP-D-1', status: 'OPEN', dispute_amount: usd('5'), reason: 'UNAUTHORISED' },
      'open',
    ],
    ['for the buyer', resolved('RESOLVED_BUYER_FAVOUR'), 'lost'],
    ['accepted', resolved('ACCEPTED'), 'lost'],
    ['for the studio', resolved('RESOLVED_SELLER_FAVOUR', 'CHARGEBACK', '5'), 'won'],
    ['paid by PayPal', resolved('RESOLVED_WITH_PAYOUT', 'CHARGEBACK', '5'), 'won'],
    ['withdrawn', resolved('CANCELED_BY_BUYER', 'CHARGEBACK', '5'), 'won'],
    ['denied', resolved('DENIED', 'CHARGEBACK', '5'), 'won'],
    ['without an outcome', resolved('NONE'), 'won'],
    ['without an outcome, refunded', resolved('NONE', 'CHARGEBACK', '5'), 'lost'],
    ['that says nothing of it', dispute('RESOLVED', 'CHARGEBACK'), 'won'],
    ['unknown', resolved('SOMETHING_NEW'), 'won'],
    [
      'unknown, refunded',
      dispute('RESOLVED', 'CHARGEBACK', { outcome_code: 'NEW', amount_refunded: usd('0.01') }),
      'lost',
    ],
    [
      'unknown, nothing refunded',
      dispute('RESOLVED', 'CHARGEBACK', { outcome_code: 'NEW', amount_refunded: usd('0.00') }),
      'won',
    ],
    ['an inquiry that ended', resolved('RESOLVED_SELLER_FAVOUR', 'INQUIRY'), undefined],
    ['an inquiry that was lost', resolved('RESOLVED_BUYER_FAVOUR', 'INQUIRY'), 'lost'],
  ] as const) {
    test(`${name}: ${state ?? 'cancels nothing'}`, () => {
      const report = {
        kind: 'dispute',
        id: 'PP-D-1',
        state,
        amount: '5.00',
        reason: 'UNAUTHORISED',
      };
      assert.deepEqual(disputesOf([found], PAID), state === undefined ? [] : [report]);
    });
  }

  test('in another currency it has no amount; without a reason, none', () => {
    const found = {
      dispute_id: 'PP-D-2',
      status: 'OPEN',
      dispute_amount: { currency_code: 'EUR', value: '5' },
    };
    assert.deepEqual(disputesOf([found], PAID), [
      { kind: 'dispute', id: 'PP-D-2', state: 'open', amount: null, reason: null },
    ]);
  });

  test('without an amount it has none', () => {
    const [report] = disputesOf([{ dispute_id: 'PP-D-3', status: 'OPEN' }], PAID);
    assert.equal(report?.amount, null);
  });

  test('without an id it is none', () => {
    assert.deepEqual(disputesOf([{ status: 'OPEN' }], PAID), []);
  });

  test('only the stage makes an inquiry', () => {
    assert.equal(isInquiry(dispute('OPEN', 'INQUIRY')), true);
    assert.equal(isInquiry(dispute('OPEN', 'CHARGEBACK')), false);
  });

  test('refunds and disputes are told together', () => {
    const both = cancellationsOf(capture('REFUNDED'), [], [resolved('ACCEPTED')], PAID);
    assert.deepEqual(
      both.map(({ kind, state }) => [kind, state]),
      [
        ['refund', 'given'],
        ['dispute', 'lost'],
      ],
    );
  });
});
