// Which signatures count as Apple's: the pinned root, the dates of every certificate, the curve, the form.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ChainText,
  chainOf,
  isAppleChain,
  plausibleChain,
} from '../../../src/payment/markets/apple/certificates.ts';
import { createAppleSignatures } from '../../../src/payment/markets/apple/chain.ts';
import type { ChainCheck } from '../../../src/payment/markets/description.ts';
import { encode, makeChain, type TestChain } from './apple-chains.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;
const chain = await makeChain();
const CLAIMS = { bundleId: 'com.example', signedDate: NOW };

const open = (jws: string, { root }: TestChain = chain) =>
  createAppleSignatures({ extraRoots: [root], clock: () => NOW }).open(jws);

test('the payload of what the pinned root vouches for', async () => {
  assert.deepEqual(await open(chain.sign(CLAIMS)), CLAIMS);
});

describe('refused', () => {
  const jws = chain.sign(CLAIMS);
  const [header, payload, signature] = jws.split('.') as [string, string, string];
  const [leaf, intermediate, root] = chain.x5c;
  const cases: [string, string][] = [
    ['no signature', `${header}.${payload}`],
    ['an empty signature', `${header}.${payload}.`],
    ['a part too many', `${jws}.${signature}`],
    ['a letter of another alphabet', `${header}.${payload}.${signature}=`],
    ['a space before it', ` ${jws}`],
    ['a line after it', `${jws}\n`],
    ['another payload', `${header}.${encode({ ...CLAIMS, bundleId: 'x' })}.${signature}`],
    ['another signature', `${header}.${payload}.${chain.sign({}).split('.')[2]}`],
    ['a payload that is no object', `${header}.${encode('text')}.${signature}`],
    ['a header that is no object', `${encode(5)}.${payload}.${signature}`],
    ['another algorithm', chain.sign(CLAIMS, { alg: 'ES384' })],
    ['no algorithm', chain.sign(CLAIMS, { alg: undefined })],
    ['no certificates', chain.sign(CLAIMS, { x5c: undefined })],
    ['certificates that are no list', chain.sign(CLAIMS, { x5c: leaf })],
    ['text of three letters', chain.sign(CLAIMS, { x5c: 'abc' })],
    ['two certificates', chain.sign(CLAIMS, { x5c: [leaf, root] })],
    ['four certificates', chain.sign(CLAIMS, { x5c: [leaf, intermediate, root, root] })],
    ['certificates that are none', chain.sign(CLAIMS, { x5c: ['a', 'b', 'c'] })],
    ['certificates in another order', chain.sign(CLAIMS, { x5c: [intermediate, leaf, root] })],
  ];
  for (const [name, text] of cases) {
    test(name, async () => assert.equal(await open(text), undefined));
  }

  test('a root that is not pinned', async () => {
    const stranger = await makeChain();
    assert.equal(await open(stranger.sign(CLAIMS)), undefined);
  });

  test("a leaf under a stranger's intermediate that shows the pinned root", async () => {
    const stranger = await makeChain();
    const x5c = [...stranger.x5c.slice(0, 2), root];
    assert.equal(await open(stranger.sign(CLAIMS, { x5c })), undefined);
  });

  test('a key of another curve', async () => {
    const other = await makeChain({ curve: 'P-384' });
    assert.equal(await open(other.sign(CLAIMS), other), undefined);
  });
});

test('a header may have 16384 letters, and not one more', async () => {
  // Four letters for three bytes.
  const longest = 12_288 - JSON.stringify({ alg: 'ES256', x5c: chain.x5c, pad: '' }).length;
  const signed = (pad: number) => chain.sign(CLAIMS, { pad: 'x'.repeat(pad) });
  assert.equal(signed(longest).indexOf('.'), 16_384);
  assert.deepEqual(await open(signed(longest)), CLAIMS);
  assert.equal(await open(signed(longest + 1)), undefined);
});

