// Which action a reported refund is the result of, in whatever steps the market reports it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellationTable } from '../../storage/schema.ts';
import { type OwnRefund, ownRefundBehind } from './own-refunds.ts';

const report = (
  state: CancellationTable['state'],
  amount: string | null,
  action_id: string | null = null,
): CancellationTable => ({
  game_index: 1,
  appid: 'app',
  provider: 'PG',
  unique_key: 'H1',
  cause: 'refund',
  reported_at: 1,
  last_at: 1,
  state,
  amount,
  quantity: null,
  reason: null,
  received_at: 1,
  action_id,
});

const refund = (action_id: string, amount: string | null = null): OwnRefund => ({
  action_id,
  provider: 'PG',
  subject: 'H1',
  line: null,
  amount,
});

interface Case {
  readonly said: [CancellationTable['state'], string | null];
  readonly before?: CancellationTable;
  readonly earlier?: readonly CancellationTable[];
  readonly refunds?: readonly OwnRefund[];
  readonly behind: string | null;
}

const CASES: Readonly<Record<string, Case>> = {
  'nobody here asked for it': { said: ['given', '9.99'], behind: null },
  'the whole, asked for here': { said: ['given', '9.99'], refunds: [refund('a')], behind: 'a' },
  'the whole, without an amount': { said: ['given', null], refunds: [refund('a')], behind: 'a' },
  'the part that was asked for': {
    said: ['partial', '4.00'],
    refunds: [refund('a', '4')],
    behind: 'a',
  },
  'all of it, and only a part was asked for': {
    said: ['given', '9.99'],
    refunds: [refund('a', '4')],
    behind: null,
  },
  'all of it without an amount, and only a part was asked for': {
    said: ['given', null],
    refunds: [refund('a', '4')],
    behind: null,
  },
  'a part without an amount': {
    said: ['partial', null],
    refunds: [refund('a', '4')],
    behind: 'a',
  },
  'a smaller part than was asked for': {
    said: ['partial', '3'],
    refunds: [refund('a', '4')],
    behind: 'a',
  },
  'first pending, then given': {
    said: ['given', '9.99'],
    before: report('pending', '9.99', 'a'),
    refunds: [refund('a', '9.99')],
    behind: 'a',
  },
  'pending without a word about the amount': {
    said: ['given', null],
    before: report('pending', null, 'a'),
    refunds: [refund('a')],
    behind: 'a',
  },
  'a refund by somebody else that was pending, while ours is under way': {
    said: ['given', '9.99'],
    before: report('pending', '9.99'),
    refunds: [refund('a')],
    behind: null,
  },
  'after one that failed': {
    said: ['given', '9.99'],
    before: report('restored', '9.99', 'a'),
    refunds: [refund('a'), refund('b', '9.99')],
    behind: 'b',
  },
  'given, and the amount is corrected downwards': {
    said: ['given', '9.00'],
    before: report('given', '9.99', 'a'),
    refunds: [refund('a')],
    behind: 'a',
  },
  'more than ours, by somebody else': {
    said: ['given', '9.99'],
    before: report('partial', '4.00', 'a'),
    refunds: [refund('a', '4.00')],
    behind: null,
  },
  'a second part': {
    said: ['partial', '6.00'],
    before: report('partial', '4.00', 'a'),
    refunds: [refund('a', '4.00'), refund('b', '2.00')],
    behind: 'b',
  },
  'the rest after a part by somebody else': {
    said: ['given', '9.99'],
    before: report('partial', '4.00'),
    refunds: [refund('b')],
    behind: 'b',
  },
  'two parts that the market reports at once': {
    said: ['partial', '6.00'],
    refunds: [refund('a', '4.00'), refund('b', '2.00')],
    behind: 'b',
  },
  'of two parts, the one with the amount': {
    said: ['partial', '4.00'],
    refunds: [refund('a', '4.00'), refund('b', '2.00')],
    behind: 'a',
  },
  'one that a report is linked to already': {
    said: ['given', '9.99'],
    before: report('restored', null, 'a'),
    refunds: [refund('a')],
    behind: null,
  },
  'a refund that fails at the gateway': {
    said: ['restored', null],
    before: report('given', '9.99', 'a'),
    refunds: [refund('a')],
    behind: 'a',
  },
  'a refund by somebody else that fails, while ours is under way': {
    said: ['restored', null],
    before: report('given', '9.99'),
    refunds: [refund('a')],
    behind: null,
  },
  'a partial report that says no more than before': {
    said: ['partial', '4.00'],
    before: report('partial', '4.00', 'a'),
    refunds: [refund('a', '4.00')],
    behind: null,
  },
};

for (const [name, { said, before, earlier = [], refunds = [], behind }] of Object.entries(CASES)) {
  test(name, () => {
    const [state, amount] = said;
    const reports = before ? [...earlier, before] : earlier;
    assert.equal(ownRefundBehind({ state, amount }, { before, reports, refunds }), behind);
  });
}
