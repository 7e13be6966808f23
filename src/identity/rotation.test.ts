// Secrets that are replaced without failed requests: how long each is valid, and how many at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endAfterGrace, isValidAt, rejectThird, stillVerifies, viewSecret } from './rotation.ts';

test('a secret is valid until its end', () => {
  const ends = [null, 999, 1_000, 1_001].map((expires_at) => ({ expires_at }));
  assert.deepEqual(ends.map(isValidAt(1_000)), [true, false, false, true]);
});

test('two may be valid, a third is rejected', () => {
  const secret = { expires_at: null };
  assert.equal(rejectThird([], 'keys'), undefined);
  assert.equal(rejectThird([secret], 'keys'), undefined);
  assert.deepEqual(rejectThird([secret, secret], 'keys'), {
    rejected: 'TOO_MANY',
    detail: 'Two keys are already valid. Revoke one of them first, or rotate with grace_seconds 0.',
  });
});

test('a replaced secret ends after the grace, never later than before', () => {
  const ends = [null, 5_000, 500_000].map((expires_at) => endAfterGrace({ expires_at }, 1_000, 60));
  assert.deepEqual(ends, [61_000, 5_000, 61_000]);
  assert.equal(endAfterGrace({ expires_at: null }, 1_000, 0), 1_000);
});

test('a retired signing key verifies as long as a token of it may live', () => {
  const verifies = [null, 400, 500, 501].map((retiredAt) => stillVerifies(retiredAt, 1_000, 500));
  assert.deepEqual(verifies, [true, false, false, true]);
});

test('a secret is shown by its last letters and its times', () => {
  assert.deepEqual(viewSecret({ hint: 'abcd', created_at: 0, expires_at: null }), {
    hint: 'abcd',
    created_at: '1970-01-01T00:00:00.000Z',
    expires_at: null,
  });
  const { expires_at } = viewSecret({ hint: 'abcd', created_at: 0, expires_at: 1_000 });
  assert.equal(expires_at, '1970-01-01T00:00:01.000Z');
});
