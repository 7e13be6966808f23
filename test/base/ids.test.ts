// JSON and 64-bit ids: read and written digit for digit.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toId64 } from '../../src/base/ids.ts';
import { parseJson, printJson } from '../../src/base/json.ts';

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

describe('an id', () => {
  test('is an integer from 1 to 9223372036854775807', () => {
    assert.equal(toId64(1), 1n);
    assert.equal(toId64(9_223_372_036_854_775_807n), 9_223_372_036_854_775_807n);
    const others = [0, -1, 1.5, NaN, Infinity, 2 ** 53, 0n, -1n, 9_223_372_036_854_775_808n];
    for (const other of [...others, '1', '', null, undefined, true, [], {}]) {
      assert.equal(toId64(other), undefined);
    }
  });
});
