// Support codes: read back exactly, and as players write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printSupportCode, readSupportCode } from './support-code.ts';

test('every printed code is read back, to the last digit of the largest id', () => {
  for (const playerId of [
    1n,
    35n,
    36n,
    20_001n,
    9_007_199_254_740_993n,
    9_223_372_036_854_775_807n,
  ]) {
    const code = { gameIndex: 1001, playerId, blockType: 4 };
    assert.deepEqual(readSupportCode(printSupportCode(code)), code);
  }
});

test('as a player writes it: small letters, spaces, another dash', () => {
  const code = { gameIndex: 1001, playerId: 20_000_000_003n, blockType: 4 };
  assert.equal(printSupportCode(code), '1001-96RHERN-4');
  for (const text of ['1001-96rhern-4', ' 1001 - 96RHERN - 4 ', '1001–96RHERN–4']) {
    assert.deepEqual(readSupportCode(text), code, text);
  }
});

test('anything else is no support code', () => {
  const texts = [
    '',
    '1001',
    '1001-96RHERN',
    '0-96RHERN-4',
    '1001-96RHERN-0',
    '1001-0-4',
    '1001-1Y2P0IJ32E8E8-4',
    '1001-96RHERN-4-1',
    '3378.1234-5678-9012',
    '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  ];
  for (const text of texts) assert.equal(readSupportCode(text), undefined, text);
});
