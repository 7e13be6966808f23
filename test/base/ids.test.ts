// JSON and 64-bit ids: read and written digit for digit.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readJson } from '../../src/base/body.ts';
import { timeOrderedId, toId64 } from '../../src/base/ids.ts';
import { hasFraction, parseJson, printJson } from '../../src/base/json.ts';

describe('JSON with 64-bit integers', () => {
  const exact: readonly [string, unknown][] = [
    ['0', 0],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['[9007199254740993,1]', [9_007_199_254_740_993n, 1]],
    ['{"id":9007199254740993}', { id: 9_007_199_254_740_993n }],
    ['"9007199254740993"', '9007199254740993'],
  ];
  for (const [text, value] of exact) {
    test(`${text} survives reading and writing`, () => {
      assert.deepEqual(parseJson(text), value);
      assert.equal(printJson(value), text);
    });
  }

  test('a number that is no integer stays a number', () => {
    assert.equal(parseJson('0.12345678901234567'), Number('0.12345678901234567'));
    assert.equal(parseJson('1e20'), 1e20);
  });

  test('text that is no JSON is refused, also beside a long number', () => {
    for (const text of ['', '{', '9007199254740993x', '{"a":9007199254740993']) {
      assert.throws(() => parseJson(text), SyntaxError);
    }
  });
});

test('a fraction is seen at any depth, however small', () => {
  const cases: readonly [string, boolean][] = [
    ['77', false],
    ['77.5', true],
    ['77.0000000000000000', false],
    ['77.0000000000000001', true],
    ['-77.0000000000000001', true],
    ['1000000000000.00001', true],
    ['4503599627370496.3', true],
    ['9007199254740993', false],
    ['100000000000000000000e-17', false],
    ['7700000000000000001e-17', true],
    ['7700000000000000001E-999', true],
    ['77.00000000000000001e+17', false],
    ['"77.0000000000000001"', false],
  ];
  for (const [number, expected] of cases) {
    const { list } = readJson(Buffer.from(`{"list":[{"id":${number}}]}`)) as { list: [object] };
    assert.equal(hasFraction(list[0], 'id'), expected, number);
  }
});

describe('an id', () => {
  test('is an integer from 1 to 9223372036854775807', () => {
    assert.equal(toId64(1), 1n);
    assert.equal(toId64(1n), 1n);
    assert.equal(toId64(9_223_372_036_854_775_807n), 9_223_372_036_854_775_807n);
    const others = [0, -1, 1.5, NaN, Infinity, 2 ** 53, 0n, -1n, 9_223_372_036_854_775_808n];
    for (const other of [...others, '1', '', null, undefined, true, [], {}]) {
      assert.equal(toId64(other), undefined);
    }
  });
});

describe('a time-ordered id', () => {
  const LATER = 4_000_000_000_000;
  const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

  test('is a UUIDv7 of its moment, and never the same', () => {
    const [one, other] = [timeOrderedId(LATER), timeOrderedId(LATER)];
    for (const id of [one, other]) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(timeOf(id), LATER);
    }
    assert.notEqual(one.slice(19), other.slice(19));
  });

  test('increases within a moment, from one to the next, and when the clock goes back', () => {
    const moments = [1, 1, 1, 2, 3, 3, 0, 3, 4].map((each) => LATER + 10 + each);
    const ids = moments.map(timeOrderedId);
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.map(timeOf),
      [11, 11, 11, 12, 13, 13, 13, 13, 14].map((each) => LATER + each),
    );
    assert.deepEqual(
      ids.map((id) => Number.parseInt(id.slice(15, 18), 16)),
      [0, 1, 2, 0, 0, 1, 2, 3, 0],
    );
  });

  test('follows a clock that was more than an hour ahead and is set right', () => {
    const moments = [LATER + 20, LATER - 3_599_980, LATER - 3_599_981];
    assert.deepEqual(
      moments.map((moment) => timeOf(timeOrderedId(moment))),
      [LATER + 20, LATER + 20, LATER - 3_599_981],
    );
  });

  test('goes into the next moment after 4096', () => {
    const ids = Array.from({ length: 4_097 }, () => timeOrderedId(LATER + 100));
    assert.ok(
      ids.every((id) => /^[89ab]/.test(id.slice(19))),
      'the variant of RFC 9562',
    );
    assert.deepEqual(ids, ids.toSorted());
    assert.deepEqual(
      [ids[4_095], ids[4_096]].map((id) => timeOf(id as string)),
      [LATER + 100, LATER + 101],
    );
  });
});
