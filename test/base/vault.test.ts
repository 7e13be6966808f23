// Sealed secrets open only at their place, in their environment, under a key of the ring, and unchanged.
import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  createVault,
  hashSecret,
  keyIdOf,
  newSecret,
  type Place,
  sameHash,
} from '../../src/base/vault.ts';

const key = (byte: number): Buffer => Buffer.alloc(32, byte);
const PLACE: Place = { table: 'receiver', column: 'sealed_key', key: [1001, 'purchase'] };
const NAME = 'receiver.sealed_key of 1001/purchase';
const MOVED = `${NAME} was sealed for another place, or was changed. Set it again.`;
const FORMLESS = `${NAME} is not in the form of a sealed secret. Set it again.`;

function vaultOf(masterKey: number, previous: readonly number[] = [], environment = 'production') {
  const problems: string[] = [];
  const vault = createVault({
    masterKey: key(masterKey),
    previousKeys: previous.map(key),
    environment,
    onProblem: (problem) => problems.push(problem),
  });
  return { ...vault, problems };
}

/** As releases up to 0.1 sealed it. */
function sealOlder(masterKey: Buffer, plain: string): string {
  const secret = Buffer.from(hkdfSync('sha256', masterKey, '', 'tollgate credentials', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

test('a secret opens at its place, in another process too, and shows only the id of its key', () => {
  const [one, other] = [vaultOf(7), vaultOf(7)];
  for (const plain of ['', 'secret', 'Schlüssel 열쇠 🔑', 'x'.repeat(10_000)]) {
    const sealed = one.seal(plain, PLACE);
    assert.match(sealed, /^v2\.[0-9a-f]{12}\.[A-Za-z0-9_-]+$/);
    assert.equal(keyIdOf(sealed), one.masters[0]?.id);
    assert.equal(other.unseal(sealed, PLACE), plain);
    assert.notEqual(one.seal(plain, PLACE), sealed);
  }
  assert.deepEqual(one.problems, []);
});

test('what one release has sealed, every later one opens', () => {
  const sealed = 'v2.a4c360232f4c.DWz0ZyP9NMs2pDwkLDdYMr77es35Dg1jy2LLc924SyXdUw';
  assert.equal(vaultOf(7).unseal(sealed, PLACE), 'secret');
});

test('a ring without previous keys has one key', () => {
  const { masters } = createVault({ masterKey: key(7), environment: 'production' });
  assert.deepEqual(
    masters.map(({ id }) => id),
    ['a4c360232f4c'],
  );
});

for (const [what, place] of [
  ['row', { ...PLACE, key: [1002, 'purchase'] }],
  ['channel', { ...PLACE, key: [1001, 'restriction'] }],
  ['column', { ...PLACE, column: 'sealed_bearer' }],
  ['table', { ...PLACE, table: 'account' }],
  ['row whose key is the same when joined', { ...PLACE, key: ['1001/purchase'] }],
  ['row whose key has another border', { ...PLACE, key: [100, '1purchase'] }],
] as const satisfies readonly (readonly [string, Place])[]) {
  test(`a secret does not open in another ${what}`, () => {
    const vault = vaultOf(7);
    const sealed = vault.seal('secret', PLACE);
    assert.equal(vault.open(sealed, place), undefined);
    assert.throws(() => vault.unseal(sealed, place), { message: vault.problems[0] });
    const name = `${place.table}.${place.column} of ${place.key.join('/')}`;
    const problem = `${name} was sealed for another place, or was changed. Set it again.`;
    assert.deepEqual(vault.problems, [problem, problem]);
  });
}

test('a secret does not open in the other environment', () => {
  const sandbox = vaultOf(7, [], 'sandbox');
  assert.deepEqual(sandbox.check(vaultOf(7).seal('secret', PLACE), PLACE), { problem: MOVED });
});

test('a number of a key and the same number as text are one place', () => {
  const vault = vaultOf(7);
  const sealed = vault.seal('secret', { ...PLACE, key: ['1001', 'purchase'] });
  assert.equal(vault.unseal(sealed, PLACE), 'secret');
});

test('a change of any letter is noticed', () => {
  const vault = vaultOf(7);
  // A multiple of three bytes, so that the last letter has no unused bits.
  const sealed = vault.seal('12345', PLACE);
  for (let at = 0; at < sealed.length; at++) {
    const letter = sealed[at] === 'b' ? 'c' : 'b';
    const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1);
    assert.ok('problem' in vault.check(changed, PLACE), `at ${at}`);
  }
});

test('what is too short or has no form does not open', () => {
  const vault = vaultOf(7);
  const id = vault.masters[0]?.id;
  const sealed = vault.seal('secret', PLACE);
  for (const [text, problem] of [
    [` ${sealed}`, FORMLESS],
    [`${sealed}=`, FORMLESS],
    [`${sealed}\n`, FORMLESS],
    ['', FORMLESS],
    ['secret', FORMLESS],
    ['v2.', FORMLESS],
    [`v2.${id}.`, FORMLESS],
    [`v3.${id}.AAAA`, FORMLESS],
    [`v2.${id}.AAAA`, MOVED],
    [`v2.${id}.${Buffer.alloc(27).toString('base64url')}`, MOVED],
    [`v2.${id}.${Buffer.alloc(28).toString('base64url')}`, MOVED],
  ]) {
    assert.deepEqual(vault.check(text ?? '', PLACE), { problem }, text);
    if (problem === FORMLESS) assert.equal(keyIdOf(text ?? ''), undefined, text);
  }
});

test('the current key seals, every key of the ring opens, no other does', () => {
  const [old, both, next] = [vaultOf(7), vaultOf(8, [7]), vaultOf(8)];
  const earlier = old.seal('secret', PLACE);
  assert.equal(both.unseal(earlier, PLACE), 'secret');
  const sealed = both.seal('secret', PLACE);
  assert.equal(next.unseal(sealed, PLACE), 'secret');
  assert.equal(keyIdOf(sealed), next.masters[0]?.id);
  const id = old.masters[0]?.id;
  assert.deepEqual(next.check(earlier, PLACE), {
    problem: `${NAME} is sealed under the master key ${id}, which is not set. Add that key to TOLLGATE_MASTER_KEY_PREVIOUS, or set the secret again.`,
  });
});

test('a text that names another key of the ring does not open', () => {
  const vault = vaultOf(8, [7]);
  const [current, previous] = vault.masters;
  const sealed = vault.seal('secret', PLACE);
  const renamed = sealed.replace(current?.id ?? '', previous?.id ?? '');
  assert.notEqual(renamed, sealed);
  assert.deepEqual(vault.check(renamed, PLACE), { problem: MOVED });
});

test('the form of older releases opens for the upgrade alone, under every key of the ring', () => {
  const text = sealOlder(key(7), 'secret');
  const vault = vaultOf(8, [7]);
  assert.equal(vault.openOlder(text), 'secret');
  assert.deepEqual(vault.check(text, PLACE), {
    problem: `${NAME} is in the form of an older release, which opens only when Tollgate is upgraded. Set it again.`,
  });
  assert.equal(vaultOf(8).openOlder(text), undefined);
  assert.equal(vault.openOlder(text.replace('v1.', 'v0.')), undefined);
  const sealed = vaultOf(7).seal('secret', PLACE);
  assert.equal(vaultOf(7).openOlder(sealed), undefined);
  assert.equal(vaultOf(7).openOlder(sealed.replace(/^v2\.\w+\./, 'v1.')), undefined);
});

test('derived keys: made with the current, accepted under each of the ring and those kept', () => {
  const [old, both] = [vaultOf(7), vaultOf(8, [7])];
  const next = vaultOf(8);
  assert.deepEqual(both.derived('cursor'), [next.derive('cursor'), old.derive('cursor')]);
  assert.deepEqual(both.derive('cursor'), next.derive('cursor'));
  assert.equal(next.derive('cursor'), next.derive('cursor'), 'computed once');
  assert.notDeepEqual(next.derive('cursor'), next.derive('receipts'));
  const id = old.masters[0]?.id ?? '';
  const kept = { id, purpose: 'receipts', key: old.derive('receipts') };
  next.keep([kept]);
  assert.deepEqual(next.derived('receipts'), both.derived('receipts'));
  assert.deepEqual(next.derived('cursor'), [next.derive('cursor')]);
  both.keep([kept]);
  assert.equal(both.derived('receipts').length, 2, 'a kept key of the ring counts once');
});

test('kept keys are accepted in the order of their ids, whatever the order they came in', () => {
  const kept = ['a', 'b', 'c'].map((id, byte) => ({ id, purpose: 'receipts', key: key(byte) }));
  const [a, b, c] = kept as [(typeof kept)[0], (typeof kept)[0], (typeof kept)[0]];
  for (const keys of [
    [a, b, c],
    [c, b, a],
    [b, a, c],
    [b, c, a],
  ]) {
    const vault = vaultOf(7);
    vault.keep(keys);
    assert.deepEqual(vault.derived('receipts').slice(1), [key(0), key(1), key(2)]);
  }
});

test('a new secret: 256 random bits after its prefix, its hash, and its last four letters', () => {
  const { secret, ...rest } = newSecret('key');
  assert.match(secret, /^key_[\w-]{43}$/);
  assert.deepEqual(rest, { hash: hashSecret(secret), hint: secret.slice(43) });
  assert.notEqual(newSecret('key').secret, secret);
});

test('a hash is SHA-256 in hex, and equal only to itself', () => {
  const hashed = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b';
  assert.equal(hashSecret('secret'), hashed);
  assert.equal(sameHash(hashed, hashed.toUpperCase()), true);
  for (let at = 0; at < hashed.length; at += 1) {
    const letter = hashed[at] === '0' ? '1' : '0';
    const other = hashed.slice(0, at) + letter + hashed.slice(at + 1);
    assert.deepEqual([sameHash(hashed, other), sameHash(other, hashed)], [false, false]);
  }
});
