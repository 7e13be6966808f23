// Which of several reports counts, in whatever order the database returns them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellationTable } from '../../storage/schema.ts';
import { cancellationOf, isCancelled } from './cancellation.ts';

type Report = Pick<CancellationTable, 'cause' | 'state' | 'reported_at' | 'last_at'>;

const report = (
  state: CancellationTable['state'],
  reported_at: number,
  last_at = reported_at,
  cause = 'refund',
): Report => ({ cause, state, reported_at, last_at });

const CASES: readonly [string, readonly Report[], boolean][] = [
  ['nothing reported', [], false],
  ['a refund', [report('given', 1)], true],
  ['a reversal after it', [report('given', 1), report('restored', 2)], false],
  ['a reversal before it', [report('restored', 1), report('given', 2)], true],
  [
    'of one moment, the one first reported later: the reversal',
    [report('given', 1, 5), report('restored', 5)],
    false,
  ],
  [
    'of one moment, the one first reported later: the refund',
    [report('restored', 1, 5), report('given', 5)],
    true,
  ],
  ['a part', [report('partial', 1)], false],
  ['a refund beside a won dispute', [report('given', 1), report('won', 9, 9, 'dispute 1')], true],
  [
    'one of two disputes lost',
    [report('won', 9, 9, 'dispute 1'), report('lost', 1, 1, 'dispute 2')],
    true,
  ],
];

for (const [name, reports, cancelled] of CASES) {
  test(`${name}: ${cancelled ? 'cancelled' : 'valid'}`, () => {
    for (const order of [reports, reports.toReversed()]) {
      const rows = order as readonly CancellationTable[];
      assert.equal(isCancelled(rows), cancelled);
      const before = { cancel_state: cancelled ? 0 : 1, cancel_said_at: 0 } as const;
      assert.equal(cancellationOf(before, rows).cancel_state, cancelled ? 1 : 0);
    }
  });
}