describe('the certificates were valid when it was signed', () => {
  const [from, to] = [Date.UTC(2026, 0), Date.UTC(2027, 0)];
  for (const part of ['leaf', 'intermediate', 'root'] as const) {
    const narrow = makeChain({ dates: { [part]: [from, to] } });
    const at: [string, number, boolean][] = [
      ['before it', from - MINUTE - 1, false],
      ['a minute before it', from - MINUTE, true],
      ['within it', NOW, true],
      ['a minute after it', to + MINUTE, true],
      ['after it', to + MINUTE + 1, false],
    ];
    for (const [name, signedDate, isTaken] of at) {
      test(`${part}, ${name}: ${isTaken ? 'taken' : 'refused'}, known or not`, async () => {
        const signed = (await narrow).sign({ signedDate });
        const signatures = createAppleSignatures({
          extraRoots: [(await narrow).root],
          clock: () => NOW,
        });
        const expected = isTaken ? { signedDate } : undefined;
        assert.deepEqual(await signatures.open(signed), expected);
        // The same certificates again, after they were found good.
        const good = (await narrow).sign({ signedDate: NOW });
        assert.deepEqual(await signatures.open(good), { signedDate: NOW });
        assert.deepEqual(await signatures.open(signed), expected);
      });
    }
  }

  test('without a time, now', async () => {
    const narrow = await makeChain({ dates: { leaf: [from, to] } });
    const openAt = (now: number) =>
      createAppleSignatures({ extraRoots: [narrow.root], clock: () => now }).open(
        narrow.sign({ signedDate: 'today' }),
      );
    assert.deepEqual(await openAt(NOW), { signedDate: 'today' });
    assert.equal(await openAt(to + MINUTE + 1), undefined);
  });
});

test('certificates that were refused at one time are looked at again at another', async () => {
  const [from, to] = [Date.UTC(2026, 0), Date.UTC(2027, 0)];
  const narrow = await makeChain({ dates: { leaf: [from, to] } });
  const signatures = createAppleSignatures({ extraRoots: [narrow.root], clock: () => NOW });
  assert.equal(await signatures.open(narrow.sign({ signedDate: to + MINUTE + 1 })), undefined);
  assert.deepEqual(await signatures.open(narrow.sign({ signedDate: to })), { signedDate: to });
});

describe('the certificates of a header', () => {
  const longest = 'x'.repeat(4_096);
  const cases: [string, unknown, boolean][] = [
    ['three texts', ['a', 'b', 'c'], true],
    ['three long texts', [longest, longest, longest], true],
    ['a leaf that is too long', [`${longest}x`, 'b', 'c'], false],
    ['a root that is too long', ['a', 'b', `${longest}x`], false],
    ['a number', ['a', 5, 'c'], false],
    ['a list', [['a'], 'b', 'c'], false],
    ['nothing', ['a', 'b', null], false],
  ];
  for (const [name, x5c, isTaken] of cases) {
    test(`${name}: ${isTaken ? 'read' : 'refused'}`, () => {
      assert.deepEqual(chainOf({ alg: 'ES256', x5c }), isTaken ? x5c : undefined);
    });
  }
});

