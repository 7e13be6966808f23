// Certificates that were never seen before: refused as cheaply as possible, and checked within a budget.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { type Chain, createAuthority } from '../../../emulator/apple/certificates.ts';
import { createSigner, encode, signCompact } from '../../../emulator/apple/jws.ts';
import { createAppleSignatures } from '../../../src/payment/markets/apple/chain.ts';
import type { ChainCheck } from '../../../src/payment/markets/description.ts';

const YEAR_MS = 365.25 * 24 * 3_600_000;
const FLOOD = 700;
const PER_SECOND = 50;
const authority = await createAuthority();
/** The same names under another root: everything fits but the signatures. */
const stranger = await createAuthority();
const [, , root = ''] = authority.chain.x5c;

function openSignatures() {
  const checks: ChainCheck[] = [];
  const clock = { now: Date.now() };
  const { open } = createAppleSignatures({
    extraRoots: [hash('sha256', Buffer.from(root, 'base64'), 'hex')],
    clock: () => clock.now,
    onChainCheck: (result) => checks.push(result),
  });
  const count = (result: ChainCheck) => checks.filter((each) => each === result).length;
  return { open, clock, checks, count };
}

const payload = (signedDate = Date.now()) => ({ transactionId: '1', signedDate });
const sign = ({ leafKey }: Chain, header: object, signedDate?: number): string =>
  signCompact(encode(header), encode(payload(signedDate)), leafKey);

/** A chain that nobody has seen: the last byte of the leaf, which is in its signature, is another. */
function unseen(number: number): string {
  const [leaf = '', intermediate] = stranger.chain.x5c;
  const bytes = Buffer.from(leaf, 'base64');
  bytes.writeUInt16BE(number, bytes.length - 2);
  return sign(stranger.chain, {
    alg: 'ES256',
    x5c: [bytes.toString('base64'), intermediate, root],
  });
}

test('a flood of unknown chains: 50 checks a second, the rest is busy, known chains go on', async () => {
  const { open, clock, checks, count } = openSignatures();
  const good = createSigner(authority.chain);
  assert.ok(await open(good(payload())));
  assert.deepEqual(checks, ['trusted']);
  const answers = [];
  for (let number = 0; number < FLOOD; number += 1) answers.push(await open(unseen(number)));
  assert.equal(count('refused'), PER_SECOND - 1);
  assert.equal(answers.filter((each) => each === undefined).length, PER_SECOND - 1);
  assert.equal(answers.filter((each) => each === 'busy').length, FLOOD - PER_SECOND + 1);
  assert.deepEqual(await open(good({ transactionId: '2' })), { transactionId: '2' });
  assert.equal(count('trusted'), 1);
  clock.now += 1_000;
  assert.equal(await open(unseen(FLOOD)), undefined);
  assert.equal(count('refused'), PER_SECOND);
});

test('unknown chains of one moment: four checks, the rest is busy', async () => {
  const { open, count } = openSignatures();
  await Promise.all(Array.from({ length: 20 }, (_, number) => open(unseen(number))));
  assert.deepEqual([count('refused'), count('busy')], [4, 16]);
});

test('a new chain is checked once, however many receipts come with it at once, and whatever else their headers say', async () => {
  const { open, checks } = openSignatures();
  const { x5c } = authority.chain;
  const receipts = Array.from({ length: 200 }, (_, number) =>
    sign(authority.chain, { alg: 'ES256', x5c, number }),
  );
  const opened = await Promise.all(receipts.map(open));
  assert.ok(opened.every((claims) => typeof claims === 'object'));
  assert.deepEqual(checks, ['trusted']);
});

test('headers that Apple did not sign do not push known ones out of the memory', async () => {
  const { open, checks } = openSignatures();
  const { x5c } = authority.chain;
  for (let number = 0; number < 300; number += 1) {
    const forged = sign(stranger.chain, { alg: 'ES256', x5c, number });
    assert.equal(await open(forged), undefined);
  }
  assert.ok(await open(createSigner(authority.chain)(payload())));
  assert.deepEqual(checks, ['trusted']);
});

const flawed: readonly [string, () => Promise<Chain>, object?][] = [
  ['another root', async () => stranger.chain],
  ['no mark of a receipt signer', () => authority.issue({ withoutLeafMark: true })],
  ['no mark of an issuer', () => authority.issue({ withoutIntermediateMark: true })],
  ['a P-384 key, signed as ES256', () => authority.issue({ otherCurve: true })],
  ['certificates that have expired', () => authority.issue({ expired: true })],
  [
    'an issuer that names another root',
    async () => {
      const [leaf = '', , ownRoot = ''] = authority.chain.x5c;
      return { ...authority.chain, x5c: [leaf, ownRoot, root] };
    },
  ],
  ['two certificates', async () => ({ ...authority.chain, x5c: authority.chain.x5c.slice(1) })],
  [
    'a certificate that is far too long',
    async () => {
      const [leaf = '', ...others] = authority.chain.x5c;
      return { ...authority.chain, x5c: [leaf.padEnd(5_000, 'A'), ...others] };
    },
  ],
  ['another algorithm', async () => authority.chain, { alg: 'ES384' }],
];
for (const [name, issue, header = {}] of flawed) {
  test(`${name}: refused without checking a signature of the chain`, async () => {
    const { open, checks } = openSignatures();
    const chain = await issue();
    assert.equal(await open(sign(chain, { alg: 'ES256', x5c: chain.x5c, ...header })), undefined);
    assert.deepEqual(checks, []);
  });
}

test('a remembered chain is good only for receipts signed while its certificates were valid', async () => {
  const { open, clock } = openSignatures();
  const chain = await authority.issue({ expired: true });
  const header = { alg: 'ES256', x5c: chain.x5c };
  // Valid from 20 to 19 years ago.
  const then = clock.now - 19.5 * YEAR_MS;
  assert.deepEqual(await open(sign(chain, header, then)), payload(then));
  for (const at of [clock.now, clock.now - 18.9 * YEAR_MS, clock.now - 20.1 * YEAR_MS]) {
    assert.equal(await open(sign(chain, header, at)), undefined);
  }
  assert.equal(await open(signCompact(encode(header), encode({ a: 1 }), chain.leafKey)), undefined);
  assert.deepEqual(await open(sign(chain, header, then)), payload(then));
});
