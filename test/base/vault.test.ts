// Sealed secrets open only at their place, in their environment, under a key of the ring, and unchanged.
import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createVault, keyIdOf, type Place } from '../../src/base/vault.ts';

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
  for (const [text, problem] of [
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
  const sealed = vaultOf(7).seal('secret', PLACE);
  assert.equal(vaultOf(7).openOlder(sealed), undefined);
  assert.equal(vaultOf(7).openOlder(sealed.replace(/^v2\.\w+\./, 'v1.')), undefined);
});

test('derived keys: made with the current, accepted under each of the ring and those kept', () => {
  const [old, both] = [vaultOf(7), vaultOf(8, [7])];
  const next = vaultOf(8);
  assert.deepEqual(both.derived('cursor'), [next.derive('cursor'), old.derive('cursor')]);
  assert.deepEqual(both.derive('cursor'), next.derive('cursor'));
  assert.notDeepEqual(next.derive('cursor'), next.derive('receipts'));
  const id = old.masters[0]?.id ?? '';
  const kept = { id, purpose: 'receipts', key: old.derive('receipts') };
  next.keep([kept]);
  assert.deepEqual(next.derived('receipts'), both.derived('receipts'));
  assert.deepEqual(next.derived('cursor'), [next.derive('cursor')]);
  both.keep([kept]);
  assert.equal(both.derived('receipts').length, 2, 'a kept key of the ring counts once');
});
