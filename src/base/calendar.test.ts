// Periods on the clock of a time zone: half hours, and days with 23 or 25 hours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCalendar, type Grain } from './calendar.ts';

const CASES: readonly [string, Grain, string, string, string][] = [
  // Zone, grain, moment, when its period begins, when the next one does.
  ['UTC', 'hour', '2026-11-15T12:34Z', '2026-11-15T12:00Z', '2026-11-15T13:00Z'],
  ['Asia/Kolkata', 'hour', '2026-11-15T12:34Z', '2026-11-15T12:30Z', '2026-11-15T13:30Z'],
  ['Asia/Kathmandu', 'hour', '2026-11-15T12:34Z', '2026-11-15T12:15Z', '2026-11-15T13:15Z'],
  ['Asia/Seoul', 'day', '2026-11-15T16:00Z', '2026-11-15T15:00Z', '2026-11-16T15:00Z'],
  ['America/New_York', 'day', '2026-03-08T20:00Z', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
  ['America/New_York', 'day', '2026-11-01T20:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ['America/New_York', 'hour', '2026-11-01T05:30Z', '2026-11-01T05:00Z', '2026-11-01T06:00Z'],
  ['America/New_York', 'week', '2026-03-08T20:00Z', '2026-03-02T05:00Z', '2026-03-09T04:00Z'],
  ['America/New_York', 'month', '2026-03-31T20:00Z', '2026-03-01T05:00Z', '2026-04-01T04:00Z'],
  // No midnight on the day when clocks go forward.
  ['Asia/Beirut', 'day', '2026-03-29T10:00Z', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
  ['UTC', 'week', '2026-11-15T12:00Z', '2026-11-09T00:00Z', '2026-11-16T00:00Z'],
  ['UTC', 'month', '1969-12-31T12:00Z', '1969-12-01T00:00Z', '1970-01-01T00:00Z'],
  ['UTC', 'week', '1969-12-31T12:00Z', '1969-12-29T00:00Z', '1970-01-05T00:00Z'],
];

for (const [timeZone, grain, at, start, next] of CASES) {
  test(`the ${grain} of ${at} in ${timeZone} begins ${start}`, () => {
    const calendar = createCalendar(timeZone);
    assert.equal(calendar.startOf(grain, Date.parse(at)), Date.parse(start));
    assert.equal(calendar.after(grain, Date.parse(start)), Date.parse(next));
  });
}

test('months later it is the same day and time of day, or the last day of a shorter month', () => {
  const calendar = createCalendar('America/New_York');
  const later = (at: string, months: number) =>
    new Date(calendar.addMonths(Date.parse(at), months)).toISOString();
  assert.equal(later('2026-01-31T15:00:00Z', 1), '2026-02-28T15:00:00.000Z');
  assert.equal(later('2026-01-31T15:00:00Z', 3), '2026-04-30T14:00:00.000Z');
  assert.equal(later('2026-03-15T14:00:00Z', -12), '2025-03-15T14:00:00.000Z');
});

test('months later it is the same time of day, also from and to a day when clocks change', () => {
  const calendar = createCalendar('America/New_York');
  const later = (at: string, months: number) =>
    new Date(calendar.addMonths(Date.parse(at), months)).toISOString();
  // At 15:00, from days with 25 and 23 hours, and back.
  assert.equal(later('2025-11-02T20:00:00Z', 3), '2026-02-02T20:00:00.000Z');
  assert.equal(later('2026-02-02T20:00:00Z', -3), '2025-11-02T20:00:00.000Z');
  assert.equal(later('2026-03-08T19:00:00Z', 1), '2026-04-08T19:00:00.000Z');
  assert.equal(later('2026-02-08T20:00:00Z', 1), '2026-03-08T19:00:00.000Z');
  // There is no 02:30 on this day: an hour later.
  assert.equal(later('2026-02-08T07:30:00Z', 1), '2026-03-08T07:30:00.000Z');
  // Days begin where they begin, though this one has no midnight.
  const beirut = createCalendar('Asia/Beirut');
  const day = Date.parse('2026-03-28T22:00:00Z');
  assert.equal(beirut.addMonths(day, 1), Date.parse('2026-04-28T21:00:00Z'));
  assert.equal(beirut.addMonths(beirut.addMonths(day, 1), -1), day);
});
