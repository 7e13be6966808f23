// Values of files: times, ids, flags and paths, in the spellings of databases and programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTimeIn, flagIn, idIn, instantIn, timeIn, valueAt, wholeIn } from './values.ts';

const times: readonly (readonly [unknown, unknown, unknown])[] = [
  ['2026-11-15', '2026-11-15 00:00:00', '2026-11-15T00:00:00Z'],
  ['2026-11-15 12:30', '2026-11-15 12:30:00', '2026-11-15T12:30:00Z'],
  ['2026-11-15T12:30:45.123456', '2026-11-15 12:30:45', '2026-11-15T12:30:45Z'],
  ['2026-11-15 12:30:45.123456+00', '2026-11-15T12:30:45.123+00:00', undefined],
  ['2026-11-15 12:30:45-0530', '2026-11-15T12:30:45-05:30', undefined],
  ['2026-11-15 12:30:45 UTC', '2026-11-15T12:30:45Z', undefined],
  ['2026-11-15T12:30:45z', '2026-11-15T12:30:45Z', undefined],
  ['1700000000', '2023-11-14T22:13:20.000Z', undefined],
  [1_700_000_000_123, '2023-11-14T22:13:20.123Z', undefined],
  ['15.11.2026', '15.11.2026', undefined],
];

for (const [given, time, instant = time] of times) {
  test(`${given} is the time ${time}`, () => {
    assert.equal(timeIn(given), time);
    assert.equal(instantIn(given), instant);
  });
}

test('1970 and nothing are no time of an event', () => {
  for (const none of ['1970-01-01 00:00:00+00', '', '\\N', null]) {
    assert.equal(eventTimeIn(none), undefined);
  }
  assert.equal(eventTimeIn('2026-11-15T12:00:00Z'), '2026-11-15T12:00:00Z');
});

test('ids, flags and numbers in all their spellings; anything else stays for the check of the shape', () => {
  assert.deepEqual(
    ['7', 7, 7n, '9223372036854775807', '0', '9223372036854775808', '-1', '1.5', 'x', null].map(
      idIn,
    ),
    [7n, 7n, 7n, 9_223_372_036_854_775_807n, ...Array(6).fill(undefined)],
  );
  assert.deepEqual(['1', 1, true, 'Y', 't', '0', 0, false, 'No', 'F', 'x'].map(flagIn), [
    ...Array(5).fill(1),
    ...Array(5).fill(0),
    'x',
  ]);
  assert.deepEqual(['12', 12, '1.5', ''].map(wholeIn), [12, 12, '1.5', '']);
});

test('a path leads into objects and into text that is JSON', () => {
  const fields = { 'a.b': 1, metadata: '{"player":{"id":5}}', user: { id: 6 }, name: 'x' };
  const paths = ['a.b', 'metadata.player.id', 'user.id', 'name.id', 'nothing.id'];
  assert.deepEqual(
    paths.map((path) => valueAt(fields, path)),
    [1, 5, 6, undefined, undefined],
  );
});
