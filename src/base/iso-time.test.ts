// A moment is printed as Date prints it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoTime, isoTimeOrNull } from './iso-time.ts';

test('any moment of the years 0 to 9999', () => {
  const moment = fc.date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, (date) => {
      assert.equal(isoTime(date.getTime()), date.toISOString());
    }),
    { numRuns: 500 },
  );
});

test('no moment', () => {
  assert.equal(isoTimeOrNull(null), null);
  assert.equal(isoTimeOrNull(0), '1970-01-01T00:00:00.000Z');
});
