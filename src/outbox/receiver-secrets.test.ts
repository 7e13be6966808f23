// A receiver's secrets: sealed for their column, opened for sending and for operators, carried to the current key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CannotOpen, createVault, keyIdOf } from '../base/vault.ts';
import { carrySecret, openSecret, sealSecret, unsealSecret } from './receiver-secrets.ts';

const vaultOf = (masterKey: number, ...previous: readonly number[]) =>
  createVault({
    masterKey: Buffer.alloc(32, masterKey),
    previousKeys: previous.map((each) => Buffer.alloc(32, each)),
    environment: 'production',
  });
const vault = vaultOf(1);
const lane = { game_index: 1, channel: 'restriction' } as const;
const row = (sealed_key: string) => ({
  ...lane,
  sealed_key,
  sealed_old_key: null,
  sealed_bearer: null,
});
const good = row(sealSecret(vault, lane, 'sealed_key', 'secret'));
const moved = row(sealSecret(vault, { ...lane, channel: 'purchase' }, 'sealed_key', 'secret'));

test('a secret is bound to its column of its receiver', () => {
  const place = { table: 'receiver', column: 'sealed_key', key: [1, 'restriction'] };
  assert.equal(vault.unseal(good.sealed_key, place), 'secret');
});

test('for sending: the secret, undefined when there is none, a failure when it does not open', () => {
  assert.equal(unsealSecret(vault, good, 'sealed_key'), 'secret');
  assert.equal(unsealSecret(vault, good, 'sealed_bearer'), undefined);
  assert.throws(() => unsealSecret(vault, moved, 'sealed_key'), CannotOpen);
});

test('for operators: undefined also when it does not open', () => {
  assert.equal(openSecret(vault, good, 'sealed_key'), 'secret');
  assert.equal(openSecret(vault, good, 'sealed_bearer'), undefined);
  assert.equal(openSecret(vault, moved, 'sealed_key'), undefined);
});

test('carried to another row: under the current key, and unchanged when it does not open', () => {
  const next = vaultOf(2, 1);
  const carried = carrySecret(next, good, 'sealed_key') ?? '';
  assert.equal(keyIdOf(carried), next.masters[0]?.id);
  assert.equal(openSecret(vaultOf(2), row(carried), 'sealed_key'), 'secret');
  assert.equal(carrySecret(next, good, 'sealed_bearer'), null);
  assert.equal(carrySecret(next, moved, 'sealed_key'), moved.sealed_key);
});
