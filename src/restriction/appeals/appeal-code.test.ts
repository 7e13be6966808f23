// Codes of appeals: read as players type them, of one restriction alone, and not to be guessed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVault } from '../../base/vault.ts';
import { isProofOf, mayBeProof, printAppealCode, readAppealCode } from './appeal-code.ts';

const KEY = Buffer.alloc(32, 1);
const NEXT_KEY = Buffer.alloc(32, 2);
const vault = createVault({ masterKey: KEY, environment: 'production' });
const about = {
  gameIndex: 1001,
  appid: 'com.example.game',
  playerId: 9_007_199_254_740_993n,
  scope: 'login',
  sinceSeq: 12,
};

test('a printed code is read back, also as a player types it', () => {
  const code = printAppealCode(vault, about, 3);
  assert.match(code, /^1001-[0-9A-Z]+-3-[0-9A-HJKMNP-TV-Z]{15}$/);
  for (const typed of [code, code.toLowerCase(), ` ${code.replaceAll('-', ' – ')} `]) {
    const read = readAppealCode(typed);
    assert.equal(read?.playerId, about.playerId);
    assert.ok(read && isProofOf(vault, read, about));
  }
});

test('a code proves one restriction alone, and stays when its type changes', () => {
  const read = readAppealCode(printAppealCode(vault, about, 4));
  assert.ok(read);
  assert.ok(isProofOf(vault, read, about));
  const others = [
    { ...about, gameIndex: 1002 },
    { ...about, appid: 'com.example.other' },
    { ...about, playerId: about.playerId - 1n },
    { ...about, scope: 'chat' },
    { ...about, sinceSeq: 13 },
  ];
  for (const other of others) assert.ok(!isProofOf(vault, read, other));
});

test('what is no code is not looked up', () => {
  for (const text of [
    '',
    '1001-A-1',
    '1001-A-1-SHORT',
    '1001-A-1-0123456789AB',
    '1001-A-1-UUUUUUUUUUUUUUU',
    '-'.repeat(99),
  ]) {
    assert.equal(readAppealCode(text), undefined, text);
  }
});

test('a code of the master key before still opens', () => {
  const rotated = createVault({
    masterKey: NEXT_KEY,
    previousKeys: [KEY],
    environment: 'production',
  });
  const read = readAppealCode(printAppealCode(vault, about, 1));
  assert.ok(read && mayBeProof(rotated, read) && isProofOf(rotated, read, about));
  const stranger = createVault({ masterKey: NEXT_KEY, environment: 'production' });
  assert.ok(!isProofOf(stranger, read, about));
});

test('of a thousand guesses at a player at most one looks right before the database is asked', () => {
  const code = printAppealCode(vault, about, 3);
  const read = readAppealCode(code);
  assert.ok(read && mayBeProof(vault, read));
  // The other restrictions of the same player begin alike, those of other players do not.
  const chat = readAppealCode(printAppealCode(vault, { ...about, scope: 'chat' }, 3));
  assert.equal(chat?.proof.slice(0, 3), read.proof.slice(0, 3));
  assert.notEqual(chat?.proof.slice(3), read.proof.slice(3));
  assert.ok(!mayBeProof(vault, { ...read, playerId: about.playerId - 1n }));
  assert.ok(!mayBeProof(vault, { ...read, gameIndex: 1002 }));
  const right = Array.from({ length: 1_000 }, (_, number) => BigInt(number + 1)).filter(
    (playerId) => mayBeProof(vault, { ...read, playerId }),
  );
  assert.ok(right.length <= 1, `${right.length}`);
});
