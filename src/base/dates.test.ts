// Reading and writing dates: formats, calendars, time zones and their clock changes, as tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDate, writeDate } from './dates.ts';

const iso = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString().replace('.000', '');

describe('dates', () => {
  const real: readonly [string, string, string][] = [
    ['2026-11-15 12:34:56', 'UTC', '2026-11-15T12:34:56Z'],
    ['2026-01-01 00:00:00', 'UTC', '2026-01-01T00:00:00Z'],
    ['2026-12-31 23:59:59', 'UTC', '2026-12-31T23:59:59Z'],
    ['2024-02-29 00:00:00', 'UTC', '2024-02-29T00:00:00Z'],
    ['2000-02-29 23:59:59', 'UTC', '2000-02-29T23:59:59Z'],
    ['0099-12-31 00:00:00', 'UTC', '0099-12-31T00:00:00Z'],
    ['9999-12-31 23:59:59', 'UTC', '9999-12-31T23:59:59Z'],
    ['2026-11-15 09:00:00', 'Asia/Seoul', '2026-11-15T00:00:00Z'],
    ['2026-11-15 05:30:00', 'Asia/Kolkata', '2026-11-15T00:00:00Z'],
    ['2026-07-01 00:00:00', 'America/New_York', '2026-07-01T04:00:00Z'],
    ['2026-12-01 00:00:00', 'America/New_York', '2026-12-01T05:00:00Z'],
    ['2026-07-01 00:00:00', 'Australia/Lord_Howe', '2026-06-30T13:30:00Z'],
  ];
  for (const [text, zone, expected] of real) {
    test(`${text} in ${zone} is ${expected}`, () => {
      assert.equal(iso(readDate(text, zone)), expected);
      assert.equal(writeDate(Date.parse(expected), zone), text);
    });
  }

  const changes: readonly [string, string, string][] = [
    // Spring: an hour is left out.
    ['2026-03-08 01:59:59', 'America/New_York', '2026-03-08T06:59:59Z'],
    ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T07:30:00Z'],
    ['2026-03-08 03:00:00', 'America/New_York', '2026-03-08T07:00:00Z'],
    ['2026-03-29 01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-03-29 03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    // Autumn: an hour comes twice, and its first time is meant.
    ['2026-11-01 00:59:59', 'America/New_York', '2026-11-01T04:59:59Z'],
    ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
    ['2026-11-01 02:00:00', 'America/New_York', '2026-11-01T07:00:00Z'],
    ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-10-25 03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
    // Half an hour, in the south.
    ['2026-04-05 01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
  ];
  for (const [text, zone, expected] of changes) {
    test(`around a clock change ${text} in ${zone} is ${expected}`, () => {
      assert.equal(iso(readDate(text, zone)), expected);
    });
  }

  const unreal = [
    '',
    '2026-11-15',
    '2026-11-15T12:34:56',
    '2026-11-15 12:34',
    '2026-11-15 12:34:56.0',
    '2026-11-15 12:34:56\n',
    ' 2026-11-15 12:34:56',
    '12026-11-15 12:34:56',
    '2026-01-00 00:00:00',
    '2026-12-32 00:00:00',
    '2026-13-01 00:00:00',
    '2026-99-01 00:00:00',
    '2026-02-29 00:00:00',
    '1900-02-29 00:00:00',
    '2026-04-31 00:00:00',
    '2026-00-10 00:00:00',
    '2026-13-10 00:00:00',
    '2026-10-00 00:00:00',
    '2026-10-32 00:00:00',
    '2026-10-10 24:00:00',
    '2026-10-10 23:60:00',
    '2026-10-10 23:59:60',
    '-026-10-10 00:00:00',
    '٢٠٢٦-10-10 00:00:00',
  ];
  test('anything else is no date, in any zone', () => {
    for (const text of unreal) {
      for (const zone of ['UTC', 'Asia/Seoul', 'Europe/Berlin']) {
        assert.equal(readDate(text, zone), undefined, JSON.stringify(text));
      }
    }
  });
});
