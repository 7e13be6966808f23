import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { isSigned } from './es256.ts';

const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const signatureOf = (content: string, key: KeyObject): Buffer =>
  sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
const check = (content: string, signature: Buffer, key = apple.publicKey): Promise<boolean> =>
  isSigned(content, signature.toString('base64url'), key);

/** With a zero in front of its first number, or of its second. */
function startsWithZeroAt(position: number): [string, Buffer] {
  for (let number = 0; ; number += 1) {
    const content = `content ${number}`;
    const signature = signatureOf(content, apple.privateKey);
    if (signature[position] === 0) return [content, signature];
  }
}

test('a signature of the key passes, whatever its numbers begin with', async () => {
  const contents = Array.from({ length: 64 }, (_, index) => `content ${index}`);
  const signed = contents.map(
    (content) => [content, signatureOf(content, apple.privateKey)] as const,
  );
  const all = [...signed, startsWithZeroAt(0), startsWithZeroAt(32)];
  const answers = await Promise.all(all.map(([content, signature]) => check(content, signature)));
  assert.deepEqual(
    answers,
    all.map(() => true),
  );
});

test('another content, another key, a changed byte and another length do not pass, each by itself', async () => {
  const signature = signatureOf('content', apple.privateKey);
  const changed = Buffer.from(signature);
  changed[10] = (changed[10] ?? 0) ^ 1;
  const answers = await Promise.all([
    check('content', signature),
    check('other', signature),
    check('content', signature, stranger.publicKey),
    check('content', changed),
    check('content', Buffer.alloc(0)),
    check('content', Buffer.alloc(64)),
    check('content', Buffer.alloc(64, 0xff)),
    check('content', signature.subarray(0, 63)),
    check('content', Buffer.concat([signature, Buffer.alloc(1)])),
    check('content', signatureOf('content', stranger.privateKey), stranger.publicKey),
    check('content', signature),
  ]);
  assert.deepEqual(answers, [true, ...Array.from({ length: 8 }, () => false), true, true]);
});

test('the same alone, without the thread', async () => {
  const signature = signatureOf('content', apple.privateKey);
  assert.equal(await check('content', signature), true);
  assert.equal(await check('other', signature), false);
  assert.equal(await check('content', signature, stranger.publicKey), false);
  assert.equal(await check('content', signature.subarray(0, 63)), false);
  assert.equal(await check('content', Buffer.alloc(64)), false);
});
