// Password guessing: whose failures count, and how long they lock.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forgottenBefore, type Kind, lockAfter, subjectsOf } from './lockout-rules.ts';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;

describe('the lock after a failure', () => {
  const cases: [Kind, failures: number, minutes: number][] = [
    ['account', 1, 0],
    ['account', 4, 0],
    ['account', 5, 1],
    ['account', 6, 2],
    ['account', 7, 4],
    ['account', 10, 32],
    ['account', 11, 60],
    ['account', 1_000, 60],
    ['device', 4, 0],
    ['device', 5, 1],
    ['device', 8, 8],
    ['address', 5, 0],
    ['address', 19, 0],
    ['address', 20, 1],
    ['address', 21, 2],
    ['address', 26, 60],
  ];
  for (const [kind, failures, minutes] of cases) {
    test(`${kind}, failure ${failures}: ${minutes} min`, () => {
      assert.equal(lockAfter(kind, failures, NOW), minutes === 0 ? 0 : NOW + minutes * MINUTE);
    });
  }
});

test('failures are forgotten after a day', () => {
  assert.equal(forgottenBefore(NOW), NOW - 24 * 60 * MINUTE);
});

test('an unknown device counts for the account and its address, a known one only for itself', () => {
  const attempt = { email: 'mina@example.com', address: '192.0.2.1' };
  assert.deepEqual(subjectsOf({ ...attempt, device: undefined }), [
    ['account', 'account mina@example.com'],
    ['address', 'address 192.0.2.1'],
  ]);
  assert.deepEqual(subjectsOf({ ...attempt, device: 'd' }), [['device', 'device d']]);
  assert.deepEqual(subjectsOf({ ...attempt, device: undefined, purpose: 'reset' }), [
    ['account', 'reset account mina@example.com'],
    ['address', 'reset address 192.0.2.1'],
  ]);
});
