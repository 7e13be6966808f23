// When a failed batch is tried again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttempt } from '../../../src/outbox/relay/schedule.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 15, 12);

const wait = (
  failures: number,
  { random = 0.5, retryAfter = undefined as string | undefined, age = 0 } = {},
): number | undefined => {
  const at = nextAttempt(
    { failures, firstAttemptAt: NOW - age, now: NOW, retryAfter },
    () => random,
  );
  return at === undefined ? undefined : at - NOW;
};

test('the delays grow from 5 seconds to 10 hours and stay there', () => {
  const expected = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR];
  expected.push(5 * HOUR, 10 * HOUR, 10 * HOUR, 10 * HOUR);
  assert.deepEqual(
    expected.map((_, index) => wait(index + 1)),
    expected,
  );
});

test('the jitter is 20 percent both ways', () => {
  assert.equal(wait(1, { random: 0 }), 4 * SECOND);
  assert.equal(wait(1, { random: 1 }), 6 * SECOND);
});

test('Retry-After is honoured in seconds and as a date, between 5 seconds and 10 hours', () => {
  assert.equal(wait(1, { retryAfter: '120' }), 2 * MINUTE);
  assert.equal(wait(9, { retryAfter: '120' }), 2 * MINUTE);
  assert.equal(wait(1, { retryAfter: new Date(NOW + HOUR).toUTCString() }), HOUR);
  assert.equal(wait(1, { retryAfter: 'Sun Nov 15 13:00:00 2026 GMT' }), HOUR);
  assert.equal(wait(1, { retryAfter: '0' }), 5 * SECOND);
  assert.equal(wait(1, { retryAfter: new Date(NOW - HOUR).toUTCString() }), 5 * SECOND);
  assert.equal(wait(1, { retryAfter: '999999999999999999999' }), 10 * HOUR);
});

test('a Retry-After that says nothing is ignored', () => {
  for (const retryAfter of [
    'soon',
    '-5',
    '1.5',
    '',
    '5 minutes',
    '12x',
    'x12',
    'x Sun, 15 Nov 2026 13:00:00 GMT',
  ]) {
    assert.equal(wait(2, { retryAfter }), 30 * SECOND, retryAfter);
  }
});

test('after three days there is no further attempt, and the last one is not later than that', () => {
  assert.equal(wait(12, { age: 71 * HOUR }), HOUR);
  assert.equal(wait(12, { age: 72 * HOUR }), undefined);
});