describe('a chain is refused without checking a signature', () => {
  const [leaf, intermediate, root] = chain.x5c as unknown as ChainText;
  const pinned = new Set([chain.root]);
  const cases: [string, () => Promise<ChainText>][] = [
    [
      'when the leaf has no mark of a receipt signer',
      async () => [(await makeChain({ unmarked: 'leaf' })).x5c[0] ?? '', intermediate, root],
    ],
    [
      'when the intermediate has no mark of an issuer',
      async () => [leaf, (await makeChain({ unmarked: 'intermediate' })).x5c[1] ?? '', root],
    ],
    [
      'when the leaf names another issuer',
      async () => [leaf, (await makeChain({ names: { intermediate: 'x' } })).x5c[1] ?? '', root],
    ],
    [
      'when the intermediate names another issuer',
      async () => [leaf, (await makeChain({ names: { root: 'x' } })).x5c[1] ?? '', root],
    ],
    [
      'when the leaf cannot be read',
      async () => [Buffer.from(leaf, 'base64').subarray(1).toString('base64'), intermediate, root],
    ],
  ];
  for (const [name, texts] of cases) {
    test(name, async () => assert.equal(plausibleChain(await texts(), pinned), undefined));
  }

  test("with the names and marks of another it is plausible, and not Apple's", async () => {
    const [stranger = ''] = (await makeChain()).x5c;
    const isApples = async (first: string) => {
      const plausible = plausibleChain([first, intermediate, root], pinned);
      assert.ok(plausible);
      return isAppleChain(plausible, NOW);
    };
    assert.deepEqual([await isApples(stranger), await isApples(leaf)], [false, true]);
  });
});

describe('chains that were never seen before', () => {
  const [leaf = '', intermediate = '', root = ''] = chain.x5c;
  const AT_ONCE = 4;

  function openCounted() {
    const checks: ChainCheck[] = [];
    const signatures = createAppleSignatures({
      extraRoots: [chain.root],
      clock: () => NOW,
      onChainCheck: (result) => checks.push(result),
    });
    return { checks, open: signatures.open };
  }

  /** Everything fits but the signature of the leaf, whose last byte is this one. */
  function forged(number: number): string {
    const bytes = Buffer.from(leaf, 'base64');
    bytes.writeUInt8(number, bytes.length - 1);
    return chain.sign(CLAIMS, { x5c: [bytes.toString('base64'), intermediate, root] });
  }
  const numbers = (count: number) => {
    const last = Buffer.from(leaf, 'base64').at(-1);
    return Array.from({ length: count + 1 }, (_, number) => number)
      .filter((number) => number !== last)
      .slice(0, count);
  };

  test('a good one is checked once, whatever else the headers say', async () => {
    const { checks, open } = openCounted();
    for (const pad of ['', 'x', '']) {
      assert.deepEqual(await open(chain.sign(CLAIMS, { pad })), CLAIMS);
    }
    assert.deepEqual(checks, ['trusted']);
  });

  test('receipts of one moment share the check', async () => {
    const { checks, open } = openCounted();
    const signed = ['a', 'b', 'c', 'd', 'e', 'f'].map((pad) => chain.sign(CLAIMS, { pad }));
    assert.deepEqual(await Promise.all(signed.map(open)), Array(6).fill(CLAIMS));
    assert.deepEqual(checks, ['trusted']);
  });

  test('a bad one is checked each time, and none is kept waiting by those before it', async () => {
    const { checks, open } = openCounted();
    const [number = 0] = numbers(1);
    for (let time = 0; time < AT_ONCE + 2; time += 1) {
      assert.equal(await open(forged(number)), undefined);
    }
    assert.deepEqual(checks, Array(AT_ONCE + 2).fill('refused'));
  });

  test('too many at once: busy, and checked when they come again', async () => {
    const { checks, open } = openCounted();
    const crowd = numbers(AT_ONCE).map(forged);
    const answers = await Promise.all([...crowd, chain.sign(CLAIMS)].map(open));
    assert.deepEqual(answers, [...Array(AT_ONCE).fill(undefined), 'busy']);
    assert.deepEqual(await open(chain.sign(CLAIMS)), CLAIMS);
    assert.deepEqual(checks, ['busy', ...Array(AT_ONCE).fill('refused'), 'trusted']);
  });

  test('a good chain does not vouch for the same letters with other borders', async () => {
    const { open } = openCounted();
    assert.deepEqual(await open(chain.sign(CLAIMS)), CLAIMS);
    const x5c = [leaf.slice(0, -4), leaf.slice(-4) + intermediate, root];
    assert.equal(await open(chain.sign(CLAIMS, { x5c })), undefined);
  });
});
