// One-time passwords: the test values of RFC 6238, clocks that are a step off, and codes that are used up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeAt, matchingStep, newTotpSecret, otpauthUrl, stepAt, toBase32 } from './totp.ts';

/** The secret of the RFC. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('RFC 6238', () => {
  const cases: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of cases) {
    test(`${seconds}: ${code}`, () => {
      assert.equal(codeAt(SECRET, stepAt(seconds * 1_000)), code);
      assert.equal(matchingStep(SECRET, code, seconds * 1_000, -5), Math.floor(seconds / 30));
    });
  }
});

test('the secret in the alphabet of RFC 4648, and twenty random bytes of it', () => {
  assert.equal(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
    toBase32(Buffer.from(text)),
  );
  assert.deepEqual(texts, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), newTotpSecret());
});

describe('a code', () => {
  const NOW = 1_111_111_109_000;
  const STEP = stepAt(NOW);
  const cases: [string, code: string, last: number, step: number | undefined][] = [
    ['of now', codeAt(SECRET, STEP), 0, STEP],
    ['of the step before', codeAt(SECRET, STEP - 1), 0, STEP - 1],
    ['of the next step', codeAt(SECRET, STEP + 1), 0, STEP + 1],
    ['of two steps before', codeAt(SECRET, STEP - 2), 0, undefined],
    ['of two steps later', codeAt(SECRET, STEP + 2), 0, undefined],
    ['that is used up', codeAt(SECRET, STEP), STEP, undefined],
    ['before one that is used up', codeAt(SECRET, STEP - 1), STEP, undefined],
    ['after one that is used up', codeAt(SECRET, STEP + 1), STEP, STEP + 1],
    ['of five digits', codeAt(SECRET, STEP).slice(1), 0, undefined],
    ['of seven digits', `${codeAt(SECRET, STEP)}0`, 0, undefined],
    ['after a seventh digit', `0${codeAt(SECRET, STEP)}`, 0, undefined],
    ['of letters', 'abcdef', 0, undefined],
    ['that is empty', '', 0, undefined],
  ];
  for (const [name, code, last, step] of cases) {
    test(name, () => assert.equal(matchingStep(SECRET, code, NOW, last), step));
  }
});

test('the QR code', () => {
  assert.equal(
    otpauthUrl('Sun Games', 'mina@example.com', SECRET),
    `otpauth://totp/Sun%20Games:mina%40example.com?secret=${SECRET}&issuer=Sun%20Games&digits=6&period=30`,
  );
});
