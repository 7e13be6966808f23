// The dates of a purchase history, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dateRangeError, readDateRange } from './date-range.ts';

const message = 'must be a date and time with an offset, such as 2026-11-15T12:00:00Z';
const NOON = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;

describe('read', () => {
  const leap = '2026-12-31T23:59:60Z';
  const cases: [string, { startDate: string; endDate?: string }, unknown][] = [
    ['a beginning', { startDate: '2026-11-15T12:00:00Z' }, { from: NOON, to: undefined }],
    [
      'both, with an offset',
      { startDate: '2026-11-15T21:00:00+09:00', endDate: '2026-11-15T12:00:01.5Z' },
      { from: NOON, to: NOON + 1_500 },
    ],
    [
      'small letters and a space',
      { startDate: '2026-11-15t12:00:00z', endDate: '2026-11-15 12:00:00Z' },
      { from: NOON, to: NOON },
    ],
    ['a leap second', { startDate: leap }, { errors: [{ field: 'startDate', message }] }],
    [
      'an end that is a leap second',
      { startDate: '2026-11-15T12:00:00Z', endDate: leap },
      { errors: [{ field: 'endDate', message }] },
    ],
    [
      'two of them',
      { startDate: leap, endDate: leap },
      {
        errors: [
          { field: 'startDate', message },
          { field: 'endDate', message },
        ],
      },
    ],
  ];
  for (const [name, dates, range] of cases) {
    test(name, () => assert.deepEqual(readDateRange(dates), range));
  }
});

describe('checked', () => {
  const late = { field: 'startDate', message: 'must be in the past' };
  const order = { field: 'endDate', message: 'must be later than startDate' };
  const long = { field: 'startDate', message: 'must be at most 30 days before endDate' };
  const cases: [string, from: number, to: number | undefined, limited: boolean, unknown][] = [
    ['up to now', NOON - 1, undefined, true, undefined],
    ['from now on', NOON, undefined, true, late],
    ['from later on', NOON + 1, undefined, false, late],
    ['an end after the beginning', NOON, NOON + 1, true, undefined],
    ['an end at the beginning', NOON, NOON, true, order],
    ['an end before the beginning', NOON, NOON - 1, false, order],
    ['thirty days', NOON - 30 * DAY, NOON, true, undefined],
    ['more', NOON - 30 * DAY - 1, NOON, true, long],
    ['more, up to now', NOON - 30 * DAY - 1, undefined, true, long],
    ['more, where there is no limit', NOON - 300 * DAY, NOON, false, undefined],
  ];
  for (const [name, from, to, limited, error] of cases) {
    test(name, () => assert.deepEqual(dateRangeError({ from, to }, NOON, limited), error));
  }
});
